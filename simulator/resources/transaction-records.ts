// The transaction record of the wire. Identifiers that only the record has are derived from the transaction's id, so they
// need not be stored. Contract: Resources, Transaction record.

import { hash } from 'node:crypto'
import { derivedUuid } from '../../core/derived-uuid.ts'
import { dayMs } from '../../core/durations.ts'
import type { TransactionRecord } from '../../spec/resources/transactions.ts'
import { formatInstant, type Instant } from '../time/instants.ts'
import {
  compare,
  conversionRate,
  cryptoAmounts,
  exchanged,
  rounded,
  subtract,
  times,
  twoDecimals,
} from '../world/money.ts'
import type { CartLine, TransactionState } from '../world/state.ts'
import type { World } from '../world/world.ts'

/** The integer of a transaction's status. Assumption `transactions.status-integers`. */
export function statusInteger(world: World, { status }: Pick<TransactionState, 'status'>): number {
  return world.assumptions.value('transactions.status-integers')[status]
}

/** The native amount, less the fee of a bank payment. Assumption `transactions.merchant-payable`. */
function merchantPayable(
  world: World,
  { nativeAmount, nativeCurrency: currency, fee }: TransactionState,
): string {
  const isAfterFee = world.assumptions.is('transactions.merchant-payable', 'after-fee')
  return rounded(world, { amount: isAfterFee ? subtract(nativeAmount, fee) : nativeAmount, currency })
}

/** An instant in UTC, ISO 8601. Assumption `service.timestamps`. */
export function wireInstant({ assumptions }: World, instant: Instant): string {
  const text = formatInstant(instant)
  return assumptions.is('service.timestamps', 'milliseconds') ? text : `${text.slice(0, 19)}+00:00`
}

/** The amount of a line in the currency of the store. A line without one has its price, as one in the currency of the payment. */
function localLineAmount(world: World, line: CartLine, transaction: TransactionState): number {
  if (line.localAmount !== undefined) return line.localAmount
  const { nativeCurrency: currency, localCurrency } = transaction
  const amount = times(line.price ?? 0, line.quantity ?? 1)
  return Number(exchanged(world, { amount, currency }, localCurrency))
}

function checkLine(
  world: World,
  line: CartLine,
  index: number,
  transaction: TransactionState,
  decided: boolean,
): TransactionRecord['check'][number] {
  const localAmount = localLineAmount(world, line, transaction)
  return {
    id: line.id,
    num: index + (world.assumptions.is('transactions.check-numbers', 'from-one') ? 1 : 0),
    name: line.name ?? '',
    price: Number(line.price ?? 0),
    quantity: Number(line.quantity ?? 1),
    localAmount,
    statusRefund: { pending: 0, success: 0, rejected: 0 },
    amountFinal: decided ? localAmount : 0,
  }
}

export function transactionRecord(world: World, transaction: TransactionState): TransactionRecord {
  const { assumptions, accounts } = world
  const filled = assumptions.is('transactions.nullable-references', 'filled')
  const open = (text: string) => (filled ? text : null)
  const crypto = cryptoAmounts(world, transaction, transaction.received)
  const done = isDone(transaction)
  const isFinal = done || assumptions.is('transactions.final-amounts', 'expected')
  const finalAmount = Number(isFinal && !done ? crypto.amount : crypto.received)
  const txMetaId = derivedUuid(`${transaction.id} meta`)
  return {
    id: transaction.id,
    status: statusInteger(world, transaction),
    nativeAmount: twoDecimals(world, transaction.nativeAmount), // transactions.same-native-amount
    nativeCurrency: transaction.nativeCurrency,
    amount: crypto.amount,
    receivedAmount: crypto.received,
    currency: crypto.currency,
    type: assumptions.value('transactions.type-integers')[transaction.kind],
    description: open(`Order ${transaction.offerId}`),
    check: transaction.cart.map((line, index) => checkLine(world, line, index, transaction, isFinal)), // transactions.lines-are-the-cart
    subscriptionIds: transaction.subscriptions.map((id) => subscriptionReference(world, id)),
    subscriptionOrder: transaction.subscriptions.length > 0,
    meta: metaOf(transaction),
    stockId: transaction.stockId ?? open(''),
    userId: transaction.shopper ?? open(''),
    partnerId: open(accounts.partner.id),
    stock: transaction.exchange ?? open(transaction.stockId ?? ''),
    partner: open(accounts.partner.label),
    merchantId: transaction.merchant, // transactions.names-its-merchant
    createdBy: transaction.shopper ?? transaction.merchant,
    settlementId: settlementId(world, transaction),
    statusRefund: assumptions.value('transactions.refund-integers')[refundOf(transaction)],
    localAmount: transaction.localAmount,
    localCurrency: transaction.localCurrency,
    referenceBankProvider: transaction.kind === 'bank' ? derivedUuid(`${transaction.id} transfer`) : open(''),
    merchantPayableAmount: merchantPayable(world, transaction),
    errorMessage: transaction.errorMessage ?? open(''),
    settlementStatus: settlementStatus(world, transaction),
    txMetaId,
    createdAt: wireInstant(world, transaction.createdAt),
    updatedAt: wireInstant(world, transaction.updatedAt),
    merchant: { shopData: { ...(accounts.merchant(transaction.merchant)?.shop ?? noShop) } },
    // transactions.names-its-customer
    customer: customerOf(world, transaction),
    currencyInfo: { isFiat: accounts.currency(crypto.currency)?.isFiat ?? false },
    txMetadata: {
      ...{ id: txMetaId, shippingAddress: transaction.shippingAddress },
      nativeConversionRate: conversionRate(world, crypto.rate),
    },
    receivedAmountFinal: finalAmount,
    receivedAmountCal: finalAmount,
  }
}

const noShop = { url: '', logo: '', companyName: '', description: '' }

function isDone({ status }: TransactionState): boolean {
  return status === 'completed' || status === 'closed'
}

function metaOf(transaction: TransactionState): TransactionRecord['meta'] {
  const { id, kind, currency, offerId, receiverAddress } = transaction
  return {
    hash:
      kind === 'bank'
        ? { value: [], network: '' }
        : { value: isDone(transaction) ? [hash('sha256', id)] : [], network: currency },
    offerId, // transactions.names-its-order
    receiverAddress,
  }
}

function settlementStatus({ assumptions }: World, { settledAt }: TransactionState) {
  return assumptions.value('transactions.settlement-integers')[settledAt === null ? 'open' : 'settled']
}

function refundOf({ refund, received }: TransactionState) {
  return refund === 'none' && compare(received, 0) > 0 ? 'possible' : refund
}

/** Assumption `settlements.id`. */
function settlementId({ assumptions }: World, transaction: TransactionState): string {
  const { id, merchant, settledAt, createdAt } = transaction
  if (assumptions.is('settlements.id', 'single')) return derivedUuid(`settlement of ${id}`)
  return derivedUuid(`settlement ${merchant} ${Math.floor((settledAt ?? createdAt) / dayMs)}`)
}

/** Assumption `shoppers.customer`. */
function customerOf(
  { assumptions, accounts }: World,
  { customer, shopper: id }: TransactionState,
): TransactionRecord['customer'] {
  const shopper = id === null ? undefined : accounts.shopper(id)
  const named = customer === null ? undefined : { email: customer.email, fullname: customer.name }
  const own = shopper && { email: shopper.email, fullname: shopper.fullname }
  const isShopper = assumptions.is('shoppers.customer', 'shopper')
  return (isShopper ? (own ?? named) : (named ?? own)) ?? { email: '', fullname: '' }
}

/** An element of subscriptionIds. Assumption `subscriptions.record`. */
function subscriptionReference(world: World, id: string): unknown {
  if (world.assumptions.is('subscriptions.record', 'text')) return id
  return { id, merchantSubscriptionId: world.subscriptions.get(id)?.merchantSubscriptionId ?? '' }
}
