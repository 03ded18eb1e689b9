// getInvoice returns an order with the values of its invoice, and its merchant. Numbers and URLs are compared by value, and
// cart lines in any order.

import fc from 'fast-check'
import { requiredAddress } from '../../../client/sample-customers.ts'
import { productIdFrom } from '../../../client/sample-ids.ts'
import { fullAddress, invoice, line, severalLines } from '../../../client/sample-requests.ts'
import type { MerchantAccount } from '../../../client/target.ts'
import { Decimal } from '../../../core/decimal.ts'
import { derivedNumber } from '../../../core/derived-uuid.ts'
import { isObject, valueAt } from '../../../core/json.ts'
import type { RequirementId } from '../../../spec/requirements.ts'
import { decimalOf, sameDecimal } from '../../observe/decimals.ts'
import { fieldDifferences, isMisread, lineDifferences } from '../../observe/differences.ts'
import { firstAccepted, firstAcceptedOf, refusesEach } from '../../steps/acceptance.ts'
import { carts, manyLines, productNames } from '../../steps/arbitraries.ts'
import { asFarAsPossible } from '../../steps/as-far-as-possible.ts'
import type { Context } from '../../steps/context.ts'
import { payThroughExchange } from '../../steps/orders.ts'
import { commonPeriods } from '../../steps/periods.ts'
import { properties } from '../../steps/property.ts'
import { newInvoice } from '../../steps/requests.ts'
import { frequencies, type Item, itemOfNewProduct, subscriptionInvoice } from '../../steps/subscriptions.ts'

type Body = ReturnType<typeof invoice>

async function readBack(it: Context, body: Body) {
  const { uuid } = it.given(await it.client.call('createInvoice', { body })).result
  return readAfterAnother(it, uuid, body)
}

/** The order of an invoice, read after another one has been created. */
async function readAfterAnother(it: Context, uuid: string, body: Body) {
  it.given(await it.client.call('createInvoice', { body: invoice(it) }))
  return readOrder(it, uuid, body)
}

/** The order of an invoice, read again if need be, and once it is paid. (permitted: service.knows-records-later) */
async function readOrder(it: Context, uuid: string, body: Body) {
  const read = () => it.client.call('getInvoice', { query: { uuid } })
  const readPaid = async () => {
    await payThroughExchange(it, body)
    return read()
  }
  return it.given(await firstAccepted(read, read, ...(it.mayPay ? [readPaid] : []))).result.returnval
}

const sameId = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()

function sameUrl(one: string, other: string): boolean {
  return (
    one === other || (URL.canParse(one) && URL.canParse(other) && new URL(one).href === new URL(other).href)
  )
}

/** An id in ten digits, with zeros before them. */
const digitsFor = (id: string) => String(derivedNumber(id) % 10 ** 8).padStart(10, '0')

type Line = Readonly<Record<string, unknown>>
type Cart = Body['cart']

/** Lines of the same product as one line with their quantity. (permitted: invoices.merges-lines) */
function merged(lines: readonly Line[]): Line[] {
  const byProduct = new Map<string, Line>()
  for (const line of lines) {
    const key = JSON.stringify([line.id, line.name, decimalOf(line.price)])
    const same = byProduct.get(key)
    const quantity = decimalOf(same?.quantity)?.plus(decimalOf(line.quantity) ?? 0)
    byProduct.set(key, quantity === undefined ? line : { ...line, quantity: quantity.toString() })
  }
  return [...byProduct.values()]
}

type OrderInfoId = Extract<RequirementId, `invoices.order-info-${string}`>
type Detail = OrderInfoId extends `invoices.order-info-${infer Rest}` ? Rest : never

/** Checks a detail of an order; `same` is whether it equals what was sent. */
function check(it: Context, detail: Detail, same: boolean, sent: unknown, actual: unknown): void {
  it.check(`invoices.order-info-${detail}`, same, { expected: String(sent), actual: String(actual) })
}

/** Checks that an order has the id of the invoice. */
export function checkOrder(it: Context, expected: string, actual: string): void {
  it.checkEqual('invoices.order-info-same-order', actual, expected)
}

/** Checks that an order has a line for each product. */
export function checkProducts(
  it: Context,
  sent: readonly { id: string }[],
  actual: readonly { id: string }[],
): void {
  const missing = sent.filter(({ id }) => !actual.some((line) => sameId(line.id, id)))
  const products = `a line for each of ${sent.length} products`
  const without = `no line with the id ${missing.map(({ id }) => id).join(' or ')}`
  check(it, 'products', missing.length === 0, products, without)
}

/** Checks that an order names its merchant. */
export function checkMerchant(
  it: Context,
  merchant: MerchantAccount,
  { merchant_id: actual }: { merchant_id: string },
): void {
  check(it, 'names-the-merchant', sameId(actual, merchant.id), `the merchant ${merchant.id}`, actual)
}

async function invoiceFor(it: Context, item: Item) {
  const line = itemOfNewProduct(it, item)
  return { line, ...(await subscriptionInvoice(it, [line], ['2y', ...commonPeriods.toReversed()])) }
}

/** Checks that an order has a subscription item. */
export function checkItem(it: Context, sent: Item, { cart }: { cart: readonly Line[] }): void {
  const { frequency, merchantSubscriptionId } = sent
  const expected = { isSubscription: true, frequency, merchantSubscriptionId }
  const [difference = [], ...others] = cart.map((one) => fieldDifferences(expected, one))
  const same = cart.length > 0 && [difference, ...others].some(({ length }) => length === 0)
  check(it, 'subscription-lines', same, 'the line of the invoice', difference.join(' and '))
}

/** Checks an order of two subscription items, each after another line, unless the service refuses them together. */
async function checkMixedCart(it: Context): Promise<void> {
  const cart: Cart = severalLines(it.amount, 4).map(({ id, ...one }, at) => {
    const line = { ...one, key: `line-${at}`, totalPrice: one.price }
    const frequency = at === 1 ? 'monthly' : 'weekly'
    return at % 2 === 0 ? { id, ...line } : itemOfNewProduct(it, { ...line, frequency })
  })
  const bodies = ['2y', ...commonPeriods.toReversed()].map((subscriptionPeriod) =>
    invoice(it, {
      cart: cart.map((one) => (one.isSubscription === true ? { ...one, subscriptionPeriod } : one)),
    }),
  )
  const { value, response } = await firstAcceptedOf(bodies, (body) =>
    it.client.call('createInvoice', { body }),
  )
  if (response.outcome !== 'success') return
  const order = await readAfterAnother(it, response.success.result.uuid, value)
  for (const one of cart) if (one.isSubscription === true) checkItem(it, one, order)
}

function checkCart(it: Context, sent: readonly Line[], actual: readonly Line[]): void {
  const difference = lineDifferences(merged(sent), merged(actual), ['id', 'name', 'price', 'quantity'])
  it.check('invoices.order-info-same-cart', difference === '', {
    expected: `the ${sent.length} lines of the invoice`,
    actual: difference,
    gross: isMisread(sent, actual),
  })
}

const addresses = ({ emailDomain }: Context) =>
  fc.record(
    {
      address1: productNames,
      city: productNames,
      state: fc.constantFrom('IL', 'NY', 'New York'),
      country: fc.constantFrom('US', 'DE', 'JP'),
      firstname: productNames,
      lastname: productNames,
      phoneNo: fc.constantFrom('+1 202 555 0101', '020-7946-0101'),
      address2: productNames,
      zipcode: fc.constantFrom('62701', '01067', 'SW1A 1AA'),
      landmark: productNames,
      email: fc.constantFrom(`ada@${emailDomain}`, `o.neil+x@${emailDomain}`),
    },
    { requiredKeys: ['address1', 'city', 'state', 'country'] },
  )

export const orderInfo = properties({ level: 'write' })({
  'returns an order with the values of its invoice': {
    checks: [
      'invoices.order-info-response-shape',
      'invoices.order-info-inside-returnval',
      'invoices.order-info-products',
      'invoices.order-info-same-cart',
      'invoices.order-info-same-order',
      'invoices.order-info-same-amount',
      'invoices.order-info-same-currency',
      'invoices.order-info-names-the-merchant',
    ],
    async run(it) {
      // The contract does not say whether an invoice needs a customer.
      const simple = invoice(it, { customerInfo: undefined })
      const response = await it.client.call('createInvoice', { body: simple })
      if (response.outcome === 'success') await readAfterAnother(it, response.success.result.uuid, simple)
      // Without what is optional, the order has the same shape, which is checked of every success.
      const least = { redirectUrl: undefined, customParameter: undefined }
      await asFarAsPossible([() => readBack(it, invoice(it, least))])
      const cases = fc.record({ total: carts(it), isNumeric: fc.boolean() })
      await it.forAll(cases, async (it, { total: { amount, cart: drawn }, isNumeric }) => {
        const cart = isNumeric ? drawn.map((line) => ({ ...line, id: digitsFor(line.id) })) : drawn
        const body = invoice(it, { amount, cart, order: it.id('order', isNumeric ? 'digits' : undefined) })
        const order = await readBack(it, body)
        checkOrder(it, body.order, order.order)
        check(it, 'same-amount', sameDecimal(amount, order.amount), amount, order.amount)
        check(it, 'same-currency', order.currency === 'USD', 'USD', order.currency)
        checkProducts(it, cart, order.cart)
        checkCart(it, cart, order.cart)
        checkMerchant(it, it.merchant, order)
      })
    },
  },
  'returns an order in the currency of its invoice, if the currency is accepted': {
    checks: ['invoices.order-info-same-currency'],
    async run(it) {
      const { known, limits } = it.target
      if (new Decimal(known.amount).gt(limits.coinAmount))
        it.notApplicable(`needs limits.coinAmount of at least ${known.amount} in the target file`)
      for (const currency of ['EUR', 'GBP']) {
        const body = invoice(it, { currency })
        const response = await it.client.call('createInvoice', { body })
        if (response.outcome !== 'success') continue
        const order = await readOrder(it, response.success.result.uuid, body)
        check(it, 'same-currency', order.currency === currency, currency, order.currency)
      }
    },
  },
  'returns incomplete lines, equal lines and about sixty lines unchanged': {
    checks: ['invoices.order-info-same-cart'],
    async run(it) {
      const [first, one, other] = severalLines(it.target.known.amount, 3)
      const cart = [
        { id: 'sku-1', price: first?.price ?? '', quantity: '1' },
        { ...one, id: 'sku-2' },
        { ...other, id: 'sku-2' },
      ].map((line, at) => ({ ...line, key: `line-${at}`, totalPrice: line.price ?? '' }))
      await returnsCart(it, cart)
      const many = severalLines(it.amount, manyLines)
      await returnsCart(
        it,
        many.map((line, at) => ({ ...line, key: `line-${at}`, totalPrice: line.price })),
      )
    },
  },
  'returns the second cart of an order, and one with a free line and half a unit, if they are accepted': {
    checks: ['invoices.order-info-products', 'invoices.order-info-same-cart'],
    async run(it) {
      const first = await newInvoice(it)
      const lines = severalLines(it.amount, 2).map((one, at) => ({
        ...one,
        key: `line-${at}`,
        totalPrice: one.price,
      }))
      const half = (one: (typeof lines)[number]) => {
        const id = productIdFrom(`${one.id} half`)
        return { ...one, id, price: new Decimal(one.price).times(2).toFixed(2), quantity: '0.5' }
      }
      const free = { ...line('0.00'), key: 'line-2', totalPrice: '0.00' }
      for (const overrides of [{ order: first.order, cart: lines }, { cart: [...lines.map(half), free] }]) {
        const body = invoice(it, overrides)
        const response = await it.client.call('createInvoice', { body })
        // permitted: service.accepts-once, carts.own-prices
        if (response.outcome !== 'success' || response.success.result.uuid === first.uuid) continue
        const order = await readOrder(it, response.success.result.uuid, body)
        checkProducts(it, body.cart, order.cart)
        checkCart(it, body.cart, order.cart)
      }
    },
  },
  "returns a subscription item with its frequency and the merchant's subscription id": {
    checks: ['invoices.order-info-subscription-lines'],
    async run(it) {
      for (const [at, frequency] of frequencies.entries()) {
        // An id in digits is no number.
        const digits = at === 0 ? { merchantSubscriptionId: `00${it.id('subscription', 'digits')}` } : {}
        const { body, uuid, line } = await invoiceFor(it, { frequency, autoRenewal: at % 2 === 0, ...digits })
        checkItem(it, line, await readAfterAnother(it, uuid, body))
      }
      await checkMixedCart(it)
    },
  },
  'returns a subscription item in the same way when it is paid': {
    level: 'money',
    checks: ['invoices.order-info-subscription-lines'],
    async run(it) {
      const { body, uuid, line } = await invoiceFor(it, { autoRenewal: true })
      await payThroughExchange(it, body)
      if (it.canMoveClock) await it.advance({ hours: 3 })
      checkItem(it, line, await readAfterAnother(it, uuid, body))
    },
  },
  'returns the redirect URL of the invoice': {
    checks: ['invoices.order-info-same-redirect-url'],
    async run(it) {
      const { redirectUrl: base = 'https://shop.example/thanks' } = it.merchant
      const returns = async (redirectUrl: string) => {
        const { redirectUrl: actual } = await readBack(it, invoice(it, { redirectUrl }))
        check(it, 'same-redirect-url', sameUrl(redirectUrl, actual), redirectUrl, actual)
      }
      await returns(base)
      const queries = ['?order=7&from=pay#top', '?back=%2Fcart%3Fid%3D7&name=a+b%20c']
      await asFarAsPossible(queries.map((query) => () => returns(new URL(query, base).href)))
    },
  },
  'returns the shipping address of the invoice, or null': {
    checks: ['invoices.order-info-same-shipping-address'],
    async run(it) {
      const addressOrNull = fc.option(addresses(it), { freq: 4 })
      await it.forAll(addressOrNull, (it, sent) => returnsAddress(it, sent), { share: 0.5 })
      await returnsAddress(it, null)
      await returnsAddress(it, fullAddress(it))
    },
  },
  'refuses getInvoice without the uuid of an invoice': {
    checks: ['invoices.order-info-uuid-required'],
    async run(it) {
      const body = invoice(it)
      const { uuid } = it.given(await it.client.call('createInvoice', { body })).result
      await readOrder(it, uuid, body)
      await refusesWithoutUuid(it, uuid)
    },
  },
})

/** Checks that the order of an invoice is returned for its uuid only. */
export function refusesWithoutUuid(it: Context, uuid: string): Promise<void> {
  const read = (query: Record<string, string>) => () => it.client.call('getInvoice', { query })
  return refusesEach(it, 'invoices.order-info-uuid-required', read({ uuid }), [
    ['there is no query', read({})],
    ['the uuid is empty', read({ uuid: '' })],
    ['the uuid is in an unrelated parameter', read({ note: uuid })],
    ['no invoice has this uuid', read({ uuid: '00000000-0000-4000-8000-000000000000' })],
  ])
}

/** Checks that the order of an invoice has its cart. */
export async function returnsCart(it: Context, cart: Cart): Promise<void> {
  const order = await readBack(it, invoice(it, { cart }))
  checkCart(it, cart, order.cart)
}

/** True if a text is returned as a number without its leading zeros: that is no form of the same value. */
const lostZeros = (sent: string | undefined, actual: unknown) =>
  typeof actual === 'number' && /^0\d/.test(sent ?? '')

/** Checks that the order of an invoice has its address. */
export async function returnsAddress(
  it: Context,
  sent: Record<string, string | undefined> | null,
): Promise<void> {
  const body = { ...invoice(it), shippingAddress: sent === null ? null : { ...requiredAddress(it), ...sent } }
  const { shippingAddress } = await readBack(it, body)
  checkAddress(it, sent, shippingAddress)
}

/** Checks the address of an order, which the order may have shown before. */
export function checkAddress(
  it: Context,
  sent: Record<string, string | undefined> | null,
  actual: object | null,
  before?: object | null,
): void {
  const differences = sent === null ? [] : fieldDifferences(sent, actual ?? {})
  const same = (sent === null) === (actual === null) && differences.length === 0
  const expected = sent === null ? 'null, because the invoice has no address' : 'the address of the invoice'
  it.check('invoices.order-info-same-shipping-address', same, {
    expected,
    actual: differences.join(' and ') || JSON.stringify(actual),
    gross:
      (actual === null && isObject(before)) ||
      isMisread(sent, actual) ||
      Object.entries(sent ?? {}).some(([key, one]) => lostZeros(one, valueAt(actual, key))),
  })
}
