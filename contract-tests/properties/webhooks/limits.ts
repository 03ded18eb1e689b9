// How long a delivery to a merchant's webhook may be: 2048 characters by GET, 2M by POST, pairs included. What is longer
// does not come at all, for it may neither be shortened nor come by the other method.

import fc from 'fast-check'
import { qrTransaction } from '../../../client/sample-requests.ts'
import type { RequirementId } from '../../../spec/requirements.ts'
import type { Context } from '../../engine/context.ts'
import { property } from '../../engine/property.ts'
import type { Delivery } from '../../flows/deliveries.ts'
import {
  isOf,
  type Order,
  orderOf,
  type Pair,
  paidThroughExchange,
  parametersOf,
} from '../../flows/orders.ts'
import {
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

/** A QR transaction with a pair that may be too long, and its updates; it may be refused, and then there are none. */
async function updatesOfLong(it: Context, returnMethod: Method, pair: Pair) {
  const orderId = it.id('order')
  const customParameter = parametersOf(orderId, returnMethod, [pair])
  const body = qrTransaction(it, { orderId, customParameter })
  const response = await it.client.call('createQrTransaction', { body })
  if (response.outcome === 'refusal') return { order: undefined, updates: [] }
  const order = orderOf({ order: orderId, customParameter }, it.given(response).result)
  await it.pay(order.transactionId, '0.5')
  return { order, updates: await it.deliveries(isOf(order)) }
}

/** Checks what came of an order whose pairs do not fit into a GET: nothing too long, nothing shortened, no other way. */
function checkNotTooLong(
  it: Context,
  requirement: RequirementId,
  order: Order | undefined,
  updates: readonly Delivery[],
): void {
  // The query alone: what else counts as part of a request is open.
  const tooLong = updates.find(({ url }) => new URL(url, 'http://receiver.invalid').search.length > 2048)
  it.check('webhooks.get-within-2048', tooLong === undefined, {
    expected: 'no GET of more than 2048 characters',
    actual: `one of ${tooLong?.url.length}`,
  })
  if (order !== undefined) checkUpdates(it, requirement, order, 'GET', updates)
}

const long = (length: number): Pair => ({ name: 'long', value: 'x'.repeat(length) })

export const webhookLimits = [
  property({
    ...money,
    title:
      'what does not fit into a GET does not come by GET, nor shortened, nor by POST; what fits still comes',
    kind: 'property',
    checks: ['webhooks.get-within-2048', 'webhooks.delivered-by-get', ofQr],
    async run(it) {
      const lengths = fc.oneof(
        fc.constantFrom(2048, 2500, 4096, 8192),
        fc.integer({ min: 2048, max: 30_000 }),
      )
      await it.forAll(
        lengths,
        async (it, length) => {
          const { order, updates } = await updatesOfLong(it, 'GET', long(length))
          checkNotTooLong(it, ofQr, order, updates)
          const short = await partlyPaid(it, 'GET')
          checkNotTooLong(it, ofQr, short, await someUpdates(it, short))
        },
        { share: 0.5 },
      )
    },
  }),
  property({
    ...timed,
    title: 'what does not fit into a GET does not come of an invoice either',
    kind: 'example',
    checks: ['webhooks.get-within-2048', 'webhooks.delivered-by-get', ofInvoice],
    async run(it) {
      for (const length of [2048, 5000]) {
        const order = await paidThroughExchange(it, invoiceWith(it, 'GET', [long(length)]))
        await it.advance({ hours: 3 })
        checkNotTooLong(it, ofInvoice, order, await it.deliveries(isOf(order)))
      }
    },
  }),
  property({
    ...money,
    title: 'no delivery by POST is longer than 2M',
    kind: 'example',
    checks: ['webhooks.post-within-2m', ofQr],
    async run(it) {
      const { order, updates } = await updatesOfLong(it, 'POST', long(1_400_000))
      const tooLong = updates.find(({ body }) => Buffer.byteLength(body) > 2 * 1024 * 1024)
      it.check('webhooks.post-within-2m', tooLong === undefined, {
        expected: 'no POST of more than 2M, however they are counted',
        actual: `one of ${tooLong?.body.length} characters`,
      })
      if (order !== undefined) checkUpdates(it, ofQr, order, 'POST', updates)
      const short = await partlyPaid(it, 'POST')
      checkUpdates(it, ofQr, short, 'POST', await someUpdates(it, short))
    },
  }),
]
