// The holidays on which the US Federal Reserve Banks close: the federal holidays, moved as the Reserve Banks move them.

import { addDays, federalHolidays } from '../../core/federal-holidays.ts'

/** One holiday of one year. Dates are `YYYY-MM-DD`. */
export interface BankHoliday {
  readonly name: string
  /** The day the holiday falls on. */
  readonly date: string
  /** The weekday on which banks close; undefined for a Saturday holiday, which the Reserve Banks do not move. */
  readonly closes: string | undefined
}

const sunday = 0
const saturday = 6

/** The holidays of a year from 1900 to 9999. A holiday on a Sunday is moved to the Monday after it. */
export function bankHolidays(year: number): BankHoliday[] {
  return federalHolidays(year).map(({ name, date, weekday }) => ({
    name,
    date,
    closes: weekday === saturday ? undefined : weekday === sunday ? addDays(date, 1) : date,
  }))
}
