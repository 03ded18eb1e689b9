// Orders that a shopper has paid, through an exchange or from a bank, or is asked to pay by QR code; and how their updates
// are told from others at the webhook. Each call is a precondition: what is checked of it is elsewhere.

import type { z } from 'zod'
import { bankPayment, exchangePayment, invoice, pairOf, qrTransaction } from '../../client/sample-requests.ts'
import { valueAt } from '../../core/json.ts'
import type { Operations } from '../../spec/operations.ts'
import type { ApiResponse } from '../engine/client.ts'
import type { Context } from '../engine/context.ts'
import { type Delivery, hasPair, mentions, merchantOf, statusesSaid } from './deliveries.ts'

type Invoice = ReturnType<typeof invoice>
type QrRequest = ReturnType<typeof qrTransaction>
type Line = z.input<Operations['createInvoice']['body']>['cart'][number]

/** A merchant's pair that comes back in webhooks. */
export interface Pair {
  name: string
  value: string
}

export interface Order {
  /** What the merchant calls it. */
  id: string
  transactionId: string
  /** The status that came at once; a QR transaction says none. */
  status: number | undefined
  /** The pairs that were sent along. */
  params: readonly Pair[]
  /** The id of its subscription, where the record names one; the form in which it does is not shown. */
  subscriptionId: string | undefined
}

/** The pair by which an order's updates are known, and further ones. */
export function parametersOf(order: string, returnMethod: 'GET' | 'POST', further: readonly Pair[] = []) {
  return { returnMethod, params: [pairOf(order), ...further] }
}

/** The lines of an invoice as its payment names them. */
function paymentCart(cart: readonly Line[]) {
  return cart.map(({ id, name = id, price = 0, quantity = 1 }) => ({
    id,
    name,
    price,
    quantity,
    localAmount: Number(price) * Number(quantity),
    localCurrency: 'USD',
  }))
}

/** An invoice that the shopper who is ready pays through an exchange. */
export async function paidThroughExchange(
  it: Context,
  other: Partial<Invoice> = {},
  exchange?: string,
): Promise<Order> {
  const body = invoice(it, other)
  it.given(await it.client.call('createInvoice', { body }))
  const payload = {
    ...exchangePayment(it, { offerId: body.order, nativeAmount: body.amount }),
    cart: paymentCart(body.cart),
  }
  const asked = exchange === undefined ? { payload } : { payload, exchange }
  const { result } = it.given(await it.client.call('createExchangePayment', asked))
  return orderOf(body, result)
}

/** An invoice that the shopper who is ready pays from a bank account. */
export async function paidFromBank(it: Context, other: Partial<Invoice> = {}): Promise<Order> {
  const body = invoice(it, other)
  return orderOf(body, it.given(await payFromBank(it, body)).result)
}

/** Makes an invoice and asks to pay it from a bank account; the payment need not succeed. */
export async function payFromBank(it: Context, body: Invoice): Promise<ApiResponse<'createBankPayment'>> {
  const { result } = it.given(await it.client.call('createInvoice', { body }))
  const payload = {
    ...bankPayment(it, { offerId: body.order, amount: Number(body.amount) }),
    cart: paymentCart(body.cart),
  }
  // Whether the id of the hosted page is the uuid is not shown; that it may be empty is.
  const named = await it.client.call('createBankPayment', {
    payload: { ...payload, hostedPageId: result.uuid },
  })
  return named.outcome === 'refusal' ? it.client.call('createBankPayment', { payload }) : named
}

/** A QR transaction that nobody has paid yet. */
export async function shownAsQr(it: Context, other: Partial<QrRequest> = {}): Promise<Order> {
  const body = qrTransaction(it, other)
  const { result } = it.given(await it.client.call('createQrTransaction', { body }))
  return orderOf({ ...body, order: body.orderId }, { id: result.id })
}

/** An order, from its request and the record that came. */
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

/** The ids of a record's subscriptions: its elements may be texts or objects with an `id`. */
export function subscriptionIdsOf(record: { subscriptionIds: readonly unknown[] }): string[] {
  return record.subscriptionIds.flatMap((element) => {
    const id = typeof element === 'string' ? element : valueAt(element, 'id')
    return typeof id === 'string' ? [id] : []
  })
}

/** Whether a delivery is of an order, by its pair, its id or its transaction's; at the merchant's own webhook, or anywhere. */
export function isOf(
  { id, transactionId, params: [pair] }: Order,
  where: 'own' | 'anywhere' = 'own',
): (delivery: Delivery) => boolean {
  return (delivery) =>
    (where === 'anywhere' || merchantOf(delivery) === 0) &&
    (mentions(delivery, id) ||
      mentions(delivery, transactionId) ||
      (pair !== undefined && hasPair(delivery, pair.name, pair.value)))
}

const unknown = { pending: Number.NaN, processing: Number.NaN, canceled: Number.NaN, completed: Number.NaN }

/** The statuses that a delivery says, by name or by the integers that the target's operator knows. */
export function statusesIn(it: Context, delivery: Delivery) {
  return statusesSaid(delivery, it.target.known.statusIntegers ?? unknown)
}

/** Whether a delivery may be the last of a payment: it says an end, or none of the four, which is lawful. */
export function mayBeTheEnd(it: Context, delivery: Delivery): boolean {
  const said = statusesIn(it, delivery)
  return said.length === 0 || said.includes('completed') || said.includes('canceled')
}
