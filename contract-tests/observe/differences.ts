// The differences between what a response returns and what was sent, in one sentence instead of two long texts.

import { Decimal } from '../../core/decimal.ts'
import { decimalOf, sameDecimal } from './decimals.ts'

const decimals: readonly string[] = ['price', 'quantity', 'localAmount']

/**
 * The fields with another value than they were sent with: `quantity 1 instead of 2`. What was not sent may have any value. Decimals
 * are compared by value.
 */
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

/** True if letters beyond ASCII come back as if each of their bytes were a character: no reading permits that. */
export function isMisread(sent: unknown, actual: unknown): boolean {
  const text = JSON.stringify(actual) ?? ''
  return [...new Set(JSON.stringify(sent)?.match(/[^ -~]/gu))].some((letter) =>
    [
      Buffer.from(letter).toString('latin1'),
      new TextDecoder('windows-1252').decode(Buffer.from(letter)),
    ].some((misread) => text.includes(misread)),
  )
}
