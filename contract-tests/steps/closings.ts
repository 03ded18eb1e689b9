// Closings of partial payments, and the deliveries that report their end.

import { closing } from '../../client/sample-requests.ts'
import type { ApiResponse } from '../observe/client.ts'
import { type Delivery, matching, mentions, statusesSaid, statusTexts } from '../observe/deliveries.ts'
import { isEffective } from '../observe/response-outcome.ts'
import type { Context } from './context.ts'
import { isOf, noIntegers, type Order, partlyPaidQrOrder, statusesIn } from './orders.ts'

/** Requests the closing of a partial payment. */
export const close = (
  it: Context,
  { id: offerId }: Pick<Order, 'id'>,
  body: { forceUpdate?: boolean } = {},
) => it.client.call('closePartialPayment', closing(it, { offerId }, body))

/**
 * The hours after which a refused closing is requested again: for as long as a confirmation may take.
 * (permitted: partial-payments.confirmed-later)
 */
export const untilConfirmed = [3, 45, 120]

/**
 * Requests a closing that is expected to succeed. A refused one is requested again, unless the payment was confirmed at once in the
 * plain run and days have passed.
 */
export async function closeConfirmed(
  it: Context,
  order: Pick<Order, 'id'>,
  body: { forceUpdate?: boolean } = {},
  pausesInHours: readonly number[] = untilConfirmed,
): Promise<ApiResponse<'closePartialPayment'>> {
  const isOld = pausesInHours === untilConfirmed && (await it.letAge(order.id))
  const response = await close(it, order, body)
  if (response.outcome !== 'refusal' || isOld || !it.permits('partial-payments.confirmed-later'))
    return response
  if (it.canMoveClock) {
    const [hours, ...more] = pausesInHours
    if (hours === undefined) return response
    await it.advance({ hours })
    return closeConfirmed(it, order, body, more)
  }
  const other = await close(it, await partlyPaidQrOrder(it))
  it.ruledOut('partial-payments.confirmed-later', other.outcome !== 'refusal')
  return response
}

/** The number of updates that report the end of an order; 0 without webhooks. Other updates may come at any time. */
export async function endCount(
  it: Context,
  order: Order | Pick<Order, 'id'>,
  closed?: ReadonlySet<string>,
): Promise<number> {
  if (!it.has('webhooks')) return 0
  const isOfOrder =
    'transactionId' in order
      ? isOf(order, 'anywhere')
      : matching(`order ${order.id}`, (one) => mentions(one, order.id))
  return (await it.deliveries(isOfOrder)).filter((one) => reportsEnd(it, one, closed)).length
}

/** Requests a closing that must be refused. */
export async function closeRefused(
  it: Context,
  order: Pick<Order, 'id'>,
  body: { forceUpdate?: boolean } = {},
): Promise<ApiResponse<'closePartialPayment'>> {
  await it.letAge(order.id)
  const before = await endCount(it, order)
  const response = await close(it, order, body)
  const { statusIntegers } = it.target.known
  if (!isEffective(response, statusIntegers)) return response
  if (it.canMoveClock) await it.advance({ hours: 1 })
  it.ruledOut(
    'partial-payments.closed-again',
    (await endCount(it, order)) > before || !isEffective(await close(it, order, body), statusIntegers),
  )
  return response
}

/**
 * True if a delivery reports that a partial payment has ended: closed, completed or canceled, by name or by an integer in the target
 * file, or by one of the texts that `closedTexts` observed.
 */
function reportsEnd(it: Context, delivery: Delivery, closed: ReadonlySet<string> = new Set()): boolean {
  return (
    statusTexts(delivery, it.deliveryForm).some((text) => closed.has(text)) ||
    statusesSaid(
      delivery,
      { ...(it.target.known.statusIntegers ?? noIntegers), closed: [] },
      it.deliveryForm,
    ).some((status) => ['closed', 'completed', 'canceled'].includes(status))
  )
}

/**
 * The texts by which updates report that a partial payment is closed, as observed of one that closes. The contract shows neither that
 * status nor its integer. Empty if nothing closes, or if the integers of the other statuses are unknown.
 */
export async function closedTexts(it: Context): Promise<ReadonlySet<string>> {
  if (!it.has('webhooks') || it.target.known.statusIntegers === undefined) return new Set()
  const order = await partlyPaidQrOrder(it)
  const textsOfUpdates = async () => {
    const updates = await it.deliveries(isOf(order, 'anywhere'))
    return updates
      .filter((update) => statusesIn(it, update).length === 0)
      .flatMap((update) => statusTexts(update, it.deliveryForm))
  }
  const before = new Set(await textsOfUpdates())
  if ((await closeConfirmed(it, order)).outcome === 'refusal') return new Set()
  if (it.canMoveClock) await it.advance({ hours: 1 })
  return new Set((await textsOfUpdates()).filter((text) => !before.has(text)))
}
