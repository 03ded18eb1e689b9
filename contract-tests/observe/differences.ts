// The differences between what a response returns and what was sent, in one sentence instead of two long texts.

import { Decimal } from '../../core/decimal.ts'
import { decimalOf, sameDecimal } from './decimals.ts'

const decimals: readonly string[] = ['price', 'quantity', 'localAmount']

/** The fields that come back with another value than was sent: `quantity 1 instead of 2`. Decimals are compared by value. */
export function fieldDifferences(sent: object, actual: object): string[] {
  return Object.entries(sent).flatMap(([key, value]) => {
    const other: unknown = Reflect.get(actual, key)
    const isSame =
      value === undefined || value === other || (decimals.includes(key) && sameDecimal(value, other))
    return isSame ? [] : [`${key} ${JSON.stringify(other)} instead of ${JSON.stringify(value)}`]
  })
}

/** The differences of the lines of a cart in these fields from those sent, in any order. Empty if there are none. */
export function lineDifferences<Line extends { id?: unknown }>(
  sent: readonly Line[],
  actual: readonly { id?: unknown }[],
  fields: readonly (keyof Line & string)[],
): string {
  const unmatched = [...actual]
  const partOf = (line: Line) => Object.fromEntries(fields.map((field) => [field, line[field]]))
  const missing = sent.filter((line) => {
    const at = unmatched.findIndex((other) => fieldDifferences(partOf(line), other).length === 0)
    if (at >= 0) unmatched.splice(at, 1)
    return at < 0
  })
  return [
    ...missing.map((line) => {
      const other = unmatched.find(({ id }) => id === line.id)
      return other === undefined
        ? `no line with the id ${line.id}`
        : `line ${line.id} has the ${fieldDifferences(partOf(line), other).join(' and the ')}`
    }),
    ...(actual.length === sent.length ? [] : [`number of lines ${actual.length} instead of ${sent.length}`]),
  ].join('; ')
}

/** The parts of a cart line that are compared. */
export interface CartLine {
  id?: unknown
  price?: unknown
  quantity?: unknown
  isSubscription?: unknown
  frequency?: unknown
  merchantSubscriptionId?: unknown
}

/** True if a cart has some of the lines that were sent, but fewer units at a lower price: whatever was converted or merged, others are missing. */
export function lacksLines(actual: readonly CartLine[], sent: readonly CartLine[]): boolean {
  const [less, all] = [totalsOf(actual), totalsOf(sent)]
  const hasSome = actual.some(({ id }) => sent.some((line) => line.id === id))
  return hasSome && less.units.lessThan(all.units) && less.price.lessThan(all.price)
}

/** The units of a cart, and their price; not a number if a line lacks one of them. */
function totalsOf(lines: readonly CartLine[]) {
  const numbers = lines.map(({ price, quantity }) => ({
    units: decimalOf(quantity) ?? new Decimal(Number.NaN),
    each: decimalOf(price) ?? Number.NaN,
  }))
  return {
    units: Decimal.sum(0, ...numbers.map(({ units }) => units)),
    price: Decimal.sum(0, ...numbers.map(({ units, each }) => units.times(each))),
  }
}

/** True if letters beyond ASCII come back as the characters of their bytes, or as none: no reading permits that. */
export function isMisread(sent: unknown, actual: unknown): boolean {
  const text = JSON.stringify(actual) ?? ''
  return [...new Set(JSON.stringify(sent)?.match(/[^ -~]/gu))].some((letter) =>
    [
      '\uFFFD',
      Buffer.from(letter).toString('latin1'),
      new TextDecoder('windows-1252').decode(Buffer.from(letter)),
    ].some((misread) => text.includes(misread)),
  )
}

/**
 * True if a text lost its end, or an amount its cents: no reading permits that. Blanks and marks at the end may be a matter of form, and
 * amounts may be rounded to cents.
 */
export function isCut(sent: unknown, actual: unknown): boolean {
  const [whole, part] = [String(sent ?? ''), String(actual ?? '')]
  const amount = decimalOf(sent)
  const isLessThanCents =
    amount
      ?.minus(decimalOf(part) ?? 0)
      .abs()
      .lessThan('0.01') === true
  const lost = whole.slice(part.length)
  const isPart = part !== '' && whole.startsWith(part) && /[\p{L}\p{N}]/u.test(lost)
  return isPart && (amount === undefined || (/^\d+(\.\d?)?$/.test(part) && !isLessThanCents))
}

/**
 * True if a row has a text that was sent in other rows only: no reading permits that. Rows differ in the key. Texts may be written in
 * another letter case.
 */
export function areMixedUp(
  sent: readonly object[],
  actual: readonly object[],
  key: string,
  fields: readonly string[],
): boolean {
  const textOf = (row: object, field: string) => String(Reflect.get(row, field)).trim().toLowerCase()
  return actual.some((row) => {
    const isOwn = (one: object) => textOf(one, key) === textOf(row, key)
    const hasSame = (field: string) => (one: object) => textOf(one, field) === textOf(row, field)
    const own = sent.filter(isOwn)
    const others = sent.filter((one) => !isOwn(one))
    return own.length > 0 && fields.some((field) => !own.some(hasSame(field)) && others.some(hasSame(field)))
  })
}
