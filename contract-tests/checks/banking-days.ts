// Between which instants a duration in working days may end, by every lawful way to count them: which days are working
// days, and in which time zone a day begins, is open. Nothing here says when a particular deployment ends one.

import { allForYear } from '@18f/us-federal-holidays'

const hour = 3_600_000
const day = 24 * hour

/** The zones in which a transfer between US banks may be counted, by their distance from UTC: from Samoa to UTC. */
const zones = Array.from({ length: 12 }, (_, index) => -index * hour)

/**
 * The first instant, in milliseconds since 1970, at which so many working days may have passed: only weekends are free,
 * the day of the start does not count, and the last day counts when it begins, wherever it begins first.
 */
export function earliestEnd(start: number, bankingDays: number): number {
  return Math.min(...zones.map((zone) => lastOf(dayOf(start + zone), bankingDays, isWeekend) * day - zone))
}

/**
 * The last instant at which so many working days may still be running: federal holidays are free too, however they are
 * moved; what starts on a free day starts on the next working day; and the last day counts until it ends everywhere.
 */
export function latestEnd(start: number, bankingDays: number): number {
  return Math.max(
    ...zones.map((zone) => {
      let first = dayOf(start + zone)
      while (isFree(first)) first += 1
      return (lastOf(first, bankingDays, isFree) + 1) * day - zone - 1
    }),
  )
}

/** Days are counted from the 1st of January 1970, a Thursday. */
function dayOf(local: number): number {
  return Math.floor(local / day)
}

function lastOf(first: number, bankingDays: number, free: (day: number) => boolean): number {
  let last = first
  for (let passed = 0; passed < bankingDays; ) {
    last += 1
    if (!free(last)) passed += 1
  }
  return last
}

function isWeekend(date: number): boolean {
  return [2, 3].includes(date % 7)
}

function isFree(date: number): boolean {
  const text = new Date(date * day).toISOString().slice(0, 10)
  const year = Number(text.slice(0, 4))
  return isWeekend(date) || holidaysOf(year).has(text) || holidaysOf(year + 1).has(text)
}

const holidays = new Map<number, ReadonlySet<string>>()

// A holiday on a weekend is kept on the Friday before, on the Monday after, or not at all: whichever, it may be free.
function holidaysOf(year: number): ReadonlySet<string> {
  const known = holidays.get(year)
  if (known !== undefined) return known
  const both = { shiftSaturdayHolidays: true, shiftSundayHolidays: true }
  const neither = { shiftSaturdayHolidays: false, shiftSundayHolidays: false }
  const dates = new Set(
    [both, neither].flatMap((rule) => allForYear(year, rule)).map((one) => one.dateString),
  )
  holidays.set(year, dates)
  return dates
}
