// Generated inputs that several resources share. A conforming service accepts each of them.

import fc from 'fast-check'
import { productId } from '../../client/sample-ids.ts'
import { type SampleStyle, severalLines } from '../../client/sample-requests.ts'
import type { Target } from '../../client/target.ts'
import { Decimal } from '../../core/decimal.ts'

/** Names of products: one or several words, signs and digits. (permitted: service.plain-names) */
export const productNames = fc.constantFrom(
  'Desk lamp',
  'Lamp "L" - Tea & Bar',
  'Floor lamp XL',
  'Nightlight',
  "Ada's 2nd lamp, red",
)

/** Amounts in USD as text with two decimals: from the target's known amount up to 9.99 more, within its limit. */
export function amounts({ known, limits }: Target): fc.Arbitrary<string> {
  const min = centsOf(known.amount)
  const max = Math.max(min, Math.min(min + 999, centsOf(limits.amount)))
  return fc.integer({ min, max }).map(amountOf)
}

/** Cents as an amount with two decimals. */
export function amountOf(cents: number): string {
  return new Decimal(cents).div(100).toFixed(2)
}

/** Another amount that can be paid, within the target's limit. */
export function slightlyMore({ known, limits }: Target): string {
  return amountOf(Math.min(centsOf(known.amount) + 117, centsOf(limits.amount)))
}

export function centsOf(amount: string): number {
  return new Decimal(amount).times(100).floor().toNumber()
}

/** A line of a payment's cart. */
export interface PaymentLine {
  id: string
  name: string
  price: number | string
  quantity: number | string
  localAmount: number
  localCurrency: string
}

interface PaymentCart {
  amount: string
  cart: PaymentLine[]
}

interface CartSource {
  target: Target
  style?: SampleStyle | undefined
}

/**
 * Carts of a payment with their total: prices and quantities as numbers and as text. Where samples have several lines, these have as
 * many.
 */
export function paymentCarts({ target, style }: CartSource): fc.Arbitrary<PaymentCart> {
  const { lines: count, repeats = false } = style ?? {}
  const maxPriceCents = Math.max(1, Math.floor(centsOf(target.known.amount) / (count ?? 5)))
  const cheapLine = fc.record({
    name: productNames,
    price: fc.integer({ min: Math.ceil(maxPriceCents / 2), max: maxPriceCents }),
    quantity: fc.integer({ min: 1, max: count === undefined ? 2 : 1 }),
    asText: fc.boolean(),
  })
  return fc
    .record({
      amount: amounts(target),
      name: productNames,
      asText: fc.boolean(),
      rest: fc.array(cheapLine, { minLength: (count ?? 1) - 1, maxLength: (count ?? 3) - 1 }),
    })
    .map(({ amount, rest, ...first }) => {
      const others = repeats ? [...rest.slice(0, -1), ...rest.slice(-2, -1)] : rest
      const restCents = others.reduce((sum, { price, quantity }) => sum + price * quantity, 0)
      const lines = [{ ...first, price: centsOf(amount) - restCents, quantity: 1 }, ...others]
      const isRepeated = (at: number) => repeats && at === lines.length - 1
      return { amount, cart: lines.map((one, at) => paymentLineOf(one, isRepeated(at) ? at - 1 : at)) }
    })
}

function paymentLineOf(
  line: { name: string; price: number; quantity: number; asText: boolean },
  index: number,
): PaymentLine {
  const { name, quantity, asText } = line
  const price = amountOf(line.price)
  return {
    id: productId(name, price, index),
    name,
    price: asText ? price : Number(price),
    quantity: asText ? String(quantity) : quantity,
    localAmount: new Decimal(price).times(quantity).toNumber(),
    localCurrency: 'USD',
  }
}

/** The largest amount to send where nothing limits it, in cents. */
export const largestCents = 999_999

/** The largest amount to send, in cents: the target's limit, and at most 9,999.99 USD. */
export function maxCents({ limits }: Target): number {
  return Math.min(largestCents, centsOf(limits.amount))
}

/** More lines than a list shows at once. */
export const manyLines = 61

const maxLines = 4
const maxQuantity = 5

interface CartWithTotal {
  /** The sum of the lines, with two decimals. */
  amount: string
  /** `key` and `totalPrice` are fields of invoice lines only. */
  cart: {
    id: string
    name: string
    price: string | number
    quantity: string | number
    key: string
    totalPrice: string
  }[]
}

/**
 * Carts of an invoice or a QR transaction, with one to four lines. Where samples have several lines, these have as many, and the last
 * two are of one product.
 */
export function carts({ target, style }: CartSource): fc.Arbitrary<CartWithTotal> {
  const { lines: count, repeats = false } = style ?? {}
  const maxPriceCents = Math.max(1, Math.floor(maxCents(target) / (count ?? maxLines) / maxQuantity))
  const line = fc.record({
    name: productNames,
    price: fc.integer({ min: Math.ceil(maxPriceCents / 2), max: maxPriceCents }),
    quantity: fc.integer({ min: 1, max: maxQuantity }),
    asText: fc.boolean(),
  })
  return fc.array(line, { minLength: count ?? 1, maxLength: count ?? maxLines }).map((drawn) => {
    const lines = repeats ? [...drawn.slice(0, -1), ...drawn.slice(-2, -1)] : drawn
    const isRepeated = (at: number) => repeats && at === lines.length - 1
    return {
      amount: amountOf(lines.reduce((sum, { price, quantity }) => sum + price * quantity, 0)),
      cart: lines.map(({ name, price, quantity, asText }, at) => ({
        id: productId(name, amountOf(price), isRepeated(at) ? at - 1 : at),
        name,
        price: asText ? amountOf(price) : Number(amountOf(price)),
        quantity: asText ? String(quantity) : quantity,
        key: `line-${at + 1}`,
        totalPrice: amountOf(price * quantity),
      })),
    }
  })
}

/**
 * A cart of two lines: a quantity above one, numbers as text. No price is low: there may be a minimum. Where samples have several
 * lines, the first one is several.
 */
export function twoLines(
  { target, style }: CartSource,
  names: readonly [string, string] = ['Green tea', 'Black tea'],
): PaymentCart {
  const part = (share: string) =>
    new Decimal(target.known.amount).times(share).toDecimalPlaces(2, Decimal.ROUND_UP)
  const [first, second] = [part('0.4'), part('0.3').plus('0.25')]
  const lineOf = (name: string, price: Decimal, quantity: number | string, at = 0): PaymentLine => ({
    id: productId(name, price.toFixed(2), at),
    name,
    price: price.toFixed(2),
    quantity,
    localAmount: price.times(quantity).toNumber(),
    localCurrency: 'USD',
  })
  const several = severalLines(first.toFixed(2), (style?.lines ?? 2) - 1)
  const cart = [
    ...several.map(({ price }, at) => lineOf(names[0], new Decimal(price), 1, at)),
    lineOf(names[1], second, '2'),
  ]
  return { amount: first.plus(second.times(2)).toFixed(2), cart }
}
