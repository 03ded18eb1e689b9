// Instants, their texts and durations: formatting and parsing are inverse, and other texts are refused.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { instant } from '../test-support/instant.ts'
import { addDuration, parseDuration } from './calendar-durations.ts'
import { Clock, earliestInstant, formatInstant, httpDate, latestInstant, parseInstant } from './instants.ts'

const anyInstant = fc.integer({ min: earliestInstant, max: latestInstant })

function later(start: string, durationText: string): string {
  const duration = parseDuration(durationText)
  if (duration === undefined) throw new Error(`${durationText} is not a duration`)
  return formatInstant(addDuration(instant(start), duration))
}

describe('the text of an instant', () => {
  it('always has milliseconds and Z', () => {
    expect(formatInstant(0)).toBe('1970-01-01T00:00:00.000Z')
    expect(formatInstant(Date.UTC(2026, 0, 31))).toBe('2026-01-31T00:00:00.000Z')
    expect(formatInstant(latestInstant)).toBe('9999-12-31T23:59:59.999Z')
    // Another one than is remembered.
    expect(formatInstant(Date.UTC(2026, 0, 31))).toBe('2026-01-31T00:00:00.000Z')
  })

  it.each([
    ['2026-01-31T00:00:00.000Z', Date.UTC(2026, 0, 31)],
    ['2026-01-31T00:00:00Z', Date.UTC(2026, 0, 31)],
    ['2026-01-31T00:00Z', Date.UTC(2026, 0, 31)],
    ['2026-01-31T00:00:00.5Z', Date.UTC(2026, 0, 31, 0, 0, 0, 500)],
    ['2026-01-31T00:00:00.123000Z', Date.UTC(2026, 0, 31, 0, 0, 0, 123)],
    ['2026-01-31T01:00:00+02:00', Date.UTC(2026, 0, 30, 23)],
    ['2024-02-29T12:00:00-00:00', Date.UTC(2024, 1, 29, 12)],
  ])('%s is parsed', (text, expected) => {
    expect(parseInstant(text)).toBe(expected)
  })

  it.each([
    '',
    'tomorrow',
    '2026-01-31',
    '2026-01-31T00:00:00',
    '2026-01-31 00:00:00Z',
    '2026-02-29T00:00:00Z',
    '2026-01-31T24:00:00Z',
    '2026-01-31T23:59:60Z',
    '2026-01-31T00:00:00.0001Z',
    '2026-01-31T00:00:00Z[UTC]',
    '1969-12-31T23:59:59.999Z',
    '9999-12-31T23:59:59.999-01:00',
    '+010000-01-01T00:00:00Z',
  ])('"%s" is refused', (text) => {
    expect(parseInstant(text)).toBeUndefined()
  })

  it('is parsed to the instant that was formatted', () => {
    fc.assert(
      fc.property(anyInstant, (at) => {
        expect(parseInstant(formatInstant(at))).toBe(at)
      }),
    )
  })
})

describe('the HTTP date', () => {
  it('is the instant to the second', () => {
    expect(httpDate(Date.UTC(2026, 0, 31, 9, 8, 7, 999))).toBe('Sat, 31 Jan 2026 09:08:07 GMT')
    expect(httpDate(Date.UTC(2026, 0, 31, 9, 8, 8))).toBe('Sat, 31 Jan 2026 09:08:08 GMT')
    expect(httpDate(Date.UTC(2026, 0, 31, 9, 8, 7))).toBe('Sat, 31 Jan 2026 09:08:07 GMT')
  })
})

describe('a duration', () => {
  it.each([
    ['2026-01-31T05:00:00.000Z', 'P1M', '2026-02-28T05:00:00.000Z'],
    ['2026-01-31T05:00:00.000Z', 'PT2H', '2026-01-31T07:00:00.000Z'],
    ['2026-01-31T05:00:00.000Z', 'P2W', '2026-02-14T05:00:00.000Z'],
    ['2026-01-31T05:00:00.000Z', 'P1Y2M3DT4H5M6.007S', '2027-04-03T09:05:06.007Z'],
    ['2026-01-31T05:00:00.000Z', '-P1D', '2026-01-30T05:00:00.000Z'],
    ['2026-01-31T05:00:00.000Z', 'PT0S', '2026-01-31T05:00:00.000Z'],
  ])('from %s by %s is %s', (start, duration, end) => {
    expect(later(start, duration)).toBe(end)
  })

  it.each(['', 'P', '1M', 'P1', 'two weeks', 'P1M2Y', 'PT0.0000001S'])('cannot be "%s"', (text) => {
    expect(parseDuration(text)).toBeUndefined()
  })

  it.each(['P9000Y', 'P999999999Y', '-P100Y'])('of %s ends outside the calendar', (text) => {
    expect(() => later('2026-01-31T05:00:00.000Z', text)).toThrow(
      /is too long\. From 2026-01-31T05:00:00\.000Z .* Use a shorter duration\./,
    )
  })
})

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
