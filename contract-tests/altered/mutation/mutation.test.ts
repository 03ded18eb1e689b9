// Runs are selected and scored. mutation.sampled.test.ts tests what the suite finds today.

import { describe, expect, it } from 'vitest'
import { observableRequirementIds } from '../../../spec/requirements.ts'
import { inProcess } from '../../observe/in-process.ts'
import { mutants } from '../mutants/all.ts'
import { variants } from '../variants/all.ts'
import { checkableIn, distinctRuns, firstKillingRun, runName } from './levels.ts'
import { reportText } from './report.ts'
import { isInvalidResponse, jobs, type Outcome } from './run.ts'
import { selectJobs } from './run-all.ts'
import { committedScore, scoreOf } from './score.ts'

/** Observable requirements that no mutant in this process can break, with the reason. */
const unguarded: Readonly<Record<string, string>> = {}

describe('the fixed list', () => {
  it('has a mutant for every observable requirement, and each deployment once', () => {
    const guarded = new Set(mutants.map(({ requirement }) => requirement))
    expect(observableRequirementIds.filter((id) => !guarded.has(id))).toEqual(Object.keys(unguarded))
    expect(new Set(jobs.map(({ id }) => id)).size).toBe(jobs.length)
  })

  it('had no survivor and no false alarm in the last complete run, which had nearly the same', () => {
    const { killed, passed } = committedScore()
    expect([killed.count, passed.count]).toEqual([killed.of, passed.of])
    const deployments = mutants.length + variants.length
    const measured = killed.of + passed.of
    const remedy = 'Update it with: npm run mutation -- --quick --write'
    expect(Math.abs(measured - deployments), remedy).toBeLessThan(0.05 * deployments)
  })
})

describe('the runs by level', () => {
  const deployment = inProcess()
  const runs = distinctRuns(deployment)

  it('has a run for each setup and level that adds checks', () => {
    expect(runs.map(runName)).toEqual([
      'accounts read',
      'accounts write',
      'accounts money',
      'receiver money',
      'control money',
      'control disruptive',
    ])
    const counts = runs.map((run) => checkableIn(run, deployment).length)
    expect(counts).toEqual(counts.toSorted((a, b) => a - b))
    expect(counts.at(-1)).toBe(observableRequirementIds.length)
  })

  it('has the first run that kills a mutant, of those that can check its requirement', async () => {
    const asked: string[] = []
    const first = await firstKillingRun('webhooks.get-within-2048', deployment, async (run) => {
      asked.push(runName(run))
      return run.setup === 'control'
    })
    expect(asked).toEqual(['receiver money', 'control money'])
    expect(first).toEqual({ setup: 'control', level: 'money' })
    expect(await firstKillingRun('stores.tab-labels', deployment, async () => false)).toBeUndefined()
  })
})

const outcome = (id: string, failed: string[], rest: Partial<Outcome> = {}): Outcome => ({
  id,
  failed,
  errors: [],
  schema: false,
  ...rest,
})
const mutant = (id: string, failed: string[], rest: Partial<Outcome> = {}) =>
  outcome(id, failed, { requirement: 'partial-payments.closes', ...rest })

describe('a run', () => {
  const all = [
    mutant('killed', ['partial-payments.closes', 'partial-payments.response-shape']),
    mutant('killed by another', ['partial-payments.response-shape']),
    mutant('not killed', [], { schema: true }),
    outcome('passes', []),
    outcome('is invalid', ['qr-transactions.response-shape'], { schema: true }),
    outcome('breaks the suite', [], { errors: ['a property: TypeError'] }),
  ]

  it('is scored by mutants, variants and requirements', () => {
    expect(scoreOf(all)).toMatchObject({
      killed: { count: 1, of: 3 },
      killedStated: { count: 0, of: 0 },
      detected: { count: 2, of: 3 },
      passed: { count: 1, of: 3 },
      schema: { detected: { count: 1, of: 3 }, passed: { count: 2, of: 3 } },
      requirements: { count: 1, of: observableRequirementIds.length },
    })
  })

  it('is reported with survivors, false alarms and unguarded requirements', () => {
    const text = reportText(scoreOf(all))
    expect(text).toContain(
      'mutation score  1 of 3 (33.3 %) mutants killed by the requirement that they break',
    )
    expect(text).toContain('survivor: killed by another\n  Failed instead: partial-payments.response-shape.')
    expect(text).toContain('survivor: not killed\n  Nothing failed.')
    expect(text).toContain('false alarm: breaks the suite: a property: TypeError')
    expect(text).toContain('no mutant kills qr-transactions.response-shape')
  })

  it('can be restricted to a resource, a requirement, a mutant or the variants', () => {
    const selected = (only: string) => selectJobs(only).map((index) => jobs[index])
    expect(selected('stores').every((job) => job?.requirement?.startsWith('stores.'))).toBe(true)
    expect(selected('stores.tab-labels').length).toBe(2)
    expect(selected('variants').length).toBe(variants.length)
    expect(selected(mutants[7]?.id ?? '').map((job) => job?.id)).toEqual([mutants[7]?.id])
    expect(selected('nothing')).toEqual([])
  })

  it('is compared with validating responses against the document', () => {
    const store = (result: unknown) =>
      isInvalidResponse('getStore', 200, JSON.stringify({ ok: true, result }))
    expect(store({})).toBe(true)
    expect(isInvalidResponse('getStore', 200, '<html>')).toBe(true)
    expect(isInvalidResponse('getStore', 404, '{}')).toBe(false)
    expect(isInvalidResponse('closePartialPayment', 200, '{"ok":true,"result":{"success":true}}')).toBe(false)
  })
})
