// When the bills of a subscription are due and when its period ends, counted from the first debit in UTC.

import { dayMs } from '../../core/durations.ts'
import type { Frequency } from '../../spec/enumerations.ts'
import { type Instant, latestInstant } from './instants.ts'

const monthsBetweenDebits: Record<Exclude<Frequency, 'weekly'>, number> = {
  monthly: 1,
  quarterly: 3,
  'half-yearly': 6,
  yearly: 12,
}

/**
 * The day of a month that lacks the day of the first debit: `clamp` is the last day of the month, `roll-over` counts into the
 * next month (day 31 of February is the 2nd or 3rd of March). The contract does not specify it.
 */
export type MonthRule = 'clamp' | 'roll-over'

/** A parsed subscriptionPeriod: a count of years, months, weeks or days. */
interface SubscriptionPeriod {
  readonly count: number
  readonly unit: 'y' | 'm' | 'w' | 'd'
}

const msPerWeek = 7 * dayMs

/**
 * The instant of the bill with an index; index 0 is the anchor. Counted from the anchor, so that a short month affects only its
 * own bill: 31 January, 28 February, 31 March.
 */
export function dueAt(anchor: Instant, frequency: Frequency, index: number, monthRule: MonthRule): Instant {
  if (frequency === 'weekly') return anchor + index * msPerWeek
  return addMonths(anchor, index * monthsBetweenDebits[frequency], monthRule)
}

/** Parses a period such as `12m`, `1y`, `26w` or `90D`; returns undefined for any other text. */
export function parseSubscriptionPeriod(text: string): SubscriptionPeriod | undefined {
  // carts.period-in-years-months-weeks, carts.period-of-any-count
  const [, digits, unit] = /^(\d+)([ymwd])$/.exec(text.toLowerCase()) ?? []
  if (unit !== 'y' && unit !== 'm' && unit !== 'w' && unit !== 'd') return undefined
  const count = Number(digits)
  return Number.isSafeInteger(count) ? { count, unit } : undefined
}

/** The instant at which a period ends; at most `latestInstant`. A period with a count of zero has no end. */
export function periodEnd(start: Instant, period: SubscriptionPeriod, monthRule: MonthRule): Instant {
  if (period.count === 0) return latestInstant
  if (period.unit === 'd') return Math.min(start + period.count * dayMs, latestInstant)
  if (period.unit === 'w') return Math.min(start + period.count * msPerWeek, latestInstant)
  const months = period.unit === 'y' ? period.count * 12 : period.count
  return months > monthsInCalendar
    ? latestInstant
    : Math.min(addMonths(start, months, monthRule), latestInstant)
}

const monthsInCalendar = (9999 - 1970 + 1) * 12

function addMonths(anchor: Instant, count: number, monthRule: MonthRule): Instant {
  const first = new Date(anchor)
  const year = first.getUTCFullYear()
  const month = first.getUTCMonth() + count
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  const day = monthRule === 'clamp' ? Math.min(first.getUTCDate(), lastDay) : first.getUTCDate()
  return Date.UTC(year, month, day) + (anchor % dayMs)
}
