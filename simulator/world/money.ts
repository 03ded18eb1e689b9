// Money: exact arithmetic on decimal text, and the one place that rounds. An amount of fiat has the decimals of its currency, rounded
// half up unless assumption `settlements.fee-rounding` is another; an amount converted to a coin is rounded up, so that it covers the sum.

import { Decimal } from '../../core/decimal.ts'
import type { Accounts, Currency } from './accounts.ts'
import type { Assumptions } from './assumptions.ts'
import type { TransactionState } from './state.ts'

/** An amount: decimal text, or a number that arrived as JSON. */
export type Amount = string | number

/** An amount in a currency. */
export interface Money {
  amount: Amount
  currency: string
}

/** The currencies of a world, and what it assumes about amounts. */
interface Rates {
  readonly accounts: Accounts
  readonly assumptions: Assumptions
}

// A longer text is rounded to the precision of a result: a product of two amounts of a million digits would take minutes.
const maxCharacters = 200

function decimal(amount: Amount): Decimal {
  return typeof amount === 'string' && amount.length > maxCharacters
    ? ofLongText(amount)
    : new Decimal(amount)
}

/** A long text, to the precision of a result. The rest of its digits is not parsed, which would take seconds for millions. */
function ofLongText(text: string): Decimal {
  const [whole = '', fraction = ''] = text.split('.')
  if (/e/i.test(text)) return new Decimal(text).toSignificantDigits(Decimal.precision)
  const digits = whole.slice(0, maxCharacters)
  const cut = whole.length - digits.length
  const value = cut === 0 ? `${digits}.${fraction.slice(0, maxCharacters)}0` : `${digits}e${cut}`
  return new Decimal(value).toSignificantDigits(Decimal.precision)
}

/** The amount as its shortest decimal text. */
export function plainText(amount: Amount): string {
  return decimal(amount).toFixed()
}

export function add(left: Amount, right: Amount): string {
  return decimal(left).plus(decimal(right)).toFixed()
}

export function sum(amounts: readonly Amount[]): string {
  return amounts.reduce<Decimal>((total, amount) => total.plus(decimal(amount)), new Decimal(0)).toFixed()
}

export function subtract(left: Amount, right: Amount): string {
  return decimal(left).minus(decimal(right)).toFixed()
}

export function times(left: Amount, right: Amount): string {
  return decimal(left).times(decimal(right)).toFixed()
}

/** Less than zero, zero, or more than zero, as `left` is less than, equal to or more than `right`. */
export function compare(left: Amount, right: Amount): number {
  return decimal(left).comparedTo(decimal(right))
}

/** The price of one of a currency in US dollars; undefined where assumption `currencies.unknown` refuses it. */
export function rateOf({ accounts, assumptions }: Rates, currency: string): string | undefined {
  return (
    accounts.currency(currency)?.rate ??
    (assumptions.is('currencies.unknown', 'as-dollars') ? '1' : undefined)
  )
}

function toScale({ assumptions }: Rates, amount: Decimal, decimals: number): string {
  const isHalfUp = assumptions.is('settlements.fee-rounding', 'half-up')
  return amount.toFixed(decimals, isHalfUp ? Decimal.ROUND_HALF_UP : Decimal.ROUND_HALF_EVEN)
}

const decimalsOf = ({ accounts }: Rates, currency: string) => accounts.currency(currency)?.decimals ?? 2

const plain = /^(?:0|[1-9]\d*)(?:\.(\d+))?$/

/** An amount with the decimals of its currency. */
export function rounded(world: Rates, { amount, currency }: Money): string {
  const decimals = decimalsOf(world, currency)
  // As a rule it has them, and is not parsed: every bill is rounded.
  if (typeof amount === 'string' && (plain.exec(amount)?.[1] ?? '').length === decimals && plain.test(amount))
    return amount
  return toScale(world, decimal(amount), decimals)
}

/** One of several equal parts of an amount. */
export function equalPart(world: Rates, { amount, currency }: Money, parts: number): string {
  return toScale(world, decimal(amount).dividedBy(parts), decimalsOf(world, currency))
}

/** An amount with two decimals, whatever its currency. Contract: Resources, Transaction record. */
export function twoDecimals(world: Rates, amount: Amount): string {
  return toScale(world, decimal(amount), 2)
}

/** An amount in another currency. A currency that the world does not know is as dollars. */
export function exchanged(world: Rates, { amount, currency }: Money, to: string): string {
  if (currency === to) return rounded(world, { amount, currency })
  const dollars = decimal(amount).times(rateOf(world, currency) ?? 1)
  return toScale(world, dollars.dividedBy(rateOf(world, to) ?? 1), decimalsOf(world, to))
}

/** The difference that clients may make by rounding what they convert: the last decimal of the currency. */
export function tolerance(world: Rates, currency: string): string {
  return new Decimal(10).pow(-decimalsOf(world, currency)).toFixed()
}

/** An amount in a coin that covers it. */
export function inCoin(world: Rates, { amount, currency }: Money, coin: Currency): string {
  const exact = decimal(amount)
    .times(rateOf(world, currency) ?? 1)
    .dividedBy(coin.rate)
  return exact.toDecimalPlaces(coin.decimals, Decimal.ROUND_UP).toFixed()
}

/** An amount in the smallest units of its coin, as whole-number text. */
export function smallestUnits(amount: Amount, { decimals }: Currency): string {
  return decimal(amount).times(new Decimal(10).pow(decimals)).toFixed(0)
}

/** True if an amount has no more decimals than that. */
export function fits(amount: Amount, decimals: number): boolean {
  return decimal(amount).decimalPlaces() <= decimals
}

/** The amount in its coin that a wallet pays for a share of the whole. Shares that make the whole pay exactly the whole. */
export function shareOf(world: Rates, transaction: TransactionState, share: Amount): string {
  const { amount, received, currency } = transaction
  const unit = new Decimal(tolerance(world, currency))
  const whole = decimal(amount)
  const rest = whole.minus(received)
  const paid = whole.times(share).dividedBy(unit).toDecimalPlaces(0, Decimal.ROUND_UP).times(unit)
  // Each share was rounded up, so several may exceed the whole by some units.
  const excess = Decimal.max(unit, Decimal.min(unit.times(10), whole.dividedBy(1000)))
  const isRest = !rest.equals(whole) && paid.greaterThan(rest) && paid.minus(rest).lessThanOrEqualTo(excess)
  return (isRest ? rest : paid).toFixed()
}

/** The price of one of a coin, or how much of it one US dollar buys: assumption `transactions.conversion-rate`. */
export function conversionRate({ assumptions }: Rates, rate: string): string {
  if (assumptions.is('transactions.conversion-rate', 'per-coin')) return rate
  return new Decimal(1).dividedBy(rate).toDecimalPlaces(18, Decimal.ROUND_UP).toFixed()
}

/** An amount in a coin as text. Assumption `currencies.amount-decimals`. */
export function coinText({ accounts, assumptions }: Rates, amount: string, coin: string): string {
  const { isFiat = true, decimals = 0 } = accounts.currency(coin) ?? {}
  return isFiat || assumptions.is('currencies.amount-decimals', 'shortest')
    ? amount
    : decimal(amount).toFixed(decimals)
}

/** The coin in which the record of a bank transfer is written: assumption `bank-payments.record-currency`. */
function recordCoin(
  { accounts, assumptions }: Rates,
  { kind, merchant }: TransactionState,
): Currency | undefined {
  if (kind !== 'bank' || assumptions.is('bank-payments.record-currency', 'dollars')) return undefined
  const coins = accounts.currencies.filter(({ isFiat }) => !isFiat)
  const enabled = accounts.merchant(merchant)?.enabledCurrencies ?? []
  const stablecoin = coins.find(({ fiatEquivalent }) => fiatEquivalent === 'USD')
  return (
    (assumptions.is('bank-payments.record-currency', 'stablecoin') ? stablecoin : undefined) ??
    coins.find(({ id }) => enabled.includes(id)) ??
    coins[0]
  )
}

/** The currency in which a transaction is paid, and its amounts in it. */
export function cryptoAmounts(
  world: Rates,
  transaction: TransactionState,
  received: string,
): { amount: string; received: string; currency: string; rate: string } {
  const { amount, currency, rate } = transaction
  const coin = recordCoin(world, transaction)
  if (coin === undefined)
    return {
      amount: coinText(world, amount, currency),
      received: coinText(world, received, currency),
      currency,
      rate,
    }
  const inIt = (text: string) => coinText(world, inCoin(world, { amount: text, currency }, coin), coin.id)
  return { amount: inIt(amount), received: inIt(received), currency: coin.id, rate: coin.rate }
}
