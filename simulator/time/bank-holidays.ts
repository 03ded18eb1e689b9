// The holidays on which the US Federal Reserve Banks close: the federal holidays, moved as the Reserve Banks move them.

import { allForYear } from '@18f/us-federal-holidays'
import { Temporal } from 'temporal-polyfill'

/** One holiday of one year. Dates are `YYYY-MM-DD`. */
export interface BankHoliday {
  readonly name: string
  /** The day the holiday falls on. */
  readonly date: string
  /** The weekday on which banks close; undefined for a Saturday holiday, which the Reserve Banks do not move. */
  readonly closes: string | undefined
}

/**
 * The holidays of a year from 1900 to 9999 by today's rules. Juneteenth is included from 2021, when it became a holiday.
 */
export function bankHolidays(year: number): BankHoliday[] {
  // Only `dateString` is used: the Date objects of the library are in the time zone of the process.
  const fallsOn = allForYear(year, { shiftSaturdayHolidays: false, shiftSundayHolidays: false })
  const observedOn = allForYear(year, { shiftSaturdayHolidays: false, shiftSundayHolidays: true })
  return fallsOn.map(({ name, dateString: date }, position) => {
    const observed = observedOn[position]?.dateString
    return { name, date, closes: isSaturday(date) ? undefined : observed }
  })
}

function isSaturday(date: string): boolean {
  return Temporal.PlainDate.from(date).dayOfWeek === 6
}
