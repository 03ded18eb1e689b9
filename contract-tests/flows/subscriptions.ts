// Subscriptions that begin, and how their debits are known: by the interval in which they are due, by what the webhook
// hears, and by what is left at the exchange. Month ends, the hour of a debit and the fields of a delivery are open.

import { subscriptionItem } from '../../client/sample-requests.ts'
import { Decimal } from '../../core/decimal.ts'
import { sameDecimal } from '../checks/decimals.ts'
import type { ApiResponse } from '../engine/client.ts'
import type { Context } from '../engine/context.ts'
import { type Delivery, factsOf, mentions, merchantOf } from './deliveries.ts'
import { isOf, type Order, paidThroughExchange, statusesIn } from './orders.ts'

/** An order of one subscription. */
export interface Subscription extends Order {
  merchantSubscriptionId: string
  /** The instant of the payment, in milliseconds since 1970; 0 where there is no clock. */
  began: number
}

export type Item = NonNullable<Parameters<typeof subscriptionItem>[1]>
export type Frequency = NonNullable<Item['frequency']>

/** A subscription item as an invoice's cart wants it. */
export function wholeItem(it: Context, item: Item = {}) {
  const line = subscriptionItem(it, item)
  return { ...line, key: 'line-1', totalPrice: String(line.price) }
}

/** A subscription that begins with the payment of its invoice through an exchange. */
export async function newSubscription(it: Context, item: Item = {}): Promise<Subscription> {
  const whole = wholeItem(it, item)
  const began = it.has('clock') ? await it.now() : 0
  const order = await paidThroughExchange(it, { cart: [whole] })
  return { ...order, merchantSubscriptionId: whole.merchantSubscriptionId ?? '', began }
}

/** Whether a delivery is of a subscription: of its first payment or of a later one. */
export function isOfSubscription(subscription: Subscription): (delivery: Delivery) => boolean {
  const ofOrder = isOf(subscription)
  const { subscriptionId, merchantSubscriptionId } = subscription
  const ids = [merchantSubscriptionId, subscriptionId].filter((id) => id !== undefined)
  return (delivery) =>
    ofOrder(delivery) || (merchantOf(delivery) === 0 && ids.some((id) => mentions(delivery, id)))
}

const transactionIdName = /^(transaction|tx|payment)[-_]?id$/i

/** The transaction that a delivery names, if it names one under a name that means it. */
export function transactionNamed(delivery: Delivery): string | undefined {
  return factsOf(delivery).find(({ name }) => transactionIdName.test(name))?.value
}

/**
 * Those updates that tell of a debit: they say one of the four statuses, and are of none of these transactions. What is
 * no more than a notice says no status, and what comes again names a transaction that was heard of before.
 */
export function tellingOfDebits(
  it: Context,
  updates: readonly Delivery[],
  known: ReadonlySet<string>,
): readonly Delivery[] {
  return updates.filter((update) => {
    const named = transactionNamed(update)
    return statusesIn(it, update).length > 0 && (named === undefined || !known.has(named))
  })
}

/** Whether a debit was made. An answer with errors and no data is a refusal in the form of success, which is lawful. */
export function isDebited(response: ApiResponse<'debitSubscription'>): boolean {
  return response.outcome !== 'refusal' && response.success.result?.data?.length !== 0
}

/** Checks that the debits of an answer are of that subscription, of the first merchant, and of that amount in USD. */
export function checkDebit(
  it: Context,
  { success }: ApiResponse<'debitSubscription'>,
  id: string,
  asked: string,
): void {
  for (const { subscriptionId, merchantId, amount, currency } of success.result.data) {
    it.check('subscriptions.debit-as-asked', subscriptionId === id && merchantId === it.merchant.id, {
      expected: `a debit of ${id} of ${it.merchant.id}`,
      actual: `${subscriptionId} of ${merchantId}`,
    })
    const same = currency !== 'USD' || sameDecimal(amount, asked)
    it.check('subscriptions.debit-of-the-amount-asked', same, {
      expected: `${asked} USD`,
      actual: `${amount} USD`,
    })
  }
}

const day = 86_400_000
/** By how much a debit may stray from its due instant: another hour, another zone's day, and the time that it takes. */
const slack = 2 * day
const monthsOf = { monthly: 1, quarterly: 3, 'half-yearly': 6, yearly: 12 } as const

/** Between which instants the debit of that index (the first payment has 0) is due, however month ends are kept. */
export function intervalOf(
  began: number,
  frequency: Frequency,
  index: number,
): { earliest: number; latest: number } {
  if (frequency === 'weekly') {
    const due = began + index * 7 * day
    return { earliest: due - slack, latest: due + slack }
  }
  const first = new Date(began)
  const months = index * monthsOf[frequency]
  const dueOn = (date: number) =>
    Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + months, date) + (began % day)
  const date = first.getUTCDate()
  // A day that the month may lack comes sooner or later.
  return { earliest: dueOn(Math.min(date, 28)) - slack, latest: dueOn(date) + slack }
}

/** What the shopper who is ready holds at the first exchange, in the coin that everyone takes; zero if that is not said. */
export async function balance(it: Context): Promise<Decimal> {
  const query = { merchantId: it.merchant.id }
  const response = await it.client.call('checkExchangeBalance', { query })
  if (response.outcome !== 'success') return new Decimal(0)
  const { coin } = it.target.known
  const account = response.success.result.accounts.find(({ currency }) => currency === coin)
  return new Decimal(account?.balance ?? 0)
}
