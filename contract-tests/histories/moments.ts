// Moments of the calendar at which services often behave differently: weekends, ends of months, holidays, the hours around midnight.

import { dayMs, hourMs } from '../../core/durations.ts'
import { federalHolidays } from '../../core/federal-holidays.ts'

const holidays = new Map<number, ReadonlySet<string>>()

function isHoliday(at: Date): boolean {
  const year = at.getUTCFullYear()
  const dates = holidays.get(year) ?? new Set(federalHolidays(year).map(({ date }) => date))
  holidays.set(year, dates)
  return dates.has(at.toISOString().slice(0, 10))
}

const kinds = {
  'a weekend': (at: Date) => at.getUTCDay() % 6 === 0,
  'a Friday evening': (at: Date) => at.getUTCDay() === 5 && at.getUTCHours() >= 17,
  'the last day of a month': (at: Date) => new Date(at.getTime() + dayMs).getUTCDate() === 1,
  '29 February': (at: Date) => at.getUTCMonth() === 1 && at.getUTCDate() === 29,
  'a holiday': isHoliday,
  'the hour before midnight in UTC': (at: Date) => at.getUTCHours() === 23,
  'the hour after midnight in New York': (at: Date) => [4, 5].includes(at.getUTCHours()),
} as const

type Moment = keyof typeof kinds
export const moments = Object.keys(kinds) as readonly Moment[]

/** The moments that an instant, in milliseconds since 1970, belongs to. */
export function momentsAt(now: number): readonly (Moment | 'an ordinary time')[] {
  const at = new Date(now)
  const found = moments.filter((moment) => kinds[moment](at))
  return found.length === 0 ? ['an ordinary time'] : found
}

/** The time until the next such moment, in milliseconds: whole hours from now. */
export function untilMoment(now: number, moment: Moment): number {
  let ms = hourMs
  while (!kinds[moment](new Date(now + ms))) ms += hourMs
  return ms
}
