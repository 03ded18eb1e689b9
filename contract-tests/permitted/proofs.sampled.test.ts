// Each row that checks ask about is needed: without it, a conforming variant is accused, and with it, none is. What the row hides is
// measured: with it, the mutants of the same requirement are still noticed.

import { describe, expect, it } from 'vitest'
import { drawn, sampled, scaled, seed } from '../../core/test-support/sampling.ts'
import { withSetup } from '../altered/mutation/levels.ts'
import { jobs, runJob } from '../altered/mutation/run.ts'
import { isKilled } from '../altered/mutation/score.ts'
import { variants } from '../altered/variants/all.ts'
import { contractVariants } from '../altered/variants/contract-only.ts'
import { verify } from '../commands/verify.ts'
import { inProcess } from '../observe/in-process.ts'
import { type AskedRow, askedRows, type PermittedId } from './rows.ts'

const rows = Object.entries(askedRows) as [PermittedId, AskedRow][]

/** The requirements that accuse the variant of a row, also by a warning. Only its requirement is checked. */
async function accusedBy(row: AskedRow, withoutRows: PermittedId[]): Promise<string[]> {
  const { variant, accused, setup = 'control', level = 'disruptive' } = row
  const options = contractVariants[variant] ?? new Map(variants).get(variant)
  if (options === undefined) throw new Error(`There is no variant "${variant}".`)
  const deployment = withSetup(inProcess(options), setup)
  const report = await verify(deployment, {
    only: [accused],
    level,
    withoutRows,
    strict: true,
    runs: 4,
    shrink: false,
  })
  return report.failures.map(({ requirement }) => requirement)
}

describe.each(sampled(rows, 2))('%s', (id, row) => {
  it('is needed by its variant', async () => {
    expect(await accusedBy(row, [id])).toContain(row.accused)
    expect(await accusedBy(row, [])).toEqual([])
  })

  it('hides no mutant of the requirement', async () => {
    const mutants = jobs.filter(({ requirement }) => requirement === row.accused)
    for (const mutant of drawn(mutants, scaled(1), seed))
      expect(isKilled(await runJob(mutant, { quick: true })), mutant.id).toBe(true)
  })
})
