// Orders that a shopper pays through an exchange, from a bank or by QR code, and the deliveries that belong to them.
// Every request here is a precondition.

import type { z } from 'zod'
import {
  bankPayment,
  exchangePayment,
  invoice,
  plainCart,
  qrTransaction,
  totalOf,
} from '../../client/sample-requests.ts'
import { valueAt } from '../../core/json.ts'
import type { Operations } from '../../spec/operations.ts'
import {
  type Delivery,
  hasOtherStatusWord,
  hasPair,
  type Matcher,
  matching,
  mentions,
  merchantOf,
  statusesSaid,
} from '../observe/deliveries.ts'
import type { Context } from './context.ts'

type Invoice = ReturnType<typeof invoice>
type QrRequest = ReturnType<typeof qrTransaction>
type Line = z.input<Operations['createInvoice']['body']>['cart'][number]

/** A custom parameter that the service returns in webhooks. */
export interface Pair {
  name: string
  value: string
}

export interface Order {
  id: string
  transactionId: string
  /** The status in the response to the payment; undefined for a QR transaction. */
  status: number | undefined
  params: readonly Pair[]
  /** The subscription id in the transaction record, if it has one. The contract does not show its form. */
  subscriptionId: string | undefined
}

/** The cart of a payment for the lines of an invoice. */
export function paymentCart(cart: readonly Line[]) {
  return cart.map(({ id, name = id, price = 0, quantity = 1 }) => ({
    id,
    name,
    price,
    quantity,
    localAmount: Number(totalOf({ price, quantity })),
    localCurrency: 'USD',
  }))
}

/** An invoice that the shopper `ready` pays through an exchange. */
export async function paidThroughExchange(
  it: Context,
  overrides: Partial<Invoice> = {},
  exchange?: string,
): Promise<Order> {
  const body = invoice(it, overrides)
  it.given(await it.client.call('createInvoice', { body }))
  return payThroughExchange(it, body, exchange)
}

/** The shopper `ready` pays an invoice through an exchange. */
export async function payThroughExchange(it: Context, body: Invoice, exchange?: string): Promise<Order> {
  const payload = {
    ...exchangePayment(it, { assets: it.coinAt(exchange), offerId: body.order, nativeAmount: body.amount }),
    cart: paymentCart(body.cart),
    shippingAddress: body.shippingAddress,
    // permitted: subscriptions.saved-password
    savepassword: body.cart.some(({ isSubscription }) => isSubscription === true),
  }
  const options = exchange === undefined ? { payload } : { payload, exchange }
  const { result } = it.given(await it.client.call('createExchangePayment', options))
  return orderOf(body, result)
}

/** An invoice that the shopper `ready` pays from a bank account. */
export async function paidFromBank(it: Context, overrides: Partial<Invoice> = {}): Promise<Order> {
  const body = invoice(it, { cart: plainCart(it, overrides.amount ?? it.amount), ...overrides })
  const { uuid } = it.given(await it.client.call('createInvoice', { body })).result
  return orderOf(body, it.given(await payFromBank(it, body, uuid)).result)
}

/** Requests a bank payment of an invoice. */
export async function payFromBank(it: Context, body: Invoice, hostedPageId: string) {
  const payload = {
    ...bankPayment(it, { offerId: body.order, amount: Number(body.amount) }),
    cart: paymentCart(body.cart),
    shippingAddress: body.shippingAddress,
  }
  // The contract does not show whether the id of the hosted page is the uuid. It shows that the id may be empty.
  const response = await it.client.call('createBankPayment', { payload: { ...payload, hostedPageId } })
  return response.outcome === 'refusal' ? it.client.call('createBankPayment', { payload }) : response
}

/** A QR transaction that is not paid. */
export async function qrOrder(it: Context, overrides: Partial<QrRequest> = {}): Promise<Order> {
  const body = qrTransaction(it, overrides)
  const { result } = it.given(await it.client.call('createQrTransaction', { body }))
  return orderOf({ ...body, order: body.orderId }, { id: result.id })
}

/** A QR transaction that the shopper pays in part from a wallet. */
export async function partlyPaidQrOrder(
  it: Context,
  overrides: Partial<QrRequest> = {},
  share = '0.5',
): Promise<Order> {
  const order = await qrOrder(it, overrides)
  await it.pay(order.transactionId, share)
  return order
}

/** The share that `paidInTwoParts` pays. */
export const twoParts = '0.6'

/** A QR transaction of which the shopper pays two parts from a wallet, an hour apart. */
export async function paidInTwoParts(it: Context): Promise<Order> {
  const order = await partlyPaidQrOrder(it, {}, '0.3')
  await it.advance({ hours: 1 })
  await it.pay(order.transactionId, '0.3')
  return order
}

/** Longer than the two hours that a payment may take. */
export const twoHoursAndMore = { hours: 2, minutes: 50 }

/** True if an exchange payment is completed after more than the two hours that it may take. */
export async function completes(it: Context, order: Order): Promise<boolean> {
  it.precondition(
    it.canMoveClock && it.has('webhooks'),
    'only a clock and webhooks show the end of a payment',
  )
  await it.advance(twoHoursAndMore)
  const updates = await it.deliveries(isOf(order, 'anywhere'))
  return updates.some((one) => statusesIn(it, one).includes('completed'))
}

/** The order of a request and its transaction record. */
export function orderOf(
  { order, customParameter }: Pick<Invoice, 'order' | 'customParameter'>,
  record: { id: string; status?: number; subscriptionIds?: readonly unknown[] },
): Order {
  return {
    id: order,
    transactionId: record.id,
    status: record.status,
    params: customParameter?.params ?? [],
    subscriptionId: subscriptionIdsOf({ subscriptionIds: record.subscriptionIds ?? [] })[0],
  }
}

/** The subscription ids of a transaction record. Its elements may be strings or objects with an `id`. */
export function subscriptionIdsOf(record: { subscriptionIds: readonly unknown[] }): string[] {
  return record.subscriptionIds.flatMap((element) => {
    const id = typeof element === 'string' ? element : valueAt(element, 'id')
    return typeof id === 'string' ? [id] : []
  })
}

/**
 * True if a delivery belongs to an order: it has the order's pair, its id or the id of its transaction. With `own`, only
 * deliveries to the first merchant's webhook do.
 */
export function isOf(
  { id, transactionId, params: [pair] }: Order,
  where: 'own' | 'anywhere' = 'own',
): Matcher {
  return matching(
    `order ${id}`,
    (delivery) =>
      (where === 'anywhere' || merchantOf(delivery) === 0) &&
      (mentions(delivery, id) ||
        mentions(delivery, transactionId) ||
        (pair !== undefined && hasPair(delivery, pair.name, pair.value))),
  )
}

export const noIntegers = { pending: [], processing: [], canceled: [], completed: [] }

/** The statuses that a delivery reports, by name or by the integers in the target file. */
export function statusesIn(it: Context, delivery: Delivery) {
  return statusesSaid(delivery, it.target.known.statusIntegers ?? noIntegers, it.deliveryForm)
}

/** True if a delivery reports a status by its name, and not only by an integer. */
export function namesStatus(delivery: Delivery): boolean {
  return statusesSaid(delivery, noIntegers).length > 0
}

/** True if a delivery may report the end of a payment: it has a final status, or one that is not recognizable. */
export function mayBeTheEnd(it: Context, delivery: Delivery): boolean {
  const statuses = statusesIn(it, delivery)
  const isFinal = statuses.includes('completed') || statuses.includes('canceled')
  return statuses.length === 0 || isFinal || hasOtherStatusWord(delivery, it.deliveryForm)
}
