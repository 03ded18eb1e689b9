// The life of a transaction of any kind: whether it may begin, and how it is created, advances on the schedule and completes.

import { dayMs, minuteMs } from '../../core/durations.ts'
import { cryptoMinutes } from '../../spec/limits.ts'
import type { RefusalOf } from '../../spec/operation.ts'
import type { Operations } from '../../spec/operations.ts'
import type { Instant } from '../time/instants.ts'
import type { Merchant } from '../world/accounts.ts'
import { add, compare, convert, sum, times } from '../world/money.ts'
import type { CartLine, InvoiceState, TransactionKind, TransactionState } from '../world/state.ts'
import type { World } from '../world/world.ts'
import { amountRefused, hasSubscription, lineTotal, recordable } from './carts.ts'
import { rateOf } from './currencies.ts'
import { firstRefusal, type Refusal, type Rule } from './refusals.ts'
import { creditBank, scheduleSettlement } from './settlements.ts'

/** True if assumption `transactions.repeated-order` refuses a second payment of that kind for an offer. */
export function offerRefused(
  world: World,
  merchant: Merchant,
  offerId: string,
  kind: TransactionKind,
): boolean {
  if (world.assumptions.is('transactions.repeated-order', 'accepted')) return false
  return world.transactions
    .group(merchant, offerId)
    .some((transaction) => transaction.kind === kind && transaction.status !== 'canceled')
}

/** The refusal of an order by `transactions.empty-order`, `carts.empty`, `carts.negative-values`. */
export function orderRefused({ assumptions }: World, order: string, cart: readonly CartLine[]) {
  if (order === '' && assumptions.is('transactions.empty-order', 'refused')) return 'transactions.empty-order'
  if (cart.length === 0 && assumptions.is('carts.empty', 'refused')) return 'carts.empty'
  const negative = assumptions.name('carts.negative-values')
  if (negative === 'accepted') return undefined
  if (cart.some(({ quantity = 0 }) => compare(quantity, 0) < 0)) return 'carts.negative-quantity'
  return negative === 'refused' && cart.some((line) => compare(lineTotal(line) ?? 0, 0) < 0)
    ? 'carts.negative-price'
    : undefined
}

/** The refusal of a payment of that amount for its invoice by `invoices.expiry`, `invoices.underpaid`. */
export function invoiceRefused(
  world: World,
  invoice: InvoiceState | undefined,
  amount: string | number,
  currency: string,
): 'transactions.expired-invoice' | 'transactions.below-invoice' | undefined {
  if (invoice === undefined) return undefined
  if (world.assumptions.is('invoices.expiry', 'after-days')) {
    const { days } = world.assumptions.value('invoices.expiry')
    if (world.now > invoice.createdAt + days * dayMs) return 'transactions.expired-invoice'
  }
  return isUnderpaid(world, invoice, amount, currency) ? 'transactions.below-invoice' : undefined
}

function isUnderpaid(
  world: World,
  invoice: InvoiceState,
  amount: string | number,
  currency: string,
): boolean {
  if (world.assumptions.name('invoices.underpaid') !== 'refused') return false
  const [due, paid] = [rateOf(world, invoice.currency), rateOf(world, currency)]
  if (due === undefined || paid === undefined) return false
  // Clients round what they convert.
  const cent = invoice.currency === currency ? '0' : '0.01'
  return compare(add(amount, cent), convert(invoice.amount, due, paid, 2)) < 0
}

/** True if assumption `subscriptions.repeated-id` refuses a subscription item, because an active subscription has its id. */
export function subscriptionIdRefused(
  world: World,
  merchant: Merchant,
  { cart }: Pick<InvoiceState, 'cart'>,
): boolean {
  if (!hasSubscription(cart) || world.assumptions.is('subscriptions.repeated-id', 'accepted')) return false
  return cart.some(
    ({ isSubscription, merchantSubscriptionId }) =>
      isSubscription === true &&
      merchantSubscriptionId !== undefined &&
      world.subscriptions.group(merchant, merchantSubscriptionId).some(({ status }) => status === 'active'),
  )
}

/** A payment through a bank or an exchange, before it is made. */
interface Payment {
  world: World
  merchant: Merchant
  kind: 'bank' | 'exchange'
  invoice: InvoiceState | undefined
  amount: string
  currency: string
  payload: { offerId: string; cart: readonly CartLine[]; merchantStoreCurrency: string }
}

type PaymentRefusal = RefusalOf<Operations['createBankPayment']> &
  RefusalOf<Operations['createExchangePayment']>

const paymentRules: readonly Rule<Payment, PaymentRefusal>[] = [
  ({ world, payload }) => orderRefused(world, payload.offerId, payload.cart),
  ({ world, invoice }) =>
    invoice === undefined &&
    world.assumptions.is('transactions.without-invoice', 'refused') &&
    'transactions.without-invoice',
  ({ world, invoice }) =>
    invoice !== undefined &&
    world.assumptions.is('invoices.second-payment', 'refused') &&
    isPartlyPaid(world, invoice) &&
    'transactions.paid-in-part',
  ({ world, payload }) =>
    world.accounts.currency(payload.merchantStoreCurrency) === undefined &&
    world.assumptions.is('transactions.store-currency', 'refused') &&
    'transactions.store-currency',
  ({ payload }) => !recordable(payload.cart) && 'transactions.too-large',
  ({ world, amount, payload }) =>
    amountRefused(world, amount, payload.cart) && 'transactions.amount-mismatch',
  ({ world, invoice, amount, currency }) => invoiceRefused(world, invoice, amount, currency),
  ({ world, merchant, payload, kind }) =>
    offerRefused(world, merchant, payload.offerId, kind) && 'transactions.duplicate-offer',
]

/** The refusal of a payment through a bank or an exchange. */
export function paymentRefused(payment: Payment): Refusal<PaymentRefusal> | undefined {
  return firstRefusal(paymentRules, payment)
}

function isPartlyPaid({ transactions }: World, { merchant: id, order, uuid }: InvoiceState): boolean {
  return transactions
    .group({ id }, order)
    .some(({ invoice, status }) => invoice === uuid && status === 'partially-paid')
}

/** True if an invoice with subscription items must be paid through an exchange. Assumption `subscriptions.other-methods`. */
export function isExchangeOnly({ assumptions }: World, { cart }: InvoiceState): boolean {
  // subscriptions.exchange-only
  return hasSubscription(cart) && assumptions.is('subscriptions.other-methods', 'refused')
}

/** True if assumption `stores.settings` refuses a payment by that method. */
export function methodOff(world: World, { settings }: Merchant, method: keyof Merchant['settings']): boolean {
  return world.assumptions.is('stores.settings', 'enforced') && !settings[method]
}

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
  if (invoice === undefined || invoice.paidBy !== null) return
  const isPart = status !== 'closed' && kind !== 'subscription' && isPaidInPart(world, invoice, transaction)
  // invoices.becomes-order
  if (!isPart) invoice.paidBy = id
}

/** True if the processed payments of an invoice, with this one, are less than its amount. */
function isPaidInPart(
  world: World,
  { uuid, amount, currency }: InvoiceState,
  paid: TransactionState,
): boolean {
  if (!world.assumptions.is('invoices.underpaid', 'paid-in-part')) return false
  const merchant = world.accounts.merchant(paid.merchant)
  const earlier =
    merchant === undefined
      ? []
      : world.transactions
          .group(merchant, paid.offerId)
          .filter((one) => one !== paid && one.invoice === uuid && one.status === 'completed')
  const rate = (id: string) => world.accounts.currency(id)?.rate ?? '1'
  const dollars = [...earlier, paid].map(({ nativeAmount, nativeCurrency }) =>
    times(nativeAmount, rate(nativeCurrency)),
  )
  return compare(add(sum(dollars), '0.01'), times(amount, rate(currency))) < 0
}

/** The newest unpaid invoice of an offer, or the newest when all are paid; undefined without an invoice. */
export function invoiceOf(world: World, merchant: Merchant, offerId: string): InvoiceState | undefined {
  const invoices = world.invoices.group(merchant, offerId)
  return invoices.findLast(({ paidBy }) => paidBy === null) ?? invoices.at(-1)
}
