// Paying from a connected exchange: the pre-payment check, and the payment with its five stated errors. What the shopper
// holds there is in `balances.ts`.

import { type ExchangePaymentError, exchangePaymentErrors } from '../../spec/stated-errors.ts'
import {
  type Currency,
  depositAddress,
  type Exchange,
  type Merchant,
  type Shopper,
} from '../world/accounts.ts'
import { compare, convert } from '../world/money.ts'
import type { InvoiceState, TransactionState } from '../world/state.ts'
import type { World } from '../world/world.ts'
import { covers, withdraw } from './balances.ts'
import { hasSubscription, storedAddress, storedCart } from './carts.ts'
import type { Handler, HandlerInput, Rules } from './handler-types.ts'
import { firstRefusal, refuse } from './refusals.ts'
import { scheduleSettlement } from './settlements.ts'
import { beginSubscriptions } from './subscriptions.ts'
import { transactionRecord } from './transaction-records.ts'
import {
  beginTransaction,
  invoiceOf,
  markPaid,
  methodOff,
  paymentRefused,
  scheduleCrypto,
  subscriptionIdRefused,
} from './transactions.ts'

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
  // exchange-payments.validation-takes-nothing: nothing below changes the world
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
  // No transaction has a negative amount, so that its snapshot can be restored.
  if (compare(payload.nativeAmount, 0) < 0) return
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

/** A finding of the pre-payment check: an error that a payment returns, or the missing password. */
type Condition = ExchangePaymentError | 'password-missing'

/** The coin, if it can be used from this account to pay this merchant. */
function usableCoin(
  world: World,
  call: { merchant: Merchant; shopper: Shopper; exchange: Exchange },
  id: string,
) {
  const coin = world.accounts.currency(id)
  const account = world.accounts.exchangeAccount(call.shopper, call.exchange)
  if (coin === undefined || coin.isFiat || account === undefined) return undefined
  if (account.unsupportedCoins.includes(id) || !call.exchange.coins.includes(id)) return undefined
  return call.merchant.enabledCurrencies.includes(id) ? coin : undefined
}

/** The first of the five stated errors that applies, in the order of assumption `exchange-payments.error-precedence`. */
function exchangeError(
  world: World,
  call: { merchant: Merchant; shopper: Shopper; exchange: Exchange },
  coinId: string,
  nativeAmount: string,
  savesPassword: boolean,
): ExchangePaymentError | undefined {
  const account = world.accounts.exchangeAccount(call.shopper, call.exchange)
  const coin = usableCoin(world, call, coinId)
  const holds: Record<ExchangePaymentError, boolean> = {
    // exchange-payments.error-authentication-failed-418
    'authentication-failed':
      account === undefined || account.linkExpired || (!savesPassword && lacksPassword(world, call)),
    // exchange-payments.error-coin-not-supported-421
    'coin-not-supported': coin === undefined,
    // exchange-payments.error-below-minimum-422
    'below-minimum': compare(nativeAmount, account?.minimum ?? call.exchange.minimum) < 0,
    // exchange-payments.error-whitelist-pending-420
    'address-not-whitelisted': account?.whitelisted === false,
    // exchange-payments.error-insufficient-balance-419
    'insufficient-balance':
      coin !== undefined &&
      !covers(world, call.shopper, call.exchange, coin, cryptoAmount(coin, nativeAmount)),
  }
  const names = Object.keys(holds) as ExchangePaymentError[]
  const codes: readonly number[] = world.assumptions.value('exchange-payments.error-precedence')
  return names
    .filter((name) => holds[name])
    .sort(
      (a, b) => codes.indexOf(exchangePaymentErrors[a].code) - codes.indexOf(exchangePaymentErrors[b].code),
    )[0]
}

/** True if assumption `exchange-payments.authentication-cause` refuses a payment for the password that it lacks. */
function lacksPassword(
  world: World,
  { shopper, exchange }: { shopper: Shopper; exchange: Exchange },
): boolean {
  return (
    world.assumptions.is('exchange-payments.authentication-cause', 'link-or-password') &&
    world.accounts.exchangeAccount(shopper, exchange)?.asksPassword === true &&
    !world.passwordSaved(shopper, exchange)
  )
}

/** A sum in US dollars as an amount of a coin, rounded up to the coin's decimals. */
export function cryptoAmount(coin: Currency, nativeAmount: string | number): string {
  return convert(nativeAmount, 1, coin.rate, coin.decimals)
}

/** The code of a condition. Assumption `exchange-payments.validation-codes`. */
function validationCode(
  { accounts, assumptions }: World,
  exchange: Exchange,
  condition: Condition | undefined,
): object {
  const ok = condition === undefined ? 200 : 417
  const code =
    condition === undefined || condition === 'password-missing' ? ok : exchangePaymentErrors[condition].code
  if (assumptions.is('exchange-payments.validation-codes', 'nested')) return { status: { code } }
  if (assumptions.is('exchange-payments.validation-codes', 'field')) return { code }
  return { code: 1000 * (accounts.exchanges.indexOf(exchange) + 1) + code }
}

/** The message of a condition. Assumption `exchange-payments.validation-messages`. */
function validationMessage(
  { assumptions }: World,
  { name }: Exchange,
  condition: Condition | undefined,
): string {
  const isFirst = assumptions.is('exchange-payments.validation-messages', 'exchange-first')
  if (condition === undefined) return isFirst ? `${name}: OK` : ''
  const text =
    condition === 'password-missing'
      ? 'The exchange password is missing.'
      : exchangePaymentErrors[condition].message
  if (condition === 'below-minimum') return `${isFirst ? `${name}: ` : ''}${text}${name}`
  return isFirst ? `${name}: ${text}` : `${text} (${name})`
}
