// Responses that are hard to read, and options that make no sense. verify.slow.test.ts runs the program on the simulator.

import { describe, expect, it, vi } from 'vitest'
import type { Target } from '../../client/target.ts'
import { changeResponse, changeSuccess } from '../altered/mutants/operators/response.ts'
import { exitCodes } from '../judge/exit-codes.ts'
import { inProcess } from '../observe/in-process.ts'
import { verify } from './verify.ts'
import { runVerify } from './verify-command.ts'

describe('on a service whose responses are nested 20,000 levels deep', () => {
  it('fails the requirement', async () => {
    const real = inProcess()
    const text = `${'['.repeat(20_000)}${']'.repeat(20_000)}`
    const send: typeof real.send = async (url, init, operationId) =>
      operationId === 'getStore' ? new Response(text) : real.send(url, init, operationId)
    const report = await verify({ ...real, send }, { runs: 1, only: ['stores'] })
    expect(report.errors).toEqual([])
    expect(report.failures.length).toBeGreaterThan(0)
    expect(report.exitCode).toBe(exitCodes.violated)
  })
})

describe('a requirement that no property reached', () => {
  it('is not applicable if the target file lacks what one of its properties needs', async () => {
    const withoutIntegers = (target: Target) => ({
      ...target,
      known: { ...target.known, statusIntegers: undefined },
    })
    const only = ['bank-payments.pending-at-first']
    const report = await verify(inProcess({ target: withoutIntegers }), { runs: 1, only })
    expect(report.requirements.find(({ id }) => id === only[0])).toMatchObject({
      verdict: 'not applicable',
      reasons: ['needs known.statusIntegers in the target file'],
    })
  })

  it.each([
    ['read', 'not applicable', ['needs the level write (the run is at read)']],
    ['write', 'pass', []],
  ] as const)(
    'has, at the level %s and without an amount in a look-up, the verdict %s',
    async (level, verdict, reasons) => {
      const response = changeResponse('checkExchangeBalance', 'result.accounts.*.balance', Number)
      const only = ['service.amounts-are-decimals']
      const report = await verify(inProcess({ response }), { runs: 1, only, level })
      expect(report.requirements.find(({ id }) => id === only[0])).toMatchObject({ verdict, reasons })
    },
  )

  it('names the violation that its check ended with', async () => {
    const response = changeSuccess('createInvoice', () => ({ status: 400 }))
    const report = await verify(inProcess({ response }), { runs: 1, only: ['invoices'] })
    const reasons = report.requirements.flatMap((one) => (one.verdict === 'inconclusive' ? one.reasons : []))
    expect(reasons).toContain('its check ended with the violation of invoices.created')
    expect(reasons).not.toContain('never checked')
  })
})

it('gives no verdict on what a property that is named does not check', async () => {
  const property = 'returns a store with at most the three documented tabs'
  const { counts, requirements } = await verify(inProcess(), { runs: 1, property })
  expect(counts).toMatchObject({ inconclusive: 0, fail: 0 })
  expect(requirements.find(({ id }) => id === 'stores.tab-labels')).toMatchObject({ verdict: 'pass' })
  expect(requirements.find(({ id }) => id === 'payouts.payees-accepted')).toMatchObject({
    verdict: 'disabled',
    reasons: ['the named property does not check it'],
  })
})

it('says which integers of statuses a failure rests on', async () => {
  const statusIntegers = { pending: 7, processing: 8, canceled: 9, completed: 10 }
  const target = (own: Target) => ({ ...own, known: { ...own.known, statusIntegers } })
  const only = ['bank-payments.pending-at-first']
  const { failures } = await verify(
    { ...inProcess({ target }), assumed: 'known.statusIntegers' },
    { runs: 1, only },
  )
  expect(failures).toMatchObject([{ requirement: only[0], assumed: 'known.statusIntegers' }])
})

describe('wrong usage', () => {
  it.each<[Parameters<typeof runVerify>[0], string]>([
    [{ only: ['closing.never'] }, 'There is no requirement "closing.never".'],
    [{ saveProfile: '/dev/null/p.json', baseUrl: 'http://127.0.0.1:9' }, 'Cannot write /dev/null/p.json.'],
    [{ controlUrl: 'http://127.0.0.1:9/control' }, '--control-url needs a target.'],
    [{ target: '/nowhere.json' }, 'Cannot read the target file /nowhere.json.'],
    ...['nowhere', 'http://[', 'ftp://127.0.0.1'].map((baseUrl): [{ baseUrl: string }, string] => [
      { baseUrl },
      `Invalid value "${baseUrl}" for --base-url.`,
    ]),
  ])('%j is rejected', async (flags, words) => {
    const stderr = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
    expect(await runVerify(flags)).toBe(exitCodes.usage)
    expect(stderr.mock.calls.join()).toContain(words)
    expect(stderr.mock.calls.join()).not.toMatch(/^\s+at /m)
    stderr.mockRestore()
  })
})
