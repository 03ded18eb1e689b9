// Which instants special days are.

import { expect, it } from 'vitest'
import { nextInstant, ordinaryInstant, type SpecialDay, specialDays } from './calendar.ts'
import { dimensions } from './dimensions.ts'

const start = Date.parse('2026-01-05T09:00:00Z')
const text = (instant: number | undefined) =>
  instant === undefined ? undefined : new Date(instant).toISOString()

it.each<[SpecialDay[], string]>([
  [['friday-evening'], '2026-01-09T22:30:00.000Z'],
  [['weekend'], '2026-01-10T12:00:00.000Z'],
  [['holiday'], '2026-01-19T12:00:00.000Z'],
  [['month-end'], '2026-01-31T12:00:00.000Z'],
  [['leap-day'], '2028-02-29T12:00:00.000Z'],
  [['before-midnight'], '2026-01-05T23:30:00.000Z'],
  // Midnight in New York is at 5 in UTC, and at 4 in summer.
  [['after-midnight'], '2026-01-06T05:30:00.000Z'],
  [['weekend', 'holiday', 'after-midnight'], '2026-07-04T04:30:00.000Z'],
  [['friday-evening', 'month-end', 'leap-day', 'before-midnight'], '2036-02-29T23:30:00.000Z'],
])('finds the next instant of %j', (days, expected) => {
  expect(text(nextInstant(days, start))).toBe(expected)
})

it('does not move the clock without a special day, or to none', () => {
  expect(nextInstant([], start)).toBeUndefined()
  expect(nextInstant(['weekend', 'friday-evening'], start)).toBeUndefined()
})

it('has every special day in some situation', () => {
  expect(new Set(specialDays.flat())).toEqual(
    new Set(Object.keys(dimensions.day).filter((day) => day !== 'weekday')),
  )
})

it('finds an ordinary day soon after', () => {
  expect(text(ordinaryInstant(Date.parse('2026-07-04T04:30:00Z')))).toBe('2026-07-08T12:00:00.000Z')
  // New Year's Eve and Christmas are passed over.
  expect(text(ordinaryInstant(Date.parse('2024-12-24T12:00:00Z')))).toBe('2025-01-08T12:00:00.000Z')
})
