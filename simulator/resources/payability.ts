// Decides if an order may be paid in a way, and what holds for the payment: its invoice, amounts, parameters, customer and subscriptions.
// Exchange, bank and wallet payments ask this, and so does the checkout page before it offers one.

import { dayMs } from '../../core/durations.ts'
import type { RefusalOf } from '../../spec/operation.ts'
import type { Operations } from '../../spec/operations.ts'
import type { Merchant } from '../world/accounts.ts'
import {
  type Amount,
  add,
  compare,
  exchanged,
  type Money,
  rateOf,
  rounded,
  subtract,
  tolerance,
} from '../world/money.ts'
import type {
  CartLine,
  CustomerInfo,
  CustomParameters,
  InvoiceState,
  TransactionState,
} from '../world/state.ts'
import type { World } from '../world/world.ts'
import { amountRefused, hasSubscription, lineTotal, recordable, storedCart } from './carts.ts'
import { firstRefusal, type Refusal, type Rule, refuse } from './refusals.ts'

/** A payment before it is made. */
export interface Attempt {
  world: World
  merchant: Merchant
  by: 'exchange' | 'bank' | 'wallet'
  order: string
  /** The invoice, if the request names it by more than its order. */
  invoice?: InvoiceState | undefined
  cart: readonly CartLine[]
  amount: Amount
  /** The currency of the store. A wallet payment has its amount in it; for others, see assumption `bank-payments.native-amount`. */
  currency: string
  /** Those of the request. */
  customParameter?: CustomParameters | null
  customer?: CustomerInfo | null
}

type OrderRefusal = RefusalOf<Operations['createBankPayment']> &
  RefusalOf<Operations['createExchangePayment']> &
  RefusalOf<Operations['createQrTransaction']>

/** The newest unpaid invoice of an order, or the newest when all are paid; undefined without an invoice. */
function invoiceOf(world: World, merchant: Merchant, order: string): InvoiceState | undefined {
  const invoices = world.invoices.group(merchant, order)
  return invoices.findLast((one) => !isPaid(world, one)) ?? invoices.at(-1)
}

/** True if an invoice is an order. The payment that made it one under assumption `invoices.becomes-order-when` may have been canceled. */
export function isPaid({ transactions }: World, { paidBy }: InvoiceState): boolean {
  return paidBy !== null && transactions.get(paidBy)?.status !== 'canceled'
}

/** The payments of an invoice, oldest first. */
export function paymentsOf({ transactions }: World, { merchant: id, order, uuid }: InvoiceState) {
  return transactions.group({ id }, order).filter(({ invoice }) => invoice === uuid)
}

/** The amount of an invoice, in its currency. */
export function dueOf(world: World, { amount, currency }: InvoiceState) {
  return { amount: rounded(world, { amount, currency }), currency }
}

/** The currency in which an exchange or a bank payment has its amount. Assumption `bank-payments.native-amount`. */
export function nativeCurrency({ accounts, assumptions }: World, storeCurrency: string): string {
  const isOfStore = assumptions.is('bank-payments.native-amount', 'store-currency')
  return isOfStore && accounts.currency(storeCurrency) !== undefined ? storeCurrency : 'USD'
}

/** By how much a payment differs from what is due, where that is more than its sender may have rounded. */
function difference(world: World, invoice: InvoiceState, { amount, currency }: Money): number {
  const wanted = exchanged(world, dueOf(world, invoice), currency)
  const rounding = currency === invoice.currency ? '0' : tolerance(world, currency)
  if (compare(add(amount, rounding), wanted) < 0) return -1
  return compare(subtract(amount, rounding), wanted) > 0 ? 1 : 0
}

/** A payment in the currency of its invoice: what is due, if that was paid. */
export function inInvoice(world: World, invoice: InvoiceState, paid: Money): string {
  return difference(world, invoice, paid) === 0
    ? dueOf(world, invoice).amount
    : exchanged(world, paid, invoice.currency)
}

/** The amount of a transaction as it was sent. */
export function nativeMoney({ nativeAmount: amount, nativeCurrency: currency }: TransactionState) {
  return { amount, currency }
}

/** The amount of a transaction as the merchant knows it: in the currency of the invoice, or as a debit was asked for. */
export function merchantAmount(world: World, transaction: TransactionState) {
  const { kind, localAmount, localCurrency } = transaction
  if (kind === 'subscription') return { amount: localAmount, currency: localCurrency }
  const invoice = world.invoices.get(transaction.invoice ?? '')
  const native = nativeMoney(transaction)
  if (invoice === undefined) return native
  return { amount: inInvoice(world, invoice, native), currency: invoice.currency }
}

/** The fields of a payment that follow from its order. */
export function termsOf(attempt: Attempt) {
  const { world, merchant, by, order, cart, currency: localCurrency } = attempt
  const invoice = attempt.invoice ?? invoiceOf(world, merchant, order)
  const currency = by === 'wallet' ? localCurrency : nativeCurrency(world, localCurrency)
  const amount = rounded(world, { amount: attempt.amount, currency })
  return {
    kind: by,
    merchant: merchant.id,
    offerId: order,
    invoice: invoice?.uuid ?? null,
    nativeAmount: amount,
    nativeCurrency: currency,
    localAmount:
      invoice?.currency === localCurrency
        ? inInvoice(world, invoice, { amount, currency })
        : exchanged(world, { amount, currency }, localCurrency),
    localCurrency,
    cart: storedCart(cart),
    customParameter: parametersOf(world, attempt.customParameter ?? null, invoice?.customParameter ?? null),
    customer: attempt.customer ?? invoice?.customer ?? null,
  } satisfies Partial<TransactionState>
}

/** The custom parameters of a request and those of its invoice. Assumption `webhooks.parameters-of-both`. */
function parametersOf(
  { assumptions }: World,
  own: CustomParameters | null,
  ofInvoice: CustomParameters | null,
): CustomParameters | null {
  if (own === null || ofInvoice === null) return own ?? ofInvoice
  const isOwnFirst = assumptions.is('webhooks.parameters-of-both', 'request-first')
  const [first, second] = isOwnFirst ? [own, ofInvoice] : [ofInvoice, own]
  const returnMethod = first.returnMethod ?? second.returnMethod
  // webhooks.qr-parameters, webhooks.invoice-parameters
  return {
    ...(returnMethod === undefined ? {} : { returnMethod }),
    params: [...(first.params ?? []), ...(second.params ?? [])],
  }
}

/** An attempt with what holds for it. */
type Found = Attempt & { terms: ReturnType<typeof termsOf>; paid: InvoiceState | undefined }

const rules: readonly Rule<Found, OrderRefusal>[] = [
  ({ world, merchant, by }) =>
    world.assumptions.is('stores.settings', 'enforced') &&
    !merchant.settings[by] &&
    'transactions.method-off',
  ({ world, order, cart }) => orderRefused(world, order, cart),
  ({ world, by, cart, paid }) => isExchangeOnly(world, by, cart, paid) && 'transactions.subscription-item',
  ({ world, by, paid }) =>
    by !== 'wallet' &&
    paid === undefined &&
    world.assumptions.is('transactions.without-invoice', 'refused') &&
    'transactions.without-invoice',
  ({ world, by, paid }) =>
    by !== 'wallet' &&
    paid !== undefined &&
    world.assumptions.is('invoices.second-payment', 'refused') &&
    paymentsOf(world, paid).some(({ status }) => status === 'partially-paid') &&
    'transactions.paid-in-part',
  ({ world, paid }) =>
    paid !== undefined &&
    world.assumptions.is('invoices.paid-again', 'refused') &&
    isPaid(world, paid) &&
    'invoices.paid',
  ({ world, by, currency }) => {
    if (by === 'wallet')
      return rateOf(world, currency) === undefined && refuse('currencies.unknown', `It is "${currency}".`)
    return (
      world.accounts.currency(currency) === undefined &&
      world.assumptions.is('transactions.store-currency', 'refused') &&
      'transactions.store-currency'
    )
  },
  ({ by, cart }) => by !== 'wallet' && !recordable(cart) && 'transactions.too-large',
  ({ world, amount, terms }) =>
    hasRefusedFraction(world, { amount }, terms.nativeAmount) && 'transactions.fraction',
  (found) =>
    compare(found.terms.nativeAmount, 0) <= 0 && !isFree(found) && 'transactions.amount-not-positive',
  ({ world, cart, terms: { nativeAmount, nativeCurrency: currency, localAmount, localCurrency } }) =>
    amountRefused(world, cart, { amount: nativeAmount, currency }) &&
    amountRefused(world, cart, { amount: localAmount, currency: localCurrency }) &&
    'transactions.amount-mismatch',
  ({ world, paid }) => {
    if (paid === undefined || world.assumptions.is('invoices.expiry', 'never')) return undefined
    const { days } = world.assumptions.value('invoices.expiry')
    return world.now > paid.createdAt + days * dayMs && 'transactions.expired-invoice'
  },
  ({ world, paid, terms: { nativeAmount: amount, nativeCurrency: currency } }) =>
    paid !== undefined &&
    world.assumptions.is('invoices.underpaid', 'refused') &&
    difference(world, paid, { amount, currency }) < 0 &&
    'transactions.below-invoice',
  ({ world, merchant, by, order }) =>
    world.assumptions.is('transactions.repeated-order', 'refused') &&
    world.transactions
      .group(merchant, order)
      .some(({ kind, status }) => kind === by && status !== 'canceled') &&
    'transactions.duplicate-offer',
]

/** Why an order cannot be paid so, or what holds for the payment. */
export function payable(attempt: Attempt): Refusal<OrderRefusal> | ReturnType<typeof termsOf> {
  const terms = termsOf(attempt)
  const paid = attempt.world.invoices.get(terms.invoice ?? '')
  return firstRefusal(rules, { ...attempt, terms, paid }) ?? terms
}

/** True if assumption `bank-payments.fractions` refuses an amount that was rounded. */
export function hasRefusedFraction(
  { assumptions }: World,
  { amount }: { amount: Amount },
  rounded: string,
): boolean {
  return assumptions.is('bank-payments.fractions', 'refused') && compare(amount, rounded) !== 0
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

/** True if only an exchange may pay. Assumptions `subscriptions.other-methods` and, without an invoice, `qr-transactions.subscription-items`. */
function isExchangeOnly(
  { assumptions }: World,
  by: Attempt['by'],
  cart: readonly CartLine[],
  paid: InvoiceState | undefined,
): boolean {
  // subscriptions.exchange-only
  if (by === 'exchange') return false
  const isOfInvoice = paid !== undefined && hasSubscription(paid.cart)
  if (isOfInvoice && assumptions.is('subscriptions.other-methods', 'refused')) return true
  return (
    by === 'wallet' &&
    hasSubscription(cart) &&
    assumptions.is('qr-transactions.subscription-items', 'refused')
  )
}

/** True if a payment of nothing begins a free first period. Assumption `transactions.zero-amount`. */
function isFree({ world, by, paid, terms }: Pick<Found, 'world' | 'by' | 'paid' | 'terms'>): boolean {
  return (
    world.assumptions.is('transactions.zero-amount', 'free-first-period') &&
    by === 'exchange' &&
    paid !== undefined &&
    hasSubscription(paid.cart) &&
    compare(terms.nativeAmount, 0) === 0
  )
}

/** The subscriptions of an invoice that a payment by an exchange carries: undefined if it begins them. */
export function carriedSubscriptions(world: World, paid: InvoiceState | undefined): string[] | undefined {
  if (paid === undefined || isPaid(world, paid) || !hasSubscription(paid.cart)) return []
  const lives = world.assumptions.is('subscriptions.without-payment', 'lives')
  return paymentsOf(world, paid).findLast(
    ({ status, subscriptions }) => subscriptions.length > 0 && (lives || status !== 'canceled'),
  )?.subscriptions
}

/** True if assumption `subscriptions.repeated-id` refuses a subscription item, because an active subscription has its id. */
export function subscriptionIdRefused(
  world: World,
  merchant: Merchant,
  { cart }: Pick<InvoiceState, 'cart'>,
): boolean {
  if (world.assumptions.is('subscriptions.repeated-id', 'accepted')) return false
  return cart.some(
    ({ isSubscription, merchantSubscriptionId: id }) =>
      isSubscription === true &&
      id !== undefined &&
      world.subscriptions.group(merchant, id).some(({ status }) => status === 'active'),
  )
}
