// An exchange payment takes 2 minutes to 2 hours from its response to its end. Only the webhook reports the end, whose fields
// the contract does not show: an end is recognized by the name of its status, or by the integer in the target file.

import fc from 'fast-check'
import { exchangePayment, pairOf } from '../../../client/sample-requests.ts'
import { minuteMs } from '../../../core/durations.ts'
import { type TransactionStatus, transactionStatuses } from '../../../spec/enumerations.ts'
import {
  type Delivery,
  hasPair,
  type Matcher,
  matching,
  mentions,
  statusesSaid,
} from '../../observe/deliveries.ts'
import { isStatus } from '../../observe/status-integers.ts'
import { amounts } from '../../steps/arbitraries.ts'
import type { Context } from '../../steps/context.ts'
import { exchangesOf } from '../../steps/exchanges.ts'
import { properties } from '../../steps/property.ts'
import { newInvoice } from '../../steps/requests.ts'

interface StartedPayment {
  /** The times of the request and of the response, in milliseconds since 1970. */
  sentAt: number
  startedAt: number
  isOfPayment: Matcher
  /** The webhook deliveries of the payment so far. */
  updates: () => Promise<readonly Delivery[]>
  reports: (delivery: Delivery, ...names: TransactionStatus[]) => boolean
}

/** Pays an invoice at the first exchange whose response does not report the end of the payment; not applicable if there is none. */
async function startPayment(
  it: Context,
  amount: string,
  exchanges: readonly string[],
): Promise<StartedPayment> {
  const integers = it.statusIntegers
  for (const exchange of exchanges) {
    const { order: offerId } = await newInvoice(it, { amount })
    const payload = exchangePayment(it, { offerId, nativeAmount: amount })
    const sentAt = await it.now()
    const { result } = it.given(await it.client.call('createExchangePayment', { payload, exchange }))
    if (isStatus(integers, 'completed', result.status) || isStatus(integers, 'canceled', result.status))
      continue
    const { name, value } = pairOf(offerId)
    const isOfPayment = matching(
      `order ${offerId}`,
      (delivery) => hasPair(delivery, name, value) || mentions(delivery, result.id),
    )
    return {
      sentAt,
      startedAt: await it.now(),
      isOfPayment,
      updates: () => it.deliveries(isOfPayment),
      reports: (delivery, ...names) => {
        const reported = statusesSaid(delivery, integers)
        return names.some((name) => reported.includes(name))
      },
    }
  }
  return it.notApplicable(`the responses already report the end of the payments (${exchanges.join(', ')})`)
}

/** Advances two days and returns whether an update reports the end of a payment by then. */
async function endsWithinTwoDays(it: Context, { updates, reports }: StartedPayment): Promise<boolean> {
  await it.advance({ days: 2 })
  return (await updates()).some((update) => reports(update, 'completed', 'canceled'))
}

const payments = (it: Context) => {
  const all = exchangesOf(it)
  return { amount: amounts(it.target), exchanges: fc.shuffledSubarray([...all], { minLength: all.length }) }
}

export const exchangeDurations = properties({
  level: 'disruptive',
  needs: ['clock', 'webhooks', 'statusIntegers'],
})({
  'completes no payment within two minutes of its response': {
    waits: { minutes: 3 },
    checks: ['exchange-payments.not-done-before-two-minutes'],
    async run(it) {
      const latestMs = 2 * minuteMs - 1
      const cases = fc.record({ ...payments(it), afterMs: fc.integer({ min: 1, max: latestMs }) })
      await it.forAll(cases, async (it, { amount, exchanges, afterMs }) => {
        const { sentAt, updates, reports } = await startPayment(it, amount, exchanges)
        // In half of the time, it is far too early.
        const instants = [afterMs, minuteMs, latestMs].toSorted((a, b) => a - b)
        for (const elapsedMs of instants) {
          await it.advanceTo(sentAt + elapsedMs)
          const [completion] = (await updates()).filter((update) => reports(update, 'completed'))
          it.check('exchange-payments.not-done-before-two-minutes', completion === undefined, {
            expected: 'no update with the status completed within 2 minutes',
            actual: `within ${elapsedMs / 1000} seconds: ${completion?.url} ${completion?.body}`,
            gross: elapsedMs <= minuteMs,
          })
        }
      })
    },
  },
  'ends every payment within two hours': {
    waits: { hours: 2, minutes: 2 },
    checks: ['exchange-payments.done-within-two-hours'],
    async run(it) {
      await it.forAll(fc.record(payments(it)), async (it, { amount, exchanges }) => {
        const payment = await startPayment(it, amount, exchanges)
        const { startedAt, updates, reports, isOfPayment } = payment
        const firstCount = (await updates()).length
        await it.advanceTo(
          startedAt + 120 * minuteMs + it.maxLagMs,
          (update) => isOfPayment(update) && reports(update, 'completed', 'canceled'),
        )
        const all = await updates()
        const ended = all.some((update) => reports(update, 'completed', 'canceled'))
        // A service that reports statuses in an unknown form cannot be checked; one that reports nothing can.
        const isReadable = all.some((update) => reports(update, ...transactionStatuses))
        const canConclude =
          ended || isReadable || all.length <= firstCount || (await endsWithinTwoDays(it, payment))
        it.precondition(canConclude, 'no update reports the status of the payment in a known form')
        it.check('exchange-payments.done-within-two-hours', ended, {
          expected: 'an update with the status completed or canceled within 2 hours',
          actual: `${all.length} updates, none with these statuses`,
        })
      })
    },
  },
})
