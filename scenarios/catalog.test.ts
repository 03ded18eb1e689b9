// The catalog in process: every scenario passes, notices a wrong response of each step, and declares what it demonstrates.

import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { operationIds } from '../spec/operations.ts'
import { requirements } from '../spec/requirements.ts'
import { scenarioFiles } from './files.ts'
import { simulatorInProcess } from './in-process.ts'
import { inputNames, inputsOf } from './inputs.ts'
import { loadScenario } from './load.ts'
import { replayScenario, unsupportedStep } from './replay.ts'

const files = scenarioFiles(['scenarios/catalog', 'scenarios/regressions'])
const documents = files.map((file) => loadScenario(file).scenario)

it.each(files)('%s passes', async (file) => {
  const { reasons, verdict } = await replayScenario(file, { target: simulatorInProcess() })
  expect(reasons).toEqual([])
  expect(verdict).toBe('pass')
})

it.each(readdirSync('scenarios/transcripts'))('the transcript %s is reproduced', async (name) => {
  const file = `scenarios/catalog/${name.replace('.txt', '.json')}`
  const { transcript } = await replayScenario(file, { target: simulatorInProcess() })
  const hint = `To update it: paytwin replay ${file} --transcript scenarios/transcripts/`
  expect(transcript, hint).toBe(readFileSync(`scenarios/transcripts/${name}`, 'utf8'))
})

describe('the catalog', () => {
  it('calls every operation of the service', () => {
    const texts = files.map((file) => readFileSync(file, 'utf8')).join()
    expect(operationIds.filter((id) => !texts.includes(`$sourceDescriptions.service.${id}"`))).toEqual([])
  })

  it('declares requirements, and stated ones only where no control API is needed', () => {
    const bases = new Map(Object.entries(requirements).map(([id, { basis }]) => [id, basis]))
    for (const scenario of documents) {
      const ids = scenario?.document['x-requirements'] ?? []
      expect(
        ids.filter((id) => !bases.has(id)),
        scenario?.file,
      ).toEqual([])
      expect(ids.length, scenario?.file).toBeGreaterThan(0)
      const target = { ...simulatorInProcess(), hasControl: false }
      if (scenario !== undefined && unsupportedStep(scenario, target) === undefined)
        expect(ids.filter((id) => bases.get(id) !== 'stated')).toEqual([])
    }
  })

  it('has the defaults of the simulator in shared/accounts.json, for other Arazzo tools', async () => {
    const text = readFileSync('scenarios/shared/accounts.json', 'utf8')
    const { accounts } = await simulatorInProcess().open(undefined)
    const provided = inputsOf(accounts)
    for (const [name, schema] of Object.entries<{ default: unknown }>(JSON.parse(text))) {
      expect(inputNames).toContain(name)
      if (name !== 'receiver') expect(schema.default, name).toEqual(provided[name])
    }
  })
})
