// The federal holidays of the United States: the rules of 5 U.S.C. § 6103 as a table.

import { dayMs } from './durations.ts'

const january = 0
const february = 1
const may = 4
const june = 5
const july = 6
const september = 8
const october = 9
const november = 10
const december = 11
const monday = 1
const thursday = 4

type Rule =
  | { readonly name: string; readonly month: number; readonly day: number; readonly since?: number }
  /** The nth such weekday of the month; the last one for -1. */
  | { readonly name: string; readonly month: number; readonly weekday: number; readonly nth: number }

const rules: readonly Rule[] = [
  { name: "New Year's Day", month: january, day: 1 },
  { name: 'Birthday of Martin Luther King, Jr.', month: january, weekday: monday, nth: 3 },
  { name: "Washington's Birthday", month: february, weekday: monday, nth: 3 },
  { name: 'Memorial Day', month: may, weekday: monday, nth: -1 },
  { name: 'Juneteenth National Independence Day', month: june, day: 19, since: 2021 },
  { name: 'Independence Day', month: july, day: 4 },
  { name: 'Labor Day', month: september, weekday: monday, nth: 1 },
  { name: 'Columbus Day', month: october, weekday: monday, nth: 2 },
  { name: 'Veterans Day', month: november, day: 11 },
  { name: 'Thanksgiving Day', month: november, weekday: thursday, nth: 4 },
  { name: 'Christmas Day', month: december, day: 25 },
]

/** A holiday of one year, on the day that it falls on, as `YYYY-MM-DD`; 0 is Sunday. */
interface FederalHoliday {
  readonly name: string
  readonly date: string
  readonly weekday: number
}

/** The holidays of a year from 1900 to 9999 by today's rules. Juneteenth is included from 2021, when it became a holiday. */
export function federalHolidays(year: number): FederalHoliday[] {
  return rules.flatMap((rule) => {
    if ('since' in rule && year < rule.since) return []
    const day = 'day' in rule ? rule.day : dayOfNth(year, rule.month, rule.weekday, rule.nth)
    const at = Date.UTC(year, rule.month, day)
    return [{ name: rule.name, date: dateText(at), weekday: new Date(at).getUTCDay() }]
  })
}

/** The date a number of days later. */
export function addDays(date: string, days: number): string {
  return dateText(Date.parse(date) + days * dayMs)
}

function dayOfNth(year: number, month: number, weekday: number, nth: number): number {
  if (nth > 0) return 1 + daysUntil(weekday, new Date(Date.UTC(year, month, 1))) + (nth - 1) * 7
  const last = new Date(Date.UTC(year, month + 1, 0))
  return last.getUTCDate() - ((last.getUTCDay() - weekday + 7) % 7)
}

function daysUntil(weekday: number, from: Date): number {
  return (weekday - from.getUTCDay() + 7) % 7
}

function dateText(at: number): string {
  return new Date(at).toISOString().slice(0, 10)
}
