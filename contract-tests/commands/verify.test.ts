// The suite against the built-in simulator: it passes, and reports what is not applicable.

import { describe, expect, it, vi } from 'vitest'
import { partialPayments } from '../claims/partial-payments/closing.ts'
import { exitCodes } from '../judge/exit-codes.ts'
import { inProcess } from '../observe/in-process.ts'
import { runVerify } from './command.ts'
import { verify } from './verify.ts'

describe('on the built-in simulator', () => {
  it('passes every requirement of partial payments', async () => {
    const report = await verify(inProcess(), { runs: 3, only: ['partial-payments'] })
    expect(report.failures).toEqual([])
    const selected = report.requirements.filter(({ verdict }) => verdict !== 'disabled')
    expect(selected.length).toBe(14)
    expect(selected.map(({ verdict }) => verdict)).toEqual(selected.map(() => 'pass'))
    expect(report.exitCode).toBe(exitCodes.conforms)
  })
})

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

describe('without clock, shopper and webhooks', () => {
  it('reports requirements that need them as not applicable, with the reason', async () => {
    const { clock: _, shopper: __, webhooks: ___, ...bare } = inProcess()
    const report = await verify(bare, { only: ['partial-payments'], properties: partialPayments })
    expect(report.requirements.find(({ id }) => id === 'partial-payments.closes')).toMatchObject({
      verdict: 'not applicable',
      reasons: ["needs a way to act as the shopper (the simulator's control API)"],
    })
    expect(report.exitCode).toBe(exitCodes.inconclusive)
  })
})

describe('wrong usage', () => {
  it.each<[Parameters<typeof runVerify>[0], string]>([
    [{ only: ['closing.never'] }, 'There is no requirement "closing.never".'],
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
