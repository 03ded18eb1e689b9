// Working days: held to ten published years of the Federal Reserve, to weekends, and to the local time of a day.

import fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import { afterEach, describe, expect, it } from 'vitest'
import { BankingCalendar, type BankingCalendarRule } from './banking-calendar.ts'
import published from './federal-reserve-holidays.json' with { type: 'json' }
import { formatInstant, parseInstant } from './instants.ts'

const reserveBanks = new BankingCalendar('federal-reserve')
const weekends = new BankingCalendar('weekends-only')

function instant(text: string): number {
  const parsed = parseInstant(text)
  if (parsed === undefined) throw new Error(`${text} is not an instant`)
  return parsed
}

function later(start: string, count: number, calendar = reserveBanks): string {
  return formatInstant(calendar.addBankingDays(instant(start), count))
}

/** The dates of a year whose weekdays are Monday to Friday. */
function weekdaysOf(year: number): string[] {
  const dates: string[] = []
  for (let day = Date.UTC(year, 0, 1); day < Date.UTC(year + 1, 0, 1); day += 86_400_000) {
    const date = new Date(day)
    if (date.getUTCDay() % 6 !== 0) dates.push(date.toISOString().slice(0, 10))
  }
  return dates
}

const closedDays = new Set(Object.values(published.years).flat())
const years = Object.keys(published.years).map(Number)

describe('the Reserve Banks’ days', () => {
  const zone = process.env.TZ
  afterEach(() => {
    if (zone === undefined) delete process.env.TZ
    else process.env.TZ = zone
  })

  it('holds ten published years', () => {
    expect(years).toEqual([2019, 2020, 2021, 2022, 2023, 2024, 2025, 2026, 2027, 2028])
    expect(closedDays.size).toBe(98)
  })

  it.each(years)('%i: every weekday is as the Reserve Banks publish it', (year) => {
    const closed = weekdaysOf(year).filter((date) => !reserveBanks.isBankingDay(date))
    expect(closed).toEqual([...closedDays].filter((date) => date.startsWith(`${year}-`)))
  })

  it.each(['Pacific/Auckland', 'America/Los_Angeles', 'Pacific/Kiritimati', 'America/Sao_Paulo', 'UTC'])(
    'are the same on a machine whose zone is %s',
    (machineZone) => {
      process.env.TZ = machineZone
      expect(new Intl.DateTimeFormat().resolvedOptions().timeZone).toBe(machineZone)
      const calendar = new BankingCalendar('federal-reserve')
      const closed = years.flatMap(weekdaysOf).filter((date) => !calendar.isBankingDay(date))
      expect(closed).toEqual([...closedDays])
      expect(formatInstant(calendar.addBankingDays(instant('2027-07-02T14:00:00Z'), 4))).toBe(
        '2027-07-09T14:00:00.000Z',
      )
    },
  )

  it('leave out weekends, and holidays before they existed', () => {
    expect(reserveBanks.isBankingDay('2026-07-04')).toBe(false)
    expect(reserveBanks.isBankingDay('2026-07-05')).toBe(false)
    expect(reserveBanks.isBankingDay('2020-06-19')).toBe(true)
    expect(reserveBanks.isBankingDay('2021-06-18')).toBe(true)
    expect(reserveBanks.isBankingDay('2021-12-31')).toBe(true)
  })

  it('know holidays only under their own rule', () => {
    expect(weekends.isBankingDay('2026-05-25')).toBe(true)
    expect(weekends.isBankingDay('2026-05-24')).toBe(false)
  })
})

describe('adding working days', () => {
  it('passes over a weekend and a bank holiday', () => {
    // Thursday before Memorial Day 2026: Friday, (Saturday, Sunday, Monday), Tuesday, Wednesday.
    expect(later('2026-05-21T15:00:00Z', 3)).toBe('2026-05-27T15:00:00.000Z')
    expect(later('2026-05-21T15:00:00Z', 3, weekends)).toBe('2026-05-26T15:00:00.000Z')
  })

  it('works on the Friday before a Saturday holiday, and not on the Monday after a Sunday one', () => {
    expect(later('2026-07-02T15:00:00Z', 2)).toBe('2026-07-06T15:00:00.000Z')
    expect(later('2027-07-02T15:00:00Z', 1)).toBe('2027-07-06T15:00:00.000Z')
  })

  it('counts from a weekend day as from the Friday before', () => {
    expect(later('2026-05-30T15:00:00Z', 1)).toBe('2026-06-01T15:00:00.000Z')
  })

  it('counts the days of New York, where late evening is still the day before', () => {
    expect(later('2026-05-16T03:00:00Z', 1)).toBe('2026-05-19T03:00:00.000Z')
    expect(later('2026-05-16T03:00:00Z', 1, weekends)).toBe('2026-05-18T03:00:00.000Z')
  })

  it('keeps the local time of day when the clocks change on the way', () => {
    expect(later('2026-03-06T17:00:00Z', 1)).toBe('2026-03-09T16:00:00.000Z')
    expect(later('2026-10-30T16:00:00Z', 1)).toBe('2026-11-02T17:00:00.000Z')
  })

  it('from a time of day that happens twice ends at the one of the later day', () => {
    // The clocks go back on 1 November 2026, so its 01:30 happens twice; Monday has one.
    expect(later('2026-11-01T05:30:00Z', 1)).toBe('2026-11-02T06:30:00.000Z')
    expect(later('2026-11-01T06:30:00Z', 1)).toBe('2026-11-02T06:30:00.000Z')
  })

  it('by zero is the start itself, even on a Sunday', () => {
    expect(later('2026-11-01T05:30:00Z', 0)).toBe('2026-11-01T05:30:00.000Z')
  })

  it.each([-1, 1.5, Number.NaN, 10_001])('refuses %s days, and says what it counts', (count) => {
    expect(() => later('2026-05-21T15:00:00Z', count)).toThrow(
      /cannot be counted from 2026-05-21T15:00:00\.000Z\. .* Choose a number/,
    )
  })
})

describe('explaining a day', () => {
  it.each([
    ['2026-05-26', true, 'Tuesday 2026-05-26 is a working day'],
    ['2025-07-03', true, 'Thursday 2025-07-03 is a working day'],
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
      'Friday 2026-07-03 is a working day: Independence Day is the Saturday after, and a holiday on a Saturday closes no weekday',
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
      "Friday 2021-12-31 is a working day: New Year's Day is the Saturday after, and a holiday on a Saturday closes no weekday",
    ],
  ])('%s', (date, bankingDay, reason) => {
    expect(reserveBanks.explain(date)).toEqual({ date, bankingDay, reason })
  })

  it('reaches the last day of the calendar, a Friday, and no further', () => {
    expect(reserveBanks.explain('9999-12-31').reason).toBe('Friday 9999-12-31 is a working day')
    expect(() => reserveBanks.addBankingDays(instant('9999-12-31T12:00Z'), 1)).toThrow(/10000 are not known/)
  })

  it('knows no holidays where only weekends count', () => {
    expect(weekends.explain('2026-05-25').reason).toBe('Monday 2026-05-25 is a working day')
    expect(weekends.explain('2026-07-03').reason).toBe('Friday 2026-07-03 is a working day')
    expect(weekends.explain('2026-07-04').reason).toBe('Saturday 2026-07-04 is a weekend day')
  })

  it('tells every step over a long weekend', () => {
    const steps = reserveBanks.explainSteps(instant('2026-05-21T15:00:00Z'), 2)
    expect(steps.map((step) => step.reason)).toEqual([
      'Friday 2026-05-22 is a working day',
      'Saturday 2026-05-23 is a weekend day',
      'Sunday 2026-05-24 is a weekend day',
      'Monday 2026-05-25 is a bank holiday: Memorial Day',
      'Tuesday 2026-05-26 is a working day',
    ])
    expect(steps.map((step) => step.bankingDay)).toEqual([true, false, false, false, true])
  })

  it.each(['', '2026-02-29', '2026-5-25', '20260525', '2026-05-25T00:00:00Z', 'Memorial Day'])(
    'refuses "%s", which is no date',
    (text) => {
      expect(() => reserveBanks.explain(text)).toThrow(/is not a date\. .* Give one like it\./)
      expect(() => reserveBanks.isBankingDay(text)).toThrow(/is not a date/)
    },
  )

  it.each(['1899-12-29', '+010000-01-03'])('refuses %s, whose year it does not know', (date) => {
    expect(() => reserveBanks.explain(date)).toThrow(/are not known\. .* Choose a date in them\./)
    expect(() => weekends.explain(date)).toThrow(/are not known/)
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
  it('lands on a working day with exactly that many working days passed, at the same local time', () => {
    fc.assert(
      fc.property(starts, counts, rules, (start, count, rule) => {
        const calendar = calendarOf(rule)
        const end = calendar.addBankingDays(start, count)
        // Counted again from the published days alone, a day at a time.
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
        expect(calendar.explainSteps(start, count).map((step) => step.date)).toEqual(passed)
        expect(calendar.dateOf(end)).toBe(passed.at(-1))
      }),
    )
  })

  it('counting n and then m is counting n + m', () => {
    fc.assert(
      fc.property(starts, counts, counts, rules, (start, n, m, rule) => {
        const calendar = calendarOf(rule)
        expect(calendar.addBankingDays(calendar.addBankingDays(start, n), m)).toBe(
          calendar.addBankingDays(start, n + m),
        )
      }),
    )
  })

  it('more days end later, and a later start never ends on an earlier day', () => {
    fc.assert(
      fc.property(starts, fc.nat(2_000_000_000), counts, rules, (start, wait, count, rule) => {
        const calendar = calendarOf(rule)
        const end = calendar.addBankingDays(start, count)
        expect(calendar.addBankingDays(start, count + 1)).toBeGreaterThan(end)
        const laterEnd = calendar.dateOf(calendar.addBankingDays(start + wait, count))
        expect(laterEnd >= calendar.dateOf(end)).toBe(true)
      }),
    )
  })

  it('a day is explained as what it is', () => {
    fc.assert(
      fc.property(starts, rules, (start, rule) => {
        const calendar = calendarOf(rule)
        const date = calendar.dateOf(start)
        const { bankingDay, reason } = calendar.explain(date)
        expect(bankingDay).toBe(calendar.isBankingDay(date))
        expect(reason).toContain(date)
        expect(reason.includes('is a working day')).toBe(bankingDay)
      }),
    )
  })
})
