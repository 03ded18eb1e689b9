// The built program's `verify` against the built-in simulator, against a served one, and against one without a control API.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { testDirectory } from '../../core/test-support/test-directory.ts'
import { runProgram, serveProgram } from '../../simulator/test-support/built-program.ts'
import { observableRequirementIds } from '../../spec/requirements.ts'
import type { Report } from '../judge/report.ts'

const directory = testDirectory('contract')

let runs = 0
async function verifying(...flags: string[]) {
  runs += 1
  const reports = join(directory, `run-${runs}`)
  const ended = await runProgram('verify', '--report', reports, ...flags)
  const report: Report = JSON.parse(readFileSync(join(reports, 'report.json'), 'utf8'))
  return { ...ended, report }
}

describe('paytwin verify', () => {
  it('passes every observable requirement on the built-in simulator', async () => {
    const { code, report, stdout } = await verifying('--runs', '2')
    expect(report.failures).toEqual([])
    expect(report.counts).toEqual({
      pass: observableRequirementIds.length,
      fail: 0,
      warning: 0,
      'not applicable': 0,
      disabled: 0,
      inconclusive: 0,
      error: 0,
    })
    expect(stdout).toContain('conforms (exit 0)')
    expect(code).toBe(0)
  })

  it('passes over HTTP in a new sandbox, which it deletes', async () => {
    const served = await serveProgram()
    try {
      const base = ['--base-url', `${served.url}/api`, '--control-url', `${served.url}/control`]
      const { code, report } = await verifying('--runs', '1', ...base)
      expect(report.failures).toEqual([])
      expect(report.counts.pass).toBe(observableRequirementIds.length)
      expect(report.created).toEqual([])
      expect(code).toBe(0)

      const { sandboxes } = Object(await (await fetch(`${served.url}/sandboxes`)).json())
      expect(sandboxes).toEqual([expect.objectContaining({ name: 'default' })])
    } finally {
      await served.stop()
    }
  })

  it('checks a target without clock, shopper and webhooks in part, with reasons', async () => {
    const served = await serveProgram('--no-control')
    try {
      const base = ['--smoke', '--level', 'disruptive', '--base-url', `${served.url}/api`]
      const { code, report, stdout } = await verifying(...base)
      expect(report.failures).toEqual([])
      expect(report.counts).toMatchObject({ inconclusive: 0, error: 0 })
      expect(report.counts.pass).toBeGreaterThan(150)
      const reasonOf = (id: string) => report.requirements.find((one) => one.id === id)
      expect(reasonOf('partial-payments.closes')).toMatchObject({
        verdict: 'not applicable',
        reasons: ["needs a way to act as the shopper (the simulator's control API)"],
      })
      expect(reasonOf('exchange-payments.done-within-two-hours')).toMatchObject({
        verdict: 'not applicable',
        reasons: ['needs a webhook that the deployment calls'],
      })
      expect(report.outcome).toMatch(/^conforms in part: \d+ requirements not applicable to the target$/)
      expect(stdout).toMatch(/Created \d+ records that were not removed\. Their ids begin with pt-/)
      expect(code).toBe(4)
      const payouts = ['--only', 'payouts', '--level', 'read', '--base-url', `${served.url}/api`]
      expect((await verifying(...payouts)).stdout).not.toContain('No request succeeded')
      const accepted = await verifying('--accept-partial', '--only', 'stores,partial-payments', ...base)
      expect(accepted.code).toBe(0)
    } finally {
      await served.stop()
    }
  })

  it('documents its exit codes and rejects invalid flags', async () => {
    const help = await runProgram('verify', '--help')
    expect(help.stdout).toMatch(/Exit codes:\n {2}0 {2}conforms[\s\S]*\n {2}4 {2}inconclusive or partial/)
    for (const [flags, words] of [
      [['--level', 'all'], 'Expected one of read, write, money, disruptive.'],
      [['--runs', '0'], 'Expected an integer from 1 to 2147483647.'],
      [['--only', 'nothing'], 'There is no requirement "nothing".'],
    ] as const) {
      const { code, stdout, stderr } = await runProgram('verify', ...flags)
      expect(stderr).toContain(words)
      expect(stderr).not.toMatch(/^\s+at /m)
      expect([code, stdout]).toEqual([2, ''])
    }
  })
})
