// The suite against an implementation that was written from the contract alone, with choices unlike those of the simulator.

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { sampled } from '../../../core/test-support/sampling.ts'
import { type RunOptions, verify } from '../../commands/verify.ts'
import type { Report, Verdict } from '../../judge/report.ts'
import { overHttp } from '../../observe/over-http.ts'
import { type Accounts, newAccounts } from './accounts.ts'
import { regressions } from './regressions.ts'
import { type Change, startService } from './server.ts'
import { targetOf } from './target.ts'

// Much longer than on a machine with nothing else to do.
const timeout = 300_000
let accounts: Accounts
beforeAll(() => {
  accounts = newAccounts()
})

async function report(change: Change, hasControl: boolean, options: RunOptions): Promise<Report> {
  const service = await startService(change, accounts)
  const deployment = await overHttp(targetOf(service, hasControl))
  try {
    return await verify(deployment, { shrink: false, runs: 1, ...options })
  } finally {
    await deployment.close()
    await service.close()
  }
}

const withVerdict = ({ requirements }: Report, verdict: Verdict) =>
  requirements.filter((one) => one.verdict === verdict).map(({ id }) => id)

const shown = ({ failures }: Report) =>
  failures.map(({ requirement, expected, actual }) => ({ requirement, expected, actual }))

/** The files of the implementation by name, without its regressions, its target file and this test. */
const sources = readdirSync(import.meta.dirname)
  .filter((name) => !/^regressions|^target|\.test\./.test(name))
  .map((name) => [name, readFileSync(join(import.meta.dirname, name), 'utf8')] as const)

describe('the independent implementation', () => {
  it('has at most 800 lines of code, blank lines and comments not counted', () => {
    const lines = sources.flatMap(([, text]) => text.split('\n'))
    const code = lines.filter((line) => !/^\s*($|\/\/|\/\*\*|\*)/.test(line))
    expect(code.length).toBeGreaterThan(500)
    expect(code.length).toBeLessThanOrEqual(800)
  })

  it('imports nothing of the simulator, the suite and their libraries', () => {
    const imported = sources.flatMap(([name, text]) =>
      [...text.matchAll(/(?:from|import\() ?'([^']+)'/g)].map(([, path]) => `${name}: ${path}`),
    )
    expect(imported.length).toBeGreaterThan(20)
    expect(imported.filter((one) => !/: (\.\/|node:|decimal\.js$)/.test(one))).toEqual([])
  })

  it('violates no stated requirement, and every requirement is checked', { timeout }, async () => {
    const clean = await report({}, true, { level: 'disruptive' })
    expect(shown(clean)).toEqual([])
    expect(withVerdict(clean, 'warning')).toEqual([
      'carts.malformed-period-refused',
      'invoices.becomes-order',
      'exchange-payments.done-within-two-hours',
      'payouts.transfers-in-order',
      'payouts.payees-in-order',
      'subscriptions.renewed-on-the-frequency',
    ])
    expect(clean.counts).toMatchObject({ inconclusive: 0, 'not applicable': 0, error: 0 })
  })

  it.each(
    sampled([
      ['read', 55],
      ['write', 115],
      ['money', 185],
      ['disruptive', 185],
    ] as const),
  )(
    'violates no stated requirement at the level %s without a control API',
    { timeout },
    async (level, min) => {
      const clean = await report({}, false, { level })
      expect(shown(clean)).toEqual([])
      expect(clean.counts.error).toBe(0)
      expect(clean.counts.pass).toBeGreaterThanOrEqual(min)
    },
  )

  it('violates a requirement of each regression, except for at most one of 20', { timeout }, async () => {
    const unnoticed: string[] = []
    const all = Object.entries(regressions)
    for (const [id, { name, ...change }] of sampled(all)) {
      const found = await report(change, true, { level: 'disruptive', only: [id], runs: 5 })
      if (found.failures.length === 0) unnoticed.push(name)
    }
    expect(all.length).toBe(20)
    expect(unnoticed.length, unnoticed.join(', ')).toBeLessThanOrEqual(1)
  })
})
