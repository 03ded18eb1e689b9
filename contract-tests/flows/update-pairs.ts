// Orders whose updates are to bring back pairs by a method, and the check of each update that came. How the pairs stand in
// it is open, so they are looked for anywhere.

import type { RequirementId } from '../../spec/requirements.ts'
import type { Context } from '../engine/context.ts'
import { type Delivery, hasPair } from './deliveries.ts'
import { isOf, type Order, type Pair, parametersOf, shownAsQr } from './orders.ts'

export type Method = 'GET' | 'POST'
export const byMethod = { GET: 'webhooks.delivered-by-get', POST: 'webhooks.delivered-by-post' } as const
export const ofInvoice = 'webhooks.invoice-parameters'
export const ofQr = 'webhooks.qr-parameters'

/** Checks each update of an order: its method, and that all pairs came back. */
export function checkUpdates(
  it: Context,
  requirement: RequirementId,
  { params }: Order,
  method: Method,
  updates: readonly Delivery[],
): void {
  for (const update of updates) {
    it.check(byMethod[method], update.method === method, {
      expected: `a delivery by ${method}`,
      actual: `one by ${update.method}`,
    })
    const lost = params.find(({ name, value }) => !hasPair(update, name, value))
    it.check(requirement, lost === undefined, {
      expected: `an update with the pair ${JSON.stringify(lost)}`,
      actual: `${update.url.slice(0, 2500)} ${update.body.slice(0, 1000)}`,
    })
  }
}

/** Updates of an order, of which there are to be some. */
export async function someUpdates(it: Context, order: Order): Promise<readonly Delivery[]> {
  const updates = await it.deliveriesOnceThereAre(1, isOf(order))
  it.precondition(updates.length > 0, 'something was to be heard of the order')
  return updates
}

/** A QR transaction that a wallet pays a part of. */
export async function partlyPaid(
  it: Context,
  returnMethod: Method,
  further: readonly Pair[] = [],
): Promise<Order> {
  const orderId = it.id('order')
  const customParameter = parametersOf(orderId, returnMethod, further)
  const order = await shownAsQr(it, { orderId, customParameter })
  await it.pay(order.transactionId, '0.5')
  return order
}

/** An invoice with these parameters. */
export function invoiceWith(it: Context, returnMethod: Method, further: readonly Pair[] = []) {
  const order = it.id('order')
  return { order, customParameter: parametersOf(order, returnMethod, further) }
}
