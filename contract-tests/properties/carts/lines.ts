// Which cart lines the service accepts in invoices, QR transactions and payments. The fields of subscription items are in
// subscription-items.ts.

import {
  bankPayment,
  exchangePayment,
  invoice,
  linesWithGifts,
  qrTransaction,
} from '../../../client/sample-requests.ts'
import { Decimal } from '../../../core/decimal.ts'
import { accepts, acceptsEach } from '../../checks/acceptance.ts'
import type { ApiResponse } from '../../engine/client.ts'
import type { Context } from '../../engine/context.ts'
import { type Property, property } from '../../engine/property.ts'
import { carts as generatedCarts, paymentCarts } from '../../inputs/arbitraries.ts'

const resource = 'carts'
const write = { resource, level: 'write' } as const
const money = { resource, level: 'money' } as const

/** A cart line with its numbers as numbers or as text. */
interface Line {
  id: string
  name: string
  price: string | number
  quantity: string | number
}

/** Sends a request with a cart whose total is the target's known amount. */
type Send = (it: Context, cart: readonly Line[]) => Promise<ApiResponse>

const lineTotal = ({ price, quantity }: Line) => new Decimal(price).times(quantity)
const localLines = (cart: readonly Line[]) =>
  cart.map((line) => ({ ...line, localAmount: lineTotal(line).toNumber(), localCurrency: 'USD' }))

const sendInvoice: Send = (it, cart) => {
  const lines = cart.map((line, index) => ({
    ...line,
    key: `line-${index + 1}`,
    totalPrice: lineTotal(line).toFixed(2),
  }))
  return it.client.call('createInvoice', { body: invoice(it, { cart: lines }) })
}
const sendQr: Send = (it, cart) =>
  it.client.call('createQrTransaction', { body: qrTransaction(it, { cart: [...cart] }) })
const sendExchange: Send = (it, cart) =>
  it.client.call('createExchangePayment', { payload: exchangePayment(it, { cart: localLines(cart) }) })
const sendBank: Send = (it, cart) =>
  it.client.call('createBankPayment', { payload: bankPayment(it, { cart: localLines(cart) }) })

const requests: (Pick<Property, 'level' | 'needs'> & { creates: string; send: Send })[] = [
  { creates: 'an invoice', send: sendInvoice, level: 'write' },
  { creates: 'a QR transaction', send: sendQr, level: 'write' },
  { creates: 'an exchange payment', send: sendExchange, level: 'money' },
  { creates: 'a bank payment', send: sendBank, level: 'money', needs: ['bankAccount'] },
]

/** Whether the numbers of a line are numbers or text. */
interface NumberFormat {
  price?: 'number' | 'text'
  quantity?: 'number' | 'text'
}

/** Two lines with the target's known amount in total; the first has two units. */
function linesOf(it: Context, { price, quantity }: NumberFormat = {}): Line[] {
  const amount = new Decimal(it.target.known.amount)
  const unit = amount.div(4).toDecimalPlaces(2, Decimal.ROUND_DOWN)
  const line = (id: string, name: string, each: Decimal, count: number): Line => ({
    id,
    name,
    price: price === 'text' ? each.toFixed(2) : each.toNumber(),
    quantity: quantity === 'text' ? String(count) : count,
  })
  return [line('sku-1', 'Desk lamp', unit, 2), line('sku-2', 'Bulb', amount.minus(unit.times(2)), 1)]
}

const perRequest = requests.flatMap(({ creates, send, ...levelAndNeeds }) => {
  const lines = (it: Context, format?: NumberFormat) => () => send(it, linesOf(it, format))
  return [
    property({
      resource,
      ...levelAndNeeds,
      title: `accepts ${creates} with prices as numbers and as text`,
      kind: 'example',
      checks: ['carts.price-number-or-text'],
      async run(it) {
        await acceptsEach(it, 'carts.price-number-or-text', [
          ['prices are text', lines(it, { price: 'text' })],
          ['prices are numbers', lines(it)],
        ])
      },
    }),
    property({
      resource,
      ...levelAndNeeds,
      title: `accepts ${creates} with quantities as numbers and as text`,
      kind: 'example',
      checks: ['carts.quantity-number-or-text'],
      async run(it) {
        await acceptsEach(it, 'carts.quantity-number-or-text', [
          ['quantities are text', lines(it, { quantity: 'text' })],
          ['quantities are numbers', lines(it)],
        ])
      },
    }),
    property({
      resource,
      ...levelAndNeeds,
      title: `accepts ${creates} with one cart line and with several`,
      kind: 'example',
      checks: ['carts.lines-complete'],
      async run(it) {
        const [first] = linesOf(it)
        const single = first === undefined ? [] : [{ ...first, price: it.target.known.amount, quantity: 1 }]
        await acceptsEach(it, 'carts.lines-complete', [
          ['there is one line', () => send(it, single)],
          ['there are several lines', lines(it)],
        ])
      },
    }),
  ]
})

export const carts = [
  ...perRequest,
  property({
    ...write,
    title: 'accepts an invoice and a QR transaction with any cart of complete lines',
    kind: 'property',
    checks: ['carts.lines-complete'],
    async run(it) {
      await it.forAll(generatedCarts(it.target), async (it, { amount, cart }) => {
        const sendInvoice = (overrides: object) =>
          it.client.call('createInvoice', { body: invoice(it, { amount, ...overrides }) })
        await accepts(it, 'carts.lines-complete', await sendInvoice({ cart }), () => sendInvoice({}))
        const lines = cart.map(({ id, name, price, quantity }) => ({ id, name, price, quantity }))
        const sendQr = (overrides: object) =>
          it.client.call('createQrTransaction', { body: qrTransaction(it, { amount, ...overrides }) })
        await accepts(it, 'carts.lines-complete', await sendQr({ cart: lines }), () => sendQr({}))
      })
    },
  }),
  property({
    ...write,
    title: 'accepts an invoice and a QR transaction with 61 cart lines',
    kind: 'example',
    checks: ['carts.lines-complete'],
    async run(it) {
      const many = linesWithGifts(it.target.known.amount, 60)
      for (const send of [sendInvoice, sendQr])
        await accepts(it, 'carts.lines-complete', await send(it, many), () => send(it, linesOf(it)))
    },
  }),
  property({
    ...money,
    title: 'accepts an exchange payment with any cart of complete lines',
    kind: 'property',
    checks: ['carts.lines-complete'],
    async run(it) {
      await it.forAll(
        paymentCarts(it.target),
        async (it, { amount: nativeAmount, cart }) => {
          const pay = (overrides: object) =>
            it.client.call('createExchangePayment', {
              payload: exchangePayment(it, { nativeAmount, ...overrides }),
            })
          await accepts(it, 'carts.lines-complete', await pay({ cart }), () => pay({}))
        },
        { share: 0.25 },
      )
    },
  }),
  property({
    ...write,
    title: 'accepts an invoice line without a name, a price or a quantity',
    kind: 'example',
    checks: ['carts.invoice-line-may-lack-name-price-quantity'],
    async run(it) {
      const amount = it.target.known.amount
      const minimal = { id: 'sku-1', key: 'line-1', totalPrice: amount }
      const full = { ...minimal, name: 'Desk lamp', price: amount, quantity: 1 }
      const create = (line: object) => () =>
        it.client.call('createInvoice', { body: { ...invoice(it), cart: [line] } })
      await acceptsEach(it, 'carts.invoice-line-may-lack-name-price-quantity', [
        ['the line has all three', create(full)],
        ['the line has no name', create({ ...full, name: undefined })],
        ['the line has no price', create({ ...full, price: undefined })],
        ['the line has no quantity', create({ ...full, quantity: undefined })],
        ['the line has none of the three', create(minimal)],
      ])
    },
  }),
  property({
    ...write,
    title: 'accepts an invoice line with a key and a total price',
    kind: 'example',
    checks: ['carts.invoice-line-key-and-total'],
    async run(it) {
      const plainLines = () =>
        it.client.call('createInvoice', { body: { ...invoice(it), cart: linesOf(it) } })
      await accepts(it, 'carts.invoice-line-key-and-total', await sendInvoice(it, linesOf(it)), plainLines)
    },
  }),
  property({
    ...money,
    title: 'accepts an exchange payment line with its amount in local currency',
    kind: 'example',
    checks: ['carts.payment-line-local-amount'],
    async run(it) {
      const pay = (cart: Line[]) =>
        it.client.call('createExchangePayment', { payload: exchangePayment(it, { cart }) })
      const response = await pay(localLines(linesOf(it)))
      await accepts(it, 'carts.payment-line-local-amount', response, () => pay(linesOf(it)))
    },
  }),
  property({
    ...money,
    title: 'accepts a bank payment line with its amount in local currency',
    kind: 'example',
    needs: ['bankAccount'],
    checks: ['carts.payment-line-local-amount'],
    async run(it) {
      const pay = (cart: Line[]) =>
        it.client.call('createBankPayment', { payload: bankPayment(it, { cart }) })
      const response = await pay(localLines(linesOf(it)))
      await accepts(it, 'carts.payment-line-local-amount', response, () => pay(linesOf(it)))
    },
  }),
]
