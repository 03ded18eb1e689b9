// Paying from a linked bank account (ACH), and the list of those accounts.

import { dayMs } from '../../core/durations.ts'
import { achBankingDays } from '../../spec/limits.ts'
import { latestInstant } from '../time/instants.ts'
import type { Merchant, Shopper } from '../world/accounts.ts'
import { compare, exchanged, rounded, times } from '../world/money.ts'
import type { InvoiceState, TransactionState } from '../world/state.ts'
import type { World } from '../world/world.ts'
import { storedAddress } from './carts.ts'
import type { Handler, HandlerInput, Rules } from './handler-types.ts'
import { payable } from './payability.ts'
import { firstRefusal, Refusal, refuse } from './refusals.ts'
import { transactionRecord } from './transaction-records.ts'
import { beginTransaction, markPaid, scheduleSteps } from './transactions.ts'

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
  ({ merchant }) => !takesBankPayments(merchant) && 'bank-payments.merchant-not-verified',
  // bank-payments.to-a-linked-merchant-account
  ({ merchant, payload }) =>
    payload.accountId !== merchant.bankAccount?.id && 'bank-payments.unknown-merchant-account',
]

/** True if a merchant has what bank payments need. Contract: What the service does, 3. */
export function takesBankPayments({ verified, bankAccount }: Merchant): boolean {
  return verified && bankAccount !== null
}

/** The invoice of `hostedPageId`; undefined if there is none. Assumption `bank-payments.other-invoice`. */
function namedInvoice({
  world,
  merchant,
  payload,
}: HandlerInput<'createBankPayment'>): InvoiceState | undefined {
  const invoice = world.invoices.get(payload.hostedPageId)
  const isOther =
    invoice?.order !== payload.offerId && world.assumptions.is('bank-payments.other-invoice', 'offer')
  return invoice?.merchant === merchant.id && !isOther ? invoice : undefined
}

/** The linked bank that pays. */
interface Found {
  linked: NonNullable<ReturnType<typeof linkedBank>>
}

const pageRules: Rules<'createBankPayment', Found> = [
  // bank-payments.us-shoppers-only
  ({ world, linked }) => !isInTheUs(world, linked.shopper) && 'bank-payments.us-only',
  ({ world, merchant, payload: { hostedPageId } }) =>
    hostedPageId !== '' &&
    world.invoices.get(hostedPageId)?.merchant !== merchant.id &&
    world.assumptions.is('bank-payments.hosted-page-id', 'refused') &&
    'bank-payments.unknown-hosted-page',
  (call) =>
    (namedInvoice(call)?.order ?? call.payload.offerId) !== call.payload.offerId &&
    call.world.assumptions.is('bank-payments.other-invoice', 'refused') &&
    'bank-payments.other-invoice',
]

// bank-payments.accepted
export const createBankPayment: Handler<'createBankPayment'> = (call) => {
  const { world, merchant, shopper, payload } = call
  const unreceivable = firstRefusal(receiverRules, call)
  if (unreceivable !== undefined) return unreceivable
  const linked = linkedBank(world, payload.stockId)
  // bank-payments.from-a-connected-shopper-account
  if (linked === undefined || (shopper !== undefined && linked.shopper.id !== shopper.id))
    return refuse('bank-payments.unknown-shopper-account')
  const { offerId: order, cart, amount: sent, merchantStoreCurrency: currency } = payload
  const terms =
    firstRefusal(pageRules, { ...call, linked }) ??
    payable({
      ...{ world, merchant, by: 'bank', order, cart, currency },
      amount: sent,
      invoice: namedInvoice(call),
    })
  if (terms instanceof Refusal) return terms
  const native = { amount: terms.nativeAmount, currency: terms.nativeCurrency }
  const amount = exchanged(world, native, 'USD')
  if (world.assumptions.is('banks.limit', 'enforced') && compare(amount, linked.bank.limit) > 0)
    return refuse('bank-payments.above-limit', `The limit is ${linked.bank.limit}.`)

  // bank-payments.creates-transaction
  const transaction = beginTransaction(world, {
    ...terms,
    status: 'pending', // bank-payments.pending-at-first
    shopper: linked.shopper.id,
    amount,
    currency: 'USD',
    rate: '1',
    shippingAddress: storedAddress(payload.shippingAddress),
    stockId: linked.bank.stockId,
    fee: rounded(world, { ...native, amount: times(native.amount, merchant.feeRate) }),
  })
  if (world.assumptions.is('invoices.becomes-order-when', 'on-acceptance')) markPaid(world, transaction)
  scheduleBank(world, transaction)
  return { ok: true, result: transactionRecord(world, transaction) }
}
