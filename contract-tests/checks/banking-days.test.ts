// Every assumption of the simulator about banking days is within the bounds.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { inProcess, type World } from '../targets/in-process.ts'
import { earliestEnd, latestEnd } from './banking-days.ts'

const at = (text: string) => Date.parse(text)
const text = (instant: number) => new Date(instant).toISOString()

describe('the earliest end', () => {
  it('is the start of the third day in the easternmost zone', () => {
    expect(text(earliestEnd(at('2026-01-05T14:00:00Z'), 3))).toBe('2026-01-08T00:00:00.000Z')
  })

  it('skips weekends', () => {
    expect(text(earliestEnd(at('2026-01-09T14:00:00Z'), 3))).toBe('2026-01-14T00:00:00.000Z')
  })
})

describe('the latest end', () => {
  it('is the end of the fourth day in the westernmost zone', () => {
    expect(text(latestEnd(at('2026-01-05T14:00:00Z'), 4))).toBe('2026-01-10T10:59:59.999Z')
  })

  it('skips weekends and holidays', () => {
    expect(text(latestEnd(at('2026-01-16T14:00:00Z'), 4))).toBe('2026-01-24T10:59:59.999Z')
  })

  it('starts on a banking day', () => {
    expect(text(latestEnd(at('2026-01-10T14:00:00Z'), 4))).toBe('2026-01-17T10:59:59.999Z')
  })

  it('skips a New Year that is observed in December', () => {
    expect(text(latestEnd(at('2021-12-27T14:00:00Z'), 4))).toBe('2022-01-04T10:59:59.999Z')
  })
})

/** The calendar of a simulator with an assumption about banking days. */
async function calendarOf(rule: string): Promise<World['calendar'] | undefined> {
  let calendar: World['calendar'] | undefined
  const deployment = inProcess({
    simulator: { assumptions: { 'bank-payments.banking-days': rule } },
    world: (world) => {
      calendar = world.calendar
    },
  })
  await deployment.fresh()
  return calendar
}

it.each(['federal-reserve', 'weekends-only'])('%s is between the two', async (rule) => {
  const calendar = await calendarOf(rule)
  const starts = fc.integer({ min: at('2020-01-01T00:00:00Z'), max: at('2035-01-01T00:00:00Z') })
  fc.assert(
    fc.property(starts, fc.constantFrom(3, 4), (start, days) => {
      const end = calendar?.addBankingDays(start, days)
      expect(end).toBeGreaterThanOrEqual(earliestEnd(start, days))
      expect(end).toBeLessThanOrEqual(latestEnd(start, days))
    }),
  )
})
