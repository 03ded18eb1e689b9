// Checks what the service does not debit automatically: subscriptions without automatic renewal, items that are not marked
// as subscriptions, and items that are not paid through an exchange. Other effects of such payments are unspecified.

import { productIdFrom } from '../../../client/sample-ids.ts'
import {
  invoice,
  line,
  qrTransaction,
  severalLines,
  subscriptionItem,
} from '../../../client/sample-requests.ts'
import type { RequirementId } from '../../../spec/requirements.ts'
import type { ApiResponse } from '../../observe/client.ts'
import { type Matcher, matching, mentions } from '../../observe/deliveries.ts'
import { firstAcceptedOf } from '../../steps/acceptance.ts'
import { asFarAsPossible } from '../../steps/as-far-as-possible.ts'
import type { Context } from '../../steps/context.ts'
import { type Order, orderOf, payFromBank, payThroughExchange, statusesIn } from '../../steps/orders.ts'
import { noShorterThan } from '../../steps/periods.ts'
import { properties } from '../../steps/property.ts'
import {
  debitUpdates,
  type Item,
  isOfSubscription,
  itemOfNewProduct,
  newSubscription,
  requestDebit,
  subscribingInvoice,
  subscriptionInvoice,
  transactionIdIn,
} from '../../steps/subscriptions.ts'

const weekly = { frequency: 'weekly', subscriptionPeriod: '26w' } as const

/** An order for which no automatic debit is permitted. */
interface UndebitedOrder {
  label: string
  /** The transactions that are known: the first payment, and debits that the merchant may request. */
  known: readonly string[]
  owns: Matcher
  /** The transactions of debits that the merchant requested. */
  requestedDebits: readonly string[]
}

/** Waits for the ends of the payments, and checks that there is no debit of these orders in the next ten weeks. */
async function checkNoDebits(
  it: Context,
  requirement: RequirementId,
  paid: readonly (UndebitedOrder | undefined)[],
): Promise<void> {
  const orders = paid.filter((order) => order !== undefined)
  it.precondition(orders.length > 0, 'the service refused every request of an order without a subscription')
  // Much longer than payments may take, because other requirements cover the duration.
  await it.advance({ days: 31 })
  const before = new Set(await it.deliveries())
  const reported = [...before].map((one) => transactionIdIn(it, one)).filter((id) => id !== undefined)
  const known = new Set([...reported, ...orders.flatMap((order) => order.known)])
  await it.advance({ weeks: 10 })
  for (const { label, owns, requestedDebits } of orders) {
    // permitted: subscriptions.debit-canceled-later
    const isOfDebits = matching(`debits ${requestedDebits.join(', ')}`, (update) =>
      requestedDebits.some((id) => mentions(update, id)),
    )
    const completed = (await it.deliveries(isOfDebits)).find((update) =>
      statusesIn(it, update).includes('completed'),
    )
    it.checkNone(requirement, completed, `no debit of ${label}, even if the merchant requests it`)
    const updates = (await it.deliveries(owns)).filter((delivery) => !before.has(delivery))
    // A pending debit may be one that the merchant is asked for, and a subscription that is never debited may be canceled.
    const [update] = debitUpdates(it, updates, known).filter((one) =>
      statusesIn(it, one).some((status) => status === 'processing' || status === 'completed'),
    )
    it.checkNone(requirement, update, `no debit of ${label}`)
  }
}

/** If the record of an order without subscription has a subscription id, requests a debit of it. Returns the transactions. */
async function requestDebits(it: Context, { subscriptionId }: Order): Promise<string[]> {
  if (subscriptionId === undefined) return []
  const response = await requestDebit(it, subscriptionId)
  return response.outcome === 'success'
    ? response.success.result.data.map(({ transactionId }) => String(transactionId))
    : []
}

function undebited(
  label: string,
  order: Order,
  merchantSubscriptionId = order.id,
  requestedDebits: readonly string[] = [],
): UndebitedOrder {
  const owns = isOfSubscription({ ...order, merchantSubscriptionId, startedAt: 0 })
  return { label, known: [order.transactionId], owns, requestedDebits }
}

export const noAutomaticDebit = properties({ level: 'disruptive', needs: ['clock', 'webhooks'] })({
  'does not debit a subscription without automatic renewal': {
    waits: { weeks: 15 },
    checks: ['subscriptions.not-renewed-by-the-service'],
    async run(it) {
      const items: Item[] = [weekly, { frequency: 'monthly', subscriptionPeriod: '1y' }]
      const orders: UndebitedOrder[] = []
      for (const item of items) {
        const subscription = await newSubscription(it, { ...item, autoRenewal: false })
        const label = `a ${item.frequency} subscription`
        const order = undebited(label, subscription, subscription.merchantSubscriptionId)
        if (item === weekly) await it.letAge(subscription.merchantSubscriptionId)
        // One debit at the request of the merchant begins no automatic ones.
        const requested = item === weekly ? await requestDebits(it, subscription) : []
        orders.push({ ...order, known: [...order.known, ...requested] })
      }
      await checkNoDebits(it, 'subscriptions.not-renewed-by-the-service', orders)
    },
  },
  'does not debit an item that is not marked as a subscription, even with all other subscription fields': {
    checks: ['subscriptions.marked-items-only'],
    async run(it) {
      const requirement = 'subscriptions.marked-items-only'
      const { amount } = it.target.known
      const item = { ...line(amount), key: 'line-1', totalPrice: amount }
      const unmarked = subscriptionItem(it, { ...weekly, isSubscription: false })
      const orders: UndebitedOrder[] = []
      for (const [label, cart] of [
        ['an item with isSubscription: false and all other subscription fields', [unmarked]],
        ['an item without isSubscription', [item]],
        ['an item with isSubscription: false', [{ ...item, isSubscription: false }]],
      ] as const) {
        // permitted: subscriptions.fields-in-other-items
        const body = subscribingInvoice(it, cart)
        const response = await it.client.call('createInvoice', { body })
        if (response.outcome === 'refusal') continue
        const order = await payThroughExchange(it, body)
        orders.push(undebited(label, order, unmarked.merchantSubscriptionId, await requestDebits(it, order)))
      }
      await checkNoDebits(it, requirement, orders)
    },
  },
  'starts no subscription if the item is paid from a wallet': {
    needs: ['clock', 'webhooks', 'shopper'],
    checks: ['subscriptions.exchange-only'],
    async run(it) {
      const isItemRefused = await refusedAtEachPlace(it, (at) => requestQr(it, { cart: qrLines(it, at) }))
      const isInvoiceRefused = await refusedAtEachPlace(it, async (at) => {
        const { body } = await invoiceWith(it, at)
        const cart = body.cart.map(({ id, name = id, price = 0, quantity = 1 }) => ({
          id,
          name,
          price,
          quantity,
        }))
        return requestQr(it, { orderId: body.order, cart })
      })
      const isRefused = isItemRefused || isInvoiceRefused
      const paid = [await invoicePaidByQr(it), await qrItem(it)]
      if (!isRefused || paid.some((order) => order !== undefined))
        await checkNoDebits(it, 'subscriptions.exchange-only', paid)
    },
  },
  'starts no subscription if the item is paid from a bank account': {
    needs: ['clock', 'webhooks', 'bankAccount'],
    checks: ['subscriptions.exchange-only'],
    async run(it) {
      const isRefused = await refusedAtEachPlace(it, async (at) => {
        const { body, uuid } = await invoiceWith(it, at)
        return payFromBank(it, body, uuid)
      })
      const paid = await invoicePaidFromBank(it)
      if (!isRefused || paid !== undefined) await checkNoDebits(it, 'subscriptions.exchange-only', [paid])
    },
  },
})

/** Three lines, of which the one at an index is a subscription item. */
function linesWith(it: Context, at?: number, subscriptionPeriod: string = weekly.subscriptionPeriod) {
  return severalLines(it.amount, 3).map((one, index) => {
    const fields = { ...one, key: `line-${index + 1}`, totalPrice: one.price }
    if (index !== at) return fields
    const { id, ...item } = itemOfNewProduct(it, { ...weekly, subscriptionPeriod })
    return { ...item, ...fields, id }
  })
}

/** An invoice of three lines, of which the one at an index is a subscription item. (permitted: carts.own-periods) */
async function invoiceWith(it: Context, at?: number) {
  const periods = at === undefined ? [undefined] : noShorterThan(weekly.subscriptionPeriod)
  const { value: body, response } = await firstAcceptedOf(
    periods.map((period) => invoice(it, { cart: linesWith(it, at, period) })),
    (body) => it.client.call('createInvoice', { body }),
  )
  return { body, uuid: it.given(response).result.uuid }
}

/** Three lines of a QR transaction, of which the one at an index is a subscription item. */
function qrLines(it: Context, at?: number) {
  return severalLines(it.amount, 3).map((one, index) => {
    if (index !== at) return one
    const merchantSubscriptionId = it.id('subscription')
    const id = productIdFrom(merchantSubscriptionId)
    return { ...one, id, isSubscription: true, ...weekly, merchantSubscriptionId }
  })
}

const requestQr = (it: Context, overrides: Parameters<typeof qrTransaction>[1]) =>
  it.client.call('createQrTransaction', { body: qrTransaction(it, overrides) })

/**
 * Checks that payments which are refused if the first line of a cart is a subscription item, and are accepted without one, are refused
 * if it is another line. Returns whether they are refused. The contract does not say that single payments of such items are.
 */
async function refusedAtEachPlace(it: Context, pay: (at?: number) => Promise<ApiResponse>): Promise<boolean> {
  let isRefused = false
  const check = async () => {
    if ((await pay(0)).outcome !== 'refusal') return
    it.given(await pay())
    for (const at of [2, 1]) {
      const response = await pay(at)
      // permitted: service.refuses-for-a-moment
      if (response.outcome !== 'refusal' && (await pay(0)).outcome !== 'refusal') return
      const because = `line ${at + 1} of 3 is a subscription item, and those are refused as the first line`
      it.refuses('subscriptions.exchange-only', response, because)
    }
    isRefused = true
  }
  // A cart with subscription items and others may be refused.
  await asFarAsPossible([check])
  return isRefused
}

/** A QR transaction with a subscription item after another one; undefined if the service refuses it. */
async function qrItem(it: Context): Promise<UndebitedOrder | undefined> {
  const merchantSubscriptionId = it.id('subscription')
  const subscription = { isSubscription: true, ...weekly, merchantSubscriptionId }
  const cart = severalLines(it.target.known.amount, 2).map((one, at) =>
    at === 0 ? one : { ...one, ...subscription },
  )
  return payByQr(it, qrTransaction(it, { cart }), merchantSubscriptionId)
}

/** An invoice for a subscription that a wallet pays; undefined if the service refuses it. */
async function invoicePaidByQr(it: Context): Promise<UndebitedOrder | undefined> {
  const item = subscriptionItem(it, { ...weekly, autoRenewal: true })
  const { body } = await subscriptionInvoice(it, [item])
  return payByQr(
    it,
    qrTransaction(it, { orderId: body.order, amount: body.amount }),
    item.merchantSubscriptionId,
  )
}

async function payByQr(
  it: Context,
  body: ReturnType<typeof qrTransaction>,
  merchantSubscriptionId: string | undefined,
): Promise<UndebitedOrder | undefined> {
  const response = await it.client.call('createQrTransaction', { body })
  if (response.outcome === 'refusal') return undefined
  const order = orderOf({ ...body, order: body.orderId }, it.given(response).result)
  await it.pay(order.transactionId, '1')
  return undebited(`the QR transaction ${order.id}`, order, merchantSubscriptionId)
}

/** An invoice for a subscription that is paid from a bank; undefined if the service refuses it. */
async function invoicePaidFromBank(it: Context): Promise<UndebitedOrder | undefined> {
  const item = subscriptionItem(it, { ...weekly, autoRenewal: true })
  const { body, uuid } = await subscriptionInvoice(it, [item])
  const response = await payFromBank(it, body, uuid)
  if (response.outcome === 'refusal') return undefined
  const order = orderOf(body, it.given(response).result)
  const requested = await requestDebits(it, order)
  return undebited(`the bank payment of ${order.id}`, order, item.merchantSubscriptionId, requested)
}
