// Arithmetic on decimal text. Every result has an explicit scale and rounding; no float ever holds an amount.

import { Decimal } from 'decimal.js'

// Eighteen decimals of a coin beside a trillion units must survive a product.
Decimal.set({ precision: 60, toExpNeg: -30, toExpPos: 60 })

export type Rounding = 'half-even' | 'half-up' | 'up' | 'down'

const modes: Record<Rounding, Decimal.Rounding> = {
  'half-even': Decimal.ROUND_HALF_EVEN,
  'half-up': Decimal.ROUND_HALF_UP,
  up: Decimal.ROUND_UP,
  down: Decimal.ROUND_DOWN,
}

/** An amount: decimal text, or a number that arrived as JSON. */
export type Amount = string | number

// The same prices, rates and fees come again and again, and reading a text costs more than the sum that it is for.
const maxKept = 1000
const kept = new Map<Amount, Decimal>()
// A longer text is read to the precision that every result has: a product of two of a million digits would take minutes.
const maxCharacters = 200
const zero = new Decimal(0)

function decimal(amount: Amount): Decimal {
  const known = kept.get(amount)
  if (known !== undefined) return known
  if (typeof amount === 'string' && amount.length > maxCharacters)
    return new Decimal(amount).toSignificantDigits(Decimal.precision)
  if (kept.size === maxKept) kept.clear()
  const value = new Decimal(amount)
  kept.set(amount, value)
  return value
}

/** The amount as text with exactly that many decimals. */
export function toScale(amount: Amount, decimals: number, rounding: Rounding = 'half-even'): string {
  return decimal(amount).toFixed(decimals, modes[rounding])
}

/** The amount as the shortest text that says it. */
export function plainText(amount: Amount): string {
  return decimal(amount).toFixed()
}

/** What `amount` at `rateFrom` is at `rateTo` (both in one money), rounded up so that it covers the amount. */
export function convert(amount: Amount, rateFrom: Amount, rateTo: Amount, decimals: number): string {
  const key = `${amount} ${rateFrom} ${rateTo} ${decimals}`
  const known = conversions.get(key)
  if (known !== undefined) return known
  const exact = decimal(amount).times(decimal(rateFrom)).dividedBy(decimal(rateTo))
  const converted = exact.toDecimalPlaces(decimals, Decimal.ROUND_UP).toFixed()
  if (key.length > maxCharacters) return converted
  if (conversions.size === maxKept) conversions.clear()
  conversions.set(key, converted)
  return converted
}

// The same price of the same plan, debited every week.
const conversions = new Map<string, string>()

export function add(left: Amount, right: Amount): string {
  return new Decimal(left).plus(decimal(right)).toFixed()
}

export function sum(amounts: readonly Amount[]): string {
  return amounts.reduce<Decimal>((total, amount) => total.plus(decimal(amount)), zero).toFixed()
}

/** What is left of an amount: a balance, say, which is another at every call. */
export function subtract(left: Amount, right: Amount): string {
  return new Decimal(left).minus(decimal(right)).toFixed()
}

/** Whether a difference is less than zero. */
export function isNegative(difference: string): boolean {
  return difference.startsWith('-')
}

export function times(left: Amount, right: Amount): string {
  return decimal(left).times(decimal(right)).toFixed()
}

/** Less than zero, zero, or more than zero, as `left` is less than, equal to or more than `right`. */
export function compare(left: Amount, right: Amount): number {
  return decimal(left).comparedTo(decimal(right))
}

/** The amount in the smallest units of a coin with that many decimals, as whole-number text. */
export function smallestUnits(amount: Amount, decimals: number): string {
  return decimal(amount).times(new Decimal(10).pow(decimals)).toFixed(0)
}
