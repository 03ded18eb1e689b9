// The benchmarks do what they measure. How long they take is measured by `npm run bench`.

import { expect, it } from 'vitest'
import { snapshot } from './snapshot.ts'
import { yearOfSubscriptions } from './year.ts'

it('a year of weekly subscriptions makes every debit and stores less than 2 kB for each', async () => {
  // Enough that what the test runner frees meanwhile does not matter.
  const { debits, bytesPerTransaction } = await yearOfSubscriptions(1000)
  expect(debits).toBe(52_000)
  expect(bytesPerTransaction).toBeGreaterThan(200)
  expect(bytesPerTransaction).toBeLessThan(2000)
})

it('a world is restored from its JSON', async () => {
  const figures = await snapshot(200, 1)
  expect(figures.map(({ name }) => name)).toEqual([
    'Snapshot and restore of 200 transactions',
    'A new sandbox',
  ])
})
