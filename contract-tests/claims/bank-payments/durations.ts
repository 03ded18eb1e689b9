// A bank payment takes 3 to 4 working days, however they are counted. Only the webhook reports its end, whose fields the
// contract does not show: an end is recognized by the name of its status, or by the integer in the target file.

import fc from 'fast-check'
import { dayMs, hourMs } from '../../../core/durations.ts'
import { earliestEnd, latestEnd } from '../../observe/banking-days.ts'
import type { Delivery } from '../../observe/deliveries.ts'
import type { Context } from '../../steps/context.ts'
import { isOf, mayBeTheEnd, paidFromBank, statusesIn } from '../../steps/orders.ts'
import { properties } from '../../steps/property.ts'

const notTooEarly = 'bank-payments.not-done-before-three-working-days'
const notTooLate = 'bank-payments.done-within-four-working-days'

/** Advances to 15:00 UTC, some days after tomorrow: it is the same date in every time zone in which banks may count. */
async function advanceToMorning(it: Context, days: number): Promise<void> {
  const date = Math.floor((await it.now()) / dayMs) + 1 + days
  await it.advanceTo(date * dayMs + 15 * hourMs)
}

/** Pays now and checks when the payment ends. In real time, its end may be seen early. */
async function checkDuration(it: Context): Promise<void> {
  const start = await it.now()
  const order = await paidFromBank(it)
  const updates = () => it.deliveries(isOf(order))

  // In less than half of the time, it is far too early.
  for (const days of [1, 3]) {
    const earliest = earliestEnd(start, days)
    await it.advanceTo(Math.max(start, earliest - 1))
    const completion = (await updates()).find((update) => statusesIn(it, update).includes('completed'))
    it.check(notTooEarly, completion === undefined, {
      expected: `no update with the status completed before ${new Date(earliest).toISOString()}`,
      actual: `${completion?.url.slice(0, 2500)} ${completion?.body.slice(0, 1000)}`,
      gross: days === 1,
    })
  }

  const latest = latestEnd(start, 4)
  const isEnd = (update: Delivery) => isOf(order)(update) && mayBeTheEnd(it, update)
  await it.advanceTo(latest + it.maxLagMs, isEnd)
  const ended = (await updates()).some((update) => mayBeTheEnd(it, update))
  if (!ended) {
    await it.advance({ weeks: 3 }, isOf(order))
    // Without any update, the webhook may be at fault and not the duration.
    it.precondition((await updates()).length > 0, 'the webhook received no update of the payment')
  }
  it.check(notTooLate, ended, {
    expected: `an update with the end of the payment by ${new Date(latest).toISOString()}`,
    actual: 'none by then',
  })
}

export const bankDurations = properties({ level: 'disruptive', needs: ['clock', 'webhooks', 'bankAccount'] })(
  {
    'completes a payment after 3 to 4 working days': {
      waits: { days: 10 },
      checks: [notTooEarly, notTooLate],
      run: checkDuration,
    },
    'completes a payment after 3 to 4 working days, whichever date it starts on': {
      checks: [notTooEarly, notTooLate],
      run: (it) =>
        it.forAll(fc.integer({ min: 0, max: 700 }), async (it, days) => {
          await advanceToMorning(it, days)
          await checkDuration(it)
        }),
    },
  },
)
