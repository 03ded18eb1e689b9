// Decimals as answers write them, as numbers or as text: `10`, `"10"` and `"10.00"` are the same.

import { Decimal } from '../../core/decimal.ts'

/** A number, or a text that holds one, as a decimal; undefined for anything else. */
export function decimalOf(value: unknown): Decimal | undefined {
  if (typeof value !== 'number' && typeof value !== 'string') return undefined
  return Number.isFinite(Number(value)) && String(value).trim() !== ''
    ? new Decimal(String(value).trim())
    : undefined
}

/** Whether both are decimals, and equal as such. */
export function sameDecimal(one: unknown, other: unknown): boolean {
  const [a, b] = [decimalOf(one), decimalOf(other)]
  return a !== undefined && b !== undefined && a.eq(b)
}
