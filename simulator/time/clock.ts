// The clock of a sandbox: an instant that moves forward when it is asked to. What is due on the way is in world/schedule.ts, and
// stepping through it in sandbox/advance.ts.

import { earliestInstant, formatInstant, type Instant, latestInstant } from './instants.ts'

/** The virtual clock. */
export class Clock {
  private current: Instant
  private readonly read: ((instant: Instant) => Instant) | undefined

  /**
   * Throws a RangeError for a start that is not a whole millisecond of the years 1970 to 9999. `read` changes what the clock
   * shows, for mutants.
   */
  constructor(start: Instant, read?: (instant: Instant) => Instant) {
    this.current = checked(start)
    this.read = read
  }

  get now(): Instant {
    return this.read === undefined ? this.current : this.read(this.current)
  }

  /** Moves to an instant. Throws a RangeError when it is before now or after the year 9999. */
  moveTo(instant: Instant): void {
    const target = checked(instant)
    if (target < this.current) {
      throw new RangeError(
        `The clock cannot go back from ${formatInstant(this.current)} to ${formatInstant(target)}. ` +
          'Use an instant at or after now, or restore an earlier snapshot.',
      )
    }
    this.current = target
  }
}

function checked(instant: Instant): Instant {
  if (!Number.isSafeInteger(instant) || instant < earliestInstant || instant > latestInstant) {
    throw new RangeError(
      `Invalid instant ${instant}. Expected whole milliseconds from ${earliestInstant} ` +
        `(${formatInstant(earliestInstant)}) to ${latestInstant} (${formatInstant(latestInstant)}).`,
    )
  }
  return instant
}
