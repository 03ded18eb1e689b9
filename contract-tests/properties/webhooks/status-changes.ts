// What any deployment must tell a merchant's webhook: which changes of status it hears of, and at which address. What the
// updates bring along, and how they come, is in webhook-deliveries.ts. Their fields, signature and retries are open.

import { debit } from '../../../client/sample-requests.ts'
import type { RequirementId } from '../../../spec/requirements.ts'
import { latestEnd } from '../../checks/banking-days.ts'
import type { Context } from '../../engine/context.ts'
import { property } from '../../engine/property.ts'
import { type Delivery, mentions, merchantOf } from '../../flows/deliveries.ts'
import {
  isOf,
  mayBeTheEnd,
  type Order,
  paidFromBank,
  paidThroughExchange,
  shownAsQr,
} from '../../flows/orders.ts'
import {
  balance,
  intervalOf,
  isOfSubscription,
  newSubscription,
  type Subscription,
} from '../../flows/subscriptions.ts'

const resource = 'webhooks'
const timed = { resource, level: 'disruptive' } as const
const day = 86_400_000

/** Checks that the end of a payment has been reported by now. */
async function checkEnd(it: Context, requirement: RequirementId, order: Order): Promise<void> {
  const updates = await it.deliveriesOnceThereAre(1, isOf(order, 'anywhere'))
  it.check(
    requirement,
    updates.some((update) => mayBeTheEnd(it, update)),
    { expected: `an update with the end of ${order.id}`, actual: `${updates.length} updates without it` },
  )
}

/** Whether the answer to a payment left its end open, as far as the operator's integers tell. */
function leftOpen(it: Context, { status }: Pick<Order, 'status'>): boolean {
  const { statusIntegers } = it.target.known
  return statusIntegers?.pending === status || statusIntegers?.processing === status
}

/** Checks that something more is heard of an order after something was done with it. */
async function checkHeard(it: Context, order: Order, what: string, act: () => Promise<void>): Promise<void> {
  const before = (await it.deliveries(isOf(order, 'anywhere'))).length
  await act()
  const after = (await it.deliveriesOnceThereAre(before + 1, isOf(order, 'anywhere'))).length
  it.check('webhooks.wallet-status-changes', after > before, {
    expected: `an update when ${what}`,
    actual: 'none',
  })
}

/** The address that was called, without its query. */
function addressOf({ url }: Delivery): string {
  return new URL(url, 'http://receiver.invalid').pathname
}

export const webhooks = [
  property({
    ...timed,
    title: 'the end of a payment is reported, through whichever exchange it came',
    kind: 'example',
    needs: ['clock', 'webhooks'],
    checks: ['webhooks.exchange-status-changes'],
    async run(it) {
      const orders: Order[] = []
      for (const exchange of it.target.shoppers.ready.exchanges ?? it.target.exchanges)
        orders.push(await paidThroughExchange(it, {}, exchange))
      // Longer than it may take, so that one that takes too long is another requirement's.
      await it.advance({ days: 2 })
      for (const order of orders) {
        const heard = (await it.deliveries(isOf(order, 'anywhere'))).length > 0
        it.precondition(heard || leftOpen(it, order), 'the payment may have come to its end in its answer')
        await checkEnd(it, 'webhooks.exchange-status-changes', order)
      }
    },
  }),
  property({
    ...timed,
    title: 'the end of a bank payment is reported',
    kind: 'example',
    needs: ['clock', 'webhooks', 'bankAccount'],
    checks: ['webhooks.bank-status-changes'],
    async run(it) {
      const order = await paidFromBank(it)
      await it.advanceTo(latestEnd(await it.now(), 4) + 21 * day)
      await checkEnd(it, 'webhooks.bank-status-changes', order)
    },
  }),
  property({
    resource,
    level: 'money',
    title: 'a wallet that pays a part is reported',
    kind: 'example',
    needs: ['shopper', 'webhooks'],
    checks: ['webhooks.wallet-status-changes'],
    async run(it) {
      const order = await shownAsQr(it)
      await checkHeard(it, order, 'a wallet pays a part', () => it.pay(order.transactionId, '0.4'))
    },
  }),
  property({
    ...timed,
    title: 'a wallet that pays all, or the rest, is reported',
    kind: 'example',
    needs: ['shopper', 'webhooks', 'clock'],
    checks: ['webhooks.wallet-status-changes'],
    async run(it) {
      const [whole, rest] = [await shownAsQr(it), await shownAsQr(it)]
      await it.pay(rest.transactionId, '0.5')
      await checkHeard(it, whole, 'a wallet pays all', async () => {
        await it.pay(whole.transactionId, '1')
        await it.advance({ hours: 3 })
      })
      await checkHeard(it, rest, 'a wallet pays the rest', async () => {
        await it.pay(rest.transactionId, '0.5')
        await it.advance({ hours: 3 })
      })
    },
  }),
  property({
    ...timed,
    title: 'updates of crypto and of bank transactions come to one address',
    kind: 'example',
    needs: ['shopper', 'webhooks', 'clock', 'bankAccount'],
    checks: ['webhooks.one-for-crypto-and-bank'],
    async run(it) {
      const bank = await paidFromBank(it)
      const exchange = await paidThroughExchange(it)
      const wallet = await shownAsQr(it)
      await it.pay(wallet.transactionId, '0.5')
      await it.advanceTo(latestEnd(await it.now(), 4) + day)
      const heard = await Promise.all(
        [bank, exchange, wallet].map((order) => it.deliveries(isOf(order, 'anywhere'))),
      )
      it.precondition(
        heard.some((updates) => updates.length > 0),
        'something was to be heard of any of the transactions',
      )
      const [ofBank = 0, ...ofCrypto] = heard.map((updates) => updates.length)
      it.check('webhooks.one-for-crypto-and-bank', ofBank > 0 && ofCrypto.some((count) => count > 0), {
        expected: 'updates of crypto and of bank transactions',
        actual: `${ofBank} of the bank payment, ${ofCrypto.join(' and ')} of crypto payments`,
      })
      const addresses = new Set(heard.flat().map(addressOf))
      const own = heard.flat().every((delivery) => merchantOf(delivery) === 0)
      it.check('webhooks.one-for-crypto-and-bank', addresses.size === 1 && own, {
        expected: "one address, the merchant's own",
        actual: [...addresses].join(', '),
      })
    },
  }),
  property({
    ...timed,
    title: 'what the service debits is reported with the id that the merchant gave',
    kind: 'example',
    needs: ['clock', 'webhooks'],
    checks: ['webhooks.recurring-payments'],
    async run(it) {
      const subscription = await newSubscription(it, { frequency: 'weekly', subscriptionPeriod: '12w' })
      for (const index of [1, 2]) await checkRenewalReported(it, subscription, index)
    },
  }),
  property({
    ...timed,
    title: 'what the merchant debits is reported with the id that the merchant gave',
    kind: 'example',
    needs: ['clock', 'webhooks'],
    checks: ['webhooks.recurring-payments'],
    async run(it) {
      const item = { frequency: 'weekly', subscriptionPeriod: '12w', autoRenewal: false } as const
      const subscription = await newSubscription(it, item)
      const { subscriptionId = '' } = subscription
      it.precondition(subscriptionId !== '', 'the record of the payment was to name a subscription')
      await it.advance({ days: 8 })
      const fields = { subscriptionId, amount: Number(it.target.known.amount), currency: 'USD' }
      const before = new Set(await it.deliveries())
      const { result } = it.given(await it.client.call('debitSubscription', { body: debit(it, fields) }))
      await it.advance({ days: 1 })
      const ofIt = isOfSubscription(subscription)
      for (const { transactionId, status } of result.data) {
        const mentioned = (delivery: Delivery) => mentions(delivery, transactionId)
        const updates = await it.deliveries(
          (delivery) => mentioned(delivery) || (ofIt(delivery) && !before.has(delivery)),
        )
        it.precondition(
          updates.length > 0 || leftOpen(it, { status: Number(status) }),
          'the debit may have come to its end in its answer',
        )
        it.check('webhooks.recurring-payments', updates.length > 0, {
          expected: 'an update of what the merchant had debited',
          actual: 'none',
        })
        checkNamed(it, subscription, updates)
      }
    },
  }),
]

/** Checks what is heard of one interval of a subscription that the service debits. */
async function checkRenewalReported(it: Context, subscription: Subscription, index: number): Promise<void> {
  const { earliest, latest } = intervalOf(subscription.began, 'weekly', index)
  await it.advanceTo(earliest)
  const before = new Set(await it.deliveries(isOfSubscription(subscription)))
  const held = await balance(it)
  await it.advanceTo(latest)
  const all = await it.deliveriesOnceThereAre(before.size + 1, isOfSubscription(subscription))
  const updates = all.filter((update) => !before.has(update))
  if (updates.length === 0) {
    // Whether there was nothing to report, only what is left at the exchange can tell.
    const debited = (await balance(it)).lessThan(held)
    it.precondition(debited, 'the service was to debit the subscription')
  }
  it.check('webhooks.recurring-payments', updates.length > 0, {
    expected: 'an update of what the service debited',
    actual: 'none',
  })
  checkNamed(it, subscription, updates)
}

function checkNamed(
  it: Context,
  { merchantSubscriptionId }: Subscription,
  updates: readonly Delivery[],
): void {
  const unnamed = updates.find((update) => !mentions(update, merchantSubscriptionId))
  it.check('webhooks.recurring-payments', unnamed === undefined, {
    expected: `updates that bear ${merchantSubscriptionId}`,
    actual: `one without it: ${unnamed?.url} ${unnamed?.body.slice(0, 500)}`,
  })
}
