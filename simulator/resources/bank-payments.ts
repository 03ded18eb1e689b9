// Paying from a linked bank account (ACH), and the list of those accounts.

import type { Shopper } from '../world/accounts.ts'
import { compare, convert, plainText, toScale } from '../world/money.ts'
import type { World } from '../world/world.ts'
import { amountRefused, recordable, storedAddress, storedCart } from './carts.ts'
import { localAmount } from './exchange-payments.ts'
import type { Handler } from './handler-types.ts'
import {
  invoiceRefused,
  isExchangeOnly,
  methodOff,
  offerRefused,
  orderRefused,
  paymentRefused,
} from './order-checks.ts'
import { refuse } from './refusals.ts'
import { transactionRecord } from './transaction-records.ts'
import { bankFee, beginTransaction, invoiceOf, markPaid, scheduleBank } from './transactions.ts'

/** Whether a shopper can pay by bank. Assumption `bank-payments.us-shopper`. */
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

// bank-payments.accepted
export const createBankPayment: Handler<'createBankPayment'> = ({ world, merchant, shopper, payload }) => {
  if (!world.accounts.isNamed(merchant, payload.clientId)) return refuse('transactions.unknown-merchant')
  // bank-payments.merchant-verified
  if (!merchant.verified || merchant.bankAccount === null)
    return refuse('bank-payments.merchant-not-verified')
  // bank-payments.to-a-linked-merchant-account
  if (payload.accountId !== merchant.bankAccount.id) return refuse('bank-payments.unknown-merchant-account')
  const linked = linkedBank(world, payload.stockId)
  // bank-payments.from-a-connected-shopper-account
  if (linked === undefined || (shopper !== undefined && linked.shopper.id !== shopper.id))
    return refuse('bank-payments.unknown-shopper-account')
  // bank-payments.us-shoppers-only
  if (!isInTheUs(world, linked.shopper)) return refuse('bank-payments.us-only')
  const named = world.invoices.get(payload.hostedPageId)
  const invoice = named?.merchant === merchant.id ? named : invoiceOf(world, merchant, payload.offerId)
  const isUnknownPage = payload.hostedPageId !== '' && named?.merchant !== merchant.id
  if (isUnknownPage && world.assumptions.is('bank-payments.hosted-page-id', 'refused'))
    return refuse('bank-payments.unknown-hosted-page')
  if (invoice !== undefined && isExchangeOnly(world, invoice))
    return refuse('bank-payments.subscription-item')
  if (methodOff(world, merchant, 'bank')) return refuse('transactions.method-off')
  // The record has two decimals.
  const sent = plainText(toScale(payload.amount, 2, world.assumptions.name('settlements.fee-rounding')))
  if (compare(sent, payload.amount) !== 0 && world.assumptions.is('bank-payments.fractions', 'refused'))
    return refuse('bank-payments.fraction')
  if (compare(sent, 0) <= 0) return refuse('transactions.amount-not-positive')
  const { limit } = linked.bank
  if (world.assumptions.is('banks.limit', 'enforced') && compare(sent, limit) > 0)
    return refuse('bank-payments.above-limit', `The limit is ${limit}.`)
  const refused =
    orderRefused(world, payload.offerId, payload.cart) ??
    paymentRefused(world, invoice, payload.merchantStoreCurrency)
  if (refused !== undefined) return refuse(refused)
  if (!recordable(payload.cart)) return refuse('transactions.too-large')
  if (amountRefused(world, sent, payload.cart)) return refuse('transactions.amount-mismatch')
  const storeCurrency = world.accounts.currency(payload.merchantStoreCurrency)
  const native =
    storeCurrency !== undefined && world.assumptions.is('bank-payments.native-amount', 'store-currency')
      ? storeCurrency
      : { id: 'USD', rate: '1' }
  const unpayable = invoiceRefused(world, invoice, sent, native.id)
  if (unpayable !== undefined) return refuse(unpayable)
  if (offerRefused(world, merchant, payload.offerId, 'bank')) return refuse('transactions.duplicate-offer')

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
