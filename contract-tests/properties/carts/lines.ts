// What any deployment must take as the lines of a cart, in the three forms of request. What subscription items bear
// beside is in subscription-items.ts.

import {
  bankPayment,
  exchangePayment,
  invoice,
  linesWithGifts,
  qrTransaction,
} from '../../../client/sample-requests.ts'
import { Decimal } from '../../../core/decimal.ts'
import { takes, takesEach } from '../../checks/acceptance.ts'
import type { ApiResponse } from '../../engine/client.ts'
import type { Context } from '../../engine/context.ts'
import { type Property, property } from '../../engine/property.ts'
import { carts as drawnCarts, paymentCarts } from '../../inputs/arbitraries.ts'

const resource = 'carts'
const write = { resource, level: 'write' } as const
const money = { resource, level: 'money' } as const

/** A line with its numbers as they are to be written. */
interface Line {
  id: string
  name: string
  price: string | number
  quantity: string | number
}

/** Sends a request whose cart has these lines, which make the amount that the target knows. */
type Ask = (it: Context, cart: readonly Line[]) => Promise<ApiResponse>

const lineTotal = ({ price, quantity }: Line) => new Decimal(price).times(quantity)
const localLines = (cart: readonly Line[]) =>
  cart.map((line) => ({ ...line, localAmount: lineTotal(line).toNumber(), localCurrency: 'USD' }))

const askInvoice: Ask = (it, cart) => {
  const lines = cart.map((line, index) => ({
    ...line,
    key: `line-${index + 1}`,
    totalPrice: lineTotal(line).toFixed(2),
  }))
  return it.client.call('createInvoice', { body: invoice(it, { cart: lines }) })
}
const askQr: Ask = (it, cart) =>
  it.client.call('createQrTransaction', { body: qrTransaction(it, { cart: [...cart] }) })
const askExchange: Ask = (it, cart) =>
  it.client.call('createExchangePayment', { payload: exchangePayment(it, { cart: localLines(cart) }) })
const askBank: Ask = (it, cart) =>
  it.client.call('createBankPayment', { payload: bankPayment(it, { cart: localLines(cart) }) })

const requests: (Pick<Property, 'level' | 'needs'> & { what: string; ask: Ask })[] = [
  { what: 'an invoice', ask: askInvoice, level: 'write' },
  { what: 'a wallet transaction', ask: askQr, level: 'write' },
  { what: 'an exchange payment', ask: askExchange, level: 'money' },
  { what: 'a bank payment', ask: askBank, level: 'money', needs: ['bankAccount'] },
]

/** Whether the numbers of a line are written as numbers or as text. */
interface Written {
  price?: 'number' | 'text'
  quantity?: 'number' | 'text'
}

/** Two lines that make the amount, the first of two units. */
function linesOf(it: Context, { price, quantity }: Written = {}): Line[] {
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

const written = requests.flatMap(({ what, ask, ...reach }) => {
  const lines = (it: Context, how?: Written) => () => ask(it, linesOf(it, how))
  return [
    property({
      resource,
      ...reach,
      title: `${what} takes prices as numbers and as text`,
      kind: 'example',
      checks: ['carts.price-number-or-text'],
      async run(it) {
        await takesEach(it, 'carts.price-number-or-text', [
          ['prices are text', lines(it, { price: 'text' })],
          ['prices are numbers', lines(it)],
        ])
      },
    }),
    property({
      resource,
      ...reach,
      title: `${what} takes quantities as numbers and as text`,
      kind: 'example',
      checks: ['carts.quantity-number-or-text'],
      async run(it) {
        await takesEach(it, 'carts.quantity-number-or-text', [
          ['quantities are text', lines(it, { quantity: 'text' })],
          ['quantities are numbers', lines(it)],
        ])
      },
    }),
    property({
      resource,
      ...reach,
      title: `${what} takes a cart of one line and of several`,
      kind: 'example',
      checks: ['carts.lines-complete'],
      async run(it) {
        const [first] = linesOf(it)
        const single = first === undefined ? [] : [{ ...first, price: it.target.known.amount, quantity: 1 }]
        await takesEach(it, 'carts.lines-complete', [
          ['there is one line', () => ask(it, single)],
          ['there are several lines', lines(it)],
        ])
      },
    }),
  ]
})

export const carts = [
  ...written,
  property({
    ...write,
    title: 'whatever its names and numbers, a cart of complete lines is taken',
    kind: 'property',
    checks: ['carts.lines-complete'],
    async run(it) {
      await it.forAll(drawnCarts(it.target), async (it, { amount, cart }) => {
        const askInvoice = (other: object) =>
          it.client.call('createInvoice', { body: invoice(it, { amount, ...other }) })
        await takes(it, 'carts.lines-complete', await askInvoice({ cart }), () => askInvoice({}))
        const lines = cart.map(({ id, name, price, quantity }) => ({ id, name, price, quantity }))
        const askQr = (other: object) =>
          it.client.call('createQrTransaction', { body: qrTransaction(it, { amount, ...other }) })
        await takes(it, 'carts.lines-complete', await askQr({ cart: lines }), () => askQr({}))
      })
    },
  }),
  property({
    ...write,
    title: 'a cart of very many lines is taken',
    kind: 'example',
    checks: ['carts.lines-complete'],
    async run(it) {
      const many = linesWithGifts(it.target.known.amount, 60)
      for (const ask of [askInvoice, askQr])
        await takes(it, 'carts.lines-complete', await ask(it, many), () => ask(it, linesOf(it)))
    },
  }),
  property({
    ...money,
    title: 'an exchange payment takes a cart of complete lines, whatever its names and numbers',
    kind: 'property',
    checks: ['carts.lines-complete'],
    async run(it) {
      await it.forAll(
        paymentCarts(it.target),
        async (it, { amount: nativeAmount, cart }) => {
          const ask = (other: object) =>
            it.client.call('createExchangePayment', {
              payload: exchangePayment(it, { nativeAmount, ...other }),
            })
          await takes(it, 'carts.lines-complete', await ask({ cart }), () => ask({}))
        },
        { share: 0.25 },
      )
    },
  }),
  property({
    ...write,
    title: 'a line of an invoice may lack its name, its price or its quantity',
    kind: 'example',
    checks: ['carts.invoice-line-may-lack-name-price-quantity'],
    async run(it) {
      const amount = it.target.known.amount
      const bare = { id: 'sku-1', key: 'line-1', totalPrice: amount }
      const full = { ...bare, name: 'Desk lamp', price: amount, quantity: 1 }
      const ask = (line: object) => () =>
        it.client.call('createInvoice', { body: { ...invoice(it), cart: [line] } })
      await takesEach(it, 'carts.invoice-line-may-lack-name-price-quantity', [
        ['the line has all three', ask(full)],
        ['the line has no name', ask({ ...full, name: undefined })],
        ['the line has no price', ask({ ...full, price: undefined })],
        ['the line has no quantity', ask({ ...full, quantity: undefined })],
        ['the line has none of the three', ask(bare)],
      ])
    },
  }),
  property({
    ...write,
    title: 'a line of an invoice takes a key and a total',
    kind: 'example',
    checks: ['carts.invoice-line-key-and-total'],
    async run(it) {
      const plainLines = () =>
        it.client.call('createInvoice', { body: { ...invoice(it), cart: linesOf(it) } })
      await takes(it, 'carts.invoice-line-key-and-total', await askInvoice(it, linesOf(it)), plainLines)
    },
  }),
  property({
    ...money,
    title: 'a line of an exchange payment takes its amount in local currency',
    kind: 'example',
    checks: ['carts.payment-line-local-amount'],
    async run(it) {
      const ask = (cart: Line[]) =>
        it.client.call('createExchangePayment', { payload: exchangePayment(it, { cart }) })
      const response = await ask(localLines(linesOf(it)))
      await takes(it, 'carts.payment-line-local-amount', response, () => ask(linesOf(it)))
    },
  }),
  property({
    ...money,
    title: 'a line of a bank payment takes its amount in local currency',
    kind: 'example',
    needs: ['bankAccount'],
    checks: ['carts.payment-line-local-amount'],
    async run(it) {
      const ask = (cart: Line[]) =>
        it.client.call('createBankPayment', { payload: bankPayment(it, { cart }) })
      const response = await ask(localLines(linesOf(it)))
      await takes(it, 'carts.payment-line-local-amount', response, () => ask(linesOf(it)))
    },
  }),
]
