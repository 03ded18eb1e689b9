// Paying from a linked bank account (ACH), and the list of those accounts.

import { dayMs } from '../../core/durations.ts'
import { achBankingDays } from '../../spec/limits.ts'
import { latestInstant } from '../time/instants.ts'
import type { Merchant, Shopper } from '../world/accounts.ts'
import { compare, convert, times, toScale } from '../world/money.ts'
import type { InvoiceState, TransactionState } from '../world/state.ts'
import type { World } from '../world/world.ts'
import { storedAddress, storedCart } from './carts.ts'
import { localAmount } from './exchange-payments.ts'
import type { Handler, Rules } from './handler-types.ts'
import { firstRefusal, refuse } from './refusals.ts'
import { transactionRecord } from './transaction-records.ts'
import {
  beginTransaction,
  invoiceOf,
  isExchangeOnly,
  markPaid,
  methodOff,
  paymentRefused,
  scheduleSteps,
} from './transactions.ts'

/** The merchant's fee for a bank payment of that amount. */
function bankFee(world: World, merchant: Merchant, amount: string): string {
  const rounding = world.assumptions.name('settlements.fee-rounding')
  return toScale(times(amount, merchant.feeRate), 2, rounding)
}

/** True if a shopper can pay by bank. Assumption `bank-payments.us-shopper`. */
export function isInTheUs({ assumptions }: World, { profile }: Shopper): boolean {
  return assumptions.is('bank-payments.us-shopper', 'country')
    ? profile.country === 'US'
    : profile.phoneCountry === 1
}

/** A linked bank by the id that a payment names. Assumption `bank-payments.stock-id`. */
function linkedBank({ accounts, assumptions }: World, id: string) {
  const linked = accounts.linkedBank(id)
  if (linked !== undefined || assumptions.is('bank-payments.stock-id', 'bank')) return linked
  const banks = accounts.shoppers.flatMap((shopper) => shopper.banks)
  const bank = banks.find((one) => one.accounts.some((account) => account.id === id))
  return bank === undefined ? undefined : accounts.linkedBank(bank.stockId)
}

/** Longer than four banking days with weekends and holidays. */
const longestTransferMs = 14 * dayMs

/** Schedules the rest of a bank payment, which completes three or four banking days from now. Contract: Limits. */
function scheduleBank(world: World, transaction: TransactionState): void {
  // bank-payments.not-done-before-three-working-days, bank-payments.done-within-four-working-days
  const { min, max } = achBankingDays
  const days = world.assumptions.is('bank-payments.duration', 'drawn')
    ? world.random.between(min, max)
    : world.assumptions.is('bank-payments.duration', 'min')
      ? min
      : max
  // The calendar has no days after the year 9999, so a payment that would complete there stays pending.
  if (world.now > latestInstant - longestTransferMs) return
  scheduleSteps(world, transaction, world.addBankingDays(world.now, 1), world.addBankingDays(world.now, days))
}

const receiverRules: Rules<'createBankPayment'> = [
  ({ world, merchant, payload }) =>
    !world.accounts.isNamed(merchant, payload.clientId) && 'transactions.unknown-merchant',
  // bank-payments.merchant-verified
  ({ merchant }) =>
    (!merchant.verified || merchant.bankAccount === null) && 'bank-payments.merchant-not-verified',
  // bank-payments.to-a-linked-merchant-account
  ({ merchant, payload }) =>
    payload.accountId !== merchant.bankAccount?.id && 'bank-payments.unknown-merchant-account',
]

/** The account that pays, the invoice, and the amount with two decimals, as the record has it. */
interface Found {
  linked: NonNullable<ReturnType<typeof linkedBank>>
  invoice: InvoiceState | undefined
  sent: string
}

const paymentRules: Rules<'createBankPayment', Found> = [
  // bank-payments.us-shoppers-only
  ({ world, linked }) => !isInTheUs(world, linked.shopper) && 'bank-payments.us-only',
  ({ world, merchant, payload: { hostedPageId } }) =>
    hostedPageId !== '' &&
    world.invoices.get(hostedPageId)?.merchant !== merchant.id &&
    world.assumptions.is('bank-payments.hosted-page-id', 'refused') &&
    'bank-payments.unknown-hosted-page',
  ({ world, invoice }) =>
    invoice !== undefined && isExchangeOnly(world, invoice) && 'bank-payments.subscription-item',
  ({ world, merchant }) => methodOff(world, merchant, 'bank') && 'transactions.method-off',
  ({ world, payload, sent }) =>
    compare(sent, payload.amount) !== 0 &&
    world.assumptions.is('bank-payments.fractions', 'refused') &&
    'bank-payments.fraction',
  ({ sent }) => compare(sent, 0) <= 0 && 'transactions.amount-not-positive',
  ({ world, linked: { bank }, sent }) =>
    world.assumptions.is('banks.limit', 'enforced') &&
    compare(sent, bank.limit) > 0 &&
    refuse('bank-payments.above-limit', `The limit is ${bank.limit}.`),
]

/** The currency of the amount. Assumption `bank-payments.native-amount`. */
function nativeCurrency({ accounts, assumptions }: World, storeCurrency: string) {
  const currency = accounts.currency(storeCurrency)
  return currency !== undefined && assumptions.is('bank-payments.native-amount', 'store-currency')
    ? currency
    : { id: 'USD', rate: '1' }
}

// bank-payments.accepted
export const createBankPayment: Handler<'createBankPayment'> = (call) => {
  const { world, merchant, shopper, payload } = call
  const unreceivable = firstRefusal(receiverRules, call)
  if (unreceivable !== undefined) return unreceivable
  const linked = linkedBank(world, payload.stockId)
  // bank-payments.from-a-connected-shopper-account
  if (linked === undefined || (shopper !== undefined && linked.shopper.id !== shopper.id))
    return refuse('bank-payments.unknown-shopper-account')
  const named = world.invoices.get(payload.hostedPageId)
  const invoice = named?.merchant === merchant.id ? named : invoiceOf(world, merchant, payload.offerId)
  const sent = toScale(payload.amount, 2, world.assumptions.name('settlements.fee-rounding'))
  const native = nativeCurrency(world, payload.merchantStoreCurrency)
  const refused =
    firstRefusal(paymentRules, { ...call, linked, invoice, sent }) ??
    paymentRefused({ world, merchant, kind: 'bank', invoice, amount: sent, currency: native.id, payload })
  if (refused !== undefined) return refused

  const isDollars = native.id === 'USD'
  const amount = isDollars ? sent : convert(sent, native.rate, '1', 2)
  // bank-payments.creates-transaction
  const transaction = beginTransaction(world, {
    kind: 'bank',
    status: 'pending', // bank-payments.pending-at-first
    merchant: merchant.id,
    shopper: linked.shopper.id,
    offerId: payload.offerId,
    invoice: invoice?.uuid ?? null,
    nativeAmount: sent,
    nativeCurrency: native.id,
    amount,
    currency: 'USD',
    rate: '1',
    localAmount: isDollars ? localAmount(world, payload.merchantStoreCurrency, amount) : sent,
    localCurrency: payload.merchantStoreCurrency,
    cart: storedCart(payload.cart),
    shippingAddress: storedAddress(payload.shippingAddress),
    customParameter: invoice?.customParameter ?? null, // webhooks.invoice-parameters
    customer: invoice?.customer ?? null,
    stockId: linked.bank.stockId,
    fee: bankFee(world, merchant, sent),
  })
  if (world.assumptions.is('invoices.becomes-order-when', 'on-acceptance')) markPaid(world, transaction)
  scheduleBank(world, transaction)
  return { ok: true, result: transactionRecord(world, transaction) }
}
