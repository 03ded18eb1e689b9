// When bills are due and when a period ends, at the ends of months and of the calendar.

import fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import { describe, expect, it } from 'vitest'
import { frequencies } from '../../spec/enumerations.ts'
import { instant } from '../test-support/instant.ts'
import { dueAt, type MonthRule, parseSubscriptionPeriod, periodEnd } from './frequencies.ts'
import { formatInstant, latestInstant } from './instants.ts'

function end(start: string, text: string, monthRule: MonthRule = 'clamp'): string {
  const period = parseSubscriptionPeriod(text)
  if (period === undefined) throw new Error(`${text} is not a period`)
  return formatInstant(periodEnd(instant(`${start}T09:30:00.250Z`), period, monthRule))
}

const anchors = fc.integer({ min: 0, max: instant('2200-01-01T00:00Z') })
const monthRules = fc.constantFrom<MonthRule>('clamp', 'roll-over')
const indexes = fc.nat(600)
const monthsApart = { monthly: 1, quarterly: 3, 'half-yearly': 6, yearly: 12 }
const byMonths = fc.constantFrom(...frequencies.filter((frequency) => frequency !== 'weekly'))

describe('for any first debit', () => {
  it('agrees with the addition of Temporal (clamp) and the overflow of Date (roll-over)', () => {
    fc.assert(
      fc.property(anchors, byMonths, indexes, (anchor, frequency, index) => {
        const months = index * monthsApart[frequency]
        const start = Temporal.Instant.fromEpochMilliseconds(anchor).toZonedDateTimeISO('UTC')
        expect(dueAt(anchor, frequency, index, 'clamp')).toBe(start.add({ months }).epochMilliseconds)
        const date = new Date(anchor)
        expect(dueAt(anchor, frequency, index, 'roll-over')).toBe(
          date.setUTCMonth(date.getUTCMonth() + months),
        )
      }),
      { numRuns: 1000 },
    )
  })
})

describe('a subscription period', () => {
  it.each([
    ['12m', { count: 12, unit: 'm' }],
    ['1y', { count: 1, unit: 'y' }],
    ['26w', { count: 26, unit: 'w' }],
    ['0m', { count: 0, unit: 'm' }],
    ['007w', { count: 7, unit: 'w' }],
    ['12M', { count: 12, unit: 'm' }],
  ])('%s is parsed', (text, period) => {
    expect(parseSubscriptionPeriod(text)).toEqual(period)
  })

  it.each(['', 'm', '12', '12 m', '-1m', '1.5y', '30h', '1y6m', '12m\n', '99999999999999999999w'])(
    '"%s" is refused',
    (text) => {
      expect(parseSubscriptionPeriod(text)).toBeUndefined()
    },
  )

  it.each([
    ['2026-01-31', '1m', '2026-02-28'],
    ['2026-01-31', '12m', '2027-01-31'],
    ['2024-02-29', '1y', '2025-02-28'],
    ['2024-02-29', '4y', '2028-02-29'],
    ['2026-01-31', '2w', '2026-02-14'],
    ['2026-01-31', '10d', '2026-02-10'],
  ])('from %s, %s ends on %s', (start, text, day) => {
    expect(end(start, text)).toBe(`${day}T09:30:00.250Z`)
  })

  it('ends in the month after a short one with the rule roll-over', () => {
    expect(end('2026-01-31', '1m', 'roll-over')).toBe('2026-03-03T09:30:00.250Z')
  })

  it.each(['9000y', '9007199254740991y', '9007199254740991m', '9007199254740991w', '7974y'])(
    'of %s outlasts the calendar and ends with it',
    (text) => {
      expect(end('2026-01-31', text)).toBe(formatInstant(latestInstant))
    },
  )

  it('of twelve months has twelve monthly bills, whatever the day', () => {
    fc.assert(
      fc.property(anchors, monthRules, (anchor, rule) => {
        const over = periodEnd(anchor, { count: 12, unit: 'm' }, rule)
        expect(dueAt(anchor, 'monthly', 11, rule)).toBeLessThan(over)
        expect(dueAt(anchor, 'monthly', 12, rule)).toBe(over)
      }),
    )
  })
})
