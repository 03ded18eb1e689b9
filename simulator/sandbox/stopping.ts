// Where an advance stops in the middle of an instant: what it leaves there, and how it notices that an instant has no end.

import type { Instant } from '../time/instants.ts'
import { progressOf } from '../world/automation.ts'
import type { ScheduledEvent } from '../world/scheduled-event.ts'
import type { Halt, World, WorldOptions } from '../world/world.ts'

/** How many times over entries may be made by entries at one instant: a payment that completes at once, say, by another. */
const maxDepth = 10_000

/** Whether an entry is left to the next advance: what an advance that was stopped left, but for what moves on at once. */
export function isLeft(
  { kind, seq }: ScheduledEvent,
  halt: Halt | null,
  progress: WorldOptions['progress'],
): boolean {
  if (halt === null || seq >= halt.before) return false
  return halt.whole || progressOf(kind, progress) !== 'auto'
}

/** How many times over entries have been made by entries at the instant at which the clock stands. */
export class Depth {
  private readonly world: World
  private instant: Instant
  private depth = 0
  private endOfLayer: number

  constructor(world: World) {
    this.world = world
    this.instant = world.now
    this.endOfLayer = world.schedule.next
  }

  /** Takes the next entry in; whether it is one too many of that kind. */
  isEndless({ due, seq }: ScheduledEvent): boolean {
    if (due > this.instant) {
      this.instant = due
      this.depth = 0
      this.endOfLayer = this.world.schedule.next
    } else if (seq >= this.endOfLayer) {
      this.depth += 1
      this.endOfLayer = this.world.schedule.next
    }
    return this.depth > maxDepth
  }
}
