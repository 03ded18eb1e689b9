// On samples of mutants and conforming variants, evenly spread over all of them, the suite finds today what the committed kill
// matrix says. `npm run mutation -- --write` generates the matrix.

import { expect, it } from 'vitest'
import { committedMatrix, rowOf } from './kill-matrix.ts'
import { committedLevelMatrix } from './level-matrix.ts'
import { contractJobs, type Job, jobs, runJob } from './run.ts'
import { isKilled } from './score.ts'

const matrix = committedMatrix()
const mutants = jobs.filter(({ requirement }) => requirement !== undefined)
const variants = jobs.filter(({ requirement }) => requirement === undefined)

const every = (step: number, of: readonly Job[]) => of.filter((_, at) => at % step === Math.floor(step / 2))

it.each(every(450, mutants).map((job) => [job.id, job] as const))(
  'finds on the mutant "%s" what the matrix says',
  async (id, job) => {
    expect(rowOf(await runJob(job))).toEqual(matrix.mutants[id])
  },
)

it('kills every tenth mutant with the properties of its requirement', async () => {
  const survivors: string[] = []
  for (const job of every(10, mutants)) {
    if (!isKilled(await runJob(job, { quick: true }))) survivors.push(job.id)
  }
  expect(survivors).toEqual([])
})

it('kills samples of mutants first in the run that the level matrix says', async () => {
  const committed = committedLevelMatrix()
  const found: Record<string, string | null> = {}
  for (const job of every(60, mutants))
    if (job.id in committed) found[job.id] = (await runJob(job, { atLevels: true })).firstRun ?? null
  expect(Object.keys(found).length).toBeGreaterThan(2)
  expect(committed).toMatchObject(found)
})

it.each([...every(120, variants), ...every(40, contractJobs)].map((job) => [job.id, job] as const))(
  'passes the variant "%s"',
  async (_, job) => {
    expect(await runJob(job)).toMatchObject({ failed: [], errors: [] })
  },
)
