// Upper bounds of the length of deliveries. With them, most deliveries pass the check of the limits without being rendered.

import type { TransactionState } from './state.ts'

/** More characters than the names and punctuation of one subscription take. */
const subscriptionFrame = 100

function ownCharacters({ offerId, nativeAmount, nativeCurrency, amount }: TransactionState): number {
  return offerId.length + nativeAmount.length + nativeCurrency.length + amount.length
}

/** An upper bound of the characters in a delivery, without the amount received. */
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

/** A size for the maximum of a world: no delivery needs more than twice the greatest size of all its transactions. */
export function deliverySize(transaction: TransactionState, maxSubscriptionId: number): number {
  // The rest of a debit equals that of the payment that created its subscription, which is counted there.
  return transaction.kind === 'subscription'
    ? ownCharacters(transaction)
    : maxDeliveryCharacters(transaction, maxSubscriptionId)
}
