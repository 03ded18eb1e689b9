// Wallet transactions: creation with a receiver address and payment URI, and payments from a wallet. Contract: Endpoints, 2.

import { dayMs } from '../../core/durations.ts'
import { InvariantError } from '../../core/errors.ts'
import { type Currency, depositAddress, receiverAddress } from '../world/accounts.ts'
import { add, compare, convert, smallestUnits, times } from '../world/money.ts'
import type { InvoiceState, TransactionState } from '../world/state.ts'
import { transactionAllows } from '../world/transitions.ts'
import { withDecimals } from '../world/wire-values.ts'
import type { World } from '../world/world.ts'
import { amountRefused, hasSubscription, storedCart, storedCustomer, storedParameters } from './carts.ts'
import { rateOf } from './currencies.ts'
import type { Handler, Rules } from './handler-types.ts'
import { windowEnd } from './partial-payments.ts'
import { firstRefusal, refuse } from './refusals.ts'
import {
  beginTransaction,
  invoiceOf,
  invoiceRefused,
  methodOff,
  offerRefused,
  orderRefused,
  scheduleCrypto,
} from './transactions.ts'

/** The payment URI of a currency's network. A `value` parameter is in the coin's smallest unit. */
export function paymentUri(currency: Currency, address: string, amount: string): string {
  const counted = currency.network.includes('value=%%amount%%')
    ? smallestUnits(amount, currency.decimals)
    : amount
  const template = currency.network === '' ? '%%address%%?amount=%%amount%%' : currency.network
  return template.replace('%%address%%', address).replace('%%amount%%', counted)
}

interface Found {
  coin: Currency | undefined
  invoice: InvoiceState | undefined
}

const rules: Rules<'createQrTransaction', Found> = [
  ({ world, merchant }) => methodOff(world, merchant, 'wallet') && 'transactions.method-off',
  ({ world, body }) => orderRefused(world, body.orderId, body.cart),
  ({ world, body }) =>
    hasSubscription(body.cart) &&
    world.assumptions.is('qr-transactions.subscription-items', 'refused') &&
    'qr-transactions.subscription-item',
  ({ world, body: { currency } }) =>
    rateOf(world, currency) === undefined && refuse('currencies.unknown', `It is "${currency}".`),
  ({ world, merchant, coin, body: { cryptoCurrency } }) => {
    const isEnabled =
      merchant.enabledCurrencies.includes(cryptoCurrency) ||
      world.assumptions.is('qr-transactions.coins', 'all')
    if (coin !== undefined && !coin.isFiat && isEnabled) return undefined
    return refuse('qr-transactions.unknown-coin', `It is "${cryptoCurrency}".`)
  },
  ({ body }) => compare(body.amount, 0) <= 0 && 'qr-transactions.amount-not-positive',
  ({ world, body }) => amountRefused(world, body.amount, body.cart) && 'qr-transactions.amount-mismatch',
  ({ world, invoice, body }) => invoiceRefused(world, invoice, body.amount, body.currency),
  ({ world, merchant, body }) =>
    offerRefused(world, merchant, body.orderId, 'wallet') && 'qr-transactions.duplicate-order',
]

export const createQrTransaction: Handler<'createQrTransaction'> = (call) => {
  const { world, merchant, body } = call
  const coin = world.accounts.currency(body.cryptoCurrency)
  const invoice = call.invoice ?? invoiceOf(world, merchant, body.orderId)
  const refused = firstRefusal(rules, { ...call, coin, invoice })
  if (refused !== undefined) return refused
  const rate = rateOf(world, body.currency)
  if (coin === undefined || rate === undefined)
    throw new InvariantError('The rules find the coin and its rate.')

  // subscriptions.exchange-only: subscription fields are accepted and create no subscription
  const amount = convert(body.amount, rate, coin.rate, coin.decimals)
  const address = world.assumptions.is('qr-transactions.address', 'new')
    ? receiverAddress(world, coin)
    : depositAddress(merchant, 'wallet', coin)
  const ownOfferId = world.assumptions.is('qr-transactions.offer-id', 'own-id') ? world.random.uuid() : null
  // qr-transactions.created
  const transaction = beginTransaction(world, {
    kind: 'wallet',
    status: 'awaiting',
    merchant: merchant.id,
    shopper: null,
    offerId: body.orderId,
    ownOfferId,
    invoice: invoice?.uuid ?? null,
    nativeAmount: body.amount,
    nativeCurrency: body.currency,
    amount,
    currency: coin.id,
    rate: coin.rate,
    cart: storedCart(body.cart),
    customParameter: storedParameters(body.customParameter), // webhooks.qr-parameters
    customer: storedCustomer(body.customerInfo),
    receiverAddress: address,
  })
  scheduleExpiry(world, transaction)
  return { ok: true, result: walletRequest(world, transaction, coin) }
}

/** Assumption `qr-transactions.expiry`. */
function scheduleExpiry(world: World, { id }: TransactionState): void {
  if (!world.assumptions.is('qr-transactions.expiry', 'after-days')) return
  const { days } = world.assumptions.value('qr-transactions.expiry')
  world.scheduleEvent({ due: world.now + days * dayMs, kind: 'transaction.time-out', ref: id })
}

/** The payment request for a wallet. */
function walletRequest(world: World, transaction: TransactionState, coin: Currency) {
  const { id, amount, nativeAmount, nativeCurrency, ownOfferId, offerId, receiverAddress } = transaction
  const isFiat = world.assumptions.is('qr-transactions.total-amount', 'fiat')
  return {
    // qr-transactions.same-amount
    totalAmount: isFiat ? nativeAmount : withDecimals(world, amount, coin.id),
    currency: isFiat ? nativeCurrency : coin.id,
    crytoCurrency: coin.id, // qr-transactions.same-crypto-currency
    id,
    meta: {
      offerId: ownOfferId ?? offerId,
      receiverAddress,
      qrString: paymentUri(coin, receiverAddress, amount), // qr-transactions.uri-names-receiver, qr-transactions.uri-names-amount
    },
  }
}

/** True if a wallet can pay this transaction now. */
export function takesWalletPayment(transaction: TransactionState): boolean {
  return transactionAllows(transaction, 'pay-in-full')
}

/** The amount that counts as a full payment. Assumption `qr-transactions.tolerance`. */
function fullAmount({ assumptions }: World, { amount }: TransactionState): string {
  if (assumptions.is('qr-transactions.tolerance', 'none')) return amount
  const { percent } = assumptions.value('qr-transactions.tolerance')
  return times(amount, 1 - percent / 100)
}

/** A wallet pays an amount in the coin. Assumption `qr-transactions.overpayment`. */
export function payFromWallet(world: World, transaction: TransactionState, paid: string): void {
  const sum = add(transaction.received, paid)
  const enough = compare(sum, fullAmount(world, transaction)) >= 0
  const capped =
    compare(sum, transaction.amount) > 0 && world.assumptions.is('qr-transactions.overpayment', 'capped')
  transaction.received = capped ? transaction.amount : sum
  if (enough) {
    world.transition(transaction, 'pay-in-full')
    scheduleCrypto(world, transaction)
    return
  }
  transaction.firstPartialAt ??= world.now
  transaction.lastPartialAt = world.now
  world.transition(transaction, 'pay-in-part')
  if (world.assumptions.is('partial-payments.unclosed', 'times-out'))
    world.scheduleEvent({
      due: windowEnd(world, transaction) + 1,
      kind: 'transaction.lapse',
      ref: transaction.id,
    })
}
