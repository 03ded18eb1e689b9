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
import { compare, exchanged, inCoin, type Money, times } from '../world/money.ts'
import type { TransactionState } from '../world/state.ts'
import type { World } from '../world/world.ts'
import { covers, withdraw } from './balances.ts'
import { storedAddress } from './carts.ts'
import type { Handler, HandlerInput, Rules } from './handler-types.ts'
import { type Attempt, carriedSubscriptions, payable, subscriptionIdRefused, termsOf } from './payability.ts'
import { firstRefusal, Refusal, refuse } from './refusals.ts'
import { scheduleSettlement } from './settlements.ts'
import { beginSubscriptions } from './subscriptions.ts'
import { transactionRecord } from './transaction-records.ts'
import { beginTransaction, markPaid, scheduleCrypto } from './transactions.ts'

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
  const dollars = {
    amount: exchanged(world, { amount: payload.nativeAmount, currency: 'USD' }, 'USD'),
    currency: 'USD',
  }
  const amount = Number(inCoin(world, dollars, coin))
  const nativeAmount = Number(payload.nativeAmount)
  if (!Number.isFinite(amount) || !Number.isFinite(nativeAmount)) return refuse('transactions.too-large')
  const account = world.accounts.exchangeAccount(shopper, exchange)
  const saved =
    world.assumptions.is('exchange-payments.password', 'until-saved') &&
    world.passwordSaved(shopper, exchange)
  const password = account?.asksPassword === true && !saved
  // exchange-payments.validation-takes-nothing: nothing below changes the world
  const error = exchangeError(world, call, payload.assets, dollars, true)
  const condition = error ?? (password ? 'password-missing' : undefined)
  const { percentRate } = world.assumptions.value('exchange-payments.validation-rate-change')
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
    newRate: { percentRate, newFiatRate: Number(times(coin.rate, times(100 + percentRate, '0.01'))) },
  }
  return { ok: true, result: Object.assign(result, reported(world, exchange, condition)) }
}

/** The part of the result that says why a payment would not be accepted. Assumption `exchange-payments.validation-low-balance`. */
function reported(world: World, exchange: Exchange, condition: Condition | undefined): object {
  // exchange-payments.validation-reports-low-balance
  if (world.assumptions.is('exchange-payments.validation-codes', 'none'))
    return condition === 'insufficient-balance' ? { amount: 0 } : {}
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
  (call) => {
    const { world, exchange, payload } = call
    const { nativeAmount: amount, nativeCurrency: currency } = termsOf(attemptOf(call))
    const error = exchangeError(world, call, payload.assets, { amount, currency }, payload.savepassword)
    if (error === undefined) return undefined
    // exchange-payments.refused-payment-not-made
    recordFailure(call, error)
    return refuse(`exchange-payments.${error}`, '', [exchange.name])
  },
]

function attemptOf({ world, merchant, invoice, payload }: HandlerInput<'createExchangePayment'>): Attempt {
  const { offerId: order, cart, nativeAmount: amount, merchantStoreCurrency: currency } = payload
  return { world, merchant, by: 'exchange', order, invoice, cart, amount, currency }
}

/** The first status of an accepted payment. */
function immediateStatus({ assumptions }: World, code2fa: string) {
  return !/^([0-9]{6})?$/.test(code2fa) && assumptions.is('exchange-payments.code2fa', 'six-digits')
    ? 'canceled'
    : assumptions.name('exchange-payments.immediate-status-name')
}

// exchange-payments.accepted
export const createExchangePayment: Handler<'createExchangePayment'> = (call) => {
  const { world, shopper, exchange, payload } = call
  const terms = firstRefusal(paymentRules, call) ?? payable(attemptOf(call))
  if (terms instanceof Refusal) return terms
  const coin = world.accounts.currency(payload.assets)
  if (coin === undefined) return refuse('exchange-payments.coin-not-supported')
  const invoice = world.invoices.get(terms.invoice ?? '')
  const carried = carriedSubscriptions(world, invoice)
  if (carried === undefined && invoice !== undefined && subscriptionIdRefused(world, call.merchant, invoice))
    return refuse('carts.subscription-id-in-use')

  // service.lookups-optional: nothing below needs an earlier lookup or check
  const paid = paidThere(call, coin, terms)
  const status = immediateStatus(world, payload.code2fa)
  const isDeclined = status === 'canceled'
  if (!isDeclined) withdraw(world, shopper, exchange, coin, paid.amount)
  if (payload.savepassword) world.savePassword(shopper, exchange)
  const isPaid = status === 'completed'
  const subscriptions =
    isDeclined || invoice === undefined
      ? []
      : (carried ?? beginSubscriptions(world, { ...call, coin, invoice, isPaid }).map(({ id }) => id))
  // exchange-payments.creates-transaction
  const transaction = beginTransaction(world, {
    ...terms,
    ...paid,
    // exchange-payments.immediate-status
    status,
    errorMessage: isDeclined ? 'The exchange declined the two-factor authentication code.' : null,
    received: isPaid ? paid.amount : '0',
    shippingAddress: storedAddress(payload.shippingAddress),
    receiverAddress: depositAddress(call.merchant, exchange.name, coin),
    subscriptions,
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

/** The part of a payment that happens at the exchange. */
function paidThere(
  { world, shopper, exchange }: HandlerInput<'createExchangePayment'>,
  coin: Currency,
  { nativeAmount: amount, nativeCurrency: currency }: ReturnType<typeof termsOf>,
) {
  return {
    shopper: shopper.id,
    exchange: exchange.name,
    amount: inCoin(world, { amount, currency }, coin),
    currency: coin.id, // exchange-payments.same-coin
    rate: coin.rate,
  }
}

/** Records a refused payment as assumption `exchange-payments.failed-record` says. */
function recordFailure(call: HandlerInput<'createExchangePayment'>, error: ExchangePaymentError): void {
  const { world, payload } = call
  const coin = world.accounts.currency(payload.assets)
  if (coin === undefined || world.assumptions.is('exchange-payments.failed-record', 'none')) return
  // No transaction has a negative amount, so that its snapshot can be restored.
  if (compare(payload.nativeAmount, 0) < 0) return
  const terms = termsOf(attemptOf(call))
  beginTransaction(world, {
    ...terms,
    ...paidThere(call, coin, terms),
    status: 'canceled',
    errorMessage: exchangePaymentErrors[error].message,
  })
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
  money: Money,
  savesPassword: boolean,
): ExchangePaymentError | undefined {
  const account = world.accounts.exchangeAccount(call.shopper, call.exchange)
  const coin = usableCoin(world, call, coinId)
  const dollars = exchanged(world, money, 'USD')
  const holds: Record<ExchangePaymentError, boolean> = {
    // exchange-payments.error-authentication-failed-418
    'authentication-failed':
      account === undefined || account.linkExpired || (!savesPassword && lacksPassword(world, call)),
    // exchange-payments.error-coin-not-supported-421
    'coin-not-supported': coin === undefined,
    // exchange-payments.error-below-minimum-422
    'below-minimum':
      compare(dollars, account?.minimum ?? call.exchange.minimum) < 0 &&
      !(compare(dollars, 0) === 0 && world.assumptions.is('transactions.zero-amount', 'free-first-period')),
    // exchange-payments.error-whitelist-pending-420
    'address-not-whitelisted': account?.whitelisted === false,
    // exchange-payments.error-insufficient-balance-419
    'insufficient-balance':
      coin !== undefined && !covers(world, call.shopper, call.exchange, coin, inCoin(world, money, coin)),
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
