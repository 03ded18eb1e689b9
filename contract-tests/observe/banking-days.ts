// The earliest and latest instant at which a duration in banking days may end. Which days are banking days, and in which time
// zone a day begins, is unspecified, so the bounds include every permitted way to count.

import { dayMs, hourMs } from '../../core/durations.ts'
import { addDays, federalHolidays } from '../../core/federal-holidays.ts'

/** The time zones in which days may be counted, as offsets from UTC: from American Samoa to UTC. */
const zones = Array.from({ length: 12 }, (_, index) => -index * hourMs)

/**
 * The first instant, in milliseconds since 1970, at which so many banking days may have passed: banks work on all days except
 * weekends, the first day does not count, and the last day counts as soon as it begins in any zone.
 */
export function earliestEnd(start: number, bankingDays: number): number {
  return Math.min(...zones.map((zone) => lastOf(dayOf(start + zone), bankingDays, isWeekend) * dayMs - zone))
}

/**
 * The last instant, in milliseconds since 1970, at which so many banking days may still be running: banks also do not work
 * on federal holidays and their substitutes, a start on such a day counts from the next banking day, and the last day counts until
 * it ends in every zone.
 */
export function latestEnd(start: number, bankingDays: number): number {
  return Math.max(
    ...zones.map((zone) => {
      let first = dayOf(start + zone)
      while (isDayOff(first)) first += 1
      return (lastOf(first, bankingDays, isDayOff) + 1) * dayMs - zone - 1
    }),
  )
}

/** The banking days that begin in UTC after an instant and up to another one. */
export function bankingDaysBetween(from: number, to: number): number {
  let count = 0
  for (let date = dayOf(from) + 1; date <= dayOf(to); date += 1) if (!isDayOff(date)) count += 1
  return count
}

/** The number of days since January 1, 1970, a Thursday. */
function dayOf(local: number): number {
  return Math.floor(local / dayMs)
}

function lastOf(first: number, bankingDays: number, isOff: (day: number) => boolean): number {
  let last = first
  for (let passed = 0; passed < bankingDays; ) {
    last += 1
    if (!isOff(last)) passed += 1
  }
  return last
}

function isWeekend(date: number): boolean {
  return [2, 3].includes(date % 7)
}

function isDayOff(date: number): boolean {
  const text = new Date(date * dayMs).toISOString().slice(0, 10)
  const year = Number(text.slice(0, 4))
  return isWeekend(date) || holidaysOf(year).has(text) || holidaysOf(year + 1).has(text)
}

const holidays = new Map<number, ReadonlySet<string>>()

// A holiday on a weekend may be observed on the Friday before, on the Monday after, or not at all. All of these count.
function holidaysOf(year: number): ReadonlySet<string> {
  const known = holidays.get(year)
  if (known !== undefined) return known
  const dates = new Set(
    federalHolidays(year).flatMap(({ date, weekday }) => {
      if (weekday === 6) return [date, addDays(date, -1)]
      return weekday === 0 ? [date, addDays(date, 1)] : [date]
    }),
  )
  holidays.set(year, dates)
  return dates
}
