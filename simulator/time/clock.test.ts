// The clock: it moves only when it is asked to, only forward, and only within the calendar.

import { describe, expect, it } from 'vitest'
import { Clock } from './clock.ts'
import { latestInstant } from './instants.ts'

const start = Date.UTC(2026, 0, 31)

describe('the clock', () => {
  it('starts at its instant and moves when asked', () => {
    const clock = new Clock(start)
    expect(clock.now).toBe(start)
    clock.moveTo(start)
    expect(clock.now).toBe(start)
    clock.moveTo(start + 1)
    expect(clock.now).toBe(start + 1)
  })

  it('does not go back by a millisecond', () => {
    const clock = new Clock(start)
    expect(() => clock.moveTo(start - 1)).toThrow(
      'The clock cannot go back from 2026-01-31T00:00:00.000Z to 2026-01-30T23:59:59.999Z. ' +
        'Use an instant at or after now, or restore an earlier snapshot.',
    )
    expect(clock.now).toBe(start)
  })

  it.each([-1, latestInstant + 1, 0.5, Number.NaN, Number.POSITIVE_INFINITY])('refuses %s', (instant) => {
    expect(() => new Clock(instant)).toThrow(/^Invalid instant .* Expected whole milliseconds/)
    const clock = new Clock(start)
    expect(() => clock.moveTo(instant)).toThrow(/^Invalid instant/)
    expect(clock.now).toBe(start)
  })
})
