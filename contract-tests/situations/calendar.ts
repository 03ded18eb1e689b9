// Instants on which services are closed, busy or at an edge of the calendar. One instant has several values of the dimension at once
// where that is possible, so that few runs meet all of them.

import { dayMs, hourMs } from '../../core/durations.ts'
import { federalHolidays } from '../../core/federal-holidays.ts'
import type { dimensions } from './dimensions.ts'

/** A value of the dimension `day`, except the plain one. */
export type SpecialDay = Exclude<keyof typeof dimensions.day, 'weekday'>

interface Rule {
  /** True if a UTC date is such a day, at midnight in UTC. */
  is: (date: Date) => boolean
  /** The hour in UTC; noon by default. */
  hour?: (date: Date) => number
}

const always = () => true
const isInSummer = (date: Date) => date.getUTCMonth() >= 3 && date.getUTCMonth() <= 9
const rules: Readonly<Record<SpecialDay, Rule>> = {
  'friday-evening': { is: (date) => date.getUTCDay() === 5, hour: () => 22.5 },
  weekend: { is: (date) => date.getUTCDay() === 6 },
  holiday: {
    is: (date) =>
      federalHolidays(date.getUTCFullYear()).some((one) => one.date === date.toISOString().slice(0, 10)),
  },
  'month-end': { is: (date) => new Date(date.getTime() + dayMs).getUTCDate() === 1 },
  'leap-day': { is: (date) => date.getUTCMonth() === 1 && date.getUTCDate() === 29 },
  'before-midnight': { is: always, hour: () => 23.5 },
  'after-midnight': { is: always, hour: (date) => (isInSummer(date) ? 4.5 : 5.5) },
}

/** Each special day at least once; none is the plain one. */
export const specialDays: readonly (readonly SpecialDay[])[] = [
  [],
  ['weekend', 'holiday', 'after-midnight'],
  ['friday-evening', 'month-end', 'leap-day', 'before-midnight'],
]

/** The same for a world that other claims share: within a week. */
export const specialDaysWithinAWeek: typeof specialDays = [
  [],
  ['weekend', 'after-midnight'],
  ['friday-evening', 'before-midnight'],
]

/** A leap day is a Friday every 28 years, and every 40 around a century without one. */
const maxDays = 60 * 366

/** Noon of an ordinary Wednesday after an instant. */
export function ordinaryInstant(after: number): number {
  const midnight = after - (after % dayMs)
  for (let count = 1; ; count += 1) {
    const date = new Date(midnight + count * dayMs)
    const isSpecial = [rules.holiday, rules['month-end'], rules['leap-day']].some(({ is }) => is(date))
    if (date.getUTCDay() === 3 && !isSpecial) return date.getTime() + dayMs / 2
  }
}

/** The next instant with all of these, after one in milliseconds since 1970; undefined without any, or if there is none. */
export function nextInstant(days: readonly SpecialDay[], after: number): number | undefined {
  if (days.length === 0) return undefined
  // Every new world of a run begins at the same time, and a leap day may be 10,000 days away.
  const key = `${days} ${after}`
  if (!instants.has(key)) instants.set(key, searchInstant(days, after))
  return instants.get(key)
}

const instants = new Map<string, number | undefined>()

function searchInstant(days: readonly SpecialDay[], after: number): number | undefined {
  const midnight = after - (after % dayMs)
  for (let count = 0; count < maxDays; count += 1) {
    const date = new Date(midnight + count * dayMs)
    if (!days.every((day) => rules[day].is(date))) continue
    const hour = days.map((day) => rules[day].hour?.(date)).findLast((one) => one !== undefined) ?? 12
    const instant = date.getTime() + hour * hourMs
    if (instant > after) return instant
  }
  return undefined
}
