// The holidays on which the US Federal Reserve Banks close, year by year: the federal holidays, moved as the Reserve
// Banks move them. Weekends, counting and words about a day live in banking-calendar.ts.

import { allForYear } from '@18f/us-federal-holidays'
import { Temporal } from 'temporal-polyfill'

/** One holiday of one year; all dates are `YYYY-MM-DD` texts. */
export interface BankHoliday {
  readonly name: string
  /** The day the holiday falls on. */
  readonly date: string
  /** The weekday it closes; undefined when it falls on a Saturday, because the Reserve Banks do not move those. */
  readonly closes: string | undefined
}

/**
 * The holidays of a year from 1900 to 9999 by today's rules of which days are holidays and where they move; Juneteenth
 * counts from 2021, the year it became one.
 */
export function bankHolidays(year: number): BankHoliday[] {
  // Only `dateString` is used: the library's Date objects are midnights of the process's own zone.
  const fallsOn = allForYear(year, { shiftSaturdayHolidays: false, shiftSundayHolidays: false })
  const keptOn = allForYear(year, { shiftSaturdayHolidays: false, shiftSundayHolidays: true })
  return fallsOn.map(({ name, dateString: date }, position) => {
    const kept = keptOn[position]?.dateString
    return { name, date, closes: isSaturday(date) ? undefined : kept }
  })
}

function isSaturday(date: string): boolean {
  return Temporal.PlainDate.from(date).dayOfWeek === 6
}
