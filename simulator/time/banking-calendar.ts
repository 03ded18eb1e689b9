// Working days of banks: which days are, why, and counting them. Which holidays there are lives in bank-holidays.ts;
// how many working days a payment takes is not decided here.

import { Temporal } from 'temporal-polyfill'
import { type BankHoliday, bankHolidays } from './bank-holidays.ts'
import { formatInstant, type Instant } from './instants.ts'

/**
 * Which days banks work: `federal-reserve` knows weekends and the Reserve Banks' holidays and counts days in New York;
 * `weekends-only` knows only weekends and counts days in UTC. The contract leaves the calendar open.
 */
export type BankingCalendarRule = 'federal-reserve' | 'weekends-only'

/** What a day is and why, in one sentence; `date` is a `YYYY-MM-DD` text. */
export interface DayExplanation {
  readonly date: string
  readonly bankingDay: boolean
  readonly reason: string
}

/** The most working days one call counts (about forty years), so that no request can keep the world busy. */
export const maxBankingDays = 10_000

const firstYear = 1900
const lastYear = 9999

const timeZones: Record<BankingCalendarRule, string> = {
  'federal-reserve': 'America/New_York',
  'weekends-only': 'UTC',
}

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

/** The holidays of one year, found by the day they fall on and by the day they close. */
interface HolidayYear {
  readonly falling: ReadonlyMap<string, BankHoliday>
  readonly closing: ReadonlyMap<string, BankHoliday>
}

/** A calendar of working days by one rule. Dates are `YYYY-MM-DD` texts of the years 1900 to 9999. */
export class BankingCalendar {
  readonly rule: BankingCalendarRule
  /** The zone whose local dates are counted. */
  readonly timeZone: string
  private readonly years = new Map<number, HolidayYear>()

  constructor(rule: BankingCalendarRule) {
    this.rule = rule
    this.timeZone = timeZones[rule]
  }

  /** The local date of an instant in the calendar's zone. */
  dateOf(instant: Instant): string {
    return this.local(instant).toPlainDate().toString()
  }

  /** Whether banks work on that date; throws a RangeError when the text is no date. */
  isBankingDay(date: string): boolean {
    return this.works(parseDate(date))
  }

  /**
   * The instant `count` working days later: counts working days after the local date of the start, and keeps its local
   * time of day, also across a change of the clocks. Zero days is the start itself.
   */
  addBankingDays(instant: Instant, count: number): Instant {
    const start = this.local(instant)
    const last = this.daysPassed(start, count).at(-1)
    if (last === undefined) return instant
    return last.toZonedDateTime({ timeZone: this.timeZone, plainTime: start.toPlainTime() }).epochMilliseconds
  }

  /** Why a date is a working day or is none; throws a RangeError when the text is no date. */
  explain(date: string): DayExplanation {
    return this.explanation(parseDate(date))
  }

  /** Every day after the start up to the one `addWorkingDays` lands on, each with why it counted or did not. */
  explainSteps(instant: Instant, count: number): DayExplanation[] {
    return this.daysPassed(this.local(instant), count).map((date) => this.explanation(date))
  }

  private local(instant: Instant): Temporal.ZonedDateTime {
    return Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(this.timeZone)
  }

  private daysPassed(start: Temporal.ZonedDateTime, count: number): Temporal.PlainDate[] {
    if (!Number.isInteger(count) || count < 0 || count > maxBankingDays) {
      throw new RangeError(
        `${count} working days cannot be counted from ${formatInstant(start.epochMilliseconds)}. ` +
          `The calendar counts whole days, 0 to ${maxBankingDays}, forward. Choose a number among them.`,
      )
    }
    const passed: Temporal.PlainDate[] = []
    let date = start.toPlainDate()
    for (let counted = 0; counted < count; ) {
      date = date.add({ days: 1 })
      passed.push(date)
      if (this.works(date)) counted += 1
    }
    return passed
  }

  private works(date: Temporal.PlainDate): boolean {
    const { closing } = this.holidaysOf(date)
    return !isWeekend(date) && !closing.has(date.toString())
  }

  private explanation(date: Temporal.PlainDate): DayExplanation {
    return { date: date.toString(), bankingDay: this.works(date), reason: this.reason(date) }
  }

  private reason(date: Temporal.PlainDate): string {
    const text = date.toString()
    const falling = this.holidaysOf(date).falling.get(text)
    if (isWeekend(date)) {
      if (falling === undefined) return `${named(date)} is a weekend day`
      return falling.closes === undefined
        ? `${named(date)} is ${falling.name}, but a holiday on a Saturday closes no weekday`
        : `${named(date)} is ${falling.name}; banks close for it on Monday ${falling.closes}`
    }
    const closing = this.holidaysOf(date).closing.get(text)
    if (closing !== undefined) {
      const moved = closing.date === text ? '' : `, moved from Sunday ${closing.date}`
      return `${named(date)} is a bank holiday: ${closing.name}${moved}`
    }
    // The Friday that other calendars take off is worth a word.
    const tomorrow = date.add({ days: 1 })
    const beforeSaturday = date.dayOfWeek === 5 && tomorrow.year <= lastYear
    const unmoved = beforeSaturday ? this.holidaysOf(tomorrow).falling.get(tomorrow.toString()) : undefined
    return unmoved === undefined
      ? `${named(date)} is a working day`
      : `${named(date)} is a working day: ${unmoved.name} is the Saturday after, and a holiday on a Saturday closes no weekday`
  }

  private holidaysOf(date: Temporal.PlainDate): HolidayYear {
    const known = this.years.get(date.year)
    if (known !== undefined) return known
    const supported = supportedYear(date.year)
    const holidays = this.rule === 'federal-reserve' ? bankHolidays(supported) : []
    const year = {
      falling: new Map(holidays.map((holiday) => [holiday.date, holiday])),
      closing: new Map(holidays.flatMap((holiday) => (holiday.closes ? [[holiday.closes, holiday]] : []))),
    }
    this.years.set(date.year, year)
    return year
  }
}

function isWeekend(date: Temporal.PlainDate): boolean {
  return date.dayOfWeek >= 6
}

function named(date: Temporal.PlainDate): string {
  return `${weekdays[date.dayOfWeek - 1]} ${date.toString()}`
}

function parseDate(text: string): Temporal.PlainDate {
  const date = readDate(text)
  // Temporal also reads longer texts (a time, a zone); a date is only what it writes back the same.
  if (date?.toString() === text) return date
  throw new RangeError(
    `"${text}" is not a date. A date is a day that exists, as in 2026-05-25. Give one like it.`,
  )
}

function readDate(text: string): Temporal.PlainDate | undefined {
  try {
    return Temporal.PlainDate.from(text)
  } catch {
    return undefined
  }
}

function supportedYear(year: number): number {
  if (year >= firstYear && year <= lastYear) return year
  throw new RangeError(
    `The working days of ${year} are not known. The calendar covers the years ${firstYear} to ${lastYear}. ` +
      'Choose a date in them.',
  )
}
