// Which cart lines the service accepts in invoices, QR transactions and payments. The fields of subscription items are in
// subscription-items.ts.

import { productId } from '../../../client/sample-ids.ts'
import { line, severalLines } from '../../../client/sample-requests.ts'
import { Decimal } from '../../../core/decimal.ts'
import { accepts, acceptsEach } from '../../steps/acceptance.ts'
import { manyLines } from '../../steps/arbitraries.ts'
import type { Context } from '../../steps/context.ts'
import { properties, property } from '../../steps/property.ts'
import {
  bankPaymentRequest,
  type CreateRequest,
  exchangePaymentRequest,
  invoiceRequest,
  levelAndNeeds,
  qrTransactionRequest,
  send,
} from '../../steps/requests.ts'

/** A cart line with its numbers as numbers or as text. */
interface Line {
  id: string
  name: string
  price: string | number
  quantity: string | number
}

const lineTotal = ({ price, quantity }: Line) => new Decimal(price).times(quantity)
const withLocalAmount = (line: Line) => ({
  ...line,
  localAmount: lineTotal(line).toNumber(),
  localCurrency: 'USD',
})

/** A line with the further fields that a request expects in it. */
const lineFor: Record<CreateRequest['operationId'], (line: Line, index: number) => object> = {
  createInvoice: (line, index) => ({
    ...line,
    key: `line-${index + 1}`,
    totalPrice: lineTotal(line).toFixed(2),
  }),
  createQrTransaction: (line) => line,
  createExchangePayment: withLocalAmount,
  createBankPayment: withLocalAmount,
}

/** Sends a request with a cart whose total is the target's known amount. */
const sendCart = (it: Context, request: CreateRequest, cart: readonly Line[]) =>
  send(it, request, { cart: cart.map(lineFor[request.operationId]) })

const requests = [invoiceRequest, qrTransactionRequest, exchangePaymentRequest, bankPaymentRequest]

interface NumberFormat {
  price?: 'number' | 'text'
  quantity?: 'number' | 'text'
}

/** Two lines with the target's known amount in total; the first has two units. No price is low: there may be a minimum. */
function linesOf(it: Context, { price, quantity }: NumberFormat = {}): Line[] {
  const amount = new Decimal(it.target.known.amount)
  const unit = amount.times('0.3').toDecimalPlaces(2, Decimal.ROUND_DOWN)
  const lineOf = (name: string, each: Decimal, count: number): Line => ({
    id: productId(name, each.toFixed(2)),
    name,
    price: price === 'text' ? each.toFixed(2) : each.toNumber(),
    quantity: quantity === 'text' ? String(count) : count,
  })
  return [lineOf('Floor lamp', unit, 2), lineOf('Bulb', amount.minus(unit.times(2)), 1)]
}

/** One and a half units, and a line for the rest of the target's known amount. */
function oneAndAHalf(it: Context, quantity: number | string): Line[] {
  const amount = new Decimal(it.target.known.amount)
  const half = amount.times('0.2').toDecimalPlaces(2, Decimal.ROUND_DOWN)
  const rest = line(amount.minus(half.times(3)).toFixed(2))
  return [{ ...line(half.times(2).toFixed(2)), quantity }, rest]
}

const perRequest = requests.flatMap((request) => {
  const { creates } = request
  const lines = (it: Context, format?: NumberFormat) => () => sendCart(it, request, linesOf(it, format))
  const shared = { ...levelAndNeeds(request) } as const
  return [
    ...(['price', 'quantity'] as const).map((key) =>
      property({
        ...shared,
        title: `accepts ${creates} with each ${key} as a number and as text`,
        checks: [`carts.${key}-number-or-text`],
        run: (it) =>
          acceptsEach(it, `carts.${key}-number-or-text`, [
            [`each ${key} is text`, lines(it, { [key]: 'text' })],
            [`each ${key} is a number`, lines(it)],
          ]),
      }),
    ),
    property({
      ...shared,
      title: `accepts ${creates} with a quantity of "1.5" if it accepts 1.5`,
      checks: ['carts.fraction-as-text'],
      async run(it) {
        const pay = (quantity: number | string) => sendCart(it, request, oneAndAHalf(it, quantity))
        // permitted: carts.own-prices
        it.precondition((await pay(1.5)).outcome === 'success', 'one and a half units are refused')
        await accepts(it, 'carts.fraction-as-text', await pay('1.5'), () => pay(1.5))
      },
    }),
    property({
      ...shared,
      title: `accepts ${creates} with 61 cart lines`,
      checks: ['limits.post-up-to-2m-accepted'],
      async run(it) {
        const many = severalLines(it.amount, manyLines)
        const few = () => sendCart(it, request, linesOf(it))
        await accepts(it, 'limits.post-up-to-2m-accepted', await sendCart(it, request, many), few)
      },
    }),
    property({
      ...shared,
      title: `accepts ${creates} with one cart line and with several`,
      checks: ['carts.lines-complete'],
      run: (it) =>
        acceptsEach(it, 'carts.lines-complete', [
          ['there is one line', () => sendCart(it, request, [line(it.target.known.amount)])],
          ['there are several lines', lines(it)],
        ]),
    }),
  ]
})

export const carts = [
  ...perRequest,
  ...properties({ level: 'write' })({
    'accepts an invoice line without a name, a price or a quantity': {
      checks: ['carts.invoice-line-may-lack-name-price-quantity'],
      async run(it) {
        const amount = it.target.known.amount
        const full = { ...line(amount), key: 'line-1', totalPrice: amount }
        const minimal = { id: full.id, key: full.key, totalPrice: amount }
        const create = (line: object) => () => send(it, invoiceRequest, { cart: [line] })
        await acceptsEach(it, 'carts.invoice-line-may-lack-name-price-quantity', [
          ['the line has all three', create(full)],
          ['the line has no name', create({ ...full, name: undefined })],
          ['the line has no price', create({ ...full, price: undefined })],
          ['the line has no quantity', create({ ...full, quantity: undefined })],
          ['the line has none of the three', create(minimal)],
        ])
      },
    },
    'accepts an invoice line with a key and a total price': {
      checks: ['carts.invoice-line-key-and-total'],
      async run(it) {
        const response = await sendCart(it, invoiceRequest, linesOf(it))
        const plainLines = () => send(it, invoiceRequest, { cart: linesOf(it) })
        await accepts(it, 'carts.invoice-line-key-and-total', response, plainLines)
      },
    },
  }),
  ...[exchangePaymentRequest, bankPaymentRequest].map((request) =>
    property({
      ...levelAndNeeds(request),
      title: `accepts ${request.creates} line with its amount in local currency`,
      checks: ['carts.payment-line-local-amount'],
      async run(it) {
        const response = await sendCart(it, request, linesOf(it))
        const plainLines = () => send(it, request, { cart: linesOf(it) })
        await accepts(it, 'carts.payment-line-local-amount', response, plainLines)
      },
    }),
  ),
]
