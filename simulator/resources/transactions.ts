// The life of a transaction of any kind: how it is created, advances on the schedule and completes.

import { minuteMs } from '../../core/durations.ts'
import { cryptoMinutes } from '../../spec/limits.ts'
import type { Instant } from '../time/instants.ts'
import { add, compare, sum, tolerance } from '../world/money.ts'
import type { InvoiceState, TransactionState } from '../world/state.ts'
import type { World } from '../world/world.ts'
import { dueOf, inInvoice, isPaid, nativeMoney, paymentsOf } from './payability.ts'
import { creditBank, scheduleSettlement } from './settlements.ts'

/** The fields in which new transactions differ. */
export type NewTransaction = Pick<
  TransactionState,
  | 'kind'
  | 'status'
  | 'merchant'
  | 'shopper'
  | 'offerId'
  | 'nativeAmount'
  | 'nativeCurrency'
  | 'amount'
  | 'currency'
  | 'rate'
> &
  Partial<TransactionState>

/** Creates a transaction and records its first status. */
export function beginTransaction(world: World, wanted: NewTransaction): TransactionState {
  const transaction: TransactionState = {
    ownOfferId: null,
    invoice: null,
    received: '0',
    localAmount: wanted.nativeAmount,
    localCurrency: wanted.nativeCurrency,
    cart: [],
    shippingAddress: null,
    customParameter: null,
    customer: null,
    exchange: null,
    stockId: null,
    receiverAddress: '',
    refund: 'none',
    errorMessage: null,
    fee: '0',
    firstPartialAt: null,
    lastPartialAt: null,
    settledAt: null,
    subscriptions: [],
    createdAt: world.now,
    updatedAt: world.now,
    ...wanted,
    id: world.random.uuid(), // service.identifiers-are-text
  }
  world.addTransaction(transaction)
  return transaction
}

/** Schedules the rest of a paid crypto transaction, which completes 2 minutes to 2 hours from now. Contract: Limits. */
export function scheduleCrypto(world: World, transaction: TransactionState): void {
  // exchange-payments.not-done-before-two-minutes, exchange-payments.done-within-two-hours
  const duration = cryptoDuration(world)
  const completeAt = world.now + duration
  scheduleSteps(world, transaction, world.now + Math.floor(duration / 2), completeAt)
}

function cryptoDuration({ assumptions, random }: World): number {
  const min = cryptoMinutes.min * minuteMs
  const max = cryptoMinutes.max * minuteMs
  if (assumptions.is('transactions.crypto-duration', 'min')) return min
  if (assumptions.is('transactions.crypto-duration', 'max')) return max
  return min + Math.floor(random.fraction() * (max - min + 1))
}

/** Schedules when a transaction is processed, and when it completes. */
export function scheduleSteps(
  world: World,
  transaction: TransactionState,
  processAt: Instant,
  completeAt: Instant,
): void {
  const { id: ref, status } = transaction
  if (status === 'pending' && world.assumptions.is('transactions.path', 'processing'))
    world.scheduleEvent({ due: processAt, kind: 'transaction.process', ref })
  world.scheduleEvent({ due: completeAt, kind: 'transaction.complete', ref })
}

/** Starts to process a pending transaction. */
export function process(world: World, transaction: TransactionState): void {
  world.transition(transaction, 'process')
}

/** Completes a transaction: a bank payment is credited at once, crypto waits for the daily settlement. */
export function complete(world: World, transaction: TransactionState): void {
  if (transaction.kind !== 'wallet') transaction.received = transaction.amount
  if (transaction.kind === 'bank') creditBank(world, transaction)
  world.transition(transaction, 'complete')
  markPaid(world, transaction) // invoices.becomes-order-when, unless it is an order already
  if (transaction.kind !== 'bank') scheduleSettlement(world)
}

export function cancel(world: World, transaction: TransactionState): void {
  world.transition(transaction, 'cancel')
}

/** True if a refund of a transaction can be requested: once, when something was received. */
export function mayRequestRefund({ refund, received, status }: TransactionState): boolean {
  return refund === 'none' && status !== 'canceled' && status !== 'timed-out' && compare(received, 0) > 0
}

/** The shopper requests a refund. */
export function requestRefund(world: World, transaction: TransactionState): void {
  transaction.refund = 'requested'
  transaction.updatedAt = world.now
}

/** The invoice of a processed payment becomes an order. Assumptions `invoices.underpaid` and `invoices.closed-partial`. */
export function markPaid(world: World, transaction: TransactionState): void {
  const { id, kind, invoice: uuid, status } = transaction
  const invoice = world.invoices.get(uuid ?? '')
  if (invoice === undefined || isPaid(world, invoice)) return
  const isPart = status !== 'closed' && kind !== 'subscription' && isPaidInPart(world, invoice, transaction)
  // invoices.becomes-order
  if (!isPart) invoice.paidBy = id
}

/** True if the processed payments of an invoice, with this one, are less than its amount. */
function isPaidInPart(world: World, invoice: InvoiceState, paid: TransactionState): boolean {
  if (!world.assumptions.is('invoices.underpaid', 'paid-in-part')) return false
  const earlier = paymentsOf(world, invoice).filter((one) => one !== paid && one.status === 'completed')
  const amounts = [...earlier, paid].map((one) => inInvoice(world, invoice, nativeMoney(one)))
  // Each may have been rounded when it was converted.
  const rounding = earlier.length > 0 ? tolerance(world, invoice.currency) : '0'
  return compare(add(sum(amounts), rounding), dueOf(world, invoice).amount) < 0
}
