// Instants and durations, and their texts: ISO 8601 and the HTTP date. Banking days are in banking-calendar.ts.

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
