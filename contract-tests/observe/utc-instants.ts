// Instants in the notations of ISO 8601, of which Date.parse reads only one.

import { dayMs, hourMs, minuteMs } from '../../core/durations.ts'

const notation =
  /^(\d{4})-?(?:(\d\d)-?(\d\d)|W(\d\d)-?([1-7])|(\d{3}))T(\d\d):?(\d\d)?:?(\d\d)?(?:[.,](\d+))?(?:Z|[+-]00:?(?:00)?)$/

/** The instant, in milliseconds, of an ISO 8601 timestamp in UTC; NaN for any other text. */
export function utcInstant(text: string): number {
  const [, year, month, day, week, weekday, dayOfYear, hour, minute, second, fraction] =
    notation.exec(text) ?? []
  if (year === undefined || hour === undefined) return Number.NaN
  const january = Date.UTC(Number(year), 0, 1)
  const date =
    month !== undefined
      ? Date.UTC(Number(year), Number(month) - 1, Number(day))
      : dayOfYear !== undefined
        ? january + (Number(dayOfYear) - 1) * dayMs
        : firstMonday(Number(year)) + ((Number(week) - 1) * 7 + Number(weekday) - 1) * dayMs
  // A fraction belongs to the smallest unit that is written.
  const [unit] = [second && 1000, minute && minuteMs, hourMs].filter((one) => typeof one === 'number')
  return (
    date +
    Number(hour) * hourMs +
    Number(minute ?? 0) * minuteMs +
    Number(second ?? 0) * 1000 +
    Number(`0.${fraction ?? 0}`) * Number(unit)
  )
}

/** The Monday of the week with 4 January, which is the first of a year. */
function firstMonday(year: number): number {
  const fourth = Date.UTC(year, 0, 4)
  return fourth - ((new Date(fourth).getUTCDay() + 6) % 7) * dayMs
}
