// Checks which status changes are reported to a merchant's webhook, and at which URL. Fields, signature and retries are
// unspecified. custom-parameters.ts checks custom parameters and methods.

import { exchangePayment } from '../../../client/sample-requests.ts'
import { clientIdOf } from '../../../client/target-accounts.ts'
import { dayMs } from '../../../core/durations.ts'
import type { RequirementId } from '../../../spec/requirements.ts'
import { latestEnd } from '../../observe/banking-days.ts'
import { actualOf } from '../../observe/client.ts'
import {
  type Delivery,
  hasOpaqueText,
  type Matcher,
  matching,
  mentions,
  merchantOf,
  ofTransaction,
  urlOf,
} from '../../observe/deliveries.ts'
import { isStatus } from '../../observe/status-integers.ts'
import { asFarAsPossible } from '../../steps/as-far-as-possible.ts'
import type { Context } from '../../steps/context.ts'
import { exchangesOf } from '../../steps/exchanges.ts'
import {
  checkMethod,
  eitherMethod,
  haveSameStatuses,
  mayBeOfNew,
  missingPairs,
  ofInvoice,
} from '../../steps/order-updates.ts'
import {
  completes,
  isOf,
  mayBeTheEnd,
  namesStatus,
  type Order,
  paidFromBank,
  paidInTwoParts,
  paidThroughExchange,
  partlyPaidQrOrder,
  qrOrder,
  statusesIn,
} from '../../steps/orders.ts'
import { properties } from '../../steps/property.ts'
import {
  debitUpdates,
  exchangeBalance,
  isDebited,
  isOfSubscription,
  newSubscription,
  requestDebit,
  type Subscription,
  subscriptionIdOf,
  transactionIdIn,
} from '../../steps/subscriptions.ts'
import { invoiceWith } from './custom-parameters.ts'

/**
 * Orders of two merchants with one order id, of which the second merchant's is paid first. Each is undefined if its payment, or one before
 * it, is refused.
 */
async function payTwoMerchants(it: Context): Promise<{ own?: Order; ofSecond?: string }> {
  const [, merchant] = it.target.merchants
  if (merchant === undefined) return {}
  const { order } = invoiceWith(it, 'POST')
  const payload = exchangePayment(it, {
    clientId: clientIdOf(merchant),
    assets: it.sharedCoin,
    offerId: order,
  })
  const paid: { own?: Order; ofSecond?: string } = {}
  await asFarAsPossible([
    async () => {
      paid.ofSecond = it.given(await it.client.call('createExchangePayment', { payload, merchant })).result.id
      paid.own = await paidThroughExchange(it, { order })
    },
  ])
  return paid
}

/** Checks that what is reported of a transaction of the second merchant does not reach the webhook of the first one only. */
async function checkReachesSecond(it: Context, transactionId: string): Promise<void> {
  const reached = (await it.deliveries(ofTransaction(transactionId))).map(merchantOf)
  it.check('webhooks.exchange-status-changes', reached.includes(1) || !reached.includes(0), {
    expected: `an update of transaction ${transactionId} at the webhook of its merchant, the second one`,
    actual: `${reached.length} updates at the webhook of the first one`,
  })
}

/** Checks that an update with the end of a payment was delivered. */
async function checkEndReported(
  it: Context,
  requirement: RequirementId,
  order: Order,
  where: Parameters<typeof isOf>[1] = 'anywhere',
): Promise<void> {
  const updates = await it.deliveriesOnceThereAre(1, isOf(order, where))
  const isReported = updates.some((update) => mayBeTheEnd(it, update))
  if (!isReported) {
    await it.preconditionReadable()
    const other = () => (it.has('shopper') ? partlyPaidQrOrder(it, {}, '1') : paidThroughExchange(it))
    const isRead = updates.every(namesStatus) || (await completes(it, await other()))
    it.ruledOut('webhooks.other-integers', isRead)
    // permitted: webhooks.bank-payment-ends-on-request
    const mayNotEnd = it.isInRealTime && requirement === 'webhooks.bank-status-changes'
    it.precondition(!mayNotEnd, 'the payment may not have ended: no update has a final status')
  }
  it.check(requirement, isReported, {
    expected: `an update with a final status of order ${order.id}`,
    actual: `${updates.length} updates without a final status`,
  })
}

/** True if the response to a payment has a status that is not final, according to the integers in the target file. */
function isNotFinal(it: Context, { status }: Pick<Order, 'status'>): boolean {
  const { statusIntegers } = it.target.known
  return isStatus(statusIntegers, 'pending', status) || isStatus(statusIntegers, 'processing', status)
}

/** An order, and another one that begins at the same time, unless that is refused. */
async function withAnother(create: () => Promise<Order>): Promise<readonly Order[]> {
  const orders = [await create()]
  await asFarAsPossible([async () => orders.push(await create())])
  return orders
}

/** Checks that an update of each order was delivered since something happened to all of them at the same time. */
async function checkReported(
  it: Context,
  requirement: RequirementId,
  orders: readonly Order[],
  event: string,
  act: () => Promise<void>,
): Promise<void> {
  const countBefore = new Map<Order, number>()
  for (const order of orders) countBefore.set(order, (await it.deliveries(isOf(order, 'anywhere'))).length)
  await act()
  for (const [order, before] of countBefore) {
    const after = (await it.deliveriesOnceThereAre(before + 1, isOf(order, 'anywhere'))).length
    const expected = `an update of order ${order.id} when ${event}`
    it.check(requirement, after > before, { expected, actual: 'no update' })
  }
}

export const webhooks = properties({ level: 'disruptive', needs: ['clock', 'webhooks'] })({
  'reports the end of a payment through each exchange': {
    waits: { hours: 3 },
    checks: ['webhooks.exchange-status-changes'],
    async run(it) {
      const orders: Order[] = []
      for (const [index, exchange] of exchangesOf(it).entries())
        orders.push(await paidThroughExchange(it, invoiceWith(it, index === 1 ? 'GET' : 'POST'), exchange))
      const { own: shared, ofSecond } = await payTwoMerchants(it)
      // Much longer than the two hours that a payment may take, because other requirements cover the duration.
      const latest = (await it.now()) + 30 * dayMs
      const isEndOf = (isUpdate: Matcher) => (update: Delivery) => isUpdate(update) && mayBeTheEnd(it, update)
      for (const order of orders) await it.advanceTo(latest, isEndOf(isOf(order, 'anywhere')))
      if (shared !== undefined) await it.advanceTo(latest, isEndOf(isOf(shared)))
      for (const order of orders) {
        // A delivery without the id of the transaction may be a notice of the invoice.
        const updates = await it.deliveries(ofTransaction(order.transactionId))
        const hasUpdate = updates.some((update) => statusesIn(it, update).length > 0)
        it.ruledOut('webhooks.no-change-to-report', hasUpdate || isNotFinal(it, order))
        await checkEndReported(it, 'webhooks.exchange-status-changes', order)
      }
      // The updates of both orders may have nothing but the order id, so the merchant must be known by the URL.
      const [first] = orders
      const isKnown = first !== undefined && (await it.deliveries(isOf(first))).length > 0
      if (isKnown && shared !== undefined && isNotFinal(it, shared))
        await checkEndReported(it, 'webhooks.exchange-status-changes', shared, 'own')
      if (ofSecond !== undefined) await checkReachesSecond(it, ofSecond)
    },
  },
  'reports the end of a bank payment': {
    needs: ['clock', 'webhooks', 'bankAccount'],
    waits: { days: 31 },
    checks: ['webhooks.bank-status-changes'],
    async run(it) {
      const orders = await withAnother(() => paidFromBank(it))
      const latest = latestEnd(await it.now(), 4) + 21 * dayMs
      for (const order of orders) {
        const isOfOrder = isOf(order, 'anywhere')
        await it.advanceTo(latest, (update) => isOfOrder(update) && mayBeTheEnd(it, update))
      }
      for (const order of orders) await checkEndReported(it, 'webhooks.bank-status-changes', order)
    },
  },
  'reports a partial payment from a wallet': {
    level: 'money',
    needs: ['shopper', 'webhooks'],
    checks: ['webhooks.partial-payments'],
    async run(it) {
      const orders = await withAnother(() => qrOrder(it))
      await checkReported(it, 'webhooks.partial-payments', orders, 'a wallet pays a part', async () => {
        for (const { transactionId } of orders) await it.pay(transactionId, '0.4')
      })
    },
  },
  'reports a full payment, and a second payment that completes the first, from a wallet': {
    needs: ['shopper', 'webhooks', 'clock'],
    checks: ['webhooks.wallet-status-changes'],
    async run(it) {
      const rows = [
        [qrOrder, 'a wallet pays the full amount', '1'],
        // Slightly more than the rest: a wallet may round each half down.
        [partlyPaidQrOrder, 'a wallet pays the rest', '0.5001'],
        [paidInTwoParts, 'a wallet pays the rest after two parts', '0.4001'],
      ] as const
      for (const [create, event, share] of rows) {
        // Created just before. (permitted: partial-payments.ends-without-closing)
        const orders = create === qrOrder ? await withAnother(() => qrOrder(it)) : [await create(it)]
        await checkReported(it, 'webhooks.wallet-status-changes', orders, event, async () => {
          for (const { transactionId } of orders) await it.pay(transactionId, share)
          // Much longer than the two hours that a payment may take, because other requirements cover the duration.
          await it.advance({ days: 30 })
        })
      }
    },
  },
  'sends updates of crypto and bank transactions to one URL': {
    needs: ['shopper', 'webhooks', 'clock', 'bankAccount'],
    checks: ['webhooks.one-for-crypto-and-bank'],
    async run(it) {
      const bank = await paidFromBank(it)
      const exchange = await paidThroughExchange(it)
      const wallet = await qrOrder(it)
      // In full: a deployment need not report a partial payment, or the first status of the payment from the exchange.
      await it.pay(wallet.transactionId, '1')
      const [, merchant] = it.target.merchants
      // The shopper pays another merchant last. Whether that is possible does not matter.
      if (merchant !== undefined) {
        const payload = exchangePayment(it, { clientId: clientIdOf(merchant), assets: it.sharedCoin })
        await it.client.call('createExchangePayment', { payload, merchant })
      }
      await it.advanceTo(latestEnd(await it.now(), 4) + 21 * dayMs)
      const received = await Promise.all(
        [bank, exchange, wallet].map((order) => it.deliveries(isOf(order, 'anywhere'))),
      )
      it.precondition(
        received.some((updates) => updates.length > 0),
        'the webhook received no update of any transaction',
      )
      const [ofBank = 0, ...ofCrypto] = received.map((updates) => updates.length)
      it.check('webhooks.one-for-crypto-and-bank', ofBank > 0 && ofCrypto.some((count) => count > 0), {
        expected: 'updates of crypto and of bank transactions',
        actual: `${ofBank} updates of the bank payment, ${ofCrypto.join(' and ')} of the crypto payments`,
      })
      checkOneUrl(it, received.flat())
    },
  },
  'reports automatic debits with the merchantSubscriptionId': {
    checks: ['webhooks.recurring-payments', ofInvoice, ...eitherMethod],
    async run(it) {
      const subscription = await newSubscription(it, { frequency: 'weekly', subscriptionPeriod: '26w' })
      const { merchantSubscriptionId, transactionId } = subscription
      // By then, the first payment has ended, has been reported, and is part of the balance.
      await it.advance({ days: 31 })
      const before = new Set(await it.deliveries(isOfSubscription(subscription)))
      const balanceBefore = await exchangeBalance(it)
      await it.advance({ weeks: 5 })
      const all = await it.deliveries(isOfSubscription(subscription))
      const ofDebitsAlone = all.filter((update) => !mentions(update, transactionId))
      checkDebitUpdates(it, subscription, ofDebitsAlone)
      const updates = all.filter((one) => !before.has(one))
      const isReported = updates.some(hasId(subscription))
      if (!isReported) {
        await it.preconditionReadable()
        // Updates of completed debits without the id of their transaction, or a lower balance, show that there was a debit.
        const ofDebits = debitUpdates(it, updates, new Set([transactionId]))
        const completed = ofDebits.filter((update) => statusesIn(it, update).includes('completed'))
        const debited = completed.length > 1 || (await exchangeBalance(it)).lessThan(balanceBefore)
        it.precondition(debited, 'the service did not debit the subscription')
      }
      it.check('webhooks.recurring-payments', isReported, {
        expected: `an update of the debit with ${merchantSubscriptionId}`,
        actual: updates.length === 0 ? 'no new update' : `${updates.length} updates without it`,
      })
    },
  },
  'reports debits that the merchant requests with the merchantSubscriptionId': {
    checks: ['webhooks.recurring-payments', ...eitherMethod],
    async run(it) {
      const item = { frequency: 'weekly', subscriptionPeriod: '26w', autoRenewal: false } as const
      const subscription = await newSubscription(it, item)
      await checkRequestedDebit(it, subscription)
      await checkRequestedDebit(it, subscription, { orderId: it.id('order') })
    },
  },
})

/** Checks the updates of a debit that the merchant requests a month later. With an order id, the debit may be refused. */
async function checkRequestedDebit(it: Context, subscription: Subscription, overrides = {}): Promise<void> {
  await it.advance({ days: 31 })
  const before = new Set(await it.deliveries())
  const { amount } = it.target.known
  const response = await requestDebit(it, subscriptionIdOf(it, subscription), amount, overrides)
  // The contract does not say which order ids a debit may have.
  if ('orderId' in overrides && !isDebited(response)) return
  it.precondition(isDebited(response), `the debit was refused: ${actualOf(response)}`)
  await it.advance({ days: 31 })
  const ids = it.given(response).result.data.map(({ transactionId }) => String(transactionId))
  const isOfDebit = matching(`debits ${ids.join(', ')}`, (one) => ids.some((id) => mentions(one, id)))
  const updates = await it.deliveriesOnceThereAre(1, isOfDebit)
  it.precondition(updates.length > 0, 'the webhook received no update of the debit')
  checkDebitUpdates(it, subscription, updates)
  const reported = (await it.deliveries()).filter((one) => !before.has(one)).some(hasId(subscription))
  if (reported || !updates.every((update) => statusesIn(it, update).includes('completed'))) return
  await it.preconditionReadable()
  it.checkNone(
    'webhooks.recurring-payments',
    updates[0],
    `updates with ${subscription.merchantSubscriptionId}`,
  )
}

const hasId =
  ({ merchantSubscriptionId: id }: Subscription) =>
  (update: Delivery) =>
    mentions(update, id) || update.body.includes(id)

/**
 * Checks that the updates of debits have the merchant's id of the subscription, and the method of its invoice. The contract does not
 * say that they have its custom parameters, so all of them have, or none.
 */
function checkDebitUpdates(it: Context, subscription: Subscription, updates: readonly Delivery[]): void {
  const isReported = hasId(subscription)
  // Updates may have the id in a field of another name than notices.
  const hasTransactionOf = (update: Delivery) => (other: Delivery) =>
    mentions(other, transactionIdIn(it, update) ?? '')
  const mayReportTheSame = (other: Delivery, update: Delivery) =>
    statusesIn(it, other).length === 0 || haveSameStatuses(it, other, update)
  // A notice of a new debit, or one that is sent in addition to an update, is no report of the status. A debit may begin with any
  // status, and be announced more than once before its first report.
  const mayBeNotice = (update: Delivery) => {
    const ofDebit = updates.filter(hasTransactionOf(update))
    const announced = ofDebit.slice(0, Math.max(ofDebit.findIndex(isReported), 1))
    return (
      mayBeOfNew(it, update) ||
      announced.some((first) => haveSameStatuses(it, first, update)) ||
      ofDebit.some((other) => other !== update && isReported(other) && mayReportTheSame(other, update))
    )
  }
  const certain = updates.filter(
    (update) =>
      transactionIdIn(it, update) !== undefined &&
      statusesIn(it, update).length > 0 &&
      !hasOpaqueText(update) &&
      !mayBeNotice(update),
  )
  const withoutId = certain.find((update) => !isReported(update))
  it.checkNone(
    'webhooks.recurring-payments',
    withoutId,
    `updates with ${subscription.merchantSubscriptionId}`,
  )
  const hasAll = (update: Delivery) => missingPairs(update, subscription).length === 0
  if (certain.some(hasAll))
    it.checkNone(
      ofInvoice,
      certain.find((update) => !hasAll(update)),
      'the custom parameters of the invoice, as in another update of its debits',
    )
  const method = it.style?.returnMethod ?? 'POST'
  for (const update of certain) checkMethod(it, subscription, method, update)
}

/** Checks that all updates were sent to one URL, the one of the first merchant. */
export function checkOneUrl(it: Context, updates: readonly Delivery[]): void {
  const paths = new Set(updates.map((delivery) => urlOf(delivery).pathname))
  const own = updates.every((delivery) => merchantOf(delivery) === 0)
  it.check('webhooks.one-for-crypto-and-bank', paths.size === 1 && own, {
    expected: "one URL, the merchant's own webhook",
    actual: [...paths].join(', '),
  })
}
