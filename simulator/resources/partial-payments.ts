// Closing a partial payment, so that what was paid can be settled.

import { mayClose } from '../time/windows.ts'
import type { Merchant } from '../world/accounts.ts'
import type { TransactionState } from '../world/state.ts'
import type { World } from '../world/world.ts'
import type { Handler } from './handler-types.ts'
import { refuse } from './refusals.ts'
import { scheduleSettlement } from './transactions.ts'

/** The merchant's wallet transactions of an order id, or of the id that a QR answer gave. Assumption `qr-transactions.offer-id`. */
function walletTransactions(world: World, merchant: Merchant, offerId: string): TransactionState[] {
  const byOrder = world.transactions.group(merchant, offerId)
  const byOwnId = world.assumptions.is('qr-transactions.offer-id', 'order-id')
    ? []
    : [...world.transactions].filter(
        (transaction) => transaction.ownOfferId === offerId && transaction.merchant === merchant.id,
      )
  return [...byOrder, ...byOwnId].filter(({ kind }) => kind === 'wallet')
}

/** The instant from which the closing window of a partial payment runs. Assumption `partial-payments.window-start`. */
export function windowStart(world: World, { firstPartialAt, lastPartialAt }: TransactionState): number {
  return (
    (world.assumptions.is('partial-payments.window-start', 'first') ? firstPartialAt : lastPartialAt) ??
    world.now
  )
}

export const closePartialPayment: Handler<'closePartialPayment'> = ({ world, merchant, body, payload }) => {
  const transactions = walletTransactions(world, merchant, payload.offerId)
  const transaction = transactions.findLast(({ status }) => status === 'partially-paid')
  if (transaction === undefined) {
    const again =
      transactions.some(({ status }) => status === 'closed') &&
      world.assumptions.is('partial-payments.closed-twice', 'accepted')
    return again ? { ok: true, result: { success: true } } : refuse('partial-payments.unknown')
  }
  if (!mayClose(world.now, windowStart(world, transaction))) return refuse('partial-payments.window-passed')
  if (!body.forceUpdate && transaction.refund === 'requested')
    return refuse('partial-payments.refund-requested')
  world.transition(transaction, 'closed')
  scheduleSettlement(world)
  return { ok: true, result: { success: true } }
}
