// Cart lines of sample requests. Their sum is the amount of the request.

import { Decimal } from '../core/decimal.ts'
import { productId } from './sample-ids.ts'

/** A cart line with an amount. */
export function line(amount: string) {
  const name = 'Desk lamp'
  return { id: productId(name, amount), name, price: amount, quantity: 1 }
}

/** Cart lines with an amount in total. Their prices are equal, except that the first has what is left. */
export function severalLines(amount: string, count: number) {
  const price = new Decimal(amount).div(count).toDecimalPlaces(2, Decimal.ROUND_DOWN)
  const first = new Decimal(amount).minus(price.times(count - 1))
  return Array.from({ length: count }, (_, at) => {
    const one = line((at === 0 ? first : price).toFixed(2))
    return { ...one, id: productId(one.name, one.price, at) }
  })
}

/** A cart line of a payment: with its amount in local currency. */
export function paymentLine(amount: string, position = 0, name = line(amount).name) {
  const price = Number(amount)
  const id = productId(name, amount, position)
  return { id, name, price, quantity: 1, localAmount: price, localCurrency: 'USD' }
}

interface LineSource {
  style?: { lines?: number } | undefined
}

/** The cart lines of a sample: one by default. */
export const linesFor = ({ style }: LineSource, amount: string) =>
  style?.lines === undefined ? [line(amount)] : severalLines(amount, style.lines)

/** RSA encrypts short blocks, so a long cart takes much time. */
const maxEncryptedLines = 4

/** The cart lines of a payment. */
export const paymentLinesFor = ({ style }: LineSource, amount: string, name?: string) =>
  linesFor(
    style?.lines === undefined ? {} : { style: { lines: Math.min(style.lines, maxEncryptedLines) } },
    amount,
  ).map(({ price }, at) => paymentLine(price, at, name))
