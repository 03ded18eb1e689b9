// Wallet transactions made through the API: a receiver address, a payment URI, and what happens when a wallet pays.

import { bech32 } from '@scure/base'
import type { Handler } from '../call.ts'
import { refuse } from '../refusals.ts'
import { millisecondsPerDay } from '../time/instants.ts'
import type { Currency } from '../world/cast.ts'
import { add, compare, convert, smallestUnits } from '../world/money.ts'
import type { TransactionState } from '../world/state.ts'
import type { World } from '../world/world.ts'
import { amountRefused, hasSubscription } from './carts.ts'
import { rateOf } from './currencies.ts'
import { keptCart, keptParameters, keptPerson } from './kept.ts'
import { methodOff } from './stores.ts'
import { beginTransaction, invoiceOf, offerRefused, scheduleCrypto } from './transactions.ts'

/** An address in the form of the currency's network, with a checksum where the network has one. It belongs to nobody. */
export function receiverAddress(world: World, currency: Currency): string {
  const program = world.random.bytes(20)
  if (currency.address === 'hex') return `0x${Buffer.from(program).toString('hex')}`
  const prefix = currency.address.slice('bech32:'.length)
  return bech32.encode(prefix, [0, ...bech32.toWords(program)])
}

/** The payment URI of a currency's network, filled in. A `value` parameter counts in the coin's smallest unit. */
export function paymentUri(currency: Currency, address: string, amount: string): string {
  const counted = currency.network.includes('value=%%amount%%')
    ? smallestUnits(amount, currency.decimals)
    : amount
  const template = currency.network === '' ? '%%address%%?amount=%%amount%%' : currency.network
  return template.replace('%%address%%', address).replace('%%amount%%', counted)
}

export const createQrTransaction: Handler<'createQrTransaction'> = ({ world, merchant, body }) => {
  if (methodOff(world, merchant, 'wallet')) return refuse('payment.method-off')
  const rate = rateOf(world, body.currency)
  if (rate === undefined) return refuse('currency.unknown', `It is "${body.currency}".`)
  const coin = world.cast.currency(body.cryptoCurrency)
  if (coin === undefined || coin.isFiat || !merchant.enabledCurrencies.includes(coin.id))
    return refuse('qr.unknown-coin', `It is "${body.cryptoCurrency}".`)
  if (compare(body.amount, 0) <= 0) return refuse('qr.amount-not-positive')
  if (hasSubscription(body.cart) && world.standIns.is('subscription.other-methods', 'refused'))
    return refuse('qr.subscription-item')
  if (amountRefused(world, body.amount, body.cart)) return refuse('qr.amount-mismatch')
  if (offerRefused(world, merchant, body.orderId, 'wallet')) return refuse('qr.duplicate-order')

  const amount = convert(body.amount, rate, coin.rate, coin.decimals)
  const address = receiverAddress(world, coin)
  const ownOfferId = world.standIns.is('qr.offer-id', 'ownId') ? world.random.uuid() : null
  const transaction = beginTransaction(world, {
    kind: 'wallet',
    status: 'awaiting',
    merchant: merchant.id,
    shopper: null,
    offerId: body.orderId,
    ownOfferId,
    invoice: invoiceOf(world, merchant, body.orderId)?.uuid ?? null,
    nativeAmount: body.amount,
    nativeCurrency: body.currency,
    amount,
    currency: coin.id,
    rate: coin.rate,
    cart: keptCart(body.cart),
    customParameter: keptParameters(body.customParameter),
    customer: keptPerson(body.customerInfo),
    receiverAddress: address,
  })
  if (world.standIns.is('wallet.expiry', 'afterDays')) {
    const { days } = world.standIns.value('wallet.expiry')
    world.schedule({
      due: world.now + days * millisecondsPerDay,
      kind: 'transaction.time-out',
      ref: transaction.id,
    })
  }
  return {
    ok: true,
    result: {
      totalAmount: world.standIns.is('qr.total-amount', 'fiat') ? body.amount : amount,
      currency: world.standIns.is('qr.total-amount', 'fiat') ? body.currency : coin.id,
      crytoCurrency: coin.id,
      id: transaction.id,
      meta: {
        offerId: ownOfferId ?? body.orderId,
        receiverAddress: address,
        qrString: paymentUri(coin, address, amount),
      },
    },
  }
}

/** Whether a wallet may still pay this transaction. */
export function takesWalletPayment({ kind, status }: TransactionState): boolean {
  return kind === 'wallet' && (status === 'awaiting' || status === 'partiallyPaid')
}

/** The shopper's wallet pays an amount, in the coin: the transaction is then partially paid, or on its way to completed. */
export function payFromWallet(world: World, transaction: TransactionState, paid: string): void {
  const sum = add(transaction.received, paid)
  const enough = compare(sum, transaction.amount) >= 0
  const capped = enough && world.standIns.is('wallet.overpayment', 'capped')
  transaction.received = capped ? transaction.amount : sum
  if (enough) {
    world.transition(transaction, 'pending')
    scheduleCrypto(world, transaction)
    return
  }
  transaction.firstPartialAt ??= world.now
  transaction.lastPartialAt = world.now
  if (transaction.status === 'awaiting') world.transition(transaction, 'partiallyPaid')
  else transaction.updatedAt = world.now
}

/** An unpaid transaction ends. Stand-in `wallet.expiry`. */
export function timeOut(world: World, transaction: TransactionState): void {
  world.transition(transaction, 'timedOut')
}
