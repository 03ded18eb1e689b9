// The closing window to the millisecond, and drawing from a span.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatInstant } from './instants.ts'
import { closingDeadline, cryptoDurationMs, drawBetween, mayClose } from './windows.ts'

const paidAt = Date.UTC(2026, 2, 1, 12, 0, 0, 123)
const deadline = Date.UTC(2026, 2, 15, 12, 0, 0, 123)

describe('the closing window', () => {
  it('ends two weeks after the partial payment, to the millisecond', () => {
    expect(formatInstant(closingDeadline(paidAt))).toBe('2026-03-15T12:00:00.123Z')
  })

  it.each([
    ['at the payment itself', paidAt, true],
    ['one millisecond before its end', deadline - 1, true],
    ['at exactly two weeks', deadline, true],
    ['one millisecond later', deadline + 1, false],
    ['a year later', Date.UTC(2027, 2, 1), false],
  ])('%s', (_when, now, allowed) => {
    expect(mayClose(now, paidAt)).toBe(allowed)
  })

  it('has the same length for every payment', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4e12 }), (paid) => {
        expect([mayClose(paid + 1_209_600_000, paid), mayClose(paid + 1_209_600_001, paid)]).toEqual([
          true,
          false,
        ])
      }),
    )
  })
})

describe('drawing from a span', () => {
  it('reaches both ends of the 2 minutes to 2 hours of a crypto transaction', () => {
    expect(drawBetween(cryptoDurationMs, 0)).toBe(120_000)
    expect(drawBetween(cryptoDurationMs, 1)).toBe(7_200_000)
    expect(drawBetween(cryptoDurationMs, 0.5)).toBe(3_660_000)
  })

  it('draws each whole number equally often', () => {
    const drawn = [0, 0.24, 0.25, 0.5, 0.75, 0.99, 1].map((fraction) =>
      drawBetween({ min: 3, max: 6 }, fraction),
    )
    expect(drawn).toEqual([3, 3, 4, 5, 6, 6, 6])
  })

  it('returns a whole number of the span that grows with the fraction', () => {
    const fraction = fc.double({ min: 0, max: 1, noNaN: true })
    const span = fc
      .tuple(fc.integer({ min: 0, max: 1e9 }), fc.nat(1e9))
      .map(([min, length]) => ({ min, max: min + length }))
    fc.assert(
      fc.property(span, fraction, fraction, (within, one, other) => {
        const drawn = drawBetween(within, one)
        expect(Number.isInteger(drawn)).toBe(true)
        expect(drawn).toBeGreaterThanOrEqual(within.min)
        expect(drawn).toBeLessThanOrEqual(within.max)
        if (one <= other) expect(drawn).toBeLessThanOrEqual(drawBetween(within, other))
      }),
    )
  })

  it.each([-0.001, 1.001, Number.NaN])('refuses the fraction %s', (fraction) => {
    expect(() => drawBetween(cryptoDurationMs, fraction)).toThrow(/^Invalid fraction/)
  })
})
