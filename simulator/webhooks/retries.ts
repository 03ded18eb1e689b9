// When a delivery that failed is retried. Assumption `webhooks.retries`.

import { minuteMs } from '../../core/durations.ts'
import type { Instant } from '../time/instants.ts'
import type { DeliveryPlan } from '../world/scheduled-event.ts'
import type { World } from '../world/world.ts'

/** The next attempt of a delivery, with its reserved number in the schedule. */
export interface Retry {
  seq: number
  due: Instant
  data: DeliveryPlan
}

export const noDelays: readonly number[] = Object.freeze([])

/** The next attempt of a delivery if it fails; undefined if it was the last one. */
export function retryOf(world: World, { retryDelaysMs }: DeliveryPlan): Retry | undefined {
  const delays = retryDelaysMs ?? assumedDelays(world)
  // Taking a list apart takes longer than the rest of a delivery.
  if (delays.length === 0) return undefined
  const [delay = 0, ...later] = delays
  // Reserved now: the outcome comes at a time that depends on the receiver.
  return {
    seq: world.schedule.reserve(),
    due: world.now + delay,
    data: { retryDelaysMs: later, retry: true },
  }
}

function assumedDelays({ assumptions }: World): readonly number[] {
  if (!assumptions.is('webhooks.retries', 'back-off')) return noDelays
  return assumptions.value('webhooks.retries').minutes.map((minutes) => minutes * minuteMs)
}
