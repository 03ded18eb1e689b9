// Wallet transactions: creation with a receiver address and payment URI, and payments from a wallet. Contract: Endpoints, 2.

import { dayMs } from '../../core/durations.ts'
import { type Currency, depositAddress, receiverAddress } from '../world/accounts.ts'
import { add, coinText, compare, inCoin, smallestUnits, times } from '../world/money.ts'
import type { TransactionState } from '../world/state.ts'
import { transactionAllows } from '../world/transitions.ts'
import type { World } from '../world/world.ts'
import { storedCustomer, storedParameters } from './carts.ts'
import type { Handler } from './handler-types.ts'
import { windowEnd } from './partial-payments.ts'
import { payable } from './payability.ts'
import { Refusal, refuse } from './refusals.ts'
import { beginTransaction, scheduleCrypto } from './transactions.ts'

/** The payment URI of a currency's network. A `value` parameter is in the coin's smallest unit. */
export function paymentUri(currency: Currency, address: string, amount: string): string {
  const counted = currency.network.includes('value=%%amount%%') ? smallestUnits(amount, currency) : amount
  const template = currency.network === '' ? '%%address%%?amount=%%amount%%' : currency.network
  return template.replace('%%address%%', address).replace('%%amount%%', counted)
}

export const createQrTransaction: Handler<'createQrTransaction'> = ({ world, merchant, invoice, body }) => {
  const coin = world.accounts.currency(body.cryptoCurrency)
  const isEnabled =
    merchant.enabledCurrencies.includes(body.cryptoCurrency) ||
    world.assumptions.is('qr-transactions.coins', 'all')
  if (coin === undefined || coin.isFiat || !isEnabled)
    return refuse('qr-transactions.unknown-coin', `It is "${body.cryptoCurrency}".`)
  const { amount, currency, orderId: order, cart } = body
  const terms = payable({
    ...{ world, merchant, by: 'wallet', order, invoice, cart, amount, currency },
    customParameter: storedParameters(body.customParameter),
    customer: storedCustomer(body.customerInfo),
  })
  if (terms instanceof Refusal) return terms

  // subscriptions.exchange-only: subscription fields are accepted and create no subscription
  const address = world.assumptions.is('qr-transactions.address', 'new')
    ? receiverAddress(world, coin)
    : depositAddress(merchant, 'wallet', coin)
  const ownOfferId = world.assumptions.is('qr-transactions.offer-id', 'own-id') ? world.random.uuid() : null
  // qr-transactions.created
  const transaction = beginTransaction(world, {
    ...terms,
    status: 'awaiting',
    shopper: null,
    ownOfferId,
    amount: inCoin(world, { amount: terms.nativeAmount, currency }, coin),
    currency: coin.id,
    rate: coin.rate,
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
  const isOfRequest = isFiat || world.assumptions.is('qr-transactions.currency', 'request')
  return {
    totalAmount: isFiat ? nativeAmount : coinText(world, amount, coin.id),
    currency: isOfRequest ? nativeCurrency : coin.id,
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
