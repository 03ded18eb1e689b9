// When the debits of a subscription fall due and when its period ends, counted from the first debit in UTC. Pure
// arithmetic over the calendar: the subscriptions themselves, and who debits them, live elsewhere.

import { Temporal } from 'temporal-polyfill'
import type { Frequency } from '../../spec/states.ts'
import { type Instant, latestInstant, msPerDay } from './instants.ts'

const monthsBetweenDebits: Record<Exclude<Frequency, 'weekly'>, number> = {
  monthly: 1,
  quarterly: 3,
  'half-yearly': 6,
  yearly: 12,
}

/**
 * What becomes of a day that the month lacks: `clamp` takes the month's last day, `roll-over` counts on into the next
 * month (31 days into February is the 2nd or 3rd of March). The contract leaves this open.
 */
export type MonthRule = 'clamp' | 'roll-over'

/** A subscriptionPeriod as parsed: a count of years, months or weeks. */
export interface SubscriptionPeriod {
  readonly count: number
  readonly unit: 'y' | 'm' | 'w'
}

const msPerWeek = 7 * msPerDay

/**
 * The instant of the index-th debit, index 0 being the anchor itself. Always counted from the anchor, so that a short
 * month moves only its own debit: 31 January, 28 February, 31 March.
 */
export function dueAt(anchor: Instant, frequency: Frequency, index: number, monthRule: MonthRule): Instant {
  // A week is the same number of milliseconds everywhere in UTC; only months need the calendar.
  if (frequency === 'weekly') return anchor + index * msPerWeek
  return addMonths(anchor, index * monthsBetweenDebits[frequency], monthRule)
}

/** The period that a text like `12m`, `1y` or `26w` names (count, then unit); undefined when it names none of these. */
export function parseSubscriptionPeriod(text: string): SubscriptionPeriod | undefined {
  const [, digits, unit] = /^(\d+)([ymw])$/.exec(text) ?? []
  if (unit !== 'y' && unit !== 'm' && unit !== 'w') return undefined
  const count = Number(digits)
  return Number.isSafeInteger(count) ? { count, unit } : undefined
}

/** The instant at which a period that began at the start is over; `latestInstant` when it outlasts the calendar. */
export function periodEnd(start: Instant, period: SubscriptionPeriod, monthRule: MonthRule): Instant {
  if (period.unit === 'w') return Math.min(start + period.count * msPerWeek, latestInstant)
  const months = period.unit === 'y' ? period.count * 12 : period.count
  return months > monthsInCalendar
    ? latestInstant
    : Math.min(addMonths(start, months, monthRule), latestInstant)
}

const monthsInCalendar = (9999 - 1970 + 1) * 12

interface Month {
  readonly firstDay: number
  readonly days: number
}

const epoch = Temporal.PlainDate.from('1970-01-01')

// A debit run asks for the same few dozen months again and again; asking the calendar once for each keeps a call near
// a microsecond. Months are counted from January 1970, days from the 1st of it.
const months = new Map<number, Month>()

function monthAt(monthsSinceEpoch: number): Month {
  const known = months.get(monthsSinceEpoch)
  if (known !== undefined) return known
  const first = epoch.add({ months: monthsSinceEpoch })
  const month = { firstDay: epoch.until(first).days, days: first.daysInMonth }
  months.set(monthsSinceEpoch, month)
  return month
}

function addMonths(anchor: Instant, count: number, monthRule: MonthRule): Instant {
  const anchorDay = Math.floor(anchor / msPerDay)
  const timeOfDay = anchor - anchorDay * msPerDay
  const date = epoch.add({ days: anchorDay })
  const month = monthAt((date.year - 1970) * 12 + (date.month - 1) + count)
  const dayOfMonth = monthRule === 'clamp' ? Math.min(date.day, month.days) : date.day
  return (month.firstDay + dayOfMonth - 1) * msPerDay + timeOfDay
}
