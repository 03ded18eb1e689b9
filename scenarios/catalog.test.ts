// The catalog in process: every scenario passes and declares the requirements that it demonstrates; a few have a golden
// transcript. Over HTTP: catalog.slow.test.ts. Against other deployments: catalog.sampled.test.ts.

import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { operationIds } from '../spec/operations.ts'
import { requirements } from '../spec/requirements.ts'
import { scenarioFiles } from './format/files.ts'
import { simulatorInProcess } from './in-process.ts'
import { inputNames, inputsOf } from './inputs.ts'
import { lintScenario } from './lint/lint.ts'
import { firstDifference, transcriptOf } from './report/transcript.ts'
import { unsupportedStep } from './run/applicability.ts'
import { type Replay, replayScenario } from './run/replay.ts'

const files = scenarioFiles(['scenarios/catalog', 'scenarios/regressions'])

function replay(file: string): Promise<Replay> {
  return replayScenario(file, { target: simulatorInProcess() })
}

describe('the catalog', () => {
  it.each(files)('%s passes', async (file) => {
    const { reasons, verdict } = await replay(file)
    expect(reasons).toEqual([])
    expect(verdict).toBe('pass')
  })

  it('calls every operation of the service', () => {
    const texts = files.map((file) => readFileSync(file, 'utf8')).join()
    expect(operationIds.filter((id) => !texts.includes(`$sourceDescriptions.service.${id}"`))).toEqual([])
  })

  it('declares for each scenario the requirements that it demonstrates', () => {
    const without = files.filter(
      (file) => lintScenario(file).scenario?.document['x-requirements'] === undefined,
    )
    expect(without).toEqual([])
  })

  it('demonstrates stated requirements only, where no control API is needed', () => {
    const inferred = files.flatMap((file) => {
      const { scenario } = lintScenario(file)
      if (scenario === undefined || unsupportedStep(scenario, { ...simulatorInProcess(), hasControl: false }))
        return []
      const ids = scenario.document['x-requirements'] ?? []
      return ids.filter((id) => new Map(Object.entries(requirements)).get(id)?.basis !== 'stated')
    })
    expect(inferred).toEqual([])
  })
})

it('pays as a shopper at the exchange that the target names for it', async () => {
  const simulator = simulatorInProcess()
  const open = async () => {
    const opened = await simulator.open(undefined)
    const { lowBalance, ...others } = opened.accounts.shoppers
    const shoppers = {
      ...others,
      ...(lowBalance && { lowBalance: { ...lowBalance, exchanges: ['betaexchange'] } }),
    }
    return { ...opened, accounts: { ...opened.accounts, shoppers } }
  }
  const file = 'scenarios/catalog/exchange-payment-errors.json'
  const { steps } = await replayScenario(file, { target: { ...simulator, open } })
  const paths = steps.map(({ stepId, exchange }) => `${stepId}: ${exchange?.path}`)
  expect(paths).toContain('low-balance: /exchanges/payments/betaexchange')
  expect(paths).toContain('unsupported-wallet: /exchanges/payments/alphaexchange')
})

describe('golden transcripts', () => {
  it.each(readdirSync('scenarios/transcripts'))('%s is reproduced', async (name) => {
    const replayed = await replay(`scenarios/catalog/${name.replace('.txt', '.json')}`)
    const golden = readFileSync(`scenarios/transcripts/${name}`, 'utf8')
    const hint = 'To update it: paytwin replay SCENARIO --transcript scenarios/transcripts/'
    expect(firstDifference(golden, transcriptOf([replayed])), hint).toBeUndefined()
  })
})

describe('shared/accounts.json', () => {
  it('has the defaults of the simulator, for other Arazzo tools', async () => {
    const schemas: Record<string, { default: unknown }> = JSON.parse(
      readFileSync('scenarios/shared/accounts.json', 'utf8'),
    )
    const { accounts } = await simulatorInProcess().open(undefined)
    const provided = inputsOf(accounts)
    for (const [name, schema] of Object.entries(schemas)) {
      expect(inputNames).toContain(name)
      if (name !== 'receiver') expect(schema.default, name).toEqual(Reflect.get(provided, name))
    }
  })
})
