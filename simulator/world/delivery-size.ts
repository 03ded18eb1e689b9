// Upper bounds of the length of deliveries, so that most of them need not be rendered to be measured.

import type { TransactionState } from './state.ts'

/** More characters than the names and punctuation of one subscription take. */
const subscriptionFrame = 100

function ownCharacters({ offerId, nativeAmount, nativeCurrency, amount }: TransactionState): number {
  return offerId.length + nativeAmount.length + nativeCurrency.length + amount.length
}

/** At least as many characters as the content of a delivery has, without the amount received. */
export function maxDeliveryCharacters(transaction: TransactionState, maxSubscriptionId: number): number {
  const { customer, customParameter, subscriptions } = transaction
  let characters = ownCharacters(transaction)
  if (customer !== null) {
    const { name, email, phone = '', address = '' } = customer
    characters += name.length + email.length + phone.length + address.length
  }
  if (customParameter !== null) characters += JSON.stringify(customParameter).length
  return characters + subscriptions.length * (subscriptionFrame + maxSubscriptionId)
}

/** The size of which no transaction of a world has more than twice the greatest. */
export function deliverySize(transaction: TransactionState, maxSubscriptionId: number): number {
  // A debit shares the rest with the payment that created its subscription.
  return transaction.kind === 'subscription'
    ? ownCharacters(transaction)
    : maxDeliveryCharacters(transaction, maxSubscriptionId)
}
