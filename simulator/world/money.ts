// Arithmetic on decimal text. Every result has an explicit scale and rounding. Amounts are never floats.

import { Decimal } from '../../core/decimal.ts'

type Rounding = 'half-even' | 'half-up' | 'up' | 'down'

const modes = {
  'half-even': Decimal.ROUND_HALF_EVEN,
  'half-up': Decimal.ROUND_HALF_UP,
  up: Decimal.ROUND_UP,
  down: Decimal.ROUND_DOWN,
} as const satisfies Record<Rounding, number>

/** An amount: decimal text, or a number that arrived as JSON. */
type Amount = string | number

const maxCached = 1000
// A longer text is rounded to the precision of a result: a product of two amounts of a million digits would take minutes.
const maxCharacters = 200
const zero = new Decimal(0)

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

/** The amount as text with exactly that many decimals. */
export function toScale(amount: Amount, decimals: number, rounding: Rounding = 'half-even'): string {
  return decimal(amount).toFixed(decimals, modes[rounding])
}

/** The amount as its shortest decimal text. */
export function plainText(amount: Amount): string {
  return decimal(amount).toFixed()
}

/** The amount with at least as many decimals as another one is written with: 30 like 12.50 is 30.00. */
export function writtenLike(amount: string, other: string): string {
  // The same text rather than a copy: bills read it every week, and copies do not fit the processor's cache.
  if (amount === other) return other
  const wanted = decimalsOf(other)
  return wanted > decimalsOf(amount) ? toScale(amount, wanted) : amount
}

function decimalsOf(text: string): number {
  const point = text.indexOf('.')
  return point < 0 ? 0 : text.length - point - 1
}

/** Converts an amount from one rate to another (both in the same currency), rounded up so that it covers the amount. */
export function convert(amount: Amount, rateFrom: Amount, rateTo: Amount, decimals: number): string {
  const last = conversions[decimals]?.get(rateTo)?.get(amount)
  if (last?.rateFrom === rateFrom) return last.converted
  const exact = decimal(amount).times(decimal(rateFrom)).dividedBy(decimal(rateTo))
  const converted = exact.toDecimalPlaces(decimals, Decimal.ROUND_UP).toFixed()
  if (String(amount).length > maxCharacters) return converted
  if (conversionCount === maxCached) conversions = []
  conversionCount = conversionCount === maxCached ? 1 : conversionCount + 1
  const ofDecimals = conversions[decimals] ?? new Map<Amount, Map<Amount, Conversion>>()
  conversions[decimals] = ofDecimals
  const toSame = ofDecimals.get(rateTo) ?? new Map<Amount, Conversion>()
  ofDecimals.set(rateTo, toSame.set(amount, { rateFrom, converted }))
  return converted
}

interface Conversion {
  rateFrom: Amount
  converted: string
}

/**
 * The last conversion of each amount to each rate, by decimals: the same price of the same plan is debited every week. Keys that are
 * joined from all inputs would take longer than all lookups.
 */
let conversions: Map<Amount, Map<Amount, Conversion>>[] = []
let conversionCount = 0

/** Longer texts are no safe whole numbers. */
const maxShortCharacters = 20

/** A plain text in units of its last decimal, with that many more zeros; NaN if that is not a safe whole number. */
function unitsOf(text: string, point: number, zeros: number): number {
  let units = 0
  for (let at = 0; at < text.length; at += 1) {
    const digit = text.charCodeAt(at) - 48
    if (digit >= 0 && digit <= 9) units = units * 10 + digit
    else if (at !== point) return Number.NaN
  }
  const hasDigits = text.length > (point < 0 ? 0 : 1)
  const scaled = units * 10 ** zeros
  return hasDigits && scaled <= Number.MAX_SAFE_INTEGER ? scaled : Number.NaN
}

/** The shortest text of a whole number of units of the last of some decimals. Undefined if it is no safe number. */
function textOfUnits({ units, scale }: { units: number; scale: number }): string | undefined {
  if (!Number.isSafeInteger(units)) return undefined
  let rest = Math.abs(units)
  let decimals = scale
  for (; decimals > 0 && rest % 10 === 0; decimals -= 1) rest /= 10
  const sign = units < 0 ? '-' : ''
  if (decimals === 0) return `${sign}${rest}`
  const fraction = rest % 10 ** decimals
  return `${sign}${(rest - fraction) / 10 ** decimals}.${String(fraction).padStart(decimals, '0')}`
}

function isShort(amount: Amount): amount is string {
  return typeof amount === 'string' && amount.length <= maxShortCharacters
}

/**
 * The exact `left + sign * right` of short texts in units of the last decimal of either, by whole numbers: a third of the time.
 * `units` is NaN for others.
 */
function shortSum(left: Amount, sign: 1 | -1, right: Amount): { units: number; scale: number } {
  if (!isShort(left) || !isShort(right)) return { units: Number.NaN, scale: 0 }
  const leftDecimals = decimalsOf(left)
  const rightDecimals = decimalsOf(right)
  const scale = Math.max(leftDecimals, rightDecimals)
  const units = unitsOf(left, left.indexOf('.'), scale - leftDecimals)
  return { units: units + sign * unitsOf(right, right.indexOf('.'), scale - rightDecimals), scale }
}

export function add(left: Amount, right: Amount): string {
  return textOfUnits(shortSum(left, 1, right)) ?? decimal(left).plus(decimal(right)).toFixed()
}

/** The exact sum of short texts, by whole numbers. Undefined for others. */
function shortTotal(amounts: readonly Amount[]): string | undefined {
  if (!amounts.every(isShort)) return undefined
  const scale = amounts.reduce((most, amount) => Math.max(most, decimalsOf(amount)), 0)
  const units = (amount: string) => unitsOf(amount, amount.indexOf('.'), scale - decimalsOf(amount))
  return textOfUnits({ units: amounts.reduce((total, amount) => total + units(amount), 0), scale })
}

export function sum(amounts: readonly Amount[]): string {
  return (
    shortTotal(amounts) ??
    amounts.reduce<Decimal>((total, amount) => total.plus(decimal(amount)), zero).toFixed()
  )
}

export function subtract(left: Amount, right: Amount): string {
  return textOfUnits(shortSum(left, -1, right)) ?? decimal(left).minus(decimal(right)).toFixed()
}

/** True if a difference is less than zero. */
export function isNegative(difference: string): boolean {
  return difference.startsWith('-')
}

export function times(left: Amount, right: Amount): string {
  return decimal(left).times(decimal(right)).toFixed()
}

/** Less than zero, zero, or more than zero, as `left` is less than, equal to or more than `right`. */
export function compare(left: Amount, right: Amount): number {
  const { units } = shortSum(left, -1, right)
  return Number.isSafeInteger(units) ? Math.sign(units) : decimal(left).comparedTo(decimal(right))
}

/** The amount in the smallest units of a coin with that many decimals, as whole-number text. */
export function smallestUnits(amount: Amount, decimals: number): string {
  return decimal(amount).times(new Decimal(10).pow(decimals)).toFixed(0)
}
