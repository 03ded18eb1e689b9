// What any deployment must not debit by itself: what is left to the merchant, items that are not marked as subscriptions,
// and items that are paid in another way than through an exchange. What becomes of such a payment otherwise is open.

import { debit, invoice, line, qrTransaction } from '../../../client/sample-requests.ts'
import type { RequirementId } from '../../../spec/requirements.ts'
import type { Context } from '../../engine/context.ts'
import { property } from '../../engine/property.ts'
import type { Delivery } from '../../flows/deliveries.ts'
import { type Order, orderOf, paidThroughExchange, payFromBank } from '../../flows/orders.ts'
import {
  type Item,
  isDebited,
  isOfSubscription,
  newSubscription,
  tellingOfDebits,
  transactionNamed,
  wholeItem,
} from '../../flows/subscriptions.ts'

const timed = { resource: 'subscriptions', level: 'disruptive', needs: ['clock', 'webhooks'] } as const
const weekly = { frequency: 'weekly', subscriptionPeriod: '26w' } as const

/** An order of which nothing more is to be debited. */
interface Quiet {
  what: string
  isIts: (delivery: Delivery) => boolean
}

/** Checks that nothing of these orders is debited by itself in the ten weeks after their payments came to their ends. */
async function checkLeftAlone(
  it: Context,
  requirement: RequirementId,
  orders: readonly Quiet[],
  daysToTheEnd = 3,
): Promise<void> {
  await it.advance({ days: daysToTheEnd })
  const before = new Set(await it.deliveries())
  const known = new Set([...before].map(transactionNamed).filter((id) => id !== undefined))
  await it.advance({ weeks: 10 })
  for (const { what, isIts } of orders) {
    const updates = await it.deliveries((delivery) => isIts(delivery) && !before.has(delivery))
    const [unasked] = tellingOfDebits(it, updates, known)
    it.check(requirement, unasked === undefined, {
      expected: `no debit of ${what}`,
      actual: `${unasked?.url} ${unasked?.body.slice(0, 500)}`,
    })
  }
}

/** Checks that there is nothing to debit where an order names a subscription that is none. */
async function checkNothingToDebit(
  it: Context,
  requirement: RequirementId,
  { subscriptionId }: Order,
): Promise<void> {
  if (subscriptionId === undefined) return
  const fields = { subscriptionId, amount: Number(it.target.known.amount), currency: 'USD' }
  const response = await it.client.call('debitSubscription', { body: debit(it, fields) })
  const made = response.outcome === 'success' && isDebited(response)
  it.check(requirement, !made, {
    expected: 'no debit of what is no subscription',
    actual: response.text.slice(0, 300),
  })
}

function quiet(what: string, order: Order, merchantSubscriptionId = order.id): Quiet {
  return { what, isIts: isOfSubscription({ ...order, merchantSubscriptionId, began: 0 }) }
}

export const unaskedDebits = [
  property({
    ...timed,
    title: 'what is left to the merchant is not debited by the service',
    kind: 'example',
    checks: ['subscriptions.not-renewed-by-the-service'],
    async run(it) {
      const items: Item[] = [weekly, { frequency: 'monthly', subscriptionPeriod: '1y' }]
      const orders: Quiet[] = []
      for (const item of items) {
        const left = await newSubscription(it, { ...item, autoRenewal: false })
        orders.push(quiet(`a ${item.frequency} subscription`, left, left.merchantSubscriptionId))
      }
      await checkLeftAlone(it, 'subscriptions.not-renewed-by-the-service', orders)
    },
  }),
  property({
    ...timed,
    title: 'an item that is not marked is no subscription, whatever else it says',
    kind: 'example',
    checks: ['subscriptions.marked-items-only'],
    async run(it) {
      const requirement = 'subscriptions.marked-items-only'
      const { amount } = it.target.known
      const payload = { ...line(amount), key: 'line-1', totalPrice: amount }
      const unmarked = wholeItem(it, { ...weekly, isSubscription: false })
      const orders: Quiet[] = []
      for (const [what, cart] of [
        ['an item without the mark', [payload]],
        ['an item whose mark is false', [{ ...payload, isSubscription: false }]],
        ['an item whose mark is false, with all that a subscription has', [unmarked]],
      ] as const) {
        // Fields of subscription items need not be taken in others.
        const tried = await it.client.call('createInvoice', { body: { ...invoice(it), cart } })
        if (tried.outcome === 'refusal') continue
        const order = await paidThroughExchange(it, { cart: [...cart] })
        await checkNothingToDebit(it, requirement, order)
        orders.push(quiet(what, order, unmarked.merchantSubscriptionId))
      }
      it.precondition(orders.length > 0, 'an invoice without subscription items was to be made')
      await checkLeftAlone(it, requirement, orders)
    },
  }),
  property({
    ...timed,
    needs: ['clock', 'webhooks', 'shopper'],
    title: 'a subscription item that is paid in another way than through an exchange begins no subscription',
    kind: 'example',
    checks: ['subscriptions.exchange-only'],
    async run(it) {
      const paid = [await onQr(it), await onPageByQr(it), await fromBank(it)]
      const orders = paid.filter((order) => order !== undefined)
      await checkLeftAlone(it, 'subscriptions.exchange-only', orders, 12)
    },
  }),
]

/** A QR transaction with a subscription item; it may be refused. */
async function onQr(it: Context): Promise<Quiet | undefined> {
  const merchantSubscriptionId = it.id('subscription')
  const item = { ...line(it.target.known.amount), isSubscription: true, ...weekly, merchantSubscriptionId }
  return payByQr(it, qrTransaction(it, { cart: [item] }), merchantSubscriptionId)
}

/** An invoice of a subscription that a wallet pays; that may be refused. */
async function onPageByQr(it: Context): Promise<Quiet | undefined> {
  const item = wholeItem(it, { ...weekly, autoRenewal: true })
  const body = invoice(it, { cart: [item] })
  it.given(await it.client.call('createInvoice', { body }))
  return payByQr(it, qrTransaction(it, { orderId: body.order }), item.merchantSubscriptionId)
}

async function payByQr(
  it: Context,
  body: ReturnType<typeof qrTransaction>,
  merchantSubscriptionId: string | undefined,
): Promise<Quiet | undefined> {
  const response = await it.client.call('createQrTransaction', { body })
  if (response.outcome === 'refusal') return undefined
  const order = orderOf({ ...body, order: body.orderId }, it.given(response).result)
  await it.pay(order.transactionId, '1')
  return quiet(`the QR transaction ${order.id}`, order, merchantSubscriptionId)
}

/** An invoice of a subscription that is paid from a bank; that may be refused. */
async function fromBank(it: Context): Promise<Quiet | undefined> {
  if (it.merchant.bankAccountId === null || it.target.shoppers.ready.stockId === undefined) return undefined
  const item = wholeItem(it, { ...weekly, autoRenewal: true })
  const body = invoice(it, { cart: [item] })
  const response = await payFromBank(it, body)
  if (response.outcome === 'refusal') return undefined
  const order = orderOf(body, it.given(response).result)
  await checkNothingToDebit(it, 'subscriptions.exchange-only', order)
  return quiet(`the bank payment of ${order.id}`, order, item.merchantSubscriptionId)
}
