// The suite against the built-in simulator: it passes, reports what is not applicable, and finds violations.

import { describe, expect, it } from 'vitest'
import { verify } from './engine/run-properties.ts'
import { partialPayments } from './properties/partial-payments/closing.ts'
import { exitCodes } from './report/report.ts'
import { inProcess } from './targets/in-process.ts'
import { deploymentOf } from './targets/target-flags.ts'

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

describe('a mutant', () => {
  it('fails with the requirement, expected, actual, and the command to reproduce it', async () => {
    const report = await verify(
      inProcess({
        response: (response, { operationId }) =>
          operationId === 'createQrTransaction'
            ? {
                ...response,
                json: JSON.parse(JSON.stringify(response.json).replace('crytoCurrency', 'cryptoCurrency')),
              }
            : response,
      }),
      { runs: 2, level: 'money' },
    )
    expect(report.exitCode).toBe(exitCodes.violated)
    expect(report.failures.map(({ requirement }) => requirement)).toEqual([
      'qr-transactions.cryto-currency-spelling',
    ])
    expect(report.failures[0]).toMatchObject({
      place: 'result.crytoCurrency',
      expected: 'the field "crytoCurrency"',
      actual: 'missing',
      reproduce:
        'paytwin verify --seed 1 --runs 2 --level money --only qr-transactions.cryto-currency-spelling',
    })
  })
})

describe('wrong usage', () => {
  it('rejects an unknown requirement', async () => {
    await expect(verify(inProcess(), { only: ['closing.never'] })).rejects.toThrow('There is no requirement')
  })

  it.each(['nowhere', 'http://[', 'ftp://127.0.0.1'])('rejects the base URL %s', async (baseUrl) => {
    await expect(deploymentOf({ baseUrl })).rejects.toThrow(`Invalid value "${baseUrl}" for --base-url.`)
  })
})
