// QR transactions of which the shopper has paid a part, how they are closed, and how their updates are known. Each step
// but the closing is a precondition: what is checked of it is elsewhere.

import { closing, pairOf, qrTransaction } from '../../client/sample-requests.ts'
import type { Context } from '../engine/context.ts'
import { type Delivery, hasPair } from './deliveries.ts'

export interface PartialPayment {
  offerId: string
  transactionId: string
}

/** A QR transaction of which the shopper has paid a part. */
export async function partiallyPaid(it: Context, share = '0.5'): Promise<PartialPayment> {
  const body = qrTransaction(it)
  const { result } = it.given(await it.client.call('createQrTransaction', { body }))
  await it.pay(result.id, share)
  return { offerId: body.orderId, transactionId: result.id }
}

/** Asks to close one. */
export const close = (it: Context, order: PartialPayment, body: { forceUpdate?: boolean } = {}) =>
  it.client.call('closePartialPayment', closing(it, order, body))

/** Whether a delivery is of one. */
export function isOf({ offerId }: PartialPayment): (delivery: Delivery) => boolean {
  const { name, value } = pairOf(offerId)
  return (delivery) => hasPair(delivery, name, value)
}
