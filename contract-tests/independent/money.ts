// Amounts as integers of 10^-18.

/** Reads decimal text (or a JSON number) as an integer of 10^-18; undefined where it is no decimal. */
export function units(value: unknown): bigint | undefined {
  const text = typeof value === 'number' ? value.toFixed(12) : value
  if (typeof text !== 'string') return undefined
  const match = /^(\d{1,15})(?:\.(\d{1,18}))?$/.exec(text)
  if (match === null) return undefined
  return BigInt((match[1] ?? '') + (match[2] ?? '').padEnd(18, '0'))
}

/** Writes an integer of 10^-18 with a fixed number of decimals, rounded half up. */
export function decimal(amount: bigint, decimals: number): string {
  const step = 10n ** BigInt(18 - decimals)
  const rounded = (amount + step / 2n) / step
  const digits = rounded.toString().padStart(decimals + 1, '0')
  return decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
}

/** The quotient of two amounts, as an amount. */
export const divide = (a: bigint, b: bigint): bigint => (a * 10n ** 18n) / b
/** The product of two amounts, as an amount. */
export const multiply = (a: bigint, b: bigint): bigint => (a * b) / 10n ** 18n
/** An amount as a JSON number. */
export const asNumber = (amount: bigint): number => Number(decimal(amount, 12))
