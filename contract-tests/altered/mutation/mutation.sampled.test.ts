// The suite kills samples of mutants, and passes samples of conforming variants. A complete run takes a tenth of them: all of
// them take some ten minutes. The committed score is what the last complete run of `npm run mutation` found.

import { expect, it } from 'vitest'
import { drawn, scaled, seed } from '../../../core/test-support/sampling.ts'
import { contractVariants } from '../variants/contract-only.ts'
import { recording } from '../variants/together.ts'
import { contractJobs, jobs, runJob } from './run.ts'
import { isKilled } from './score.ts'

const mutants = jobs.filter(({ requirement }) => requirement !== undefined)
const variants = jobs.filter(({ requirement }) => requirement === undefined)

/** One of `step` jobs in a complete run. */
const oneOf = <One>(step: number, of: readonly One[]) => drawn(of, scaled(Math.ceil(of.length / step)), seed)

it('kills mutants with the properties of its requirement', async () => {
  const survivors: string[] = []
  for (const job of oneOf(10, mutants)) {
    if (!isKilled(await runJob(job, { quick: true }))) survivors.push(job.id)
  }
  expect(survivors).toEqual([])
})

it.each([...oneOf(120, variants), ...oneOf(60, contractJobs)].map((job) => [job.id, job] as const))(
  'passes the variant "%s"',
  async (_, job) => {
    expect(await runJob(job)).toMatchObject({ failed: [], errors: [] })
  },
)

/** Refusals of payouts that the suite does not send, and of requests that are refused before a response is changed. */
const unseen = [
  ...['at least 25 dollars', 'in one currency', 'at most three rows', 'names without digits'],
  'whose country is a name',
]

it.each(
  oneOf(
    60,
    Object.entries(contractVariants).filter(
      ([name, { response, delivery, transport }]) =>
        [response, delivery, transport].some((seam) => seam !== undefined) &&
        !unseen.some((end) => name.endsWith(end)),
    ),
  ),
)('passes "%s", and sees that something is different', async (id, variant) => {
  let differs = false
  const options = recording(variant, () => {
    differs = true
  })
  expect([await runJob({ id, options }), differs]).toMatchObject([{ failed: [], errors: [] }, true])
})
