// Arithmetic on decimal text. Every result has an explicit scale and rounding; no float ever holds an amount.

import { Decimal } from 'decimal.js'

// Eighteen decimals of a coin beside a trillion units must survive a product.
Decimal.set({ precision: 60, toExpNeg: -30, toExpPos: 60 })

export type Rounding = 'halfEven' | 'halfUp' | 'up' | 'down'

const modes: Record<Rounding, Decimal.Rounding> = {
  halfEven: Decimal.ROUND_HALF_EVEN,
  halfUp: Decimal.ROUND_HALF_UP,
  up: Decimal.ROUND_UP,
  down: Decimal.ROUND_DOWN,
}

/** An amount: decimal text, or a number that arrived as JSON. */
export type Amount = string | number

/** The amount as text with exactly that many decimals. */
export function toScale(amount: Amount, decimals: number, rounding: Rounding = 'halfEven'): string {
  return new Decimal(amount).toFixed(decimals, modes[rounding])
}

/** The amount as the shortest text that says it. */
export function plainText(amount: Amount): string {
  return new Decimal(amount).toFixed()
}

/** What `amount` at `rateFrom` is at `rateTo` (both in one money), rounded up so that it covers the amount. */
export function convert(amount: Amount, rateFrom: Amount, rateTo: Amount, decimals: number): string {
  const exact = new Decimal(amount).times(rateFrom).dividedBy(rateTo).toFixed(decimals, Decimal.ROUND_UP)
  return plainText(exact)
}

export function add(left: Amount, right: Amount): string {
  return new Decimal(left).plus(right).toFixed()
}

export function subtract(left: Amount, right: Amount): string {
  return new Decimal(left).minus(right).toFixed()
}

export function times(left: Amount, right: Amount): string {
  return new Decimal(left).times(right).toFixed()
}

/** Less than zero, zero, or more than zero, as `left` is less than, equal to or more than `right`. */
export function compare(left: Amount, right: Amount): number {
  return new Decimal(left).comparedTo(right)
}

/** The amount in the smallest units of a coin with that many decimals, as whole-number text. */
export function smallestUnits(amount: Amount, decimals: number): string {
  return new Decimal(amount).times(new Decimal(10).pow(decimals)).toFixed(0)
}
