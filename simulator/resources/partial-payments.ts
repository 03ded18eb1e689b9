// Closing a partial payment, so that what was paid can be settled.

import type { Handler } from '../call.ts'
import { refuse } from '../refusals.ts'
import { mayClose } from '../time/windows.ts'
import type { Merchant } from '../world/cast.ts'
import type { TransactionState } from '../world/state.ts'
import type { World } from '../world/world.ts'
import { scheduleSettlement } from './transactions.ts'

/** The merchant's wallet transactions of an order id, or of the id that a QR answer gave. Stand-in `qr.offer-id`. */
function walletTransactions(world: World, merchant: Merchant, offerId: string): TransactionState[] {
  const byOrder = world.transactions.group(merchant, offerId)
  const byOwnId = world.standIns.is('qr.offer-id', 'orderId')
    ? []
    : [...world.transactions].filter(
        (transaction) => transaction.ownOfferId === offerId && transaction.merchant === merchant.id,
      )
  return [...byOrder, ...byOwnId].filter(({ kind }) => kind === 'wallet')
}

/** The instant from which the closing window of a partial payment runs. Stand-in `closing.window-start`. */
export function windowStart(world: World, { firstPartialAt, lastPartialAt }: TransactionState): number {
  return (world.standIns.is('closing.window-start', 'first') ? firstPartialAt : lastPartialAt) ?? world.now
}

export const closePartialPayment: Handler<'closePartialPayment'> = ({ world, merchant, body, plain }) => {
  const transactions = walletTransactions(world, merchant, plain.offerId)
  const transaction = transactions.findLast(({ status }) => status === 'partiallyPaid')
  if (transaction === undefined) {
    const again =
      transactions.some(({ status }) => status === 'closed') && world.standIns.is('closing.again', 'accepted')
    return again ? { ok: true, result: { success: true } } : refuse('closing.unknown')
  }
  if (!mayClose(world.now, windowStart(world, transaction))) return refuse('closing.window-passed')
  if (!body.forceUpdate && transaction.refund === 'requested') return refuse('closing.refund-requested')
  world.transition(transaction, 'closed')
  scheduleSettlement(world)
  return { ok: true, result: { success: true } }
}
