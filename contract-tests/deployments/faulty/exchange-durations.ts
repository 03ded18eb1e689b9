// Deployments that are wrong about how long a payment from an exchange takes.

import type { Wrapping } from '../../targets/in-process.ts'
import { faulty } from '../graded-deployment.ts'

const minute = 60_000

/** Worlds in which payments from an exchange complete after another time; undefined: never. */
function completing(after: number | undefined): NonNullable<Wrapping['world']> {
  return (world) => {
    const scheduleEvent = world.scheduleEvent.bind(world)
    world.scheduleEvent = (entry) => {
      const paid = entry.kind === 'transaction.complete' ? world.transactions.get(entry.ref) : undefined
      if (paid?.kind !== 'exchange') return scheduleEvent(entry)
      return after === undefined ? undefined : scheduleEvent({ ...entry, due: world.now + after })
    }
  }
}

export const faultyExchangeDurations = [
  faulty({
    requirement: 'exchange-payments.not-done-before-two-minutes',
    name: 'completes after a minute',
    says: 'A payment completes one minute after its answer.',
    world: completing(minute),
  }),
  faulty({
    requirement: 'exchange-payments.not-done-before-two-minutes',
    name: 'completes just too early',
    says: 'A payment completes one millisecond before the two minutes are over.',
    world: completing(2 * minute - 1),
  }),
  faulty({
    requirement: 'exchange-payments.done-within-two-hours',
    name: 'completes after three hours',
    says: 'A payment completes three hours after its answer.',
    world: completing(180 * minute),
  }),
  faulty({
    requirement: 'exchange-payments.done-within-two-hours',
    name: 'completes just too late',
    says: 'A payment completes one millisecond after the two hours.',
    world: completing(120 * minute + 1),
  }),
  faulty({
    requirement: 'exchange-payments.done-within-two-hours',
    name: 'never completes',
    says: 'A payment stays as it is, for ever.',
    world: completing(undefined),
  }),
]
