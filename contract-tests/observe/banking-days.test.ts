// Examples of the bounds of working days, and that every way of counting them that the simulator knows is within them.

import fc from 'fast-check'
import { expect, it } from 'vitest'
import { earliestEnd, latestEnd } from './banking-days.ts'
import { BankingCalendar } from './in-process.ts'

const at = (text: string) => Date.parse(text)

it.each([
  ['the third day where it begins first', earliestEnd, 3, '2026-01-05', '2026-01-08T00:00:00.000Z'],
  ['a day after a weekend', earliestEnd, 3, '2026-01-09', '2026-01-14T00:00:00.000Z'],
  ['the end of the fourth day where it ends last', latestEnd, 4, '2026-01-05', '2026-01-10T10:59:59.999Z'],
  ['a day after weekends and holidays', latestEnd, 4, '2026-01-16', '2026-01-24T10:59:59.999Z'],
  ['counted from a working day', latestEnd, 4, '2026-01-10', '2026-01-17T10:59:59.999Z'],
  ['after a New Year that is kept in December', latestEnd, 4, '2021-12-27', '2022-01-04T10:59:59.999Z'],
])('the end is %s', (_, endOf, days, date, end) => {
  expect(new Date(endOf(at(`${date}T14:00:00Z`), days)).toISOString()).toBe(end)
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
