// When a property begins in the world's time, and when it violates a requirement: failures in which time matters say it in words.

import { bankingDaysBetween } from '../observe/banking-days.ts'
import { spanInWords } from '../observe/capabilities.ts'

export interface Timeline {
  /** When the property began, in milliseconds since 1970. Known once the clock has moved. */
  beganAt?: number | undefined
  /** The movement of the clock since then. */
  elapsedMs: number
  /** The movements at each request. */
  requestsAt: Set<number>
  /** The movements where days pass in a situation. */
  agesAt: number[]
}

/** An instant with its weekday, such as `Monday 2026-01-05 09:00 UTC`. */
export function instantText(at: number): string {
  const weekday = new Intl.DateTimeFormat('en-US', { weekday: 'long', timeZone: 'UTC' }).format(at)
  return `${weekday} ${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`
}

/** When the property began, and when it is now. Empty if the clock has not moved. */
export function timelineTexts({ beganAt, elapsedMs }: Timeline): string[] {
  if (beganAt === undefined) return []
  const now = beganAt + elapsedMs
  const minutes = Math.round(elapsedMs / 60_000)
  const [days, hours] = [Math.floor(minutes / 1440), Math.floor(minutes / 60) % 24]
  const later = spanInWords({ days, hours, minutes: minutes % 60 })
  const bankingDays = bankingDaysBetween(beganAt, now)
  return [
    `${instantText(beganAt)}: begins`,
    ...(elapsedMs === 0
      ? []
      : [
          `${instantText(now)}: ${later} later, after ${bankingDays} banking ${bankingDays === 1 ? 'day' : 'days'}`,
        ]),
  ]
}
