// Several processes, a disk, a database and a balancer on virtual time, with faults: nothing that was answered is lost, and what would
// lose something is found.

import { expect, it } from 'vitest'
import { scaled } from '../../core/test-support/sampling.ts'
import { readSimulation } from './figures.ts'
import { plantNames, seedThatFinds, withPlant } from './planted-faults.ts'
import { findingText, runSeed, shrink } from './run.ts'

/** They found a late forward of a paused worker, an unnoticed first line, a failed sandbox that counts, and a file removed too late. */
const foundOnce = [1995, 4084, 9409, 2479, 5952, 1905, 4284, 3041]

it('finds nothing with any seed', async () => {
  const seeds = Array.from({ length: scaled(300, 200) }, (_, index) => index + 1)
  for (const seed of [...foundOnce, ...seeds]) {
    const outcome = await runSeed(seed)
    expect(outcome.finding, findingText(outcome)).toBeUndefined()
  }
})

it('repeats a seed byte for byte', async () => {
  for (const seed of [1, 2, 3]) {
    const [first, second] = [await runSeed(seed), await runSeed(seed)]
    expect(first.trace.length).toBeGreaterThan(20)
    expect(second).toEqual(first)
  }
})

const { plants } = readSimulation()
/** After a change of the program, others may find it. */
const others = Array.from({ length: 150 }, (_, index) => index + 1)

it.each(plantNames)('finds that %s', async (name) => {
  expect(await seedThatFinds(name, [plants[name] ?? 1, ...others])).toBeDefined()
})

it('shrinks a finding to the steps that it needs', async () => {
  const name = 'upper and lower case are the same name'
  const found = await withPlant(name, () => runSeed(plants[name] ?? 1))
  const smallest = await withPlant(name, () => shrink(found))
  expect(smallest.finding).toBeDefined()
  expect(smallest.plan.steps.length).toBeLessThan(found.plan.steps.length / 2)
  expect(findingText(smallest)).toMatch(
    /^Seed \d+: .*\n.* nodes or workers, .*\n {2}\d+\.\d{3} s: client \d: put/,
  )
})
