// When any deployment must debit a subscription: once in every interval of its frequency, where that is left to the
// service. Month ends, the hour, and whether the very end of the period has a debit, are open. What it must not debit is
// in unasked-debits.ts.

import fc from 'fast-check'
import { debit } from '../../../client/sample-requests.ts'
import { property } from '../../engine/property.ts'
import { type Plan, passTime, WatchedSubscription } from '../../flows/automatic-debits.ts'
import {
  checkDebit,
  isDebited,
  isOfSubscription,
  newSubscription,
  tellingOfDebits,
} from '../../flows/subscriptions.ts'

const timed = { resource: 'subscriptions', level: 'disruptive', needs: ['clock', 'webhooks'] } as const
const renewed = 'subscriptions.renewed-on-the-frequency'

const weekly: Plan = { frequency: 'weekly', subscriptionPeriod: '5w', intervals: 4 }
const monthly: Plan = { frequency: 'monthly', subscriptionPeriod: '1y', intervals: 11 }
const longer: readonly Plan[] = [
  { frequency: 'quarterly', subscriptionPeriod: '12m', intervals: 3 },
  { frequency: 'half-yearly', subscriptionPeriod: '18m', intervals: 2 },
  { frequency: 'yearly', subscriptionPeriod: '2y', intervals: 1 },
]

export const renewals = [
  property({
    ...timed,
    title: 'a paid subscription can be debited, or is',
    kind: 'example',
    checks: [
      'subscriptions.created-through-an-invoice',
      'subscriptions.debit-accepted',
      'subscriptions.debit-as-asked',
      'subscriptions.debit-of-the-amount-asked',
    ],
    async run(it) {
      const item = { frequency: 'weekly', subscriptionPeriod: '26w' } as const
      const own = await newSubscription(it, { ...item, autoRenewal: true })
      const left = await newSubscription(it, { ...item, autoRenewal: false })
      await it.advance({ days: 4 })
      const before = new Set(await it.deliveries())
      await it.advance({ days: 6 })

      const subscriptionId = left.subscriptionId ?? left.merchantSubscriptionId
      const fields = { subscriptionId, amount: Number(it.target.known.amount), currency: 'USD' }
      const ask = (beside = {}) => it.client.call('debitSubscription', { body: debit(it, fields, beside) })
      const response = await ask()
      const made = isDebited(response)
      const ofOwn = isOfSubscription(own)
      const updates = await it.deliveries((delivery) => ofOwn(delivery) && !before.has(delivery))
      const renewals = tellingOfDebits(it, updates, new Set([own.transactionId]))

      const actual = `HTTP ${response.status}: ${response.text.slice(0, 300)}`
      it.check('subscriptions.created-through-an-invoice', made || renewals.length > 0, {
        expected: 'a debit by the service of the one, or of the other when the merchant asks for it',
        actual: `nothing by the service; to the request, ${actual}`,
      })
      it.precondition(
        left.subscriptionId !== undefined,
        'the record of the payment was to name a subscription',
      )
      // Whether it may lack an order id is another requirement's.
      const otherwise = made || isDebited(await ask({ orderId: it.id('order') }))
      it.precondition(made || !otherwise, 'a debit without an order id was to be made')
      it.check('subscriptions.debit-accepted', made, {
        expected: 'a debit in the data of the answer',
        actual,
      })
      it.given(response)
      checkDebit(it, response, subscriptionId, it.target.known.amount)
    },
  }),
  property({
    ...timed,
    title: 'every frequency through a year: one debit in each interval, none between, none after the period',
    kind: 'model',
    checks: [renewed],
    async run(it) {
      const ending = [
        await WatchedSubscription.begin(it, weekly),
        await WatchedSubscription.begin(it, monthly),
      ]
      const running: WatchedSubscription[] = []
      for (const plan of longer) running.push(await WatchedSubscription.begin(it, plan))
      await passTime(it, [
        ...[...ending, ...running].flatMap((one) => one.edges()),
        ...ending.map((one) => one.end()),
      ])
      await it.advance({ weeks: 9 })
      for (const one of ending) await one.checkEnded()
    },
  }),
  property({
    ...timed,
    title: 'on whichever day a subscription begins, one debit falls into each of its first intervals',
    kind: 'property',
    checks: [renewed],
    async run(it) {
      const plans = [weekly, monthly, ...longer].map((plan) => ({
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
          const watched = await WatchedSubscription.begin(it, plan)
          await passTime(it, watched.edges())
        },
        { share: 0.5 },
      )
    },
  }),
]
