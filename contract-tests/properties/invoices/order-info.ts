// What any deployment must say when an order is read back: what the invoice said, and whose it is. Numbers are compared
// as numbers and addresses as addresses, however they are written; the order of the lines is left open.

import fc from 'fast-check'
import {
  address,
  fullAddress,
  invoice,
  linesWithGifts,
  subscriptionItem,
} from '../../../client/sample-requests.ts'
import type { MerchantAccount } from '../../../client/target.ts'
import { Decimal } from '../../../core/decimal.ts'
import { refusesEach } from '../../checks/acceptance.ts'
import { sameDecimal } from '../../checks/decimals.ts'
import type { Context } from '../../engine/context.ts'
import { property } from '../../engine/property.ts'
import { carts, productNames } from '../../inputs/arbitraries.ts'

const write = { resource: 'invoices', level: 'write' } as const

/** Makes an invoice, then another, and reads the first. */
async function readBack(
  it: Context,
  body: ReturnType<typeof invoice>,
  merchant: MerchantAccount = it.merchant,
) {
  const { uuid } = it.given(await it.client.call('createInvoice', { body, merchant })).result
  it.given(await it.client.call('createInvoice', { body: invoice(it), merchant }))
  return it.given(await it.client.call('getInvoice', { query: { uuid }, merchant })).result.returnval
}

function sameAddress(one: string, other: string): boolean {
  return (
    one === other || (URL.canParse(one) && URL.canParse(other) && new URL(one).href === new URL(other).href)
  )
}

type Line = Readonly<Record<string, unknown>>

/** Whether a line that came back is one that was sent, in all that was sent of it. */
function sameLine(sent: Line, actual: Line): boolean {
  const texts = ['id', 'name'].every((key) => sent[key] === undefined || sent[key] === actual[key])
  return (
    texts &&
    ['price', 'quantity'].every((key) => sent[key] === undefined || sameDecimal(sent[key], actual[key]))
  )
}

/** Whether the lines are the same, each once, in whatever order. */
function sameLines(sent: readonly Line[], actual: readonly Line[]): boolean {
  const left = [...actual]
  for (const line of sent) {
    const at = left.findIndex((other) => sameLine(line, other))
    if (at < 0) return false
    left.splice(at, 1)
  }
  return left.length === 0
}

const words = (value: unknown) => JSON.stringify(value) ?? 'nothing'

const addresses = fc.record(
  {
    address1: productNames,
    city: productNames,
    state: fc.constantFrom('IL', 'NY', 'Baden-Württemberg'),
    country: fc.constantFrom('US', 'DE', 'JP'),
    firstname: productNames,
    lastname: productNames,
    phoneNo: fc.constantFrom('+1 202 555 0101', '020-7946-0101'),
    address2: productNames,
    zipcode: fc.constantFrom('62701', '01067', 'SW1A 1AA'),
    landmark: productNames,
    email: fc.constantFrom('ada@shop.example', 'o.neil+x@shop.example'),
  },
  { requiredKeys: ['address1', 'city', 'state', 'country'] },
)

const items = fc.record({
  frequency: fc.constantFrom('weekly', 'monthly', 'quarterly', 'half-yearly', 'yearly'),
  autoRenewal: fc.boolean(),
})

export const orderInfo = [
  property({
    ...write,
    title: 'an order says what its invoice said',
    kind: 'property',
    checks: [
      'invoices.order-info-response-shape',
      'invoices.order-info-inside-returnval',
      'invoices.order-info-same-cart',
      'invoices.order-info-same-order',
      'invoices.order-info-same-amount',
      'invoices.order-info-same-currency',
      'invoices.order-info-names-the-merchant',
    ],
    async run(it) {
      await it.forAll(carts(it.target), async (it, { amount, cart }) => {
        const body = invoice(it, { amount, cart })
        const order = await readBack(it, body)
        const says = (
          requirement: Parameters<Context['check']>[0],
          holds: boolean,
          sent: unknown,
          actual: unknown,
        ) => it.check(requirement, holds, { expected: words(sent), actual: words(actual) })
        says('invoices.order-info-same-order', order.order === body.order, body.order, order.order)
        says('invoices.order-info-same-amount', sameDecimal(amount, order.amount), amount, order.amount)
        says('invoices.order-info-same-currency', order.currency === 'USD', 'USD', order.currency)
        says('invoices.order-info-same-cart', sameLines(cart, order.cart), cart, order.cart)
        const { id } = it.merchant
        says('invoices.order-info-names-the-merchant', order.merchant_id === id, id, order.merchant_id)
      })
    },
  }),
  property({
    ...write,
    title: 'an order in another currency, where one is taken, comes back in it',
    kind: 'example',
    checks: ['invoices.order-info-same-currency'],
    async run(it) {
      const { known, limits } = it.target
      if (new Decimal(known.amount).gt(limits.coinAmount))
        it.notApplicable(`the target's limits allow no ${known.amount} of another currency than USD`)
      for (const currency of ['EUR', 'GBP']) {
        const made = await it.client.call('createInvoice', { body: invoice(it, { currency }) })
        if (made.outcome !== 'success') continue
        const { uuid } = made.success.result
        const { returnval } = it.given(await it.client.call('getInvoice', { query: { uuid } })).result
        it.check('invoices.order-info-same-currency', returnval.currency === currency, {
          expected: currency,
          actual: returnval.currency,
        })
      }
    },
  }),
  property({
    ...write,
    title: 'a line that lacks something, and two lines that are alike, come back as they are',
    kind: 'example',
    checks: ['invoices.order-info-same-cart'],
    async run(it) {
      const [first, one, other] = linesWithGifts(it.target.known.amount, 2)
      const cart = [
        { id: 'sku-1', price: first?.price ?? '', quantity: '1' },
        { ...one, id: 'sku-2' },
        { ...other, id: 'sku-2' },
      ].map((line, at) => ({ ...line, key: `line-${at}`, totalPrice: line.price ?? '' }))
      const order = await readBack(it, invoice(it, { cart }))
      it.check('invoices.order-info-same-cart', sameLines(cart, order.cart), {
        expected: words(cart),
        actual: words(order.cart),
      })
    },
  }),
  property({
    ...write,
    title: 'a subscription item says what it is and whose it is',
    kind: 'property',
    checks: ['invoices.order-info-subscription-lines'],
    async run(it) {
      await it.forAll(
        items,
        async (it, item) => {
          const line = subscriptionItem(it, { ...item, subscriptionPeriod: '2y' })
          const { cart } = await readBack(it, invoice(it, { cart: [line] }))
          const actual = cart.find(({ id }) => id === line.id)
          it.check(
            'invoices.order-info-subscription-lines',
            actual?.isSubscription === true &&
              actual.frequency === line.frequency &&
              actual.merchantSubscriptionId === line.merchantSubscriptionId,
            { expected: words(line), actual: words(actual) },
          )
        },
        { share: 0.5 },
      )
    },
  }),
  property({
    ...write,
    title: 'the redirect address is the one that was given',
    kind: 'example',
    checks: ['invoices.order-info-same-redirect-url'],
    async run(it) {
      for (const redirectUrl of [
        'https://shop.example/thanks',
        'https://shop.example/back?order=7&from=pay#top',
      ]) {
        const order = await readBack(it, invoice(it, { redirectUrl }))
        it.check('invoices.order-info-same-redirect-url', sameAddress(redirectUrl, order.redirectUrl), {
          expected: redirectUrl,
          actual: order.redirectUrl,
        })
      }
    },
  }),
  property({
    ...write,
    title: 'the shipping address is the one that was given, or null',
    kind: 'property',
    checks: ['invoices.order-info-same-shipping-address'],
    async run(it) {
      const shippings = fc.option(addresses, { freq: 4 })
      await it.forAll(shippings, (it, sent) => comesBackAs(it, sent), { share: 0.5 })
      await comesBackAs(it, null)
      await comesBackAs(it, { ...fullAddress, state: 'Baden-Württemberg' })
    },
  }),
  property({
    ...write,
    title: "a second merchant's order names the second merchant",
    kind: 'example',
    needs: ['secondMerchant'],
    checks: ['invoices.order-info-names-the-merchant'],
    async run(it) {
      const order = await readBack(it, invoice(it), it.secondMerchant)
      it.check('invoices.order-info-names-the-merchant', order.merchant_id === it.secondMerchant.id, {
        expected: it.secondMerchant.id,
        actual: order.merchant_id,
      })
    },
  }),
  property({
    ...write,
    title: 'an order is asked for by the id of its invoice, and by nothing else',
    kind: 'ladder',
    checks: ['invoices.order-info-uuid-required'],
    async run(it) {
      const body = invoice(it)
      const { uuid } = it.given(await it.client.call('createInvoice', { body })).result
      const read = (query?: Record<string, string>) => () =>
        it.client.call('getInvoice', query === undefined ? {} : { query })
      it.succeeds('invoices.order-info-uuid-required', await read({ uuid })())
      await refusesEach(it, 'invoices.order-info-uuid-required', read({ uuid }), [
        ['there is no query', read()],
        ['the uuid is empty', read({ uuid: '' })],
        ['the uuid stands under another name', read({ id: uuid })],
        ['the order stands for the uuid', read({ uuid: body.order })],
        ['no invoice has that uuid', read({ uuid: '00000000-0000-4000-8000-000000000000' })],
      ])
    },
  }),
]

async function comesBackAs(it: Context, sent: Record<string, string | undefined> | null): Promise<void> {
  const body = { ...invoice(it), shippingAddress: sent === null ? null : { ...address, ...sent } }
  const { shippingAddress: actual } = await readBack(it, body)
  const same =
    sent === null || actual === null
      ? sent === actual
      : Object.entries(sent).every(([key, value]) => value === undefined || actual[key] === value)
  it.check('invoices.order-info-same-shipping-address', same, {
    expected: words(sent),
    actual: words(actual),
  })
}
