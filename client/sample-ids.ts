// New ids for sample requests. They begin with a prefix, by which the records of a run are recognized.

import { createHash } from 'node:crypto'
import { derivedNumber } from '../core/derived-uuid.ts'
import type { Target } from './target.ts'

/** Eleven digits for a prefix. With a count of up to four digits after them, the number is exact in JSON. */
export function digitsOf(prefix: string): string {
  const number = createHash('sha256').update(prefix).digest().readUIntBE(0, 6)
  return String(10 ** 10 + (number % (9 * 10 ** 10)))
}

/** The beginnings of the ids of a run. In digits, some begin with a zero, which a number would lose. */
export const idBeginnings = (prefix: string) => [`${prefix}-`, digitsOf(prefix), `0${digitsOf(prefix)}`]

/** The id of a product, at a position of a cart. A service may refuse a known id with another name or price. */
export function productId(name: string, price: string | number, position = 0): string {
  return productIdFrom(JSON.stringify([name, Number(price), position]))
}

/** The id of a product, in ten characters: a service may limit their number. */
export function productIdFrom(text: string): string {
  const number = derivedNumber(text)
  return `sku-${number.toString(36).padStart(6, '0').slice(-6)}`
}

/** An id such as `order-7` after a prefix, or one in digits only. */
export function sampleId(
  prefix: string,
  kind: string,
  count: number,
  form?: Target['known']['orderIds'],
): string {
  return form === 'digits'
    ? `${digitsOf(prefix)}${String(count).padStart(4, '0')}`
    : `${prefix}-${kind}-${count}`
}

/** An element of a list that depends on a text alone. */
export const drawn = <const List extends readonly [unknown, ...unknown[]]>(text: string, list: List) =>
  (list[derivedNumber(text) % list.length] ?? list[0]) as List[number]
