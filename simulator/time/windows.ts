// The closing window of a partial payment and how long crypto payments take, as instants and milliseconds. The figures are
// those of spec/limits.ts; which moment inside a span is taken is drawn elsewhere, and working days are counted by
// banking-calendar.ts.

import { closingWindowWeeks, cryptoMinutes } from '../../spec/limits.ts'
import { type Instant, msPerDay } from './instants.ts'

/** An inclusive span of whole units, the unit named by whoever holds it. */
export interface Span {
  readonly min: number
  readonly max: number
}

const minute = 60_000

/** How long after the shopper's partial payment it may be closed: two weeks of 24-hour days, in milliseconds. */
export const closingWindowMs = closingWindowWeeks * 7 * msPerDay

/** How long a crypto transaction takes: 2 minutes to 2 hours, in milliseconds. */
export const cryptoDurationMs: Span = {
  min: cryptoMinutes.min * minute,
  max: cryptoMinutes.max * minute,
}

/** The last instant at which a partial payment made at the given instant may be closed. */
export function closingDeadline(partiallyPaidAt: Instant): Instant {
  return partiallyPaidAt + closingWindowMs
}

/** Whether the closing window is still open: yes up to and including the deadline, no one millisecond later. */
export function mayClose(now: Instant, partiallyPaidAt: Instant): boolean {
  return now <= closingDeadline(partiallyPaidAt)
}

/** The whole number of a span that a fraction from 0 to 1 points at: 0 the least, 1 the most, evenly between. */
export function drawBetween(span: Span, fraction: number): number {
  if (!(fraction >= 0 && fraction <= 1)) {
    throw new RangeError(
      `No moment can be drawn from the fraction ${fraction}. A fraction lies between 0 and 1. Give one that does.`,
    )
  }
  return Math.min(span.max, span.min + Math.floor(fraction * (span.max - span.min + 1)))
}
