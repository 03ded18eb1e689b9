// Checks that the service debits a subscription with automatic renewal once in every interval of its frequency. Month ends,
// the hour, and what happens at the end of the period are unspecified. no-automatic-debit.ts checks what is not debited.

import fc from 'fast-check'
import { cancellationOf, exchangePayment, invoice, severalLines } from '../../../client/sample-requests.ts'
import { clientIdOf } from '../../../client/target-accounts.ts'
import { type Delivery, mentions } from '../../observe/deliveries.ts'
import { type Plan, renewed, runCheckpoints, WatchedSubscription } from '../../steps/automatic-debits.ts'
import type { Context } from '../../steps/context.ts'
import { orderOf, paymentCart, payThroughExchange, statusesIn } from '../../steps/orders.ts'
import { properties } from '../../steps/property.ts'
import {
  cancel,
  checkDebit,
  givenDebitIsDue,
  givenShopperCanPay,
  isDebited,
  isOfSubscription,
  itemOfNewProduct,
  newSubscription,
  requestDebit,
  type Subscription,
  subscriptionIdOf,
  subscriptionInvoice,
  takesMerchantId,
  transactionIdIn,
} from '../../steps/subscriptions.ts'

const ofHalfAYear = { frequency: 'weekly', subscriptionPeriod: '26w' } as const
const weekly: Plan = { frequency: 'weekly', subscriptionPeriod: '5w', intervals: 4 }
const monthly: Plan = { frequency: 'monthly', subscriptionPeriod: '1y', intervals: 11 }
const lowFrequency: readonly Plan[] = [
  { frequency: 'quarterly', subscriptionPeriod: '12m', intervals: 3 },
  { frequency: 'half-yearly', subscriptionPeriod: '18m', intervals: 2 },
  { frequency: 'yearly', subscriptionPeriod: '3y', intervals: 2 },
]

export const automaticDebits = properties({ level: 'disruptive', needs: ['clock', 'webhooks'] })({
  'debits a paid subscription, automatically or at the request of the merchant': {
    waits: { days: 11 },
    checks: [
      'subscriptions.created-through-an-invoice',
      'subscriptions.debit-accepted',
      'subscriptions.debit-as-asked',
      'subscriptions.debit-of-the-amount-asked',
    ],
    async run(it) {
      const automatic = await newSubscription(it, { ...ofHalfAYear, autoRenewal: true })
      const manual = await newSubscription(it, { ...ofHalfAYear, autoRenewal: false })
      await it.advance({ days: 4 })
      const before = new Set(await it.deliveries())
      const { amount } = it.target.known
      const byMerchantId = it.target.assumptions['subscriptions.id'] === 'merchant'
      const ownId = byMerchantId ? manual.merchantSubscriptionId : manual.subscriptionId
      const subscriptionId = ownId ?? manual.merchantSubscriptionId
      let response = await requestDebit(it, subscriptionId)
      // The contract says neither when a debit is possible first, nor when a subscription ends that nobody debits.
      for (const days of [2, 1, 1, 1, 1, 2, 4]) {
        await it.advance({ days })
        if (!isDebited(response)) response = await requestDebit(it, subscriptionId)
      }
      for (const days of [5, 7]) {
        if (isDebited(response)) break
        await it.advance({ days })
        response = await requestDebit(it, subscriptionId)
      }
      const debited = isDebited(response)
      const all = await it.deliveries(isOfSubscription(automatic))
      const updates = all.filter((delivery) => !before.has(delivery))
      if (!debited) await givenShopperCanPay(it)

      const actual = `HTTP ${response.status}: ${response.text.slice(0, 300)}`
      // Another requirement says that the order id is optional.
      const debitedWithOrderId =
        debited || isDebited(await requestDebit(it, subscriptionId, amount, { orderId: it.id('order') }))
      // The contract does not say which of the two ids the operation takes.
      const byOtherId = debitedWithOrderId || isDebited(await requestDebit(it, manual.merchantSubscriptionId))
      it.check('subscriptions.created-through-an-invoice', byOtherId || showBoth(updates, automatic, ownId), {
        expected: 'an automatic debit, or a debit that the merchant requests',
        actual: `no automatic debit; response to the requested debit: ${actual}`,
        of: { response, expects: 'success' },
      })
      it.precondition(ownId !== undefined, 'the record of the payment has no subscription id')
      it.precondition(debited || !debitedWithOrderId, 'the service refused a debit without an order id')
      it.precondition(debited || !byOtherId, takesMerchantId)
      it.check('subscriptions.debit-accepted', debited, {
        expected: 'a debit in the data of the response',
        actual,
        of: { response, expects: 'success' },
      })
      it.given(response)
      checkDebit(it, response, subscriptionId, amount)
    },
  },
  'debits a subscription with automatic renewal again and again': {
    waits: { weeks: 11 },
    checks: ['subscriptions.renewed-by-the-service'],
    async run(it) {
      const subscription = await newSubscription(it, ofHalfAYear)
      for (const weeks of [5, 5]) await checkDebitedIn(it, weeks, subscription)
    },
  },
  'debits a subscription when others are canceled, even one with its id at another merchant': {
    checks: ['subscriptions.renewed-by-the-service'],
    async run(it) {
      const merchantSubscriptionId = it.id('subscription')
      const namesake = await newNamesake(it, merchantSubscriptionId)
      const subscription = await newSubscription(it, { ...ofHalfAYear, merchantSubscriptionId })
      await cancel(it, subscriptionIdOf(it, await newSubscription(it, ofHalfAYear)))
      if (namesake !== undefined) await it.client.call('cancelSubscription', { body: namesake })
      // By then, the first payment has ended and has been reported.
      await it.advance({ days: 31 })
      await checkDebitedIn(it, 5, subscription)
    },
  },
  'debits each item of a cart that renews automatically, and no other': {
    checks: ['subscriptions.renewed-by-the-service', 'subscriptions.not-renewed-by-the-service', renewed],
    async run(it) {
      const items = severalLines(it.amount, 3).map(({ price }, at) =>
        itemOfNewProduct(it, {
          ...ofHalfAYear,
          ...(at === 2 ? { frequency: 'monthly' } : {}),
          key: `line-${at}`,
          price,
          totalPrice: price,
          autoRenewal: at !== 1,
        }),
      )
      const order = await payThroughExchange(it, (await subscriptionInvoice(it, items)).body)
      // By then, the first payment has ended and has been reported.
      await it.advance({ days: 31 })
      const before = new Set(await it.deliveries())
      await it.advance({ weeks: 10 })
      const updates = (await it.deliveries()).filter((one) => !before.has(one))
      const [first = '', manual = '', last = ''] = items.map((one) => one.merchantSubscriptionId)
      const ofBoth = [first, last].filter((id) => updates.some((update) => mentions(update, id)))
      it.precondition(ofBoth.length > 0, 'the webhook received no update of a debit')
      const debit = updates.find(
        (one) =>
          mentions(one, manual) &&
          !mentions(one, first) &&
          !mentions(one, last) &&
          statusesIn(it, one).includes('completed'),
      )
      it.checkNone('subscriptions.not-renewed-by-the-service', debit, `no debit of ${manual}`)
      const inWeeks = completedOf(it, updates, first, last)
      const inMonths = completedOf(it, updates, last, first)
      // Ten weeks have nine debits or more, and three.
      const areOnTime = inWeeks === 0 || (inWeeks > 4 && inMonths < 6)
      if (ofBoth.length < 2 || !areOnTime)
        await givenDebitIsDue(it, { ...order, merchantSubscriptionId: last, startedAt: 0 })
      it.check('subscriptions.renewed-by-the-service', ofBoth.length === 2, {
        expected: `updates of debits of ${first} and of ${last}`,
        actual: `only updates of debits of ${ofBoth.join()}`,
      })
      it.check(renewed, areOnTime, {
        expected: `weekly debits of ${first} and monthly ones of ${last} in ten weeks`,
        actual: `${inWeeks} and ${inMonths} debits`,
        gross: true,
      })
    },
  },
  'debits a weekly subscription once in each of its first two intervals': {
    waits: { weeks: 3 },
    checks: [renewed],
    async run(it) {
      const watched = await WatchedSubscription.start(it, { ...weekly, intervals: 2 })
      await runCheckpoints(it, watched.checkpoints())
    },
  },
  'debits once per interval at each frequency for one or two years, never in between': {
    checks: [renewed],
    async run(it) {
      const watched: WatchedSubscription[] = []
      for (const plan of [weekly, monthly, ...lowFrequency])
        watched.push(await WatchedSubscription.start(it, plan))
      await runCheckpoints(
        it,
        watched.flatMap((one) => one.checkpoints()),
      )
    },
  },
  'debits once in each of the first two intervals, whatever day the subscription starts on': {
    checks: [renewed],
    async run(it) {
      const plans = [weekly, monthly, ...lowFrequency].map((plan) => ({
        ...plan,
        intervals: Math.min(plan.intervals, 2),
      }))
      const cases = fc.record({
        days: fc.oneof(fc.constantFrom(23, 24, 25, 26), fc.integer({ min: 0, max: 400 })),
        plan: fc.constantFrom(...plans),
      })
      await it.forAll(
        cases,
        async (it, { days, plan }) => {
          await it.advance({ days })
          const watched = await WatchedSubscription.start(it, plan)
          await runCheckpoints(it, watched.checkpoints())
        },
        { share: 0.5 },
      )
    },
  },
})

/**
 * True if updates of an automatic debit show that the other subscription exists, too. Those in another form need not be recognized. Not if
 * the payment of the other one has no subscription in its record, and that of the automatic one has.
 */
const showBoth = (updates: readonly Delivery[], automatic: Subscription, otherId: string | undefined) =>
  updates.length > 0 && (otherId !== undefined || automatic.subscriptionId === undefined)

/** The number of transactions that updates with one id, and not the other, report as completed. */
function completedOf(it: Context, updates: readonly Delivery[], id: string, other: string): number {
  const completed = updates.filter(
    (one) => mentions(one, id) && !mentions(one, other) && statusesIn(it, one).includes('completed'),
  )
  return new Set(completed.flatMap((one) => transactionIdIn(it, one) ?? [])).size
}

async function checkDebitedIn(it: Context, weeks: number, subscription: Subscription): Promise<void> {
  const before = new Set(await it.deliveries(isOfSubscription(subscription)))
  await it.advance({ weeks })
  const updates = await it.deliveriesOnceThereAre(before.size + 1, isOfSubscription(subscription))
  // Updates in another form need not be recognized as those of a debit.
  const hasDebit = updates.length > before.size
  if (!hasDebit) await givenDebitIsDue(it, subscription)
  it.check('subscriptions.renewed-by-the-service', hasDebit, {
    expected: `an update of a debit in ${weeks} weeks`,
    actual: 'no update',
  })
}

/** The cancellation of a new subscription of another merchant with this id; undefined if the service refuses it. */
async function newNamesake(it: Context, merchantSubscriptionId: string): Promise<object | undefined> {
  const [, merchant] = it.target.merchants
  if (merchant === undefined) return undefined
  const cart = [itemOfNewProduct(it, { ...ofHalfAYear, merchantSubscriptionId })]
  const body = invoice(it, { cart, redirectUrl: merchant.redirectUrl })
  const created = await it.client.call('createInvoice', { body, merchant })
  if (created.outcome !== 'success') return undefined
  const payload = {
    ...exchangePayment(it, { clientId: clientIdOf(merchant), assets: it.sharedCoin, offerId: body.order }),
    cart: paymentCart(cart),
    savepassword: true,
  }
  const paid = await it.client.call('createExchangePayment', { payload, merchant })
  if (paid.outcome !== 'success') return undefined
  const order = { ...orderOf(body, paid.success.result), merchantSubscriptionId, startedAt: 0 }
  const { merchantIdForm } = it
  return cancellationOf({ merchant, merchantIdForm }, subscriptionIdOf(it, order))
}
