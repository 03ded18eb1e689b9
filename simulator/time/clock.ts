// The one clock of a sandbox: an instant that moves only when told, and only forward. What becomes due on the way is
// the schedule's matter (schedule.ts); taking it step by step is the world's.

import { earliestInstant, formatInstant, type Instant, latestInstant } from './instants.ts'

/** The virtual clock: holds `now`, moves by `moveTo` alone. */
export class Clock {
  private current: Instant

  /** Throws a RangeError when the start is not a whole millisecond of the years 1970 to 9999. */
  constructor(start: Instant) {
    this.current = checked(start)
  }

  get now(): Instant {
    return this.current
  }

  /** Moves to an instant at or after now; throws a RangeError when it lies before now or beyond the year 9999. */
  moveTo(instant: Instant): void {
    const target = checked(instant)
    if (target < this.current) {
      throw new RangeError(
        `The clock cannot go back. It stands at ${formatInstant(this.current)} and was told to go to ` +
          `${formatInstant(target)}. Choose an instant at or after now, or restore a snapshot taken before it.`,
      )
    }
    this.current = target
  }
}

function checked(instant: Instant): Instant {
  if (!Number.isSafeInteger(instant) || instant < earliestInstant || instant > latestInstant) {
    throw new RangeError(
      `The clock cannot stand at ${instant}. It counts whole milliseconds from ${formatInstant(earliestInstant)} ` +
        `(${earliestInstant}) to ${formatInstant(latestInstant)} (${latestInstant}). Choose an instant between them.`,
    )
  }
  return instant
}
