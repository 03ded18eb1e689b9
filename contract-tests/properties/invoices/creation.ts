// Which invoices the service accepts, which it refuses, the link and uuid that it returns, and the order of a paid invoice.
// The contents of an order are in order-info.ts.

import fc from 'fast-check'
import {
  customer,
  exchangePayment,
  invoice,
  linesWithGifts,
  qrTransaction,
} from '../../../client/sample-requests.ts'
import { accepts, acceptsEach, changedBodies, refusesEach } from '../../checks/acceptance.ts'
import type { Context } from '../../engine/context.ts'
import { property } from '../../engine/property.ts'
import { carts, productNames } from '../../inputs/arbitraries.ts'

const resource = 'invoices'
const write = { resource, level: 'write' } as const

const uuidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

const create = (it: Context, body: object = invoice(it)) => it.client.call('createInvoice', { body })

function isHttpUrl(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
}

/** Creates an invoice and checks its link and uuid. */
async function createChecked(
  it: Context,
  body: ReturnType<typeof invoice>,
): Promise<{ url: string; uuid: string }> {
  const { result } = await accepts(it, 'invoices.created', await create(it, body), () => create(it))
  it.check('invoices.uuid-is-a-uuid', uuidPattern.test(result.uuid), {
    expected: 'a UUID',
    actual: result.uuid,
  })
  it.check('invoices.url-is-a-redirect-url', isHttpUrl(result.url) && result.url !== body.redirectUrl, {
    expected: 'an absolute URL of the checkout page',
    actual: result.url,
  })
  return result
}

/** Pays an invoice and checks that its uuid returns its order. `settle` waits until the payment is processed. */
async function becomesOrder(
  it: Context,
  pay: (order: string) => Promise<void>,
  settle: () => Promise<void>,
): Promise<void> {
  const body = invoice(it)
  const { uuid } = it.given(await create(it, body)).result
  const read = () => it.client.call('getInvoice', { query: { uuid } })
  // Whether and what getInvoice returns for an unpaid invoice is not checked here.
  const before = await read()
  const order = before.outcome === 'success' ? before.success.result.returnval.order : body.order
  await pay(body.order)
  await settle()
  const after = it.succeeds('invoices.becomes-order', await read()).result.returnval
  it.check('invoices.becomes-order', after.order === order, {
    expected: `the order ${order}`,
    actual: `the order ${after.order}`,
  })
}

const payByExchange = (it: Context) => async (offerId: string) => {
  it.given(await it.client.call('createExchangePayment', { payload: exchangePayment(it, { offerId }) }))
}

export const invoices = [
  property({
    ...write,
    title: 'returns a link and a uuid for an invoice',
    kind: 'example',
    checks: ['invoices.created', 'invoices.link-shape'],
    async run(it) {
      it.succeeds('invoices.created', await create(it))
    },
  }),
  property({
    ...write,
    title: 'returns a different link and uuid for each invoice, whatever its cart',
    kind: 'property',
    checks: [
      'invoices.created',
      'invoices.link-shape',
      'invoices.uuid-is-a-uuid',
      'invoices.url-is-a-redirect-url',
    ],
    async run(it) {
      const cases = fc.record({ cartWithTotal: carts(it.target), name: productNames })
      await it.forAll(cases, async (it, { cartWithTotal: { amount, cart }, name }) => {
        const overrides = { amount, cart, customerInfo: { ...customer, name } }
        const one = await createChecked(it, invoice(it, overrides))
        const other = await createChecked(it, invoice(it, overrides))
        it.check('invoices.created', one.uuid !== other.uuid && one.url !== other.url, {
          expected: 'a different link and uuid for each of two invoices',
          actual: `${one.uuid === other.uuid ? one.uuid : one.url} for both`,
        })
      })
    },
  }),
  property({
    ...write,
    title: 'accepts an invoice with and without redirectUrl and customParameter',
    kind: 'example',
    checks: ['invoices.optional-fields'],
    async run(it) {
      const without = (...keys: string[]) => {
        const body = invoice(it)
        return create(it, Object.fromEntries(Object.entries(body).filter(([key]) => !keys.includes(key))))
      }
      await acceptsEach(it, 'invoices.optional-fields', [
        ['there are a redirectUrl and a customParameter', () => without()],
        ['there is no redirectUrl', () => without('redirectUrl')],
        ['there is no customParameter', () => without('customParameter')],
        ['there is no redirectUrl and no customParameter', () => without('redirectUrl', 'customParameter')],
      ])
    },
  }),
  property({
    ...write,
    title: 'accepts an invoice without siteInfo',
    kind: 'example',
    checks: ['invoices.optional-fields'],
    async run(it) {
      const response = await create(it)
      await accepts(it, 'invoices.optional-fields', response, () =>
        create(it, { ...invoice(it), siteInfo: {} }),
      )
    },
  }),
  property({
    ...write,
    title: 'refuses an invoice without a required field',
    kind: 'ladder',
    checks: ['invoices.required-fields-refused'],
    async run(it) {
      const lines = linesWithGifts(it.target.known.amount, 1)
      const cart = lines.map((line, at) => ({ ...line, key: `line-${at}`, totalPrice: line.price }))
      const complete = () => invoice(it, { cart })
      const paths = [
        ['amount'],
        ['cart'],
        ['currency'],
        ['order'],
        ['shippingAddress'],
        ['cart', 0, 'id'],
        ['cart', 1, 'id'],
      ]
      await refusesEach(it, 'invoices.required-fields-refused', () => create(it, complete()), [
        ['the body is empty', () => create(it, {})],
        ...changedBodies(
          it,
          'createInvoice',
          complete,
          paths.map((path) => ({ path })),
        ),
      ])
    },
  }),
  property({
    resource,
    level: 'money',
    title: 'returns the order of an invoice as soon as its exchange payment is accepted',
    kind: 'example',
    checks: ['invoices.becomes-order'],
    async run(it) {
      await becomesOrder(it, payByExchange(it), async () => {})
    },
  }),
  property({
    resource,
    level: 'disruptive',
    title: 'returns the order of an invoice after its exchange payment is processed',
    kind: 'example',
    needs: ['clock'],
    checks: ['invoices.becomes-order'],
    async run(it) {
      await becomesOrder(it, payByExchange(it), () => it.advance({ hours: 2 }))
    },
  }),
  property({
    resource,
    level: 'disruptive',
    title: 'returns the order of an invoice after a wallet has paid it',
    kind: 'example',
    needs: ['clock', 'shopper'],
    checks: ['invoices.becomes-order'],
    async run(it) {
      await becomesOrder(
        it,
        async (orderId) => {
          const body = qrTransaction(it, { orderId })
          const { result } = it.given(await it.client.call('createQrTransaction', { body }))
          await it.pay(result.id, '1')
        },
        () => it.advance({ hours: 2 }),
      )
    },
  }),
]
