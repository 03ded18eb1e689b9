// Orders with custom parameters, and the check of their updates. The contract does not show where a delivery has the
// parameters, so they are searched for everywhere.

import { pairOf } from '../../client/sample-requests.ts'
import type { RequirementId } from '../../spec/requirements.ts'
import type { Context } from '../engine/context.ts'
import { type Delivery, hasPair } from './deliveries.ts'
import { isOf, type Order, type Pair } from './orders.ts'

export type Method = 'GET' | 'POST'
export const byMethod = { GET: 'webhooks.delivered-by-get', POST: 'webhooks.delivered-by-post' } as const
export const ofInvoice = 'webhooks.invoice-parameters'
export const ofQr = 'webhooks.qr-parameters'

/** Checks each update of an order: its method, and that it has all custom parameters. */
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
      actual: `a delivery by ${update.method}`,
    })
    const missing = params.find(({ name, value }) => !hasPair(update, name, value))
    it.check(requirement, missing === undefined, {
      expected: `an update with the custom parameter ${JSON.stringify(missing)}`,
      actual: `${update.url.slice(0, 2500)} ${update.body.slice(0, 1000)}`,
    })
  }
}

/** The updates of an order. Having at least one is a precondition. */
export async function someUpdates(it: Context, order: Order): Promise<readonly Delivery[]> {
  const updates = await it.deliveriesOnceThereAre(1, isOf(order))
  it.precondition(updates.length > 0, 'the webhook received no update of the order')
  return updates
}

/** Overrides of an invoice: an order with the pair that identifies it, and further custom parameters. */
export function invoiceWith(it: Context, returnMethod: Method, further: readonly Pair[] = []) {
  const order = it.id('order')
  return { order, customParameter: { returnMethod, params: [pairOf(order), ...further] } }
}

/** The same for a QR transaction. */
export function qrTransactionWith(it: Context, returnMethod: Method, further: readonly Pair[] = []) {
  const { order, customParameter } = invoiceWith(it, returnMethod, further)
  return { orderId: order, customParameter }
}
