// Closing a partial payment, so that the paid amount is settled. Contract: Endpoints, 9.

import { dayMs } from '../../core/durations.ts'
import { closingWindowWeeks } from '../../spec/limits.ts'
import type { Merchant } from '../world/accounts.ts'
import type { TransactionState } from '../world/state.ts'
import { transactionAllows } from '../world/transitions.ts'
import type { World } from '../world/world.ts'
import type { Handler } from './handler-types.ts'
import { refuse } from './refusals.ts'
import { scheduleSettlement } from './settlements.ts'
import { markPaid } from './transactions.ts'

const closingWindowMs = closingWindowWeeks * 7 * dayMs

/** The merchant's wallet transactions with an order id, or with their second id. Assumption `qr-transactions.offer-id`. */
function walletTransactions(world: World, merchant: Merchant, offerId: string): TransactionState[] {
  // partial-payments.by-its-merchant-only, partial-payments.by-order-id
  const byOrder = world.transactions.group(merchant, offerId)
  const byOwnId = world.assumptions.is('qr-transactions.offer-id', 'order-id')
    ? []
    : [...world.transactions].filter(
        (transaction) => transaction.ownOfferId === offerId && transaction.merchant === merchant.id,
      )
  return [...byOrder, ...byOwnId].filter(({ kind }) => kind === 'wallet')
}

/** When the closing window of a partial payment starts. Assumption `partial-payments.window-start`. */
function windowStart(world: World, { firstPartialAt, lastPartialAt }: TransactionState): number {
  return (
    (world.assumptions.is('partial-payments.window-start', 'first') ? firstPartialAt : lastPartialAt) ??
    world.now
  )
}

/** The last instant of the closing window. Assumption `partial-payments.window-end`. */
export function windowEnd(world: World, transaction: TransactionState): number {
  const end = windowStart(world, transaction) + closingWindowMs
  return world.assumptions.is('partial-payments.window-end', 'end-of-day')
    ? end - (end % dayMs) + dayMs - 1
    : end
}

/** True if a transaction can be closed now. The last instant of the window is inside. Contract: Limits. */
export function mayBeClosed(world: World, transaction: TransactionState): boolean {
  // partial-payments.within-two-weeks, partial-payments.wait-is-recommended
  return transactionAllows(transaction, 'close') && world.now <= windowEnd(world, transaction)
}

function isClosable(world: World, transaction: TransactionState, isForced: boolean): boolean {
  return mayBeClosed(world, transaction) && (isForced || transaction.refund !== 'requested')
}

export const closePartialPayment: Handler<'closePartialPayment'> = ({ world, merchant, body, payload }) => {
  const transactions = walletTransactions(world, merchant, payload.offerId)
  const transaction = transactions.findLast((one) => transactionAllows(one, 'close'))
  if (transaction === undefined) {
    const again =
      transactions.some(({ status }) => status === 'closed') &&
      world.assumptions.is('partial-payments.closed-twice', 'accepted')
    const isAccepted =
      world.assumptions.is('partial-payments.unknown-order', 'accepted') &&
      world.accounts.merchants.every((one) => walletTransactions(world, one, payload.offerId).length === 0)
    if (again || isAccepted) return { ok: true, result: { success: true } }
    // partial-payments.after-two-weeks-refused, with `times-out` of the assumption partial-payments.unclosed
    const hasLapsed = transactions.some(
      ({ status, lastPartialAt }) => status === 'timed-out' && lastPartialAt !== null,
    )
    return refuse(hasLapsed ? 'partial-payments.window-passed' : 'partial-payments.unknown')
  }
  // partial-payments.after-two-weeks-refused, partial-payments.refused-changes-nothing
  if (!mayBeClosed(world, transaction)) return refuse('partial-payments.window-passed')
  // partial-payments.unforced-refund-request-blocks, partial-payments.unforced-without-refund-request,
  // partial-payments.forced-despite-refund-request
  if (!body.forceUpdate && transaction.refund === 'requested')
    return refuse('partial-payments.refund-requested')
  // partial-payments.closes
  const others = world.assumptions.is('partial-payments.several', 'all')
    ? transactions.filter((one) => one !== transaction && isClosable(world, one, body.forceUpdate))
    : []
  for (const closed of [...others, transaction]) {
    world.transition(closed, 'close')
    if (world.assumptions.is('invoices.closed-partial', 'order')) markPaid(world, closed)
    scheduleSettlement(world)
  }
  return { ok: true, result: { success: true } }
}
