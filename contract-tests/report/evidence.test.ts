// The evidence of a failure: its content, one failure for each cause, its command, and a scenario that replays it.

import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { qrTransaction } from '../../client/sample-requests.ts'
import { secretsOf } from '../../client/target.ts'
import { testDirectory } from '../../core/test-support/test-directory.ts'
import type { ScenarioTarget } from '../../scenarios/connection.ts'
import { writeFailureScenario } from '../../scenarios/failure-scenario.ts'
import { simulatorInProcess } from '../../scenarios/in-process.ts'
import { loadScenario } from '../../scenarios/load.ts'
import { replayScenario } from '../../scenarios/replay.ts'
import type { RequirementId } from '../../spec/requirements.ts'
import { mutantOf } from '../altered/mutants/all.ts'
import { changeBody } from '../altered/mutants/operators/request.ts'
import { changeResponse, changing, rename, resultOf } from '../altered/mutants/operators/response.ts'
import { beyondAscii } from '../claims/beyond-ascii.ts'
import { type RunOptions, verify } from '../commands/verify.ts'
import { exitCodes } from '../judge/exit-codes.ts'
import type { Report } from '../judge/report.ts'
import type { FoundFailure } from '../judge/verdicts.ts'
import type { Deployment } from '../observe/deployment.ts'
import { type InProcessOptions, inProcess } from '../observe/in-process.ts'
import { property } from '../steps/property.ts'
import { writeReports } from './files.ts'

const directory = testDirectory('evidence')

const tooLate = 'partial-payments.after-two-weeks-refused'
/** Closes a partial payment at any time. */
const ignoresTheWindow = mutantOf(tooLate)
const correctsSpelling = rename('crytoCurrency', 'cryptoCurrency')(resultOf('createQrTransaction')(''))

async function failuresOf(mutant: InProcessOptions, options: RunOptions = {}) {
  const deployment = inProcess(mutant)
  const found: FoundFailure[] = []
  const report = await verify(deployment, {
    runs: 4,
    strict: true,
    ...options,
    evidence: (one) => found.push(one),
  })
  return { deployment, report, found }
}

describe('a failure', () => {
  it('has the requirement, expected and actual outcome, and the steps', async () => {
    const { report } = await failuresOf(ignoresTheWindow, {
      only: [tooLate],
    })
    const [failure] = report.failures
    expect(report.failures.length).toBe(1)
    expect(failure).toMatchObject({
      requirement: tooLate,
      section: expect.stringContaining('States and transitions'),
      sectionLinks: expect.arrayContaining(['docs/reference/contract.md#states-and-transitions']),
      noCurl: 'the target is in this process',
      expected: 'a refusal in any form, because more than two weeks have passed',
      actual: expect.stringContaining('HTTP 200'),
    })
    const steps = failure?.transcript.map((entry) => ('did' in entry ? entry.did : entry.operationId)) ?? []
    expect(steps[0]).toBe('createQrTransaction')
    expect(steps).toContainEqual(expect.stringMatching(/^The shopper's wallet pays/))
    expect(steps).toContainEqual(expect.stringMatching(/^The clock advances/))
    expect(steps.at(-1)).toBe('closePartialPayment')
    const last = failure?.transcript.at(-1)
    expect(last).toMatchObject({ payload: { offerId: expect.any(String) }, status: 200 })
    expect(last).toHaveProperty('body', expect.stringMatching(/"encryptedReq":"U2FsdGVk/))
  })

  it('contains no secret anywhere', async () => {
    const echo = changing('Echoes the headers', (json, { request }) => ({
      ...Object(json),
      ...{ ok: 'yes', echo: request.headers },
    }))({ operations: ['getStore'], path: '' })
    const { report, deployment } = await failuresOf(echo, {
      only: ['stores', 'subscriptions', 'partial-payments'],
      runs: 1,
    })
    expect(report.failures.length).toBeGreaterThan(0)
    const text = JSON.stringify(report)
    for (const secret of secretsOf(deployment.target).keys()) expect(text).not.toContain(secret)
    expect(text).toContain('Bearer <merchant.accessToken>')
  })

  it('is reported once for each cause, with all properties that find it', async () => {
    const { report } = await failuresOf(correctsSpelling, { only: ['qr-transactions'], level: 'money' })
    const id = 'qr-transactions.cryto-currency-spelling'
    expect(report.failures).toEqual([
      expect.objectContaining({
        requirement: id,
        place: 'result.crytoCurrency',
        expected: 'the field "crytoCurrency"',
        actual: 'missing',
        reproduce: `npx paytwin verify --seed 1 --runs 4 --level money --strict --only ${id}`,
      }),
    ])
    expect(report.failures[0]?.properties.length).toBeGreaterThan(1)
    expect(report.exitCode).toBe(exitCodes.violated)
  })
})

/** Checks one field, so that only a mutant of that field fails. */
const properties = [
  property({
    title: "a response has the request's amount",
    level: 'write',
    checks: ['qr-transactions.same-crypto-currency'],
    async run(it) {
      await it.forAll(fc.constant(0), async () => {})
      await it.forAll(fc.integer({ min: 1, max: 90 }), async (it, cents) => {
        const amount = `20.${String(cents).padStart(2, '0')}`
        const body = qrTransaction(it, { amount })
        const { result } = it.given(await it.client.call('createQrTransaction', { body }))
        it.check('qr-transactions.same-crypto-currency', result.totalAmount === amount, {
          expected: amount,
          actual: result.totalAmount,
        })
      })
    },
  }),
]
const cutsCents: InProcessOptions = {
  // The total is the amount that was requested.
  simulator: { assumptions: { 'qr-transactions.total-amount': 'fiat' } },
  response: changeResponse('createQrTransaction', 'result.totalAmount', (total) =>
    Number(total) >= 20.37 ? '20.00' : total,
  ),
}

/** Changes one value of the information about an order. */
const ofOrders = (path: string, change: (text: string) => string): InProcessOptions => ({
  response: changeResponse('getInvoice', `result.returnval.${path}`, (text) => change(String(text))),
})

describe('a generated input that fails', () => {
  it('is shrunk, and the command reproduces it', async () => {
    const { report } = await failuresOf(cutsCents, { properties, runs: 50 })
    const [failure] = report.failures
    expect(failure).toMatchObject({ counterexample: '[37]', expected: '20.37', actual: '20.00' })
    const [, path = ''] =
      /--property 'a response has the request'\\''s amount' --path (2\/[\d:]+)$/.exec(
        failure?.reproduce ?? '',
      ) ?? []
    const again = await failuresOf(cutsCents, { properties, runs: 50, path })
    expect(again.report.failures[0]).toMatchObject({ counterexample: '[37]', actual: '20.00' })
    expect(again.report.requests).toBeLessThan(report.requests)
    await expect(failuresOf(cutsCents, { properties, path: 'once more' })).rejects.toThrow(
      'Invalid value "once more" for --path.',
    )
    await expect(failuresOf(cutsCents, { properties, property: 'nothing like it' })).rejects.toThrow(
      'There is no property "nothing like it".',
    )
  })

  it('is reported apart from another requirement that smaller inputs violate', async () => {
    const both = property({
      title: 'two requirements at once',
      level: 'write',
      checks: ['qr-transactions.same-crypto-currency', 'qr-transactions.response-shape'],
      run: (it) =>
        it.forAll(fc.integer({ min: 0, max: 100 }), async (it, number) => {
          it.check(
            number > 10 ? 'qr-transactions.same-crypto-currency' : 'qr-transactions.response-shape',
            false,
            {
              expected: 'nothing',
              actual: `${number}`,
            },
          )
        }),
    })
    const { report } = await failuresOf({}, { properties: [both], seed: 1 })
    expect(report.failures.map(({ requirement }) => requirement).sort()).toEqual([
      'qr-transactions.response-shape',
      'qr-transactions.same-crypto-currency',
    ])
    const shrunk = report.failures.find(({ counterexample }) => counterexample !== undefined)
    expect(shrunk?.actual).toBe(shrunk?.requirement === 'qr-transactions.response-shape' ? '0' : '11')
  })
})

const written = (path: string, report: Report, found: readonly FoundFailure[], { target }: Deployment) =>
  writeReports(path, report, found, { target, flags: '' }, writeFailureScenario)

function replayable(mutant: InProcessOptions): ScenarioTarget {
  const payload = simulatorInProcess()
  return {
    ...payload,
    open: async (setting) => {
      const deployment = inProcess(mutant)
      await deployment.fresh()
      return { ...(await payload.open(setting)), send: deployment.send }
    },
  }
}

describe('the scenario of a failure', () => {
  const options = { inputs: {}, timeoutMs: 30_000 }

  it.each<[string, InProcessOptions, string, RunOptions]>([
    ['a refusal', ignoresTheWindow, tooLate, {}],
    ['a field', correctsSpelling, 'qr-transactions.cryto-currency-spelling', {}],
    ['a value', cutsCents, 'qr-transactions.same-crypto-currency', { properties, runs: 50 }],
    [
      'the value of a field',
      ofOrders('amount', (text) => text.replace(/[.].*/, '')),
      'invoices.order-info-same-amount',
      {},
    ],
    [
      'a text beyond ASCII',
      ofOrders('shippingAddress.city', (text) => `${text} Größe 'x'`),
      'invoices.order-info-same-shipping-address',
      { properties: beyondAscii },
    ],
    ['a success', { request: changeBody('addPayees', () => ({})) }, 'payouts.payees-accepted', {}],
  ])(
    'fails while the deployment is wrong about %s, and passes once that is fixed',
    async (kind, mutant, id, more) => {
      const { deployment, report, found } = await failuresOf(mutant, { only: [id], ...more })
      const reports = join(directory, kind.replace(' ', '-'))
      await written(reports, report, found, deployment)
      const failure = report.failures.find(({ requirement }) => requirement === id)
      expect(failure?.scenario).toBe(join('scenarios', `${id}.json`))
      const file = join(reports, failure?.scenario ?? '')
      expect(loadScenario(file).errors).toEqual([])
      for (const secret of secretsOf(deployment.target).keys())
        expect(readFileSync(file, 'utf8')).not.toContain(secret)
      const fixed = await replayScenario(file, { ...options, target: simulatorInProcess() })
      expect(fixed.reasons).toEqual([])
      const wrong = await replayScenario(file, { ...options, target: replayable(mutant) })
      expect(wrong.verdict).toBe('fail')
      expect(wrong.steps.findIndex(({ failures }) => failures.length > 0)).toBe(wrong.steps.length - 1)
    },
  )

  it.each<[string, RequirementId, string]>([
    ['what a webhook received', 'webhooks.delivered-by-get', 'no response shows it'],
    ['two responses', 'payouts.payees-row-number', 'no criterion of a response is known to show it'],
  ])('is not written if the failure is about %s', async (_, id, noScenario) => {
    const { deployment, report, found } = await failuresOf(mutantOf(id), { only: [id] })
    const reports = join(directory, id)
    await written(reports, report, found, deployment)
    expect(report.failures.map((failure) => failure.noScenario)).toEqual([noScenario])
    expect(readdirSync(join(reports, 'scenarios'))).toEqual([])
  })

  it('is not written if its requests are too long', async () => {
    const { deployment, report, found } = await failuresOf(correctsSpelling, { only: ['qr-transactions'] })
    const long = found.map(({ failure, violation }) => {
      const steps = violation.transcript.map((step) =>
        'did' in step ? step : { ...step, body: ' '.repeat(300_000) },
      )
      return { failure, violation: { ...violation, transcript: steps } }
    })
    const reports = join(directory, 'long')
    await written(reports, report, long, deployment)
    expect(readdirSync(join(reports, 'scenarios'))).toEqual([])
  })

  it('is not written if the directory is a file', async () => {
    const { deployment, report, found } = await failuresOf(correctsSpelling, { only: ['qr-transactions'] })
    const file = join(directory, 'a-file')
    writeFileSync(file, '')
    const writing = written(file, report, found, deployment)
    await expect(writing).rejects.toThrow(`Cannot write ${join(file, 'scenarios')}.`)
  })
})
