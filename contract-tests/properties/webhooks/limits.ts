// Checks the maximum length of deliveries: 2048 characters by GET and 2M by POST, including custom parameters. The service
// must not send a longer delivery, shorten it, or switch to the other method.

import fc from 'fast-check'
import { qrTransaction } from '../../../client/sample-requests.ts'
import type { RequirementId } from '../../../spec/requirements.ts'
import type { Context } from '../../engine/context.ts'
import { property } from '../../engine/property.ts'
import {
  checkUpdates,
  invoiceWith,
  type Method,
  ofInvoice,
  ofQr,
  qrTransactionWith,
  someUpdates,
} from '../../flows/custom-parameters.ts'
import { type Delivery, urlOf } from '../../flows/deliveries.ts'
import {
  isOf,
  type Order,
  orderOf,
  type Pair,
  paidThroughExchange,
  partlyPaidQrOrder,
} from '../../flows/orders.ts'

const resource = 'webhooks'
const money = { resource, level: 'money', needs: ['shopper', 'webhooks'] } as const
const timed = { resource, level: 'disruptive', needs: ['clock', 'webhooks'] } as const

/** A QR transaction with a pair that may be too long, and its updates. No order if the service refuses the request. */
async function updatesOfLong(it: Context, returnMethod: Method, pair: Pair) {
  const body = qrTransaction(it, qrTransactionWith(it, returnMethod, [pair]))
  const response = await it.client.call('createQrTransaction', { body })
  if (response.outcome === 'refusal') return { order: undefined, updates: [] }
  const order = orderOf({ ...body, order: body.orderId }, it.given(response).result)
  await it.pay(order.transactionId, '0.5')
  return { order, updates: await it.deliveries(isOf(order)) }
}

/** Checks that updates by GET are not too long, not shortened, and not sent by POST. */
function checkNotTooLong(
  it: Context,
  requirement: RequirementId,
  order: Order | undefined,
  updates: readonly Delivery[],
): void {
  // Only the query counts, because the contract does not say what else is part of the length.
  const tooLong = updates.find((update) => urlOf(update).search.length > 2048)
  it.check('webhooks.get-within-2048', tooLong === undefined, {
    expected: 'no GET with more than 2048 characters',
    actual: `a GET with ${tooLong?.url.length} characters`,
  })
  if (order !== undefined) checkUpdates(it, requirement, order, 'GET', updates)
}

const long = (length: number): Pair => ({ name: 'long', value: 'x'.repeat(length) })

export const webhookLimits = [
  property({
    ...money,
    title:
      'sends no update that is too long for a GET, neither shortened nor by POST, and still sends short ones',
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
          const short = await partlyPaidQrOrder(it, qrTransactionWith(it, 'GET'))
          checkNotTooLong(it, ofQr, short, await someUpdates(it, short))
        },
        { share: 0.5 },
      )
    },
  }),
  property({
    ...timed,
    title: 'sends no update of an invoice that is too long for a GET',
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
    title: 'sends no update by POST that is longer than 2M',
    checks: ['webhooks.post-within-2m', ofQr],
    async run(it) {
      const { order, updates } = await updatesOfLong(it, 'POST', long(1_400_000))
      const tooLong = updates.find(({ body }) => Buffer.byteLength(body) > 2 * 1024 * 1024)
      it.check('webhooks.post-within-2m', tooLong === undefined, {
        expected: 'no POST with more than 2M, counted as bytes or characters',
        actual: `a POST with ${tooLong?.body.length} characters`,
      })
      if (order !== undefined) checkUpdates(it, ofQr, order, 'POST', updates)
      const short = await partlyPaidQrOrder(it, qrTransactionWith(it, 'POST'))
      checkUpdates(it, ofQr, short, 'POST', await someUpdates(it, short))
    },
  }),
]
