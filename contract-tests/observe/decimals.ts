// Decimals in responses, as numbers or strings: `10`, `"10"` and `"10.00"` are equal.

import { Decimal } from '../../core/decimal.ts'

/** The decimal of a number or of a string that is one; undefined for anything else. */
export function decimalOf(value: unknown): Decimal | undefined {
  if (typeof value !== 'number' && typeof value !== 'string') return undefined
  return Number.isFinite(Number(value)) && String(value).trim() !== ''
    ? new Decimal(String(value).trim())
    : undefined
}

/** True if two values are decimals and equal. */
export function sameDecimal(one: unknown, other: unknown): boolean {
  const [a, b] = [decimalOf(one), decimalOf(other)]
  return a !== undefined && b !== undefined && a.eq(b)
}

/** True if an amount is less than the one sent by a cent or more: no fee or tax makes it smaller. */
export function isLess(sent: unknown, actual: unknown): boolean {
  const [a, b] = [decimalOf(sent), decimalOf(actual)]
  return a !== undefined && b !== undefined && a.minus(b).gte('0.01')
}
