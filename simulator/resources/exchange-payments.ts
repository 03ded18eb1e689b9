// Paying from a connected exchange: the pre-payment check, and the payment with its five stated errors. What the shopper
// holds there is in `balances.ts`.

import { type ExchangePaymentError, exchangePaymentErrors } from '../../spec/errors.ts'
import type { Currency, Merchant } from '../world/accounts.ts'
import { depositAddress } from '../world/coin-addresses.ts'
import { compare, convert } from '../world/money.ts'
import type { InvoiceState } from '../world/state.ts'
import type { World } from '../world/world.ts'
import { withdraw } from './balances.ts'
import { amountRefused, hasSubscription, recordable, storedAddress, storedCart } from './carts.ts'
import {
  type Condition,
  cryptoAmount,
  exchangeError,
  validationCode,
  validationMessage,
} from './exchange-conditions.ts'
import type { Handler, HandlerInput } from './handler-types.ts'
import {
  invoiceRefused,
  methodOff,
  offerRefused,
  orderRefused,
  paymentRefused,
  subscriptionIdRefused,
} from './order-checks.ts'
import { refuse } from './refusals.ts'
import { beginSubscriptions } from './subscriptions.ts'
import { transactionRecord } from './transaction-records.ts'
import { beginTransaction, invoiceOf, markPaid, scheduleCrypto, scheduleSettlement } from './transactions.ts'

/** Assumption `authentication.shopper-merchant`. */
function isOtherMerchant({ accounts, assumptions }: World, { id }: Merchant): boolean {
  return assumptions.is('authentication.shopper-merchant', 'first') && accounts.merchants[0]?.id !== id
}

// exchange-payments.validation-accepted
export const validateExchangePayment: Handler<'validateExchangePayment'> = (call) => {
  const { world, merchant, shopper, exchange, payload } = call
  if (!world.accounts.isNamed(merchant, payload.clientId)) return refuse('transactions.unknown-merchant')
  if (isOtherMerchant(world, merchant)) return refuse('exchange-payments.other-merchant')
  if (payload.confirmation !== 'true' && world.assumptions.is('exchange-payments.confirmation', 'refused'))
    return refuse('exchange-payments.not-confirmed')
  const coin = world.accounts.currency(payload.assets)
  if (coin === undefined || coin.isFiat)
    return refuse('transactions.unknown-coin', `It is "${payload.assets}".`)
  const amount = Number(cryptoAmount(coin, payload.nativeAmount))
  const nativeAmount = Number(payload.nativeAmount)
  if (!Number.isFinite(amount) || !Number.isFinite(nativeAmount)) return refuse('transactions.too-large')
  const account = world.accounts.exchangeAccount(shopper, exchange)
  const asks = account?.asksPassword === true
  const saved =
    world.assumptions.is('exchange-payments.password', 'until-saved') &&
    world.passwordSaved(shopper, exchange)
  const error = exchangeError(world, call, payload.assets, payload.nativeAmount, true)
  const isLow = error === 'insufficient-balance'
  const lowBalance = world.assumptions.name('exchange-payments.validation-low-balance')
  const password = asks && !saved
  const condition: Condition | undefined = error ?? (password ? 'password-missing' : undefined)
  // exchange-payments.validation-same-object-always, exchange-payments.validation-low-balance-is-no-error
  const result = {
    receiverAddress: depositAddress(merchant, exchange.name, coin),
    receiverMemo: null,
    amount: isLow && lowBalance === 'amount' ? 0 : amount,
    currency: coin.id, // exchange-payments.validation-same-coin
    fee: Number(exchange.fee),
    password, // exchange-payments.validation-password-flag
    showWhitelistElement: account?.whitelisted === false, // exchange-payments.validation-whitelist-flag
    exchange: exchange.name, // exchange-payments.validation-same-exchange
    nativeAmount, // exchange-payments.validation-same-amount
    newRate: {
      percentRate: world.assumptions.value('exchange-payments.validation-rate-change').percentRate,
      newFiatRate: Number(coin.rate),
    },
  }
  // exchange-payments.validation-reports-low-balance
  const codes = validationCode(world, exchange, isLow && lowBalance !== 'code' ? undefined : condition)
  const message = validationMessage(world, exchange, isLow && lowBalance === 'amount' ? undefined : condition)
  return { ok: true, result: Object.assign(result, codes, { message }) }
}

// exchange-payments.accepted
export const createExchangePayment: Handler<'createExchangePayment'> = (call) => {
  const { world, merchant, shopper, exchange, payload } = call
  if (!world.accounts.isNamed(merchant, payload.clientId)) return refuse('transactions.unknown-merchant')
  if (isOtherMerchant(world, merchant)) return refuse('exchange-payments.other-merchant')
  if (methodOff(world, merchant, 'exchange')) return refuse('transactions.method-off')
  const error = exchangeError(world, call, payload.assets, payload.nativeAmount, payload.savepassword)
  const coin = world.accounts.currency(payload.assets)
  if (error !== undefined) {
    // exchange-payments.refused-payment-not-made
    recordFailure(call, coin, error)
    return refuse(`exchange-payments.${error}`, '', [exchange.name])
  }
  if (coin === undefined) return refuse('exchange-payments.coin-not-supported')
  if (compare(payload.nativeAmount, 0) <= 0) return refuse('transactions.amount-not-positive')
  const invoice = call.invoice ?? invoiceOf(world, merchant, payload.offerId)
  const refused =
    orderRefused(world, payload.offerId, payload.cart) ??
    paymentRefused(world, invoice, payload.merchantStoreCurrency)
  if (refused !== undefined) return refuse(refused)
  if (!recordable(payload.cart)) return refuse('transactions.too-large')
  if (amountRefused(world, payload.nativeAmount, payload.cart)) return refuse('transactions.amount-mismatch')
  const unpayable = invoiceRefused(world, invoice, payload.nativeAmount, 'USD')
  if (unpayable !== undefined) return refuse(unpayable)
  if (offerRefused(world, merchant, payload.offerId, 'exchange'))
    return refuse('transactions.duplicate-offer')
  const begun = hasNotBegun(world, merchant, invoice) ? invoice : undefined
  if (begun !== undefined && subscriptionIdRefused(world, merchant, begun))
    return refuse('carts.subscription-id-in-use')

  // service.lookups-optional: nothing below needs an earlier lookup or check
  const amount = cryptoAmount(coin, payload.nativeAmount)
  const isDeclined =
    !/^([0-9]{6})?$/.test(payload.code2fa) && world.assumptions.is('exchange-payments.code2fa', 'six-digits')
  const status = isDeclined ? 'canceled' : world.assumptions.name('exchange-payments.immediate-status-name')
  if (!isDeclined) withdraw(world, shopper, exchange, coin, amount)
  if (payload.savepassword) world.savePassword(shopper, exchange)
  const subscriptions =
    isDeclined || begun === undefined
      ? []
      : beginSubscriptions(world, {
          ...{ ...call, coin, invoice: begun },
          ...{ nativeAmount: payload.nativeAmount, isPaid: status === 'completed' },
        })
  // exchange-payments.creates-transaction
  const transaction = beginTransaction(world, {
    kind: 'exchange',
    // exchange-payments.immediate-status
    status,
    errorMessage: isDeclined ? 'The exchange declined the two-factor authentication code.' : null,
    received: status === 'completed' ? amount : '0',
    ...recordOf(call, coin, invoice),
    localAmount: localAmount(world, payload.merchantStoreCurrency, payload.nativeAmount),
    localCurrency: payload.merchantStoreCurrency,
    shippingAddress: storedAddress(payload.shippingAddress),
    receiverAddress: depositAddress(merchant, exchange.name, coin),
    subscriptions: subscriptions.map(({ id }) => id),
  })
  if (status === 'canceled') return { ok: true, result: transactionRecord(world, transaction) }
  if (status === 'completed' || world.assumptions.is('invoices.becomes-order-when', 'on-acceptance'))
    markPaid(world, transaction)
  if (status === 'completed') {
    world.unsettled.add(transaction)
    scheduleSettlement(world)
  } else scheduleCrypto(world, transaction)
  return { ok: true, result: transactionRecord(world, transaction) }
}

/** What the records of accepted and refused payments have in common. */
function recordOf(
  { merchant, shopper, exchange, payload }: HandlerInput<'createExchangePayment'>,
  coin: Currency,
  invoice: InvoiceState | undefined,
) {
  return {
    merchant: merchant.id,
    shopper: shopper.id,
    offerId: payload.offerId,
    invoice: invoice?.uuid ?? null,
    nativeAmount: payload.nativeAmount,
    nativeCurrency: 'USD',
    amount: cryptoAmount(coin, payload.nativeAmount),
    currency: coin.id, // exchange-payments.same-coin
    rate: coin.rate,
    cart: storedCart(payload.cart),
    customParameter: invoice?.customParameter ?? null, // webhooks.invoice-parameters
    customer: invoice?.customer ?? null,
    exchange: exchange.name,
  }
}

/** Records a refused payment as assumption `exchange-payments.failed-record` says. */
function recordFailure(
  input: HandlerInput<'createExchangePayment'>,
  coin: Currency | undefined,
  error: ExchangePaymentError,
): void {
  const { world, merchant, payload } = input
  if (coin === undefined || world.assumptions.is('exchange-payments.failed-record', 'none')) return
  beginTransaction(world, {
    kind: 'exchange',
    status: 'canceled',
    ...recordOf(input, coin, input.invoice ?? invoiceOf(world, merchant, payload.offerId)),
    errorMessage: exchangePaymentErrors[error].message,
  })
}

/** Whether no payment of this invoice, completed or not, has begun its subscriptions. */
function hasNotBegun(world: World, merchant: Merchant, paid: InvoiceState | undefined): boolean {
  if (paid === undefined || paid.paidBy !== null || !hasSubscription(paid.cart)) return false
  return world.transactions
    .group(merchant, paid.order)
    .every(({ invoice, subscriptions }) => invoice !== paid.uuid || subscriptions.length === 0)
}

/** A sum in US dollars in the merchant's store currency, where the world knows its rate. */
export function localAmount(world: World, currencyId: string, nativeAmount: string): string {
  const currency = world.accounts.currency(currencyId)
  return currency === undefined ? nativeAmount : convert(nativeAmount, 1, currency.rate, 2)
}
