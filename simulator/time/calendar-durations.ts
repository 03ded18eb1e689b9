// Durations of the calendar, such as months, and adding them to instants.

import { Temporal } from 'temporal-polyfill'
import { earliestInstant, formatInstant, type Instant, latestInstant } from './instants.ts'

/** Parses an ISO 8601 duration such as `P1M`, `PT2H`, `P2W` or `-P1D`; returns undefined for any other text. */
export function parseDuration(text: string): Temporal.Duration | undefined {
  try {
    const duration = Temporal.Duration.from(text)
    // The clock counts milliseconds.
    return duration.microseconds === 0 && duration.nanoseconds === 0 ? duration : undefined
  } catch {
    return undefined
  }
}

/**
 * The instant a duration later on the calendar in UTC: a missing day of the month becomes its last day. Throws a RangeError when the result is outside the years 1970 to 9999.
 */
export function addDuration(instant: Instant, duration: Temporal.Duration): Instant {
  const later = laterBy(instant, duration)
  if (later === undefined || later < earliestInstant || later > latestInstant) {
    throw new RangeError(
      `The duration ${duration.toString()} is too long. ` +
        `From ${formatInstant(instant)} it ends outside the years 1970 to 9999. Use a shorter duration.`,
    )
  }
  return later
}

function laterBy(instant: Instant, duration: Temporal.Duration): Instant | undefined {
  const start = Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO('UTC')
  try {
    return start.add(duration).epochMilliseconds
  } catch {
    return undefined
  }
}
