// How much of a delivery a transaction fills, in characters: enough to tell, without writing it, that a body is far from
// its limit. The sum received, which changes, is not counted.

import type { List } from '../storage/record-storage.ts'
import type { CustomParameters, Person, SubscriptionState, TransactionState } from './state.ts'

/** More than the names and punctuation of one subscription take. */
const subscriptionFrame = 100

/** No fewer characters than the facts of a transaction have in any delivery. */
export function charactersOf(transaction: TransactionState, subscriptions: List<SubscriptionState>): number {
  return ownCharacters(transaction) + invoiceCharacters(transaction, subscriptions)
}

function ownCharacters({ offerId, nativeAmount, nativeCurrency, amount }: TransactionState): number {
  return offerId.length + nativeAmount.length + nativeCurrency.length + amount.length
}

/** Of what comes from the invoice. */
function invoiceCharacters(
  { customer, customParameter, subscriptions: ids }: TransactionState,
  subscriptions: List<SubscriptionState>,
): number {
  let characters = 0
  if (customer !== null) characters += charactersOfPerson(customer)
  if (customParameter !== null) characters += lengthOf(customParameter)
  for (const id of ids)
    characters += subscriptionFrame + (subscriptions.get(id)?.merchantSubscriptionId.length ?? 0)
  return characters
}

function charactersOfPerson({ name, email, phone = '', address = '' }: Person): number {
  return name.length + email.length + phone.length + address.length
}

/** The most of any transaction that was added. */
export class MaxCharacters {
  private own = 0
  private ofInvoice = 0

  add(transaction: TransactionState, subscriptions: List<SubscriptionState>): void {
    this.own = Math.max(this.own, ownCharacters(transaction))
    // A debit has what it has of the invoice in common with the payment that began its subscription.
    if (transaction.kind !== 'subscription')
      this.ofInvoice = Math.max(this.ofInvoice, invoiceCharacters(transaction, subscriptions))
  }

  get value(): number {
    return this.own + this.ofInvoice
  }
}

const lengths = new WeakMap<CustomParameters, number>()

/** Characters of custom parameters as JSON; those of one invoice are asked for again with each of its transactions. */
function lengthOf(customParameter: CustomParameters): number {
  const known = lengths.get(customParameter)
  if (known !== undefined) return known
  const { length } = JSON.stringify(customParameter)
  lengths.set(customParameter, length)
  return length
}
