// The clock: it moves only when told, only forward, and only where instants have a text.

import { describe, expect, it } from 'vitest'
import { Clock } from './clock.ts'
import { latestInstant } from './instants.ts'

const start = Date.UTC(2026, 0, 31)

describe('the clock', () => {
  it('stands where it was started until it is told to move', () => {
    const clock = new Clock(start)
    expect(clock.now).toBe(start)
    clock.moveTo(start)
    expect(clock.now).toBe(start)
    clock.moveTo(start + 1)
    expect(clock.now).toBe(start + 1)
  })

  it('does not go back, not by a millisecond, and says what would', () => {
    const clock = new Clock(start)
    expect(() => clock.moveTo(start - 1)).toThrow(
      'The clock cannot go back. It stands at 2026-01-31T00:00:00.000Z and was told to go to ' +
        '2026-01-30T23:59:59.999Z. Choose an instant at or after now, or restore a snapshot taken before it.',
    )
    expect(clock.now).toBe(start)
  })

  it.each([-1, latestInstant + 1, 0.5, Number.NaN, Number.POSITIVE_INFINITY])(
    'cannot stand at %s',
    (instant) => {
      expect(() => new Clock(instant)).toThrow(/cannot stand at .* Choose an instant between them/)
      const clock = new Clock(start)
      expect(() => clock.moveTo(instant)).toThrow(/cannot stand at/)
      expect(clock.now).toBe(start)
    },
  )
})
