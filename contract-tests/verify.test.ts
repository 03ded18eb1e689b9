// The suite on the built-in simulator: that it passes, that it says why where it cannot, and that its verdicts can fail.

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
    const asked = report.requirements.filter(({ verdict }) => verdict !== 'disabled')
    expect(asked.length).toBe(14)
    expect(asked.map(({ verdict }) => verdict)).toEqual(asked.map(() => 'pass'))
    expect(report.exitCode).toBe(exitCodes.conforms)
  })
})

describe('without clock, shopper and webhooks', () => {
  it('calls not applicable what needs them, and says why', async () => {
    const { clock: _, shopper: __, webhooks: ___, ...bare } = inProcess()
    const report = await verify(bare, { only: ['partial-payments'], properties: partialPayments })
    expect(report.requirements.find(({ id }) => id === 'partial-payments.closes')).toMatchObject({
      verdict: 'not applicable',
      reasons: ['needs someone who acts as the shopper'],
    })
    expect(report.exitCode).toBe(exitCodes.inconclusive)
  })
})

describe('when a deployment is wrong', () => {
  it('names the requirement, what is lawful and what came, and how to see it again', async () => {
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
      { runs: 2 },
    )
    expect(report.exitCode).toBe(exitCodes.violated)
    expect(report.failures.map(({ requirement }) => requirement)).toEqual([
      'qr-transactions.cryto-currency-spelling',
    ])
    expect(report.failures[0]).toMatchObject({
      place: 'result.crytoCurrency',
      actual: 'nothing',
      reproduce: 'paytwin verify --seed 1 --runs 2 --only qr-transactions.cryto-currency-spelling',
    })
  })
})

describe('when it is asked wrongly', () => {
  it('knows no requirement of that name', async () => {
    await expect(verify(inProcess(), { only: ['closing.never'] })).rejects.toThrow('There is no requirement')
  })

  it.each(['nowhere', 'http://[', 'ftp://127.0.0.1'])('takes no address %s', async (baseUrl) => {
    await expect(deploymentOf({ baseUrl })).rejects.toThrow(`Invalid value "${baseUrl}" for --base-url.`)
  })
})
