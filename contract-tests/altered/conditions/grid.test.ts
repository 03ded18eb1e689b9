// The grid is large, its sample depends on the seed alone, and the suite notices a fault under a condition that it meets.

import { expect, it } from 'vitest'
import { allProperties } from '../../commands/all-claims.ts'
import { nameOf } from '../../steps/property.ts'
import { coverageOf, propertiesFor, runMutant } from '../mutation/sample.ts'
import { sampleText } from '../mutation/sample-report.ts'
import { membersOf } from '../mutation/sampled-variants.ts'
import { conditionalMutants, sampled } from './grid.ts'

it('has at least 10,000 conditional mutants, each with its own id', () => {
  const all = conditionalMutants()
  expect(all.length).toBeGreaterThan(10_000)
  expect(new Set(all.map(({ id }) => id)).size).toBe(all.length)
})

it('is sampled from a seed, without repetition', () => {
  const ids = (seed: number) => sampled(200, seed).map(({ id }) => id)
  expect(new Set(ids(1)).size).toBe(200)
  expect(ids(1)).toEqual(ids(1))
  expect(ids(2)).not.toEqual(ids(1))
})

const properties = allProperties.filter((one) => /^(stores|payouts):/.test(nameOf(one)))
const named = (start: string, words: string) => {
  const found = conditionalMutants().find(
    ({ fault, condition }) => fault.id.startsWith(start) && condition.words === words,
  )
  if (found === undefined) throw new RangeError(`There is no conditional mutant ${start} | ${words}.`)
  return found
}

it('is noticed where its condition is met, and survives where it is not', async () => {
  const how = { runs: 1 }
  const coverage = await coverageOf(how, properties)
  const met = named('stores.of-the-merchant', 'second merchant')
  const unmet = named('stores.of-the-merchant', 'on 29 February')
  expect(propertiesFor(unmet, coverage)).toEqual([])
  const outcomes = [await runMutant(met, coverage, how), await runMutant(unmet, coverage, how)]
  expect(outcomes).toMatchObject([{ noticed: true, failed: ['stores.of-the-merchant'] }, { noticed: false }])
  const text = sampleText(outcomes, 'npm run mutation -- --conditional')
  expect(text).toContain('noticed with exit 1: 1 of 2 (50.0 %)')
  expect(text).toContain(
    `survivors, the situation is never met: 1\n  npm run mutation -- --conditional '${unmet.id}'`,
  )
})

it('draws about twenty permitted differences for a sampled variant, the same from the same seed', () => {
  const names = (id: string) => membersOf(id).map(([name]) => name)
  expect(names('7.12')).toEqual(names('7.12'))
  expect(names('7.12')).not.toEqual(names('7.13'))
  expect(names('7.12').length).toBeGreaterThan(10)
})
