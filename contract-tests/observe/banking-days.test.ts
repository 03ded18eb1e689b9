// Examples of the bounds of working days, and that every way of counting them that the simulator knows is within them.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { earliestEnd, latestEnd } from './banking-days.ts'
import { BankingCalendar } from './in-process.ts'

const at = (text: string) => Date.parse(text)
const text = (instant: number) => new Date(instant).toISOString()

describe('the earliest end', () => {
  it('is the third day where it begins first', () => {
    expect(text(earliestEnd(at('2026-01-05T14:00:00Z'), 3))).toBe('2026-01-08T00:00:00.000Z')
  })

  it('leaves weekends out', () => {
    expect(text(earliestEnd(at('2026-01-09T14:00:00Z'), 3))).toBe('2026-01-14T00:00:00.000Z')
  })
})

describe('the latest end', () => {
  it('is the end of the fourth day where it ends last', () => {
    expect(text(latestEnd(at('2026-01-05T14:00:00Z'), 4))).toBe('2026-01-10T10:59:59.999Z')
  })

  it('leaves weekends and holidays out', () => {
    expect(text(latestEnd(at('2026-01-16T14:00:00Z'), 4))).toBe('2026-01-24T10:59:59.999Z')
  })

  it('begins on a working day', () => {
    expect(text(latestEnd(at('2026-01-10T14:00:00Z'), 4))).toBe('2026-01-17T10:59:59.999Z')
  })

  it('knows a New Year that is kept in December', () => {
    expect(text(latestEnd(at('2021-12-27T14:00:00Z'), 4))).toBe('2022-01-04T10:59:59.999Z')
  })
})

it.each(['federal-reserve', 'weekends-only'] as const)('%s is between the two', (rule) => {
  const calendar = new BankingCalendar(rule)
  const starts = fc.integer({ min: at('2020-01-01T00:00:00Z'), max: at('2035-01-01T00:00:00Z') })
  fc.assert(
    fc.property(starts, fc.constantFrom(3, 4), (start, days) => {
      const end = calendar.addBankingDays(start, days)
      expect(end).toBeGreaterThanOrEqual(earliestEnd(start, days))
      expect(end).toBeLessThanOrEqual(latestEnd(start, days))
    }),
  )
})
