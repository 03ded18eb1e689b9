// An estimate of how long the deliveries of a transaction are, so that most of them need not be rendered to be measured.

import type { RecordStorage } from '../storage/record-storage.ts'
import type { SubscriptionState, TransactionState } from './state.ts'

/** More characters than the names and punctuation of one subscription take. */
const subscriptionFrame = 100

/** At least as many characters as the facts of a transaction have in any delivery, without the amount received. */
export function maxDeliveryCharacters(
  {
    offerId,
    nativeAmount,
    nativeCurrency,
    amount,
    customer,
    customParameter,
    subscriptions: ids,
  }: TransactionState,
  subscriptions: RecordStorage<SubscriptionState>,
): number {
  let characters = offerId.length + nativeAmount.length + nativeCurrency.length + amount.length
  if (customer !== null) {
    const { name, email, phone = '', address = '' } = customer
    characters += name.length + email.length + phone.length + address.length
  }
  if (customParameter !== null) characters += JSON.stringify(customParameter).length
  for (const id of ids)
    characters += subscriptionFrame + (subscriptions.get(id)?.merchantSubscriptionId.length ?? 0)
  return characters
}
