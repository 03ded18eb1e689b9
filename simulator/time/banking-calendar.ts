// Banking days: which days banks work on, why, and counting them. Holidays are in bank-holidays.ts.

import { Temporal } from 'temporal-polyfill'
import { type BankHoliday, bankHolidays } from './bank-holidays.ts'
import { formatInstant, type Instant } from './instants.ts'

/**
 * `federal-reserve`: no weekends and no holidays of the Reserve Banks, in New York time. `weekends-only`: no weekends, in UTC.
 * The contract does not specify the calendar: assumption `bank-payments.banking-days`.
 */
export type BankingCalendarRule = 'federal-reserve' | 'weekends-only'

/** The kind of a date (`YYYY-MM-DD`), and the reason. */
interface DayExplanation {
  readonly date: string
  readonly bankingDay: boolean
  readonly reason: string
}

/** The most banking days that one call counts, about forty years. */
const maxBankingDays = 10_000

const firstYear = 1900
const lastYear = 9999

const timeZones: Record<BankingCalendarRule, string> = {
  'federal-reserve': 'America/New_York',
  'weekends-only': 'UTC',
}

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

/** The holidays of one year by the day they fall on, and by the day on which banks close. */
interface HolidayYear {
  readonly falling: ReadonlyMap<string, BankHoliday>
  readonly closing: ReadonlyMap<string, BankHoliday>
}

/** A calendar of banking days. Dates are `YYYY-MM-DD`, from the years 1900 to 9999. */
export class BankingCalendar {
  readonly rule: BankingCalendarRule
  /** The time zone of its dates. */
  readonly timeZone: string
  private readonly years = new Map<number, HolidayYear>()

  constructor(rule: BankingCalendarRule) {
    this.rule = rule
    this.timeZone = timeZones[rule]
  }

  /** The local date of an instant. */
  dateOf(instant: Instant): string {
    return this.local(instant).toPlainDate().toString()
  }

  /**
   * The instant `count` banking days later: counts banking days after the local date of the start, and keeps the local time,
   * also across a change to or from daylight saving time. Zero days later is the start itself.
   */
  addBankingDays(instant: Instant, count: number): Instant {
    const start = this.local(instant)
    return this.endOf(start, this.daysPassed(start, count))
  }

  /** The result of `addBankingDays`, and every date after the start up to it. */
  countBankingDays(instant: Instant, count: number): { end: Instant; dates: string[] } {
    const start = this.local(instant)
    const passed = this.daysPassed(start, count)
    return { end: this.endOf(start, passed), dates: passed.map((date) => date.toString()) }
  }

  /** Why a date is or is not a banking day. Throws a RangeError for an invalid date. */
  explain(text: string): DayExplanation {
    const date = parseDate(text)
    return { date: text, bankingDay: this.works(date), reason: this.reason(date) }
  }

  private local(instant: Instant): Temporal.ZonedDateTime {
    return Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(this.timeZone)
  }

  private endOf(start: Temporal.ZonedDateTime, passed: readonly Temporal.PlainDate[]): Instant {
    const last = passed.at(-1)
    if (last === undefined) return start.epochMilliseconds
    return last.toZonedDateTime({ timeZone: this.timeZone, plainTime: start.toPlainTime() }).epochMilliseconds
  }

  private daysPassed(start: Temporal.ZonedDateTime, count: number): Temporal.PlainDate[] {
    if (!Number.isInteger(count) || count < 0 || count > maxBankingDays) {
      throw new RangeError(
        `Cannot count ${count} banking days from ${formatInstant(start.epochMilliseconds)}. ` +
          `Expected a whole number from 0 to ${maxBankingDays}. Use such a number.`,
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
    // Other calendars move a Saturday holiday to this Friday.
    const tomorrow = date.add({ days: 1 })
    const beforeSaturday = date.dayOfWeek === 5 && tomorrow.year <= lastYear
    const unmoved = beforeSaturday ? this.holidaysOf(tomorrow).falling.get(tomorrow.toString()) : undefined
    return unmoved === undefined
      ? `${named(date)} is a banking day`
      : `${named(date)} is a banking day: ${unmoved.name} is the Saturday after, and a holiday on a Saturday closes no weekday`
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
  // Temporal also reads texts with a time or a zone.
  if (date?.toString() === text) return date
  throw new RangeError(`Invalid date "${text}". Expected an existing day, such as 2026-05-25.`)
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
    `The banking days of ${year} are unknown. The calendar covers the years ${firstYear} to ${lastYear}. Use a date in them.`,
  )
}
