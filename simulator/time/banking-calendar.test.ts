// Banking days, compared with ten published years of the Federal Reserve, and counting them across weekends and clock changes.

import fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import { afterEach, describe, expect, it } from 'vitest'
import { dayMs } from '../../core/durations.ts'
import { instant } from '../test-support/instant.ts'
import published from '../test-support/published-holidays.json' with { type: 'json' }
import { BankingCalendar, type BankingCalendarRule } from './banking-calendar.ts'
import { formatInstant } from './instants.ts'

const reserveBanks = new BankingCalendar('federal-reserve')
const weekends = new BankingCalendar('weekends-only')

function later(start: string, count: number, calendar = reserveBanks): string {
  return formatInstant(calendar.addBankingDays(instant(start), count))
}

/** The dates of a year whose weekdays are Monday to Friday. */
function weekdaysOf(year: number): string[] {
  const dates: string[] = []
  for (let day = Date.UTC(year, 0, 1); day < Date.UTC(year + 1, 0, 1); day += dayMs) {
    const date = new Date(day)
    if (date.getUTCDay() % 6 !== 0) dates.push(date.toISOString().slice(0, 10))
  }
  return dates
}

const closedDays = new Set(Object.values(published.years).flat())
const years = Object.keys(published.years).map(Number)

describe('the days of the Reserve Banks', () => {
  const zone = process.env.TZ
  afterEach(() => {
    if (zone === undefined) delete process.env.TZ
    else process.env.TZ = zone
  })

  it.each(years)('%i: every weekday is as published', (year) => {
    const closed = weekdaysOf(year).filter((date) => !reserveBanks.explain(date).bankingDay)
    expect(closed).toEqual([...closedDays].filter((date) => date.startsWith(`${year}-`)))
  })

  it.each(['Pacific/Auckland', 'America/Los_Angeles'])(
    'are the same on a machine in the zone %s',
    (machineZone) => {
      process.env.TZ = machineZone
      expect(new Intl.DateTimeFormat().resolvedOptions().timeZone).toBe(machineZone)
      const calendar = new BankingCalendar('federal-reserve')
      const closed = years.flatMap(weekdaysOf).filter((date) => !calendar.explain(date).bankingDay)
      expect(closed).toEqual([...closedDays])
      expect(formatInstant(calendar.addBankingDays(instant('2027-07-02T14:00:00Z'), 4))).toBe(
        '2027-07-09T14:00:00.000Z',
      )
    },
  )
})

describe('adding banking days', () => {
  it('from a local time that happens twice ends at that time of the later day', () => {
    // The clocks go back on 1 November 2026, so its 01:30 happens twice; Monday has one.
    expect(later('2026-11-01T05:30:00Z', 1)).toBe('2026-11-02T06:30:00.000Z')
    expect(later('2026-11-01T06:30:00Z', 1)).toBe('2026-11-02T06:30:00.000Z')
  })

  it('by zero is the start, also on a Sunday', () => {
    expect(later('2026-11-01T05:30:00Z', 0)).toBe('2026-11-01T05:30:00.000Z')
  })

  it.each([-1, 1.5, Number.NaN, 10_001])('refuses %s days', (count) => {
    expect(() => later('2026-05-21T15:00:00Z', count)).toThrow(
      /^Cannot count .* from 2026-05-21T15:00:00\.000Z\. Expected a whole number from 0 to 10000\./,
    )
  })
})

describe('explaining a day', () => {
  it.each([
    ['2026-05-26', true, 'Tuesday 2026-05-26 is a banking day'],
    ['2025-07-03', true, 'Thursday 2025-07-03 is a banking day'],
    ['2026-05-23', false, 'Saturday 2026-05-23 is a weekend day'],
    ['2026-05-25', false, 'Monday 2026-05-25 is a bank holiday: Memorial Day'],
    [
      '2026-07-04',
      false,
      'Saturday 2026-07-04 is Independence Day, but a holiday on a Saturday closes no weekday',
    ],
    [
      '2026-07-03',
      true,
      'Friday 2026-07-03 is a banking day: Independence Day is the Saturday after, and a holiday on a Saturday closes no weekday',
    ],
    ['2027-07-04', false, 'Sunday 2027-07-04 is Independence Day; banks close for it on Monday 2027-07-05'],
    [
      '2027-07-05',
      false,
      'Monday 2027-07-05 is a bank holiday: Independence Day, moved from Sunday 2027-07-04',
    ],
    [
      '2021-12-31',
      true,
      "Friday 2021-12-31 is a banking day: New Year's Day is the Saturday after, and a holiday on a Saturday closes no weekday",
    ],
  ])('%s', (date, bankingDay, reason) => {
    expect(reserveBanks.explain(date)).toEqual({ date, bankingDay, reason })
  })

  it('ends at the last day of the calendar', () => {
    expect(reserveBanks.explain('9999-12-31').reason).toBe('Friday 9999-12-31 is a banking day')
    expect(() => reserveBanks.addBankingDays(instant('9999-12-31T12:00Z'), 1)).toThrow(/10000 are unknown/)
  })

  it('has no holidays when only weekends are excluded', () => {
    expect(weekends.explain('2026-05-25').reason).toBe('Monday 2026-05-25 is a banking day')
    expect(weekends.explain('2026-07-03').reason).toBe('Friday 2026-07-03 is a banking day')
    expect(weekends.explain('2026-07-04').reason).toBe('Saturday 2026-07-04 is a weekend day')
  })

  it.each(['', '2026-02-29', '2026-5-25', '20260525', '2026-05-25T00:00:00Z', 'Memorial Day'])(
    'refuses "%s"',
    (text) => {
      expect(() => reserveBanks.explain(text)).toThrow(/^Invalid date .* Expected an existing day/)
    },
  )

  it.each(['1899-12-29', '+010000-01-03'])('refuses %s, whose year is outside the calendar', (date) => {
    expect(() => reserveBanks.explain(date)).toThrow(
      /are unknown\. The calendar covers the years 1900 to 9999\./,
    )
    expect(() => weekends.explain(date)).toThrow(/are unknown/)
  })
})

const starts = fc.integer({ min: instant('2019-01-01T12:00Z'), max: instant('2027-06-30T12:00Z') })
const counts = fc.integer({ min: 1, max: 60 })
const rules = fc.constantFrom<BankingCalendarRule>('federal-reserve', 'weekends-only')

function calendarOf(rule: BankingCalendarRule): BankingCalendar {
  return rule === 'federal-reserve' ? reserveBanks : weekends
}

function local(at: number, calendar: BankingCalendar): Temporal.PlainDateTime {
  return Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(calendar.timeZone).toPlainDateTime()
}

describe('for any start', () => {
  it('the result is a banking day after that many banking days, at the same local time', () => {
    fc.assert(
      fc.property(starts, counts, rules, (start, count, rule) => {
        const calendar = calendarOf(rule)
        const end = calendar.addBankingDays(start, count)
        // Counted again, day by day, from the published days.
        const isOpen = (date: string) =>
          new Date(`${date}T00:00:00Z`).getUTCDay() % 6 !== 0 &&
          (rule === 'weekends-only' || !closedDays.has(date))
        const passed: string[] = []
        const [from, to] = [local(start, calendar), local(end, calendar)]
        for (let date = from.toPlainDate(); !date.equals(to.toPlainDate()); ) {
          date = date.add({ days: 1 })
          passed.push(date.toString())
        }
        expect(passed.filter(isOpen)).toHaveLength(count)
        expect(isOpen(to.toPlainDate().toString())).toBe(true)
        expect(to.toPlainTime().equals(from.toPlainTime())).toBe(true)
        expect(calendar.countBankingDays(start, count)).toEqual({ end, dates: passed })
        expect(calendar.dateOf(end)).toBe(passed.at(-1))
      }),
    )
  })
})
