// Which invoices the service accepts, which it refuses, the link and uuid that it returns, and the order of a paid invoice.
// The contents of an order are in order-info.ts.

import fc from 'fast-check'
import { customer, exchangePayment, invoice, severalLines } from '../../../client/sample-requests.ts'
import {
  accepts,
  acceptsEach,
  acceptsNames,
  changedBodies,
  firstAccepted,
  nullPlaces,
  refusesEach,
} from '../../steps/acceptance.ts'
import { carts, productNames, slightlyMore } from '../../steps/arbitraries.ts'
import type { Context } from '../../steps/context.ts'
import { partlyPaidQrOrder } from '../../steps/orders.ts'
import { properties } from '../../steps/property.ts'
import { newInvoice } from '../../steps/requests.ts'

const redirectUrlOf = ({ merchant }: Context) => merchant.redirectUrl ?? 'https://shop.example/thanks'

const create = (it: Context, body: object = invoice(it)) => it.client.call('createInvoice', { body })

/** Pays an invoice and checks that its uuid returns its order. `settle` waits until the payment is processed. */
async function becomesOrder(
  it: Context,
  pay: (order: string) => Promise<unknown>,
  settle?: () => Promise<void>,
): Promise<void> {
  const { uuid, order: sent } = await newInvoice(it)
  const read = () => it.client.call('getInvoice', { query: { uuid } })
  // The response of getInvoice for an unpaid invoice is not checked here.
  const before = await read()
  const order = before.outcome === 'success' ? before.success.result.returnval.order : sent
  await pay(sent)
  // A service that does not find the invoice yet may know a new record only after a moment.
  if (settle === undefined) it.given(before)
  else await settle()
  const after = it.succeeds('invoices.becomes-order', await read()).result.returnval
  it.checkEqual('invoices.becomes-order', after.order, order)
}

const payByExchange = (it: Context) => async (offerId: string) =>
  it.given(await it.client.call('createExchangePayment', { payload: exchangePayment(it, { offerId }) }))

export const invoices = properties({ level: 'write' })({
  'returns a link and a uuid for an invoice': {
    checks: ['invoices.created', 'invoices.link-shape'],
    async run(it) {
      // permitted: service.refuses-what-is-alike
      const another = () => create(it, invoice(it, { amount: slightlyMore(it.target) }))
      // The contract does not say which names and values custom parameters may have.
      const without = () => create(it, invoice(it, { customParameter: undefined }))
      it.succeeds('invoices.created', await firstAccepted(() => create(it), another, without))
    },
  },
  'returns a different link and uuid for each invoice, whatever its cart': {
    checks: [
      'invoices.created',
      'invoices.link-shape',
      'invoices.uuid-is-a-uuid',
      'invoices.url-is-a-redirect-url',
    ],
    async run(it) {
      const cases = fc.record({ cartWithTotal: carts(it), name: productNames })
      await it.forAll(cases, async (it, { cartWithTotal: { amount, cart }, name }) => {
        const createWith = (nameOf: (name: string) => string) => {
          const lines = cart.map((line) => ({ ...line, name: nameOf(line.name) }))
          const customerInfo = { ...customer(it), name: nameOf(name) }
          return create(it, invoice(it, { amount, cart: lines, customerInfo }))
        }
        const { result: one } = await acceptsNames(it, 'invoices.created', createWith)
        const { result: other } = it.given(await create(it, invoice(it, { amount })))
        it.check('invoices.created', one.uuid !== other.uuid && one.url !== other.url, {
          expected: 'a different link and uuid for each of two invoices',
          actual: `${one.uuid === other.uuid ? one.uuid : one.url} for both`,
        })
      })
    },
  },
  'accepts an invoice with and without redirectUrl and customParameter': {
    checks: ['invoices.optional-fields'],
    async run(it) {
      const complete = () => invoice(it, { redirectUrl: redirectUrlOf(it) })
      const isKnown = it.merchant.redirectUrl !== undefined
      const isAccepted = isKnown || (await create(it, complete())).outcome !== 'refusal'
      it.ruledOut('invoices.registered-redirect-urls', isAccepted)
      const both = { redirectUrl: undefined, customParameter: undefined }
      const { redirectUrl, customParameter } = both
      await acceptsEach(
        it,
        'invoices.optional-fields',
        [{}, { redirectUrl }, { customParameter }, both].map((missing) => [
          `these fields are missing: ${Object.keys(missing).join(', ') || 'none'}`,
          () => create(it, { ...complete(), ...missing }),
        ]),
      )
    },
  },
  'accepts an invoice without siteInfo': {
    checks: ['invoices.optional-fields'],
    async run(it) {
      const withSiteInfo = () => create(it, { ...invoice(it), siteInfo: {} })
      await accepts(it, 'invoices.optional-fields', await create(it), withSiteInfo)
    },
  },
  'refuses an invoice without a required field': {
    checks: ['invoices.required-fields-refused'],
    async run(it) {
      const lines = severalLines(it.amount, it.style?.lines ?? 2, it.style?.repeats)
      const cart = lines.map((line, at) => ({ ...line, key: `line-${at}`, totalPrice: line.price }))
      const complete = () => invoice(it, { cart })
      const fields = ['amount', 'cart', 'currency', 'order']
      const ids = [{ path: ['cart', 0, 'id'] }, { path: ['cart', cart.length - 1, 'id'] }]
      const places = [...fields.map((field) => ({ path: [field] })), ...ids, ...nullPlaces(it, fields)]
      await refusesEach(it, 'invoices.required-fields-refused', () => create(it, complete()), [
        ['the body is empty', () => create(it, {})],
        ...changedBodies(it, 'createInvoice', complete, places),
      ])
    },
  },
  'accepts an invoice with the order id of one that it refused': {
    checks: ['invoices.refused-order-id-free'],
    async run(it) {
      const fields = ['cart', 'amount', 'currency', 'shippingAddress']
      for (const field of it.style === undefined ? fields : ['cart']) {
        const body = invoice(it)
        const { outcome } = await create(it, { ...body, [field]: undefined })
        // Other properties check the refusal.
        if (outcome !== 'refusal') continue
        await accepts(it, 'invoices.refused-order-id-free', await create(it, body), () => create(it))
      }
    },
  },
  'refuses an invoice without a shipping address that is at least null': {
    checks: ['invoices.shipping-address-present'],
    async run(it) {
      const places = [{ path: ['shippingAddress'] }]
      const incomplete = changedBodies(it, 'createInvoice', () => invoice(it), places)
      await refusesEach(it, 'invoices.shipping-address-present', () => create(it), incomplete)
    },
  },
  'returns the order of an invoice as soon as its exchange payment is accepted': {
    level: 'money',
    checks: ['invoices.becomes-order'],
    run: (it) => becomesOrder(it, payByExchange(it)),
  },
  'returns the order of an invoice after its exchange payment is processed': {
    level: 'disruptive',
    needs: ['clock'],
    waits: { hours: 2, minutes: 2 },
    checks: ['invoices.becomes-order'],
    run: (it) => becomesOrder(it, payByExchange(it), () => it.advance({ hours: 2 })),
  },
  'returns the order of an invoice after a wallet has paid it': {
    level: 'disruptive',
    needs: ['clock', 'shopper'],
    checks: ['invoices.becomes-order'],
    run: (it) =>
      becomesOrder(
        it,
        (orderId) => partlyPaidQrOrder(it, { orderId }, '1'),
        () => it.advance({ hours: 2 }),
      ),
  },
})
