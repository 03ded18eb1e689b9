// Checks that each update to a merchant's webhook has the custom parameters of the order and the requested HTTP method.
// limits.ts checks the length of updates.

import fc from 'fast-check'
import { latestEnd } from '../../checks/banking-days.ts'
import { property } from '../../engine/property.ts'
import {
  byMethod,
  checkUpdates,
  invoiceWith,
  type Method,
  ofInvoice,
  ofQr,
  qrTransactionWith,
  someUpdates,
} from '../../flows/custom-parameters.ts'
import {
  isOf,
  type Order,
  type Pair,
  paidFromBank,
  paidThroughExchange,
  partlyPaidQrOrder,
} from '../../flows/orders.ts'

const resource = 'webhooks'
const money = { resource, level: 'money', needs: ['shopper', 'webhooks'] } as const
const timed = { resource, level: 'disruptive', needs: ['clock', 'webhooks'] } as const

/** Texts that escaping, separators, and JSON or number parsers are likely to change. */
const fragments = [
  ...['blue', 'a&b=c', '100 %', 'x+y z', 'Größe', '電気', '💡', '"so"', "it's", '{"a":1}', '[1]', '007'],
  ...['true', '<b>', 'c:\\d', 'e/f?g#h', '1,5;2', '%41', '2026-01-05', '1e3', '30.00'],
]
const values = fc
  .array(fc.constantFrom(...fragments), { minLength: 1, maxLength: 3 })
  .map((parts) => parts.join(''))
/** A pair with all of them. */
const allFragments: Pair = { name: 'shop id', value: fragments.join('') }
const names = fc.constantFrom('color', 'note-1', 'shop id', 'Größe')
/** One or two pairs and either method; short enough for a GET. */
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
    title: 'delivers updates by the method that each order requests',
    checks: ['webhooks.delivered-by-get', 'webhooks.delivered-by-post', ofQr],
    async run(it) {
      const orders = [
        ['GET', await partlyPaidQrOrder(it, qrTransactionWith(it, 'GET'))],
        ['POST', await partlyPaidQrOrder(it, qrTransactionWith(it, 'POST'))],
      ] as const
      const received = []
      for (const [method, order] of orders)
        received.push({ method, order, updates: await it.deliveriesOnceThereAre(1, isOf(order)) })
      it.precondition(
        received.some(({ updates }) => updates.length > 0),
        'the webhook received no update of either order',
      )
      for (const { method, order, updates } of received) {
        it.check(byMethod[method], updates.length > 0, {
          expected: `an update by ${method}`,
          actual: 'no update',
        })
        checkUpdates(it, ofQr, order, method, updates)
      }
    },
  }),
  property({
    ...money,
    title: 'includes the custom parameters of a QR transaction in each update, by the requested method',
    checks: [ofQr, 'webhooks.delivered-by-get', 'webhooks.delivered-by-post'],
    async run(it) {
      await it.forAll(parameters, async (it, { returnMethod, further }) => {
        const order = await partlyPaidQrOrder(it, qrTransactionWith(it, returnMethod, further))
        await it.pay(order.transactionId, '0.5')
        checkUpdates(it, ofQr, order, returnMethod, await someUpdates(it, order))
      })
    },
  }),
  property({
    ...timed,
    title:
      'includes the custom parameters of an invoice in each update of its payment, by the requested method',
    checks: [ofInvoice, 'webhooks.delivered-by-get', 'webhooks.delivered-by-post'],
    async run(it) {
      const order = await paidThroughExchange(it, invoiceWith(it, 'POST', [allFragments]))
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
    title: 'includes the custom parameters of an invoice in each update of its bank payment',
    checks: [ofInvoice, 'webhooks.delivered-by-get', 'webhooks.delivered-by-post'],
    async run(it) {
      const further = [allFragments]
      const byGet = await paidFromBank(it, invoiceWith(it, 'GET', further))
      const byPost = await paidFromBank(it, invoiceWith(it, 'POST', further))
      await it.advanceTo(latestEnd(await it.now(), 4))
      checkUpdates(it, ofInvoice, byGet, 'GET', await someUpdates(it, byGet))
      checkUpdates(it, ofInvoice, byPost, 'POST', await someUpdates(it, byPost))
    },
  }),
  property({
    ...money,
    title: 'includes the custom parameters of the right order in updates of concurrent orders',
    checks: [ofQr],
    async run(it) {
      const orders: Order[] = []
      for (const value of ['red', 'green', 'blue'])
        orders.push(
          await partlyPaidQrOrder(
            it,
            qrTransactionWith(it, 'POST', [allFragments, { name: 'color', value }]),
          ),
        )
      for (const order of orders) checkUpdates(it, ofQr, order, 'POST', await someUpdates(it, order))
    },
  }),
]
