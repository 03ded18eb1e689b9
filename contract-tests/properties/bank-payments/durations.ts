// How long a bank payment may take: 3 to 4 working days, by every way of counting them. Its end is heard of at the webhook
// only, whose fields are open: an end is known by its name, or by the integer that the target's operator knows.

import fc from 'fast-check'
import { earliestEnd, latestEnd } from '../../checks/banking-days.ts'
import type { Context } from '../../engine/context.ts'
import { property } from '../../engine/property.ts'
import { isOf, mayBeTheEnd, paidFromBank, statusesIn } from '../../flows/orders.ts'

const timed = {
  resource: 'bank-payments',
  level: 'disruptive',
  needs: ['clock', 'webhooks', 'bankAccount'],
} as const
const early = 'bank-payments.not-done-before-three-working-days'
const late = 'bank-payments.done-within-four-working-days'
const hour = 3_600_000
const day = 24 * hour

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

/** Ten in the morning in New York, so many days after tomorrow: no bank's day has ended, wherever it is counted. */
async function morning(it: Context, days: number): Promise<void> {
  const date = Math.floor((await it.now()) / day) + 1 + days
  await it.advanceTo(date * day + 15 * hour)
}

/** How many days after tomorrow that weekday comes. */
async function daysUntil(it: Context, weekday: number): Promise<number> {
  const tomorrow = new Date((await it.now()) + day)
  return (weekday - tomorrow.getUTCDay() + 7) % 7
}

/** Pays now, and holds the end to its bounds. */
async function holdsToItsDays(it: Context): Promise<void> {
  const start = await it.now()
  const order = await paidFromBank(it)
  const updates = () => it.deliveries(isOf(order))

  const earliest = earliestEnd(start, 3)
  await it.advanceTo(earliest - 1)
  const done = (await updates()).find((update) => statusesIn(it, update).includes('completed'))
  it.check(early, done === undefined, {
    expected: `no update that says completed before ${new Date(earliest).toISOString()}`,
    actual: `one: ${done?.url} ${done?.body.slice(0, 500)}`,
  })

  const latest = latestEnd(start, 4)
  await it.advanceTo(latest)
  const ended = (await updates()).some((update) => mayBeTheEnd(it, update))
  if (!ended) {
    await it.advance({ weeks: 3 })
    // Where nothing is ever heard, it is not the payment that is known to be late.
    it.precondition((await updates()).length > 0, 'something was to be heard of the payment')
  }
  it.check(late, ended, {
    expected: `an update with the end of the payment by ${new Date(latest).toISOString()}`,
    actual: 'none by then',
  })
}

export const bankDurations = [
  property({
    ...timed,
    title: 'a payment takes 3 to 4 working days, on whichever weekday it begins',
    kind: 'example',
    checks: [early, late],
    async run(it) {
      for (const [weekday, name] of weekdays.entries()) {
        await morning(it, await daysUntil(it, weekday))
        it.say(`It is a ${name}.`)
        await holdsToItsDays(it)
      }
    },
  }),
  property({
    ...timed,
    title: 'a payment takes 3 to 4 working days, in every season',
    kind: 'property',
    checks: [early, late],
    async run(it) {
      await it.forAll(fc.integer({ min: 0, max: 700 }), async (it, days) => {
        await morning(it, days)
        await holdsToItsDays(it)
      })
    },
  }),
]
