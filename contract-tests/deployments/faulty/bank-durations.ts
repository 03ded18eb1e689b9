// Deployments that are wrong about how long a payment from a bank takes.

import type { World, Wrapping } from '../../targets/in-process.ts'
import { faulty } from '../graded-deployment.ts'

const hour = 3_600_000
const day = 24 * hour

/** Worlds in which payments from a bank complete at another instant; undefined: never. */
function completing(at: (world: World) => number | undefined): NonNullable<Wrapping['world']> {
  return (world) => {
    const scheduleEvent = world.scheduleEvent.bind(world)
    world.scheduleEvent = (entry) => {
      const paid = world.transactions.get(entry.ref)
      if (paid?.kind !== 'bank') return scheduleEvent(entry)
      const due = at(world)
      if (entry.kind === 'transaction.complete')
        return due === undefined ? due : scheduleEvent({ ...entry, due })
      // What comes before the end still does.
      return scheduleEvent({ ...entry, due: Math.min(entry.due, world.now + hour) })
    }
  }
}

const bankingDays = (count: number) => completing(({ calendar, now }) => calendar.addBankingDays(now, count))

export const faultyBankDurations = [
  faulty({
    requirement: 'bank-payments.not-done-before-three-working-days',
    name: 'two working days',
    says: 'A payment completes after two working days.',
    world: bankingDays(2),
  }),
  faulty({
    requirement: 'bank-payments.not-done-before-three-working-days',
    name: 'three days of any kind',
    says: 'A payment completes after three days, weekends among them.',
    world: completing(({ now }) => now + 3 * day),
  }),
  faulty({
    requirement: 'bank-payments.not-done-before-three-working-days',
    name: 'works on Saturdays',
    says: 'A payment completes after three days that are no Sundays.',
    world: completing(({ now }) => {
      let end = now
      for (let passed = 0; passed < 3; ) {
        end += day
        if (new Date(end).getUTCDay() !== 0) passed += 1
      }
      return end
    }),
  }),
  faulty({
    requirement: 'bank-payments.not-done-before-three-working-days',
    name: 'within two hours',
    says: 'A payment completes as fast as one from an exchange.',
    world: completing(({ now }) => now + 2 * hour),
  }),
  faulty({
    requirement: 'bank-payments.done-within-four-working-days',
    name: 'five working days',
    says: 'A payment completes after five working days.',
    world: bankingDays(5),
  }),
  faulty({
    requirement: 'bank-payments.done-within-four-working-days',
    name: 'ten days',
    says: 'A payment completes after ten days.',
    world: completing(({ now }) => now + 10 * day),
  }),
  faulty({
    requirement: 'bank-payments.done-within-four-working-days',
    name: 'never',
    says: 'A payment stays as it is, for ever.',
    world: completing(() => undefined),
  }),
]
