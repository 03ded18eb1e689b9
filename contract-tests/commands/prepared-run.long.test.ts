// Runs in two phases, on a simulator whose time passes between them. Only the test moves it.

import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { hourMs } from '../../core/durations.ts'
import { testDirectory } from '../../core/test-support/test-directory.ts'
import { mutantOf } from '../altered/mutants/all.ts'
import { completing } from '../altered/mutants/world-seam.ts'
import { deliveryLog } from '../observe/delivery-log.ts'
import type { InProcessOptions } from '../observe/in-process.ts'
import { passingTime } from '../observe/test-support/passing-time.ts'
import { junitReport } from '../report/junit.ts'
import { verify } from './verify.ts'

const directory = testDirectory('prepared')

const day = 24
let files = 0

async function prepared(options?: InProcessOptions) {
  files += 1
  const file = join(directory, `${files}.json`)
  const { deployment, time, pass } = await passingTime(options)
  const run = async (phase: { prepare: string } | { resume: string }) => {
    const report = await verify(deployment, { level: 'money', time, ...phase })
    const result = (id: string) => report.requirements.find((one) => one.id === id)
    return {
      report,
      verdictOf: (id: string) => result(id)?.verdict,
      reasonsOf: (id: string) => result(id)?.reasons,
    }
  }
  return { file, deployment, first: await run({ prepare: file }), pass, resume: () => run({ resume: file }) }
}

const bankEnd = 'bank-payments.done-within-four-working-days'
const renewal = 'subscriptions.renewed-by-the-service'
const noRenewal = 'subscriptions.not-renewed-by-the-service'

describe('a run in two phases', () => {
  it('creates first, and judges later what the time since then makes judgeable', async () => {
    const { file, first, pass, resume } = await prepared()
    expect([first.report.failures, first.report.warnings, first.report.errors]).toEqual([[], [], []])
    expect(first.report.exitCode).toBe(0)
    expect(junitReport(first.report)).not.toContain('<error')
    expect(first.report.notes).toEqual([
      expect.stringMatching(
        /^Prepared .*\. \d+ of \d+ requirements can be judged from .*, and all from .*\. Run then: npx paytwin verify --resume /,
      ),
    ])
    expect(first.report.requirements.filter(({ request }) => request !== undefined)).toEqual([])
    expect(first.verdictOf(bankEnd)).toBe('inconclusive')
    expect(first.reasonsOf(renewal)?.[0]).toMatch(/^judgeable from \d{4}-\d\d-\d\dT/)
    expect(statSync(file).mode & 0o777).toBe(0o600)

    await pass(12 * day)
    const second = await resume()
    expect([second.report.failures, second.report.warnings, second.report.errors]).toEqual([[], [], []])
    expect([bankEnd, renewal, noRenewal].map(second.verdictOf)).toEqual([
      'pass',
      'inconclusive',
      'inconclusive',
    ])
    expect(second.report.requests).toBeLessThan(first.report.requests / 2)

    await pass(94 * day)
    const last = await resume()
    expect([last.report.failures, last.report.warnings, last.report.errors]).toEqual([[], [], []])
    expect(last.report.counts.inconclusive).toBe(0)
    expect([bankEnd, renewal, noRenewal].map(last.verdictOf)).toEqual(['pass', 'pass', 'pass'])
    expect((await resume()).report).toMatchObject({ requests: 1, created: [] })
  })

  it('finds what happened in between', async () => {
    const early = await prepared(
      completing('bank', 'complete after a day', (world) => world.now + 24 * hourMs),
    )
    await early.pass(12 * day)
    expect((await early.resume()).verdictOf('bank-payments.not-done-before-three-working-days')).toBe(
      'warning',
    )
    const renewing = await prepared(mutantOf(noRenewal))
    await renewing.pass(106 * day)
    const { report } = await renewing.resume()
    expect(report.failures.map(({ requirement }) => requirement)).toEqual([noRenewal])
  })

  it('writes no secret', async () => {
    const { file, deployment } = await prepared()
    const text = readFileSync(file, 'utf8')
    const { merchants, shoppers } = deployment.target
    for (const secret of merchants.flatMap(({ accessToken, clientSecret, merchantAuth }) => [
      accessToken,
      clientSecret,
      merchantAuth,
    ]))
      expect(text).not.toContain(secret)
    for (const shopper of Object.values(shoppers)) expect(text).not.toContain(shopper?.accessToken)
  })

  it('sends nothing if the log of deliveries cannot be read', async () => {
    const { deployment, time } = await passingTime()
    let requests = 0
    const send: typeof deployment.send = (...request) => {
      requests += 1
      return deployment.send(...request)
    }
    const webhooks = deliveryLog(join(directory, 'absent.log'), 1, 'http://127.0.0.1/webhook/0')
    const prepare = join(directory, 'without-log.json')
    const run = verify({ ...deployment, send, webhooks }, { level: 'money', time, prepare })
    await expect(run).rejects.toThrow('Cannot read the log of deliveries')
    expect([requests, existsSync(prepare)]).toEqual([0, false])
  })

  it('without a log of deliveries names it, and is refused if nothing else can be prepared', async () => {
    const { deployment, time } = await passingTime()
    const { webhooks: _, ...others } = deployment
    const run = (target: typeof deployment.target, name: string) =>
      verify({ ...others, target }, { level: 'money', time, prepare: join(directory, name) })
    await expect(run(deployment.target, 'nothing.json')).rejects.toThrow('There is nothing to prepare.')
    expect(existsSync(join(directory, 'nothing.json'))).toBe(false)
    const fixtures = { agingPartialPayment: 'order-1', openPartialPayment: 'order-1' }
    const { requirements } = await run({ ...deployment.target, fixtures }, 'closing.json')
    expect(requirements.find(({ id }) => id === renewal)).toMatchObject({
      verdict: 'not applicable',
      reasons: [expect.stringContaining('without capabilities.webhooks.log in the target file')],
    })
  })

  it('refuses a file that exists, of another target, or too old', async () => {
    const { file, deployment, pass, resume } = await prepared()
    await expect(verify(deployment, { prepare: file })).rejects.toThrow(`Cannot write ${file}.`)
    const target = { ...deployment.target, baseUrl: 'http://127.0.0.1:1/api' }
    await expect(verify({ ...deployment, target }, { resume: file })).rejects.toThrow('of another target')
    await pass(121 * day)
    await expect(resume()).rejects.toThrow('too old')
  })
})
