// Checks that each update to a merchant's webhook has the custom parameters of the order and the requested HTTP method, and that
// none is too long: 2048 characters by GET and 2M by POST, including custom parameters. The contract does not say what happens
// to an update that would be longer, nor where an update has the parameters, so they are searched for everywhere.

import fc from 'fast-check'
import { invoice, pairsOf, plainCart, qrTransaction } from '../../../client/sample-requests.ts'
import { twoMillion } from '../../invariants/response-format.ts'
import { latestEnd } from '../../observe/banking-days.ts'
import { type Delivery, matching, urlOf } from '../../observe/deliveries.ts'
import { asFarAsPossible } from '../../steps/as-far-as-possible.ts'
import { close } from '../../steps/closings.ts'
import type { Context } from '../../steps/context.ts'
import {
  checkMethod,
  checkSomeUpdates,
  checkUpdates,
  eitherMethod,
  type Method,
  missingPairs,
  ofInvoice,
  ofQr,
  someUpdates,
} from '../../steps/order-updates.ts'
import {
  isOf,
  mayBeTheEnd,
  type Order,
  orderOf,
  type Pair,
  paidThroughExchange,
  partlyPaidQrOrder,
  payFromBank,
  payThroughExchange,
  qrOrder,
  twoHoursAndMore,
} from '../../steps/orders.ts'
import { properties, property } from '../../steps/property.ts'

const money = { level: 'money', needs: ['shopper', 'webhooks'] } as const
const timed = { level: 'disruptive', needs: ['clock', 'webhooks'] } as const

/** True if a delivery may report the end of an order. Those before it may be mere notices of a new payment. */
const isEndOf = (it: Context, order: Order) => (update: Delivery) =>
  isOf(order)(update) && mayBeTheEnd(it, update)

/** An invoice with further parameters, or with a plain one if the service refuses them: it may take only plain names and values. */
async function acceptedInvoice(
  it: Context,
  method: Method,
  further: readonly Pair[],
  overrides: Parameters<typeof invoice>[1] = {},
) {
  let body = invoice(it, { ...invoiceWith(it, method, further), ...overrides })
  let response = await it.client.call('createInvoice', { body })
  if (response.outcome === 'refusal') {
    body = invoice(it, { ...invoiceWith(it, method, plain), ...overrides })
    response = await it.client.call('createInvoice', { body })
  }
  return { body, uuid: it.given(response).result.uuid }
}

/** Checks the updates of an invoice that a shopper pays through an exchange, up to the end of the payment. */
async function checkInvoice(it: Context, method: Method, further: readonly Pair[]): Promise<void> {
  const order = await payThroughExchange(it, (await acceptedInvoice(it, method, further)).body)
  await it.advance(twoHoursAndMore, isEndOf(it, order))
  await checkSomeUpdates(it, ofInvoice, order, method)
}

/** Overrides of an invoice: an order with the pair that identifies it, and further custom parameters. */
export function invoiceWith(it: Context, returnMethod: Method, further: readonly Pair[] = []) {
  const order = it.id('order')
  return { order, customParameter: { returnMethod, params: [...pairsOf(it, order), ...further] } }
}

/** The same for a QR transaction. */
function qrTransactionWith(it: Context, returnMethod: Method, further: readonly Pair[] = []) {
  const { order: orderId, customParameter } = invoiceWith(it, returnMethod, further)
  return { orderId, customParameter }
}

/** A wallet pays a QR transaction. A partial payment need not change the status, so what reports one may be a mere notice. */
async function payInFull(it: Context, { transactionId }: Order): Promise<void> {
  await it.pay(transactionId, '1')
  if (it.canMoveClock) await it.advance(twoHoursAndMore)
}

/** A QR transaction with custom parameters that a wallet pays. */
export async function paidQr(it: Context, ...options: [Method, (readonly Pair[])?]): Promise<Order> {
  const [method, further = []] = options
  const accepted = await paidIfAccepted(it, qrTransactionWith(it, method, further))
  if (accepted !== undefined) return accepted
  const order = await qrOrder(it, qrTransactionWith(it, method, plain))
  await payInFull(it, order)
  return order
}

/** The same for a complete request; undefined if the service refuses it. */
async function paidIfAccepted(it: Context, overrides: Parameters<typeof qrTransaction>[1]) {
  const body = qrTransaction(it, overrides)
  const response = await it.client.call('createQrTransaction', { body })
  if (response.outcome === 'refusal') return undefined
  const order = orderOf({ ...body, order: body.orderId }, { id: it.given(response).result.id })
  await payInFull(it, order)
  return order
}

/** Texts that escaping, separators, and JSON or number parsers are likely to change. */
const fragments = [
  ...['blue', 'a&b=c', '100 %', 'x+y z', '"so"', "it's", '{"a":1}', '[1]', '007'],
  ...['true', '<b>', 'c:\\d', 'e/f?g#h', '1,5;2', '%41', '2026-01-05', '1e3', '30.00', ' so '],
]
const values = fc.array(fc.constantFrom(...fragments), { maxLength: 3 }).map((parts) => parts.join(''))
export const allFragments: Pair = { name: 'shop id', value: fragments.join('') }
const eachFragment: readonly Pair[] = [
  allFragments,
  ...fragments.map((value, at) => ({ name: `note${at}`, value })),
]
const ofOneName: readonly Pair[] = ['blue', 'green'].map((value) => ({ name: 'color', value }))
const plain: readonly Pair[] = [{ name: 'color', value: 'blue' }]
const names = fc.constantFrom('color', 'note-1', 'shop id', 'GiftWrap')
/** One or two pairs and either method; short enough for a GET. */
const parameters = fc.record({
  returnMethod: fc.constantFrom<Method>('GET', 'POST'),
  further: fc.uniqueArray(fc.record({ name: names, value: values }), {
    minLength: 1,
    maxLength: 2,
    selector: ({ name }) => name,
  }),
})

/**
 * The updates of a QR transaction with a pair that may be too long; none if the service refuses the request. They are read
 * after updates of another transaction, with a short pair, have arrived, because updates may be late.
 */
async function updatesOfLong(it: Context, returnMethod: Method, pair: Pair): Promise<readonly Delivery[]> {
  const order = await paidIfAccepted(it, qrTransactionWith(it, returnMethod, [pair]))
  await checkSomeUpdates(it, ofQr, await paidQr(it, returnMethod), returnMethod)
  return order === undefined ? [] : it.deliveries(isOf(order))
}

/** The updates of orders, wherever they were sent. */
export const deliveriesOf = (it: Context, orders: readonly Order[]) =>
  it.deliveries(
    matching(`the orders ${orders.map(({ id }) => id).join(', ')}`, (delivery) =>
      orders.some((order) => isOf(order, 'anywhere')(delivery)),
    ),
  )

/** The paid orders of invoices with one of these pairs, without those that the service refuses. */
export async function paidUnlessRefused(
  it: Context,
  method: Method,
  pairs: readonly Pair[],
): Promise<Order[]> {
  const orders: Order[] = []
  for (const pair of pairs) {
    const body = invoice(it, invoiceWith(it, method, [pair]))
    const response = await it.client.call('createInvoice', { body })
    if (response.outcome === 'refusal') continue
    it.given(response)
    orders.push(await payThroughExchange(it, body))
  }
  return orders
}

function checkWithin2M(it: Context, updates: readonly Delivery[]): void {
  const longer = updates.find(({ body }) => Buffer.byteLength(body) > twoMillion.max)
  it.check('webhooks.post-within-2m', longer === undefined, {
    expected: 'no POST with more than 2M, counted as bytes or characters',
    actual: `a POST with ${longer?.body.length} characters`,
  })
}

function checkWithin2048(it: Context, updates: readonly Delivery[]): void {
  // Only the query counts, as it is sent: the limit is one of a request, but the contract does not say what else is part of its length.
  const longer = updates.find(
    (update) => update.method === 'GET' && urlOf(update).search.slice(1).length > 2048,
  )
  it.check('webhooks.get-within-2048', longer === undefined, {
    expected: 'no GET with more than 2048 characters',
    actual: `a GET with ${longer?.url.length} characters`,
  })
}

const long = (length: number, character = 'x'): Pair => ({ name: 'long', value: character.repeat(length) })
/** A pair that is too long for a GET only because its characters are escaped. */
const longIfEscaped = long(1050, '&')

/** Pairs with which an update may be too long for a method, and what checks that. */
export const tooLong = (
  [
    ['GET', [long(2048), long(5000), longIfEscaped], 'webhooks.get-within-2048', checkWithin2048],
    ['POST', [long(1_400_000)], 'webhooks.post-within-2m', checkWithin2M],
  ] as const
).map(([method, pairs, requirement, check]) => ({ method, pairs, requirement, check }))

export const customParameters = [
  ...properties(money)({
    'delivers updates by the method that each order requests': {
      checks: [...eitherMethod, ofQr],
      async run(it) {
        const withBoth = [
          ['GET', await paidQr(it, 'GET')],
          ['POST', await paidQr(it, 'POST')],
        ] as const
        // Without any parameters, unless the service refuses that.
        const bare = await paidIfAccepted(it, { customParameter: { returnMethod: 'GET' } })
        const orders = bare === undefined ? withBoth : [...withBoth, ['GET', bare] as const]
        for (const [, order] of orders) await it.deliveriesOnceThereAre(1, isOf(order))
        // An update of the first order may arrive while those of the second one are awaited.
        const received = []
        for (const [method, order] of orders)
          received.push({ method, order, updates: await it.deliveries(isOf(order)) })
        it.precondition(
          received.some(({ updates }) => updates.length > 0),
          'the webhook received no update of either order',
        )
        // The contract does not say how soon updates are delivered, so those of one order may not have arrived.
        for (const { method, order, updates } of received) checkUpdates(it, ofQr, order, method, updates)
      },
    },
    'includes the custom parameters of a QR transaction in each update, by the requested method': {
      checks: [ofQr, ...eitherMethod],
      run: (it) =>
        it.forAll(parameters, async (it, { returnMethod, further }) => {
          await checkSomeUpdates(it, ofQr, await paidQr(it, returnMethod, further), returnMethod)
        }),
    },
    'includes the custom parameters of a QR transaction in each update, also if its order has an invoice with others':
      {
        checks: [ofQr, 'webhooks.delivered-by-post'],
        async run(it) {
          const qr = qrTransactionWith(it, 'POST', ofOneName)
          const body = invoice(it, { ...invoiceWith(it, 'POST', [allFragments]), order: qr.orderId })
          it.given(await it.client.call('createInvoice', { body }))
          const order = await paidIfAccepted(it, qr)
          if (order !== undefined) await checkSomeUpdates(it, ofQr, order, 'POST')
        },
      },
    'includes the custom parameters of an invoice in each update of its payment, by the requested method': {
      ...timed,
      waits: { hours: 3 },
      checks: [ofInvoice, ...eitherMethod],
      async run(it) {
        await checkInvoice(it, 'POST', eachFragment)
        await checkInvoice(it, 'POST', ofOneName)
        await it.forAll(parameters, (it, { returnMethod, further }) =>
          checkInvoice(it, returnMethod, further),
        )
      },
    },
    // In real time, only one method is generated, and one payment after another would take too long.
    'includes the custom parameters of an invoice in each update of its payment by GET': {
      ...timed,
      waits: { hours: 3 },
      checks: [ofInvoice, 'webhooks.delivered-by-get'],
      run: (it) => checkInvoice(it, 'GET', eachFragment),
    },
    'includes the custom parameters of an invoice in each update of its bank payment': {
      ...timed,
      needs: ['clock', 'webhooks', 'bankAccount'],
      waits: { days: 10 },
      checks: [ofInvoice, ...eitherMethod, 'webhooks.get-within-2048'],
      async run(it) {
        const paid = async (method: Method, pair = allFragments) => {
          const cart = plainCart(it, it.amount)
          const { body, uuid } = await acceptedInvoice(it, method, [pair], { cart })
          return orderOf(body, it.given(await payFromBank(it, body, uuid)).result)
        }
        const [byGet, byPost] = [await paid('GET'), await paid('POST')]
        const tooLong: Order[] = []
        await asFarAsPossible([async () => tooLong.push(await paid('GET', long(2048)))])
        await it.advanceTo(latestEnd(await it.now(), 4))
        checkWithin2048(it, await deliveriesOf(it, tooLong))
        await checkSomeUpdates(it, ofInvoice, byGet, 'GET')
        await checkSomeUpdates(it, ofInvoice, byPost, 'POST')
      },
    },
    'includes about sixty custom parameters, two of one name, and one of a middle length, by either method': {
      checks: [...eitherMethod, ofQr],
      async run(it) {
        const many = Array.from({ length: 60 }, (_, at) => ({ name: `item${at}`, value: `${at}` }))
        await checkSomeUpdates(it, ofQr, await paidQr(it, 'POST', many), 'POST')
        await checkSomeUpdates(it, ofQr, await paidQr(it, 'POST', ofOneName), 'POST')
        for (const [method, length] of [
          ['GET', 600],
          ['POST', 5000],
        ] as const)
          await checkSomeUpdates(it, ofQr, await paidQr(it, method, [long(length)]), method)
      },
    },
    'includes the custom parameters in each update of a transaction that is closed or never paid, by the requested method':
      {
        ...timed,
        needs: ['shopper', 'clock', 'webhooks'],
        checks: [...eitherMethod, ofQr],
        async run(it) {
          for (const method of ['GET', 'POST'] as const) {
            const order = await partlyPaidQrOrder(it, qrTransactionWith(it, method))
            // permitted: partial-payments.confirmed-later
            await it.advance({ hours: 3 })
            const before = new Set(await it.deliveries(isOf(order)))
            await close(it, order)
            await it.advance({ hours: 1 })
            // The contract does not show the status of a closed payment. A delivery without the parameters may be a notice.
            const updates = (await it.deliveries(isOf(order))).filter(
              (update) => !before.has(update) && missingPairs(update, order).length === 0,
            )
            const [first] = updates
            if (first !== undefined && updates.every((update) => update.method !== method))
              checkMethod(it, order, method, first)
          }
          const unpaid = [
            ['GET', await qrOrder(it, qrTransactionWith(it, 'GET'))],
            ['POST', await qrOrder(it, qrTransactionWith(it, 'POST'))],
          ] as const
          // The contract does not say when an unpaid transaction ends, or whether it does.
          await it.advance({ days: 45 })
          await asFarAsPossible(
            unpaid.map(([method, order]) => async () => {
              checkUpdates(it, ofQr, order, method, await it.deliveries(isOf(order)))
            }),
          )
        },
      },
    'sends no update by GET that is longer than 2048 characters, and still sends short ones': {
      checks: ['webhooks.get-within-2048', 'webhooks.delivered-by-get', ofQr],
      async run(it) {
        const lengths = fc.oneof(
          fc.constantFrom(2048, 2500, 4096, 8192),
          fc.integer({ min: 2048, max: 30_000 }),
        )
        await it.forAll(
          lengths,
          async (it, length) => {
            checkWithin2048(it, await updatesOfLong(it, 'GET', long(length)))
          },
          { share: 0.5 },
        )
        checkWithin2048(it, await updatesOfLong(it, 'GET', longIfEscaped))
      },
    },
    'sends no update by POST that is longer than 2M': {
      checks: ['webhooks.post-within-2m', ofQr],
      async run(it) {
        checkWithin2M(it, await updatesOfLong(it, 'POST', long(1_400_000)))
      },
    },
  }),
  ...tooLong.map(({ method, pairs, requirement, check }) =>
    property({
      ...timed,
      title: `sends no update of an invoice that is too long for a ${method}`,
      waits: { hours: 3 },
      checks: [requirement],
      async run(it) {
        const orders = await paidUnlessRefused(it, method, pairs)
        // An order whose update is short shows whether updates are sent at all.
        const short = await paidThroughExchange(it, invoiceWith(it, method))
        await it.advance(twoHoursAndMore)
        await someUpdates(it, short)
        check(it, await deliveriesOf(it, orders))
      },
    }),
  ),
]
