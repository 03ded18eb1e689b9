// When a property began and failed, in words.

import { expect, it } from 'vitest'
import { hourMs } from '../../core/durations.ts'
import { timelineTexts } from './timeline.ts'

const at = (beganAt: string, hours: number) => ({
  ...{ beganAt: Date.parse(beganAt), elapsedMs: hours * hourMs, requestsAt: new Set<number>(), agesAt: [] },
})

it.each([
  [
    'over a weekend',
    at('2026-01-09T09:00:00Z', 4 * 24 + 1.5),
    'Tuesday 2026-01-13 10:30 UTC: 4 days, 1 hour and 30 minutes later, after 2 banking days',
  ],
  [
    'over a holiday',
    at('2026-01-16T23:00:00Z', 4 * 24),
    'Tuesday 2026-01-20 23:00 UTC: 4 days later, after 1 banking day',
  ],
  [
    'on the same day',
    at('2026-01-05T09:00:00Z', 2),
    'Monday 2026-01-05 11:00 UTC: 2 hours later, after 0 banking days',
  ],
])('says how many days and banking days have passed %s', (_, timeline, last) => {
  expect(timelineTexts(timeline).slice(1)).toEqual([last])
})

it('says only when it begins if no time has passed since, and nothing if the clock has not moved', () => {
  expect(timelineTexts(at('2026-01-05T09:00:00Z', 0))).toEqual(['Monday 2026-01-05 09:00 UTC: begins'])
  expect(timelineTexts({ elapsedMs: 0, requestsAt: new Set(), agesAt: [] })).toEqual([])
})
