// Generated inputs that several resources share. Every lawful deployment must accept whatever is generated here.

import fc from 'fast-check'
import type { Target } from '../../client/target.ts'
import { Decimal } from '../../core/decimal.ts'

/** Names of products: letters of several scripts, quotation marks, an emoji. */
export const productNames = fc.constantFrom(
  'Desk lamp',
  'Größe “L” – Café',
  '電気スタンド',
  'Lampe 💡 XL',
  "Ada's lamp, 2nd edition",
)

/** Amounts in USD that nothing forbids, as text with two decimals: from the one that the target knows to a little more. */
export function amounts({ known, limits }: Target): fc.Arbitrary<string> {
  const min = cents(known.amount)
  const max = Math.max(min, Math.min(min + 999, cents(limits.amount)))
  return fc.integer({ min: min, max: max }).map(inUnits)
}

/** A number of cents as text with two decimals. */
export function inUnits(count: number): string {
  return new Decimal(count).div(100).toFixed(2)
}

function cents(amount: string): number {
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

/** Carts of a payment with the sum of their lines: prices and quantities as numbers and as text, names of all kinds. */
export function paymentCarts(target: Target): fc.Arbitrary<{ amount: string; cart: PaymentLine[] }> {
  const smallest = Math.max(1, Math.floor(cents(target.known.amount) / 18))
  const small = fc.record({
    name: productNames,
    price: fc.integer({ min: 1, max: smallest }),
    quantity: fc.integer({ min: 1, max: 3 }),
    asText: fc.boolean(),
  })
  return fc
    .record({
      amount: amounts(target),
      name: productNames,
      asText: fc.boolean(),
      rest: fc.array(small, { maxLength: 5 }),
    })
    .map(({ amount, rest, ...first }) => {
      const others = rest.reduce((sum, { price, quantity }) => sum + price * quantity, 0)
      const lines = [{ ...first, price: cents(amount) - others, quantity: 1 }, ...rest]
      return { amount, cart: lines.map(writtenLine) }
    })
}

function writtenLine(
  line: { name: string; price: number; quantity: number; asText: boolean },
  index: number,
): PaymentLine {
  const { name, quantity, asText } = line
  const price = inUnits(line.price)
  return {
    id: `sku-${index + 1}`,
    name,
    price: asText ? price : Number(price),
    quantity: asText ? String(quantity) : quantity,
    localAmount: new Decimal(price).times(quantity).toNumber(),
    localCurrency: 'USD',
  }
}

/** The most that a target allows to send, in cents, and no more than some thousands of dollars. */
export function maxCents({ limits }: Target): number {
  return Math.min(999_999, cents(limits.amount))
}

const maxLines = 6
const maxOfOne = 9

/** Carts of an invoice or a QR transaction, of one line or several, with the sum that they make; no payment follows. */
export function carts(target: Target): fc.Arbitrary<DrawnCart> {
  const line = fc.record({
    name: productNames,
    price: fc.integer({ min: 1, max: Math.max(1, Math.floor(maxCents(target) / maxLines / maxOfOne)) }),
    quantity: fc.integer({ min: 1, max: maxOfOne }),
    asText: fc.boolean(),
  })
  return fc.array(line, { minLength: 1, maxLength: maxLines }).map((lines) => ({
    amount: inUnits(lines.reduce((sum, { price, quantity }) => sum + price * quantity, 0)),
    cart: lines.map(({ name, price, quantity, asText }, index) => ({
      id: `sku-${index + 1}`,
      name,
      price: asText ? inUnits(price) : Number(inUnits(price)),
      quantity: asText ? String(quantity) : quantity,
      key: `line-${index + 1}`,
      totalPrice: inUnits(price * quantity),
    })),
  }))
}

/** A cart that was drawn. The last two fields of its lines are of invoices only. */
export interface DrawnCart {
  /** The sum of the lines, with two decimals. */
  amount: string
  cart: {
    id: string
    name: string
    price: string | number
    quantity: string | number
    key: string
    totalPrice: string
  }[]
}

/** A cart of two lines: letters beyond ASCII, a quantity above one, numbers as text. */
export function twoLines({ known }: Target): { amount: string; cart: PaymentLine[] } {
  const cart: PaymentLine[] = [
    { id: 'tea-1', name: 'Grüner Tee', price: known.amount, quantity: 1, localCurrency: 'USD' },
    { id: 'tea-2', name: '煎茶', price: '0.25', quantity: '3', localCurrency: 'USD' },
  ].map((line) => ({ ...line, localAmount: Number(line.price) * Number(line.quantity) }))
  return { amount: new Decimal(known.amount).plus('0.75').toFixed(2), cart }
}
