// What any update to a merchant's webhook must bring along, and how it must come: the merchant's pairs, by the method that
// the merchant chose, within the limits of length. How the pairs stand in it is open, so they are looked for anywhere.

import fc from 'fast-check'
import type { RequirementId } from '../../spec/requirements.ts'
import type { Context } from '../context.ts'
import { bearsPair, type Delivery } from '../deliveries.ts'
import {
  isOf,
  type Order,
  orderOf,
  type Pair,
  paidFromBank,
  paidThroughExchange,
  parametersOf,
  shownAsQr,
} from '../orders.ts'
import { property } from '../property.ts'
import { qrTransaction } from '../samples.ts'
import { latestEnd } from '../working-days.ts'

const noun = 'webhooks'
const money = { noun, level: 'money', needs: ['shopper', 'webhooks'] } as const
const timed = { noun, level: 'disruptive', needs: ['clock', 'webhooks'] } as const

type Method = 'GET' | 'POST'
const byMethod = { GET: 'webhooks.delivered-by-get', POST: 'webhooks.delivered-by-post' } as const
const ofInvoice = 'webhooks.invoice-parameters'
const ofQr = 'webhooks.qr-parameters'

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

/** Checks each update of an order: its method, and that all pairs came back. */
function checkUpdates(
  it: Context,
  requirement: RequirementId,
  { params }: Order,
  method: Method,
  updates: readonly Delivery[],
): void {
  for (const update of updates) {
    it.check(byMethod[method], update.method === method, {
      lawful: `a delivery by ${method}`,
      came: `one by ${update.method}`,
    })
    const lost = params.find(({ name, value }) => !bearsPair(update, name, value))
    it.check(requirement, lost === undefined, {
      lawful: `an update with the pair ${JSON.stringify(lost)}`,
      came: `${update.url.slice(0, 2500)} ${update.body.slice(0, 1000)}`,
    })
  }
}

/** Updates of an order, of which there are to be some. */
async function someUpdates(it: Context, order: Order): Promise<readonly Delivery[]> {
  const updates = await it.deliveriesOnceThereAre(1, isOf(order))
  it.premise(updates.length > 0, 'something was to be heard of the order')
  return updates
}

/** A QR transaction that a wallet pays a part of. */
async function partlyPaid(it: Context, returnMethod: Method, further: readonly Pair[] = []): Promise<Order> {
  const orderId = it.id('order')
  const customParameter = parametersOf(orderId, returnMethod, further)
  const order = await shownAsQr(it, { orderId, customParameter })
  await it.pay(order.transactionId, '0.5')
  return order
}

/** The same with a pair that may be too long, so that it may be refused: then there are no updates of it. */
async function updatesOfLong(it: Context, returnMethod: Method, pair: Pair) {
  const orderId = it.id('order')
  const customParameter = parametersOf(orderId, returnMethod, [pair])
  const body = qrTransaction(it, { orderId, customParameter })
  const answer = await it.client.call('createQrTransaction', { body })
  if (answer.outcome === 'refusal') return { order: undefined, updates: [] }
  const order = orderOf({ order: orderId, customParameter }, it.given(answer).result)
  await it.pay(order.transactionId, '0.5')
  return { order, updates: await it.deliveries(isOf(order)) }
}

/** An invoice with these parameters. */
function invoiceWith(it: Context, returnMethod: Method, further: readonly Pair[] = []) {
  const order = it.id('order')
  return { order, customParameter: parametersOf(order, returnMethod, further) }
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
    lawful: 'no GET of more than 2048 characters',
    came: `one of ${tooLong?.url.length}`,
  })
  if (order !== undefined) checkUpdates(it, requirement, order, 'GET', updates)
}

const long = (length: number): Pair => ({ name: 'long', value: 'x'.repeat(length) })

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
      it.premise(
        [...heard.values()].some((updates) => updates.length > 0),
        'something was to be heard',
      )
      for (const [method, order] of orders) {
        const updates = heard.get(method) ?? []
        it.check(byMethod[method], updates.length > 0, { lawful: `an update by ${method}`, came: 'none' })
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
        lawful: 'no POST of more than 2M, however they are counted',
        came: `one of ${tooLong?.body.length} characters`,
      })
      if (order !== undefined) checkUpdates(it, ofQr, order, 'POST', updates)
      const short = await partlyPaid(it, 'POST')
      checkUpdates(it, ofQr, short, 'POST', await someUpdates(it, short))
    },
  }),
]
