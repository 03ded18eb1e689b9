// A conforming service never gives a record the parts of another owner, so only responses written here have them.

import { expect, it } from 'vitest'
import { exchangePayment, invoice, sampleSource } from '../../client/sample-requests.ts'
import { InvariantError } from '../../core/errors.ts'
import { inProcess } from '../observe/in-process.ts'
import { foreignParts } from './foreign-parts.ts'

const { target } = inProcess()
const [merchant, other] = target.merchants
if (merchant === undefined || other === undefined) throw new InvariantError('The target has two merchants.')
const source = sampleSource(target, 'tag')
const payload = { ...exchangePayment(source), cart: linesOf(2) }
const headers = { authorization: `Bearer ${target.shoppers.ready.accessToken}` }
const url = 'http://service.example/invoices?uuid=u'
const payment = { operationId: 'createExchangePayment', url, headers, payload } as const
const reading = { operationId: 'getInvoice', url, headers: {}, payload: undefined } as const
const sent = { ...invoice(source, { order: 'tag-order-9' }) }
const records = [{ merchant, call: { operationId: 'createInvoice' }, sent, result: { uuid: 'u' } } as const]

function linesOf(count: number) {
  return Array.from({ length: count }, (_, at) => ({ id: `sku-${at}`, name: 'Lamp', price: 5, quantity: 1 }))
}

const record = {
  merchantId: merchant.id,
  merchant: { shopData: { companyName: merchant.companyName } },
  meta: { offerId: payload.offerId },
  customer: { email: 'ada@example.com' },
  check: payload.cart,
}
const order = { order: 'tag-order-9', merchant_id: merchant.id, cart: sent.cart, currency: sent.currency }

it.each<
  [words: string, call: Parameters<typeof foreignParts>[0], result: object, requirement: string | undefined]
>([
  ['its own parts', payment, record, undefined],
  [
    'the id of another order',
    payment,
    { ...record, meta: { offerId: 'tag-order-8' } },
    'transactions.names-its-order',
  ],
  ['an id that the service gave', payment, { ...record, meta: { offerId: '4711' } }, undefined],
  ['another merchant', payment, { ...record, merchantId: other.id }, 'transactions.names-its-merchant'],
  [
    'another shopper',
    payment,
    { ...record, customer: { email: target.shoppers.second?.email } },
    'transactions.names-its-customer',
  ],
  ['one of two lines', payment, { ...record, check: linesOf(1) }, 'transactions.lines-are-the-cart'],
  ['its own order', reading, { returnval: order }, undefined],
  ['a larger amount', reading, { returnval: { ...order, amount: '9999.00' } }, undefined],
  [
    'a smaller amount in another currency',
    reading,
    { returnval: { ...order, amount: '1.00', currency: 'EUR' } },
    undefined,
  ],
  [
    'a smaller amount',
    reading,
    { returnval: { ...order, amount: '1.00' } },
    'invoices.order-info-same-amount',
  ],
  [
    'another order',
    reading,
    { returnval: { ...order, order: 'tag-order-8' } },
    'invoices.order-info-same-order',
  ],
  [
    'another merchant',
    reading,
    { returnval: { ...order, merchant_id: other.id } },
    'invoices.order-info-names-the-merchant',
  ],
])('a response with %s', (_, call, result, requirement) => {
  const found = foreignParts(call, { result }, { target, tag: 'tag', records })
  expect(found.map((one) => one.requirement)).toEqual(requirement === undefined ? [] : [requirement])
})
