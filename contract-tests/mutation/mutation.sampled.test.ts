// On samples of mutants and conforming variants, the suite finds today what the committed kill matrix says. A complete run takes
// a tenth of them: all of them take most of an hour. `npm run mutation -- --write` generates the matrix.

import { expect, it } from 'vitest'
import { drawn, scaled, seed } from '../../core/test-support/sampling.ts'
import { committedMatrix, rowOf } from './kill-matrix.ts'
import { committedLevelMatrix } from './level-matrix.ts'
import { contractJobs, type Job, jobs, runJob } from './run.ts'
import { isKilled } from './score.ts'

const matrix = committedMatrix()
const mutants = jobs.filter(({ requirement }) => requirement !== undefined)
const variants = jobs.filter(({ requirement }) => requirement === undefined)

/** One of `step` jobs in a complete run. */
const oneOf = (step: number, of: readonly Job[]) => drawn(of, scaled(Math.ceil(of.length / step)), seed)

it.each(oneOf(450, mutants).map((job) => [job.id, job] as const))(
  'finds on the mutant "%s" what the matrix says',
  async (id, job) => {
    expect(rowOf(await runJob(job))).toEqual(matrix.mutants[id])
  },
)

it('kills mutants with the properties of its requirement', async () => {
  const survivors: string[] = []
  for (const job of oneOf(10, mutants)) {
    if (!isKilled(await runJob(job, { quick: true }))) survivors.push(job.id)
  }
  expect(survivors).toEqual([])
})

it('kills samples of mutants first in the run that the level matrix says', async () => {
  const committed = committedLevelMatrix()
  const found: Record<string, string | null> = {}
  for (const job of oneOf(
    60,
    mutants.filter(({ id }) => id in committed),
  ))
    found[job.id] = (await runJob(job, { atLevels: true })).firstRun ?? null
  expect(committed).toMatchObject(found)
})

it.each([...oneOf(120, variants), ...oneOf(40, contractJobs)].map((job) => [job.id, job] as const))(
  'passes the variant "%s"',
  async (_, job) => {
    expect(await runJob(job)).toMatchObject({ failed: [], errors: [] })
  },
)
