// Instants as the world keeps them, and their texts: ISO 8601, the HTTP date, durations. Zones and working days do
// not live here (banking-calendar.ts), nor does the instant that is "now" (clock.ts).

import { Temporal } from 'temporal-polyfill'

/** A moment as whole milliseconds since 1970-01-01T00:00:00Z, between `earliestInstant` and `latestInstant`. */
export type Instant = number

export const msPerDay = 86_400_000

/** The first instant a world can know: 1970-01-01T00:00:00.000Z. */
export const earliestInstant: Instant = 0

/** The last instant whose text still has a year of four digits: 9999-12-31T23:59:59.999Z. */
export const latestInstant: Instant = 253_402_300_799_999

// Narrower than what Temporal reads: an offset is demanded, and digits below the millisecond must be zeros, so that
// nothing a person wrote is silently dropped.
const instantText = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::[0-5]\d(?:\.\d{1,3}0{0,6})?)?(?:Z|[+-]\d\d:\d\d)$/

/**
 * The instant that an ISO 8601 date-time with `Z` or an offset names; undefined when the text is anything else,
 * names a day that does not exist, is finer than a millisecond, or lies outside the years 1970 to 9999.
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

// One answer names the same instant several times; remembering the last text makes the repetitions free.
let lastInstant = Number.NaN
let lastText = ''

/** The ISO 8601 UTC text of an instant, always with milliseconds: `2026-01-31T00:00:00.000Z`. */
export function formatInstant(instant: Instant): string {
  if (instant !== lastInstant) {
    lastText = new Date(instant).toISOString()
    lastInstant = instant
  }
  return lastText
}

let lastSecond = Number.NaN
let lastHttpDate = ''

/** The instant as the HTTP `Date` header writes it, to the second: `Sat, 31 Jan 2026 00:00:00 GMT`. */
export function httpDate(instant: Instant): string {
  const second = Math.floor(instant / 1000)
  if (second !== lastSecond) {
    lastHttpDate = new Date(second * 1000).toUTCString()
    lastSecond = second
  }
  return lastHttpDate
}

/** The duration an ISO 8601 text names (`P1M`, `PT2H`, `P2W`, `-P1D`); undefined when it names none. */
export function parseDuration(text: string): Temporal.Duration | undefined {
  try {
    return Temporal.Duration.from(text)
  } catch {
    return undefined
  }
}

/**
 * The instant one duration later on the wall calendar of a zone: a missing day of the month becomes its last, a day
 * keeps the local time. Throws a RangeError when that leaves the years 1970 to 9999.
 */
export function addDuration(instant: Instant, duration: Temporal.Duration, timeZone = 'UTC'): Instant {
  const later = laterBy(instant, duration, timeZone)
  if (later === undefined || later < earliestInstant || later > latestInstant) {
    throw new RangeError(
      `The duration ${duration.toString()} leaves the calendar. ` +
        `Counted from ${formatInstant(instant)} it ends outside the years 1970 to 9999. Choose a shorter duration.`,
    )
  }
  return later
}

function laterBy(instant: Instant, duration: Temporal.Duration, timeZone: string): Instant | undefined {
  const start = Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(timeZone)
  try {
    return start.add(duration).epochMilliseconds
  } catch {
    return undefined
  }
}
