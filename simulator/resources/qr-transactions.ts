// Wallet transactions: creation with a receiver address and payment URI, and payments from a wallet. Contract: Endpoints, 2.

import { msPerDay } from '../time/instants.ts'
import type { Currency } from '../world/accounts.ts'
import { depositAddress, receiverAddress } from '../world/coin-addresses.ts'
import { withDecimals } from '../world/crypto-amounts.ts'
import { add, compare, convert, smallestUnits, times } from '../world/money.ts'
import type { TransactionState } from '../world/state.ts'
import { transactionAllows } from '../world/transitions.ts'
import type { World } from '../world/world.ts'
import { amountRefused, hasSubscription, storedCart, storedCustomer, storedParameters } from './carts.ts'
import { rateOf } from './currencies.ts'
import type { Handler } from './handler-types.ts'
import { invoiceRefused, methodOff, offerRefused, orderRefused } from './order-checks.ts'
import { windowEnd } from './partial-payments.ts'
import { refuse } from './refusals.ts'
import { beginTransaction, invoiceOf, scheduleCrypto } from './transactions.ts'

/** The payment URI of a currency's network. A `value` parameter is in the coin's smallest unit. */
export function paymentUri(currency: Currency, address: string, amount: string): string {
  const counted = currency.network.includes('value=%%amount%%')
    ? smallestUnits(amount, currency.decimals)
    : amount
  const template = currency.network === '' ? '%%address%%?amount=%%amount%%' : currency.network
  return template.replace('%%address%%', address).replace('%%amount%%', counted)
}

export const createQrTransaction: Handler<'createQrTransaction'> = ({ world, merchant, body, ...call }) => {
  if (methodOff(world, merchant, 'wallet')) return refuse('transactions.method-off')
  const refused = orderRefused(world, body.orderId, body.cart)
  if (refused !== undefined) return refuse(refused)
  if (hasSubscription(body.cart) && world.assumptions.is('qr-transactions.subscription-items', 'refused'))
    return refuse('qr-transactions.subscription-item')
  const rate = rateOf(world, body.currency)
  if (rate === undefined) return refuse('currencies.unknown', `It is "${body.currency}".`)
  const coin = world.accounts.currency(body.cryptoCurrency)
  const isUsable =
    merchant.enabledCurrencies.includes(body.cryptoCurrency) ||
    world.assumptions.is('qr-transactions.coins', 'all')
  if (coin === undefined || coin.isFiat || !isUsable)
    return refuse('qr-transactions.unknown-coin', `It is "${body.cryptoCurrency}".`)
  if (compare(body.amount, 0) <= 0) return refuse('qr-transactions.amount-not-positive')
  if (amountRefused(world, body.amount, body.cart)) return refuse('qr-transactions.amount-mismatch')
  const invoice = call.invoice ?? invoiceOf(world, merchant, body.orderId)
  const unpayable = invoiceRefused(world, invoice, body.amount, body.currency)
  if (unpayable !== undefined) return refuse(unpayable)
  if (offerRefused(world, merchant, body.orderId, 'wallet')) return refuse('qr-transactions.duplicate-order')

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
  if (world.assumptions.is('qr-transactions.expiry', 'after-days')) {
    const { days } = world.assumptions.value('qr-transactions.expiry')
    world.scheduleEvent({
      due: world.now + days * msPerDay,
      kind: 'transaction.time-out',
      ref: transaction.id,
    })
  }
  return {
    ok: true,
    result: {
      // qr-transactions.same-amount
      totalAmount: world.assumptions.is('qr-transactions.total-amount', 'fiat')
        ? body.amount
        : withDecimals(world, amount, coin.id),
      currency: world.assumptions.is('qr-transactions.total-amount', 'fiat') ? body.currency : coin.id,
      crytoCurrency: coin.id, // qr-transactions.same-crypto-currency
      id: transaction.id,
      meta: {
        offerId: ownOfferId ?? body.orderId,
        receiverAddress: address,
        qrString: paymentUri(coin, address, amount), // qr-transactions.uri-names-receiver, qr-transactions.uri-names-amount
      },
    },
  }
}

/** Whether a wallet can pay this transaction now. */
export function takesWalletPayment(transaction: TransactionState): boolean {
  return transactionAllows(transaction, 'pay-in-full')
}

/** What counts as a full payment. Assumption `qr-transactions.tolerance`. */
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
