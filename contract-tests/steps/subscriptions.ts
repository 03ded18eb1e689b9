// Subscriptions, the intervals in which their debits are due, and the deliveries that report debits. The contract does not
// specify month ends, the hour of a debit or the fields of a delivery.

import { productIdFrom } from '../../client/sample-ids.ts'
import {
  cancellationOf,
  debit,
  invoice,
  type SampleSource,
  severalLines,
  subscriptionItem,
} from '../../client/sample-requests.ts'
import { Decimal } from '../../core/decimal.ts'
import { dayMs } from '../../core/durations.ts'
import { InvariantError } from '../../core/errors.ts'
import type { RequirementId } from '../../spec/requirements.ts'
import type { ApiResponse } from '../observe/client.ts'
import { sameDecimal } from '../observe/decimals.ts'
import {
  type Delivery,
  fieldsNamed,
  fieldsOf,
  type Matcher,
  matching,
  mentions,
  merchantOf,
  ofTransaction,
} from '../observe/deliveries.ts'
import { wasRefused } from '../observe/response-outcome.ts'
import { isStatus } from '../observe/status-integers.ts'
import type { Context } from './context.ts'
import { isOf, type Order, paidThroughExchange, payThroughExchange, statusesIn } from './orders.ts'
import { noShorterThan } from './periods.ts'

export interface Subscription extends Order {
  merchantSubscriptionId: string
  /** The instant of the first payment, in milliseconds since 1970; 0 if the target has no clock. */
  startedAt: number
}

type SubscriptionItem = ReturnType<typeof subscriptionItem>
export type Item = NonNullable<Parameters<typeof subscriptionItem>[1]>
export type Frequency = NonNullable<Item['frequency']>
export const frequencies = [
  'weekly',
  'monthly',
  'quarterly',
  'half-yearly',
  'yearly',
] as const satisfies readonly Frequency[]

/** A subscription item for a new product. (permitted: subscriptions.once-per-product) */
export function itemOfNewProduct(source: SampleSource, overrides: Item = {}): SubscriptionItem {
  const item = subscriptionItem(source, overrides)
  return { ...item, id: productIdFrom(item.merchantSubscriptionId ?? ''), ...overrides }
}

/** An invoice for subscription items. Where samples have several lines, a single item comes with others, which are paid once. */
export function subscribingInvoice(
  it: Context,
  items: readonly ReturnType<typeof invoice>['cart'][number][],
) {
  const { style, amount, target } = it
  const rest = Decimal.min(amount, new Decimal(target.limits.amount).minus(amount))
  if (items.length > 1 || style?.lines === undefined || rest.lessThan(1))
    return invoice(it, { cart: [...items] })
  const others = severalLines(rest.toFixed(2), style.lines, style.repeats)
  const further = others.map((one, at) => ({ ...one, key: `line-${at + 2}`, totalPrice: one.price }))
  return invoice(it, { amount: rest.plus(amount).toFixed(2), cart: [...items, ...further] })
}

/**
 * Creates an invoice for subscription items, after any other lines, with the first of these periods that the service accepts: it may
 * offer only some.
 */
export async function subscriptionInvoice(
  it: Context,
  items: readonly SubscriptionItem[],
  periods = noShorterThan(items[0]?.subscriptionPeriod ?? ''),
) {
  for (const [at, subscriptionPeriod] of periods.entries()) {
    const { cart, ...fields } = subscribingInvoice(
      it,
      items.map((item) => ({ ...item, subscriptionPeriod })),
    )
    const body = { ...fields, cart: [...cart.slice(items.length), ...cart.slice(0, items.length)] }
    const response = await it.client.call('createInvoice', { body })
    if (response.outcome !== 'refusal' || at === periods.length - 1)
      return { body, uuid: it.given(response).result.uuid }
  }
  throw new InvariantError('There is no period to try.')
}

/** Creates a subscription by paying its invoice through an exchange. */
export async function newSubscription(it: Context, overrides: Item = {}): Promise<Subscription> {
  const item = itemOfNewProduct(it, overrides)
  const startedAt = it.has('clock') ? await it.now() : 0
  const order = await payThroughExchange(it, (await subscriptionInvoice(it, [item])).body)
  it.precondition(!isStatus(it.target.known.statusIntegers, 'canceled', order.status), wasCanceled)
  return { ...order, merchantSubscriptionId: item.merchantSubscriptionId ?? '', startedAt }
}

const wasCanceled = 'the payment of the subscription was canceled, so it may not have begun'

/** A precondition of a debit that is missed: no update says that the first payment was canceled, and the shopper can still pay. */
export async function givenDebitIsDue(it: Context, { transactionId }: Subscription): Promise<void> {
  const reportsCancellation = (update: Delivery) => statusesIn(it, update).includes('canceled')
  const canceled = (await it.deliveries(ofTransaction(transactionId))).filter(reportsCancellation)
  it.precondition(canceled.length === 0, wasCanceled)
  await givenShopperCanPay(it)
}

/** The id that debits and cancellations take. The service's one is in the record of the first payment: a precondition. */
export function subscriptionIdOf(
  it: Context,
  {
    subscriptionId = '',
    merchantSubscriptionId,
  }: Pick<Subscription, 'subscriptionId' | 'merchantSubscriptionId'>,
): string {
  if (it.target.assumptions['subscriptions.id'] === 'merchant') return merchantSubscriptionId
  it.precondition(subscriptionId !== '', 'the record of the payment has no subscription id')
  return subscriptionId
}

/** Why a debit or a cancellation by the service's id is refused, if one by the other id is not. */
export const takesMerchantId =
  'it takes the id of the merchant: assumptions["subscriptions.id"] of the target is "merchant"'

/** True if a delivery belongs to a subscription: to its first payment or to a later one. */
export function isOfSubscription(subscription: Subscription): Matcher {
  const isOfOrder = isOf(subscription)
  const { subscriptionId, merchantSubscriptionId } = subscription
  const ids = [merchantSubscriptionId, subscriptionId].filter((id) => id !== undefined)
  return matching(
    `subscription ${merchantSubscriptionId}`,
    (delivery) =>
      isOfOrder(delivery) ||
      (merchantOf(delivery) === 0 &&
        // A reference of a debit may begin with the id: `subscription-7/2`.
        fieldsOf(delivery).some(({ value }) =>
          ids.some((id) => value === id || (value.startsWith(id) && /\W/.test(value.charAt(id.length)))),
        )),
  )
}

const transactionIdName = /^(transaction|tx|payment)[-_]?id$/i

/** The transaction id of a delivery, if it has one in a field whose name means transaction id. */
export function transactionIdIn(it: Context, delivery: Delivery): string | undefined {
  const { transactionField } = it.deliveryForm
  const fields = fieldsOf(delivery)
  return transactionField === undefined
    ? fields.find(({ name }) => transactionIdName.test(name))?.value
    : fieldsNamed(fields, transactionField)[0]?.value
}

/**
 * The updates that report a new debit: they have one of the four statuses and no id of a known transaction. A mere notice has
 * no status, and a repeated update has the id of a known transaction.
 */
export function debitUpdates(
  it: Context,
  updates: readonly Delivery[],
  knownTransactionIds: ReadonlySet<string>,
): readonly Delivery[] {
  return updates.filter(
    (update) =>
      ![...knownTransactionIds].some((id) => mentions(update, id)) && statusesIn(it, update).length > 0,
  )
}

/** Requests a debit in USD. The default amount is the known amount of the target. */
export function requestDebit(
  it: Context,
  subscriptionId: string,
  amount: string = it.target.known.amount,
  overrides: Record<string, unknown> = {},
): Promise<ApiResponse<'debitSubscription'>> {
  const fields = { subscriptionId, amount: Number(amount), currency: 'USD' }
  return it.client.call('debitSubscription', { body: debit(it, fields, overrides) })
}

/** A precondition: the shopper can still pay. The balance may be used up, or the link to the exchange may have expired. */
export async function givenShopperCanPay(it: Context): Promise<void> {
  await paidThroughExchange(it)
}

/** Requests the cancellation of a subscription. */
export function cancel(it: Context, subscriptionId: string, overrides: Record<string, unknown> = {}) {
  const body = { ...cancellationOf(it, subscriptionId), ...overrides }
  return it.client.call('cancelSubscription', { body })
}

/** True if a debit was made. */
export const isDebited = (response: ApiResponse<'debitSubscription'>) => !wasRefused(response)

/** The checks of `checkDebit` and of the form of its response. */
export const checksOfDebit = [
  'subscriptions.debit-as-asked',
  'subscriptions.debit-of-the-amount-asked',
  'subscriptions.debit-response-shape',
  'subscriptions.debit-status-200',
  'subscriptions.debit-without-ok',
] as const satisfies readonly RequirementId[]

/** Checks that the debits of a response have that subscription, the first merchant, and that amount in USD. */
export function checkDebit(
  it: Context,
  { success }: ApiResponse<'debitSubscription'>,
  id: string,
  requestedAmount: string,
): void {
  for (const { subscriptionId, merchantId, amount, currency } of success.result.data) {
    it.check('subscriptions.debit-as-asked', subscriptionId === id && merchantId === it.merchant.id, {
      expected: `a debit of subscription ${id} of merchant ${it.merchant.id}`,
      actual: `subscription ${subscriptionId} of merchant ${merchantId}`,
    })
    const same = currency !== 'USD' || sameDecimal(amount, requestedAmount)
    it.check('subscriptions.debit-of-the-amount-asked', same, {
      expected: `${requestedAmount} USD`,
      actual: `${amount} USD`,
    })
  }
}

/** The permitted distance of a debit from its due instant: a different hour, time zone or processing time. */
const tolerance = 2 * dayMs
const monthsOf = { monthly: 1, quarterly: 3, 'half-yearly': 6, yearly: 12 } as const

/** The instants between which the debit with this index is due, by every permitted rule for month ends. The first payment has index 0. */
export function intervalOf(
  startedAt: number,
  frequency: Frequency,
  index: number,
): { earliest: number; latest: number } {
  if (frequency === 'weekly') {
    const due = startedAt + index * 7 * dayMs
    return { earliest: due - tolerance, latest: due + tolerance }
  }
  const start = new Date(startedAt)
  const months = index * monthsOf[frequency]
  const dueOn = (date: number) =>
    Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + months, date) + (startedAt % dayMs)
  const date = start.getUTCDate()
  // If the month has no such day, the debit may be due earlier or later.
  return { earliest: dueOn(Math.min(date, 28)) - tolerance, latest: dueOn(date) + tolerance }
}

/** The balance of the shopper `ready` at the first exchange, in the known coin; 0 if the response has none. */
export async function exchangeBalance(it: Context): Promise<Decimal> {
  const query = { merchantId: it.merchant.id }
  const response = await it.client.call('checkExchangeBalance', { query })
  if (response.outcome !== 'success') return new Decimal(0)
  const { coin } = it.target.known
  const account = response.success.result.accounts.find(({ currency }) => currency === coin)
  return new Decimal(account?.balance ?? 0)
}
