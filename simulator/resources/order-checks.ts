// Refusals of an order or a payment by assumptions, whatever its method is.

import type { RefusalOf } from '../../spec/operation.ts'
import type { Operations } from '../../spec/operations.ts'
import { msPerDay } from '../time/instants.ts'
import type { Merchant } from '../world/accounts.ts'
import { add, compare, convert } from '../world/money.ts'
import type { CartLine, InvoiceState, TransactionKind } from '../world/state.ts'
import type { World } from '../world/world.ts'
import { amountRefused, hasSubscription, lineTotal, recordable } from './carts.ts'
import { rateOf } from './currencies.ts'
import { firstRefusal, type Refusal, type Rule } from './refusals.ts'

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
    if (world.now > invoice.createdAt + days * msPerDay) return 'transactions.expired-invoice'
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
    isPaidInPart(world, invoice) &&
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

function isPaidInPart({ transactions }: World, { merchant: id, order, uuid }: InvoiceState): boolean {
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
