// The closing window of a partial payment and the duration of crypto payments, in milliseconds. The figures are in
// spec/limits.ts. Contract: Limits.

import { closingWindowWeeks, cryptoMinutes } from '../../spec/limits.ts'
import { type Instant, msPerDay } from './instants.ts'

/** An inclusive range of whole units. */
interface Span {
  readonly min: number
  readonly max: number
}

const minute = 60_000

/** Two weeks of 24-hour days. */
const closingWindowMs = closingWindowWeeks * 7 * msPerDay

/** 2 minutes to 2 hours. */
export const cryptoDurationMs: Span = {
  min: cryptoMinutes.min * minute,
  max: cryptoMinutes.max * minute,
}

/** The last instant at which a partial payment can be closed. */
export function closingDeadline(partiallyPaidAt: Instant): Instant {
  return partiallyPaidAt + closingWindowMs
}

/** Whether the closing window is open. The deadline itself is inside. */
export function mayClose(now: Instant, partiallyPaidAt: Instant): boolean {
  return now <= closingDeadline(partiallyPaidAt)
}

/** Maps a fraction from 0 to 1 evenly to a whole number of a span. Throws a RangeError for any other fraction. */
export function drawBetween(span: Span, fraction: number): number {
  if (!(fraction >= 0 && fraction <= 1)) {
    throw new RangeError(`Invalid fraction ${fraction}. Expected a number from 0 to 1.`)
  }
  return Math.min(span.max, span.min + Math.floor(fraction * (span.max - span.min + 1)))
}
