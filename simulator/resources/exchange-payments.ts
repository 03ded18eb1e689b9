// Paying from a connected exchange: the pre-payment check, and the payment with its five stated errors. What the shopper
// holds there is in `balances.ts`.

import { type ExchangePaymentError, exchangePaymentErrors } from '../../spec/stated-errors.ts'
import type { Currency, Exchange, Merchant } from '../world/accounts.ts'
import { depositAddress } from '../world/coin-addresses.ts'
import { compare, convert } from '../world/money.ts'
import type { InvoiceState, TransactionState } from '../world/state.ts'
import type { World } from '../world/world.ts'
import { withdraw } from './balances.ts'
import { hasSubscription, storedAddress, storedCart } from './carts.ts'
import {
  type Condition,
  cryptoAmount,
  exchangeError,
  validationCode,
  validationMessage,
} from './exchange-payment-errors.ts'
import type { Handler, HandlerInput, Rules } from './handler-types.ts'
import { methodOff, paymentRefused, subscriptionIdRefused } from './order-checks.ts'
import { firstRefusal, refuse } from './refusals.ts'
import { scheduleSettlement } from './settlements.ts'
import { beginSubscriptions } from './subscriptions.ts'
import { transactionRecord } from './transaction-records.ts'
import { beginTransaction, invoiceOf, markPaid, scheduleCrypto } from './transactions.ts'

/** Assumption `authentication.shopper-merchant`. */
function isOtherMerchant({ accounts, assumptions }: World, { id }: Merchant): boolean {
  return assumptions.is('authentication.shopper-merchant', 'first') && accounts.merchants[0]?.id !== id
}

const checkRules: Rules<'validateExchangePayment'> = [
  ({ world, merchant, payload }) =>
    !world.accounts.isNamed(merchant, payload.clientId) && 'transactions.unknown-merchant',
  ({ world, merchant }) => isOtherMerchant(world, merchant) && 'exchange-payments.other-merchant',
  ({ world, payload }) =>
    payload.confirmation !== 'true' &&
    world.assumptions.is('exchange-payments.confirmation', 'refused') &&
    'exchange-payments.not-confirmed',
]

// exchange-payments.validation-accepted
export const validateExchangePayment: Handler<'validateExchangePayment'> = (call) => {
  const { world, merchant, shopper, exchange, payload } = call
  const refused = firstRefusal(checkRules, call)
  if (refused !== undefined) return refused
  const coin = world.accounts.currency(payload.assets)
  if (coin === undefined || coin.isFiat)
    return refuse('transactions.unknown-coin', `It is "${payload.assets}".`)
  const amount = Number(cryptoAmount(coin, payload.nativeAmount))
  const nativeAmount = Number(payload.nativeAmount)
  if (!Number.isFinite(amount) || !Number.isFinite(nativeAmount)) return refuse('transactions.too-large')
  const account = world.accounts.exchangeAccount(shopper, exchange)
  const saved =
    world.assumptions.is('exchange-payments.password', 'until-saved') &&
    world.passwordSaved(shopper, exchange)
  const password = account?.asksPassword === true && !saved
  const error = exchangeError(world, call, payload.assets, payload.nativeAmount, true)
  const condition = error ?? (password ? 'password-missing' : undefined)
  // exchange-payments.validation-same-object-always, exchange-payments.validation-low-balance-is-no-error
  const result = {
    receiverAddress: depositAddress(merchant, exchange.name, coin),
    receiverMemo: null,
    amount,
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
  return { ok: true, result: Object.assign(result, reported(world, exchange, condition)) }
}

/** The part of the result that says why a payment would not be accepted. Assumption `exchange-payments.validation-low-balance`. */
function reported(world: World, exchange: Exchange, condition: Condition | undefined): object {
  // exchange-payments.validation-reports-low-balance
  const low = world.assumptions.name('exchange-payments.validation-low-balance')
  const [isInCode, isInMessage] =
    condition === 'insufficient-balance' ? [low === 'code', low !== 'amount'] : [true, true]
  return {
    ...(isInMessage ? {} : { amount: 0 }),
    ...validationCode(world, exchange, isInCode ? condition : undefined),
    message: validationMessage(world, exchange, isInMessage ? condition : undefined),
  }
}

const paymentRules: Rules<'createExchangePayment'> = [
  ({ world, merchant, payload }) =>
    !world.accounts.isNamed(merchant, payload.clientId) && 'transactions.unknown-merchant',
  ({ world, merchant }) => isOtherMerchant(world, merchant) && 'exchange-payments.other-merchant',
  ({ world, merchant }) => methodOff(world, merchant, 'exchange') && 'transactions.method-off',
  (call) => {
    const { world, exchange, payload } = call
    const error = exchangeError(world, call, payload.assets, payload.nativeAmount, payload.savepassword)
    if (error === undefined) return undefined
    // exchange-payments.refused-payment-not-made
    recordFailure(call, error)
    return refuse(`exchange-payments.${error}`, '', [exchange.name])
  },
  ({ payload }) => compare(payload.nativeAmount, 0) <= 0 && 'transactions.amount-not-positive',
]

/** The first status of an accepted payment. */
function immediateStatus({ assumptions }: World, code2fa: string) {
  return !/^([0-9]{6})?$/.test(code2fa) && assumptions.is('exchange-payments.code2fa', 'six-digits')
    ? 'canceled'
    : assumptions.name('exchange-payments.immediate-status-name')
}

// exchange-payments.accepted
export const createExchangePayment: Handler<'createExchangePayment'> = (call) => {
  const { world, merchant, shopper, exchange, payload } = call
  const { nativeAmount } = payload
  const invoice = call.invoice ?? invoiceOf(world, merchant, payload.offerId)
  const refused =
    firstRefusal(paymentRules, call) ??
    paymentRefused({
      ...{ world, merchant, kind: 'exchange', invoice },
      ...{ amount: nativeAmount, currency: 'USD', payload },
    })
  if (refused !== undefined) return refused
  const coin = world.accounts.currency(payload.assets)
  if (coin === undefined) return refuse('exchange-payments.coin-not-supported')
  const begun = hasNotBegun(world, merchant, invoice) ? invoice : undefined
  if (begun !== undefined && subscriptionIdRefused(world, merchant, begun))
    return refuse('carts.subscription-id-in-use')

  // service.lookups-optional: nothing below needs an earlier lookup or check
  const amount = cryptoAmount(coin, nativeAmount)
  const status = immediateStatus(world, payload.code2fa)
  const isDeclined = status === 'canceled'
  if (!isDeclined) withdraw(world, shopper, exchange, coin, amount)
  if (payload.savepassword) world.savePassword(shopper, exchange)
  const isPaid = status === 'completed'
  const subscriptions =
    isDeclined || begun === undefined
      ? []
      : beginSubscriptions(world, { ...call, coin, invoice: begun, nativeAmount, isPaid })
  // exchange-payments.creates-transaction
  const transaction = beginTransaction(world, {
    kind: 'exchange',
    // exchange-payments.immediate-status
    status,
    errorMessage: isDeclined ? 'The exchange declined the two-factor authentication code.' : null,
    received: isPaid ? amount : '0',
    ...recordOf(call, coin, invoice),
    localAmount: localAmount(world, payload.merchantStoreCurrency, nativeAmount),
    localCurrency: payload.merchantStoreCurrency,
    shippingAddress: storedAddress(payload.shippingAddress),
    receiverAddress: depositAddress(merchant, exchange.name, coin),
    subscriptions: subscriptions.map(({ id }) => id),
  })
  continuePayment(world, transaction)
  return { ok: true, result: transactionRecord(world, transaction) }
}

function continuePayment(world: World, transaction: TransactionState): void {
  const { status } = transaction
  if (status === 'canceled') return
  if (status === 'completed' || world.assumptions.is('invoices.becomes-order-when', 'on-acceptance'))
    markPaid(world, transaction)
  if (status === 'completed') {
    world.unsettled.add(transaction)
    scheduleSettlement(world)
  } else scheduleCrypto(world, transaction)
}

/** The common part of the records of accepted and refused payments. */
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
function recordFailure(input: HandlerInput<'createExchangePayment'>, error: ExchangePaymentError): void {
  const { world, merchant, payload } = input
  const coin = world.accounts.currency(payload.assets)
  if (coin === undefined || world.assumptions.is('exchange-payments.failed-record', 'none')) return
  beginTransaction(world, {
    kind: 'exchange',
    status: 'canceled',
    ...recordOf(input, coin, input.invoice ?? invoiceOf(world, merchant, payload.offerId)),
    errorMessage: exchangePaymentErrors[error].message,
  })
}

/** True if no payment of this invoice, completed or not, has begun its subscriptions. */
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
