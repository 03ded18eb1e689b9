// What any deployment must do about invoices: take a complete one, refuse an incomplete one, give its link and id, and let
// it become an order. What order info says of one is in order-info.ts.

import fc from 'fast-check'
import {
  customer,
  exchangePayment,
  invoice,
  linesWithGifts,
  qrTransaction,
} from '../../../client/sample-requests.ts'
import { changedBodies, refusesEach, takes, takesEach } from '../../checks/acceptance.ts'
import type { Context } from '../../engine/context.ts'
import { property } from '../../engine/property.ts'
import { carts, productNames } from '../../inputs/arbitraries.ts'

const resource = 'invoices'
const write = { resource, level: 'write' } as const

const uuidForm = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

const create = (it: Context, body: object = invoice(it)) => it.client.call('createInvoice', { body })

function isWebAddress(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
}

/** Makes an invoice and checks what the answer says of it. */
async function invoiced(
  it: Context,
  body: ReturnType<typeof invoice>,
): Promise<{ url: string; uuid: string }> {
  const { result } = await takes(it, 'invoices.created', await create(it, body), () => create(it))
  it.check('invoices.uuid-is-a-uuid', uuidForm.test(result.uuid), { expected: 'a UUID', actual: result.uuid })
  it.check('invoices.url-is-a-redirect-url', isWebAddress(result.url) && result.url !== body.redirectUrl, {
    expected: 'an absolute web address of the checkout page',
    actual: result.url,
  })
  return result
}

/** Pays an invoice and checks that its uuid leads to the order that it became; `until` lets the payment be processed. */
async function becomesOrder(
  it: Context,
  pay: (order: string) => Promise<void>,
  until: () => Promise<void>,
): Promise<void> {
  const body = invoice(it)
  const { uuid } = it.given(await create(it, body)).result
  const read = () => it.client.call('getInvoice', { query: { uuid } })
  // What order info says of an invoice that is not paid, if anything, is another property's.
  const before = await read()
  const order = before.outcome === 'success' ? before.success.result.returnval.order : body.order
  await pay(body.order)
  await until()
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
    title: 'a plain invoice is given a link and an id',
    kind: 'example',
    checks: ['invoices.created', 'invoices.link-shape'],
    async run(it) {
      it.succeeds('invoices.created', await create(it))
    },
  }),
  property({
    ...write,
    title: 'a complete invoice is given a link and an id, whatever is in its cart',
    kind: 'property',
    checks: [
      'invoices.created',
      'invoices.link-shape',
      'invoices.uuid-is-a-uuid',
      'invoices.url-is-a-redirect-url',
    ],
    async run(it) {
      const drawn = fc.record({ bought: carts(it.target), name: productNames })
      await it.forAll(drawn, async (it, { bought: { amount, cart }, name }) => {
        const like = { amount, cart, customerInfo: { ...customer, name } }
        const one = await invoiced(it, invoice(it, like))
        const other = await invoiced(it, invoice(it, like))
        it.check('invoices.created', one.uuid !== other.uuid && one.url !== other.url, {
          expected: 'a link and an id of its own for each of two invoices',
          actual: `twice ${one.uuid === other.uuid ? one.uuid : one.url}`,
        })
      })
    },
  }),
  property({
    ...write,
    title: 'a redirect address and a custom parameter may be there or not',
    kind: 'example',
    checks: ['invoices.optional-fields'],
    async run(it) {
      const without = (...keys: string[]) => {
        const body = invoice(it)
        return create(it, Object.fromEntries(Object.entries(body).filter(([key]) => !keys.includes(key))))
      }
      await takesEach(it, 'invoices.optional-fields', [
        ['both are there', () => without()],
        ['there is no redirectUrl', () => without('redirectUrl')],
        ['there is no customParameter', () => without('customParameter')],
        ['there is neither', () => without('redirectUrl', 'customParameter')],
      ])
    },
  }),
  property({
    ...write,
    title: 'siteInfo may be left out',
    kind: 'example',
    checks: ['invoices.optional-fields'],
    async run(it) {
      const response = await create(it)
      await takes(it, 'invoices.optional-fields', response, () =>
        create(it, { ...invoice(it), siteInfo: {} }),
      )
    },
  }),
  property({
    ...write,
    title: 'an invoice that lacks a field is refused; mended, it is taken',
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
        ['there is nothing in it', () => create(it, {})],
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
    title: 'once it is paid, the id of an invoice leads to the order that it became',
    kind: 'example',
    checks: ['invoices.becomes-order'],
    async run(it) {
      await becomesOrder(it, payByExchange(it), async () => {})
    },
  }),
  property({
    resource,
    level: 'disruptive',
    title: 'when its exchange payment is processed, an invoice is an order',
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
    title: 'when a wallet has paid it, an invoice is an order',
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
