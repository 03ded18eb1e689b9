// What any update to a merchant's webhook must bring along, and how it must come: the merchant's pairs, by the method that
// the merchant chose. How long it may be is in webhook-limits.ts.

import fc from 'fast-check'
import { latestEnd } from '../../checks/banking-days.ts'
import { property } from '../../engine/property.ts'
import type { Delivery } from '../../flows/deliveries.ts'
import { isOf, type Order, type Pair, paidFromBank, paidThroughExchange } from '../../flows/orders.ts'
import {
  byMethod,
  checkUpdates,
  invoiceWith,
  type Method,
  ofInvoice,
  ofQr,
  partlyPaid,
  someUpdates,
} from '../../flows/update-pairs.ts'

const resource = 'webhooks'
const money = { resource, level: 'money', needs: ['shopper', 'webhooks'] } as const
const timed = { resource, level: 'disruptive', needs: ['clock', 'webhooks'] } as const

/** What escapes, separators and readers of JSON or of numbers are apt to change. */
const fragments = [
  ...['blue', 'a&b=c', '100 %', 'x+y z', 'Größe', '電気', '💡', '"so"', "it's", '{"a":1}', '[1]', '007'],
  ...['true', '<b>', 'c:\\d', 'e/f?g#h', '1,5;2', '%41', '2026-01-05', '1e3', '30.00'],
]
const values = fc
  .array(fc.constantFrom(...fragments), { minLength: 1, maxLength: 3 })
  .map((parts) => parts.join(''))
/** All of it at once. */
const hard: Pair = { name: 'shop id', value: fragments.join('') }
const names = fc.constantFrom('color', 'note-1', 'shop id', 'Größe')
/** One pair or two, by either method: short enough for a GET. */
const parameters = fc.record({
  returnMethod: fc.constantFrom<Method>('GET', 'POST'),
  further: fc.uniqueArray(fc.record({ name: names, value: values }), {
    minLength: 1,
    maxLength: 2,
    selector: ({ name }) => name,
  }),
})

export const webhookDeliveries = [
  property({
    ...money,
    title: 'of two orders each is reported by the method that it chose',
    kind: 'example',
    checks: ['webhooks.delivered-by-get', 'webhooks.delivered-by-post', ofQr],
    async run(it) {
      const orders = [
        ['GET', await partlyPaid(it, 'GET')],
        ['POST', await partlyPaid(it, 'POST')],
      ] as const
      const heard = new Map<Method, readonly Delivery[]>()
      for (const [method, order] of orders) heard.set(method, await it.deliveriesOnceThereAre(1, isOf(order)))
      it.precondition(
        [...heard.values()].some((updates) => updates.length > 0),
        'something was to be heard',
      )
      for (const [method, order] of orders) {
        const updates = heard.get(method) ?? []
        it.check(byMethod[method], updates.length > 0, { expected: `an update by ${method}`, actual: 'none' })
        checkUpdates(it, ofQr, order, method, updates)
      }
    },
  }),
  property({
    ...money,
    title: 'the pairs of a QR request come back with each update, by the method that it chose',
    kind: 'property',
    checks: [ofQr, 'webhooks.delivered-by-get', 'webhooks.delivered-by-post'],
    async run(it) {
      await it.forAll(parameters, async (it, { returnMethod, further }) => {
        const order = await partlyPaid(it, returnMethod, further)
        await it.pay(order.transactionId, '0.5')
        checkUpdates(it, ofQr, order, returnMethod, await someUpdates(it, order))
      })
    },
  }),
  property({
    ...timed,
    title: 'the pairs of an invoice come back with each update of its payment, by the method that it chose',
    kind: 'property',
    checks: [ofInvoice, 'webhooks.delivered-by-get', 'webhooks.delivered-by-post'],
    async run(it) {
      const order = await paidThroughExchange(it, invoiceWith(it, 'POST', [hard]))
      await it.advance({ hours: 3 })
      checkUpdates(it, ofInvoice, order, 'POST', await someUpdates(it, order))
      await it.forAll(parameters, async (it, { returnMethod, further }) => {
        const order = await paidThroughExchange(it, invoiceWith(it, returnMethod, further))
        await it.advance({ hours: 3 })
        checkUpdates(it, ofInvoice, order, returnMethod, await someUpdates(it, order))
      })
    },
  }),
  property({
    ...timed,
    needs: ['clock', 'webhooks', 'bankAccount'],
    title: 'the pairs of an invoice come back when it is paid from a bank, too',
    kind: 'example',
    checks: [ofInvoice, 'webhooks.delivered-by-get', 'webhooks.delivered-by-post'],
    async run(it) {
      const further = [hard]
      const byGet = await paidFromBank(it, invoiceWith(it, 'GET', further))
      const byPost = await paidFromBank(it, invoiceWith(it, 'POST', further))
      await it.advanceTo(latestEnd(await it.now(), 4))
      checkUpdates(it, ofInvoice, byGet, 'GET', await someUpdates(it, byGet))
      checkUpdates(it, ofInvoice, byPost, 'POST', await someUpdates(it, byPost))
    },
  }),
  property({
    ...money,
    title: 'orders side by side bring back their own pairs, whatever stands in them',
    kind: 'example',
    checks: [ofQr],
    async run(it) {
      const orders: Order[] = []
      for (const value of ['red', 'green', 'blue'])
        orders.push(await partlyPaid(it, 'POST', [hard, { name: 'color', value }]))
      for (const order of orders) checkUpdates(it, ofQr, order, 'POST', await someUpdates(it, order))
    },
  }),
]
