// Instants, their texts (ISO 8601 and the HTTP date), and the virtual clock, which moves forward when it is asked to. What is due on the way
// is in world/schedule.ts, and stepping through it in sandbox/advance.ts. Banking days are in banking-calendar.ts.

import { Temporal } from 'temporal-polyfill'

/** A moment as whole milliseconds since 1970-01-01T00:00:00Z, between `earliestInstant` and `latestInstant`. */
export type Instant = number

/** 1970-01-01T00:00:00.000Z. */
export const earliestInstant: Instant = 0

/** 9999-12-31T23:59:59.999Z, the last instant with a year of four digits. */
export const latestInstant: Instant = 253_402_300_799_999

// Stricter than Temporal: an offset is required, and digits below the millisecond must be zeros, so that nothing is dropped.
const instantText = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::[0-5]\d(?:\.\d{1,3}0{0,6})?)?(?:Z|[+-]\d\d:\d\d)$/

/**
 * Parses an ISO 8601 date-time with `Z` or an offset. Returns undefined for any other text, a day that does not exist,
 * a fraction of a millisecond, or a year outside 1970 to 9999.
 */
export function parseInstant(text: string): Instant | undefined {
  if (!instantText.test(text)) return undefined
  try {
    const instant = Temporal.Instant.from(text).epochMilliseconds
    return instant >= earliestInstant && instant <= latestInstant ? instant : undefined
  } catch {
    return undefined
  }
}

/** The ISO 8601 UTC text of an instant, always with milliseconds: `2026-01-31T00:00:00.000Z`. */
export function formatInstant(instant: Instant): string {
  if (formatted.instant !== instant) formatted = { instant, text: new Date(instant).toISOString() }
  return formatted.text
}

// A record often has the same instant several times.
let formatted = { instant: earliestInstant, text: new Date(earliestInstant).toISOString() }

/** The instant in the format of the HTTP `Date` header: `Sat, 31 Jan 2026 00:00:00 GMT`. */
export function httpDate(instant: Instant): string {
  if (latest.instant !== instant) latest = { instant, text: new Date(instant).toUTCString() }
  return latest.text
}

// Between two advances of a clock, every response has the same date.
let latest = { instant: earliestInstant, text: new Date(earliestInstant).toUTCString() }

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
