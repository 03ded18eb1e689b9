// Paying from a connected exchange: the pre-payment check, and the payment with its five stated errors. What the shopper
// holds there is in `balances.ts`.

import { type ExchangePaymentError, exchangePaymentErrors } from '../../spec/errors.ts'
import type { Handler } from '../call.ts'
import { refuse } from '../refusals.ts'
import type { Currency, Exchange, Merchant, Shopper } from '../world/cast.ts'
import { compare, convert } from '../world/money.ts'
import type { InvoiceState } from '../world/state.ts'
import type { World } from '../world/world.ts'
import { covers, withdraw } from './balances.ts'
import { amountRefused, hasSubscription, recordable } from './carts.ts'
import { keptAddress, keptCart } from './kept.ts'
import { methodOff } from './stores.ts'
import { beginSubscriptions } from './subscriptions.ts'
import { derivedUuid, transactionRecord } from './transaction-records.ts'
import { beginTransaction, invoiceOf, markPaid, offerRefused, scheduleCrypto } from './transactions.ts'

/** The coin, if it can be used from this account to pay this merchant. */
function usableCoin(
  world: World,
  call: { merchant: Merchant; shopper: Shopper; exchange: Exchange },
  id: string,
) {
  const coin = world.cast.currency(id)
  const account = world.cast.exchangeAccount(call.shopper, call.exchange)
  if (coin === undefined || coin.isFiat || account === undefined) return undefined
  if (account.unsupportedCoins.includes(id) || !call.exchange.coins.includes(id)) return undefined
  return call.merchant.enabledCurrencies.includes(id) ? coin : undefined
}

/** The first of the five stated errors that holds, in the order of stand-in `exchange-errors.precedence`. */
export function exchangeError(
  world: World,
  call: { merchant: Merchant; shopper: Shopper; exchange: Exchange },
  coinId: string,
  nativeAmount: string,
): ExchangePaymentError | undefined {
  const account = world.cast.exchangeAccount(call.shopper, call.exchange)
  const coin = usableCoin(world, call, coinId)
  const holds: Record<ExchangePaymentError, boolean> = {
    authenticationFailed: account === undefined || account.linkExpired,
    coinNotSupported: coin === undefined,
    belowMinimum: compare(nativeAmount, account?.minimum ?? call.exchange.minimum) < 0,
    addressNotWhitelisted: account?.whitelisted === false,
    insufficientBalance:
      coin !== undefined &&
      !covers(world, call.shopper, call.exchange, coin, cryptoAmount(coin, nativeAmount)),
  }
  const names = Object.keys(holds) as ExchangePaymentError[]
  const codes: readonly number[] = world.standIns.value('exchange-errors.precedence')
  return names
    .filter((name) => holds[name])
    .sort(
      (a, b) => codes.indexOf(exchangePaymentErrors[a].code) - codes.indexOf(exchangePaymentErrors[b].code),
    )[0]
}

/** What a sum in US dollars is in a coin, rounded up to the coin's decimals. */
export function cryptoAmount(coin: Currency, nativeAmount: string | number): string {
  return convert(nativeAmount, 1, coin.rate, coin.decimals)
}

export const validateExchangePayment: Handler<'validateExchangePayment'> = (call) => {
  const { world, merchant, shopper, exchange, plain } = call
  if (plain.clientId !== merchant.id) return refuse('payment.unknown-merchant')
  const coin = world.cast.currency(plain.assets)
  if (coin === undefined || coin.isFiat) return refuse('payment.unknown-coin', `It is "${plain.assets}".`)
  const amount = Number(cryptoAmount(coin, plain.nativeAmount))
  const nativeAmount = Number(plain.nativeAmount)
  if (!Number.isFinite(amount) || !Number.isFinite(nativeAmount)) return refuse('payment.too-large')
  const account = world.cast.exchangeAccount(shopper, exchange)
  const asks = account?.asksPassword === true
  const saved = world.standIns.is('exchange.password', 'untilSaved') && world.passwordSaved(shopper, exchange)
  const result = {
    receiverAddress: depositAddress(merchant, exchange, coin),
    receiverMemo: null,
    amount,
    currency: coin.id,
    fee: Number(exchange.fee),
    password: asks && !saved,
    showWhitelistElement: account?.whitelisted === false,
    exchange: exchange.name,
    nativeAmount,
    newRate: {
      percentRate: world.standIns.value('validation.rate-change').percentRate,
      newFiatRate: Number(coin.rate),
    },
  }
  if (world.standIns.is('validation.codes', 'none')) return { ok: true, result }
  return { ok: true, result: Object.assign(result, { code: result.showWhitelistElement ? 420 : 200 }) }
}

// The same merchant is always paid at the same address of an exchange: that is what a whitelist can hold.
function depositAddress(merchant: Merchant, exchange: Exchange, coin: Currency): string {
  return `0x${derivedUuid(`${merchant.id} ${exchange.name} ${coin.id}`).replaceAll('-', '')}`
}

export const createExchangePayment: Handler<'createExchangePayment'> = (call) => {
  const { world, merchant, shopper, exchange, plain } = call
  if (plain.clientId !== merchant.id) return refuse('payment.unknown-merchant')
  if (methodOff(world, merchant, 'exchange')) return refuse('payment.method-off')
  const error = exchangeError(world, call, plain.assets, plain.nativeAmount)
  if (error !== undefined) return refuse(`exchange.${error}`, '', [exchange.name])
  const coin = world.cast.currency(plain.assets)
  if (coin === undefined) return refuse('exchange.coinNotSupported')
  if (compare(plain.nativeAmount, 0) <= 0) return refuse('payment.amount-not-positive')
  if (!recordable(plain.cart)) return refuse('payment.too-large')
  if (amountRefused(world, plain.nativeAmount, plain.cart)) return refuse('payment.amount-mismatch')
  if (offerRefused(world, merchant, plain.offerId, 'exchange')) return refuse('payment.duplicate-offer')

  const invoice = invoiceOf(world, merchant, plain.offerId)
  const amount = cryptoAmount(coin, plain.nativeAmount)
  withdraw(world, shopper, exchange, coin, amount)
  if (plain.savepassword) world.savePassword(shopper, exchange)
  const subscriptions =
    invoice === undefined || invoice.paidBy !== null || hasBegun(world, merchant, invoice)
      ? []
      : beginSubscriptions(world, { merchant, shopper, exchange, coin, invoice })
  const transaction = beginTransaction(world, {
    kind: 'exchange',
    status: world.standIns.name('exchange.immediate-status'),
    merchant: merchant.id,
    shopper: shopper.id,
    offerId: plain.offerId,
    invoice: invoice?.uuid ?? null,
    nativeAmount: plain.nativeAmount,
    nativeCurrency: 'USD',
    amount,
    currency: coin.id,
    rate: coin.rate,
    localAmount: localAmount(world, plain.merchantStoreCurrency, plain.nativeAmount),
    localCurrency: plain.merchantStoreCurrency,
    cart: keptCart(plain.cart),
    shippingAddress: keptAddress(plain.shippingAddress),
    customParameter: invoice?.customParameter ?? null,
    customer: invoice?.customer ?? null,
    exchange: exchange.name,
    receiverAddress: depositAddress(merchant, exchange, coin),
    subscriptions: subscriptions.map(({ id }) => id),
  })
  if (world.standIns.is('invoice.becomes-order', 'onAcceptance')) markPaid(world, transaction)
  scheduleCrypto(world, transaction)
  return { ok: true, result: transactionRecord(world, transaction) }
}

/** Whether a payment of this invoice, which need not have completed yet, has begun its subscriptions already. */
function hasBegun(world: World, merchant: Merchant, { uuid, order, cart }: InvoiceState): boolean {
  if (!hasSubscription(cart)) return false
  return world.transactions
    .group(merchant, order)
    .some(({ invoice, subscriptions }) => invoice === uuid && subscriptions.length > 0)
}

/** A sum in US dollars in the merchant's store currency, where the world knows its rate. */
export function localAmount(world: World, currencyId: string, nativeAmount: string): string {
  const currency = world.cast.currency(currencyId)
  return currency === undefined ? nativeAmount : convert(nativeAmount, 1, currency.rate, 2)
}
