// The shipped scenarios: all green in process, each with the transcript that is kept of it, and none leaning on a assumption
// that its title does not name. Over HTTP and with varied assumptions: scenarios.whole.test.ts.

import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { unspecifiedBehaviors } from '../spec/unspecified.ts'
import { simulatorInProcess } from './in-process.ts'
import { inputNames, inputsOf } from './inputs.ts'
import { lintScenario } from './lint.ts'
import { replayScenario } from './replay.ts'
import { scenarioFiles, transcriptFile } from './replay-run.ts'
import { firstDifference, transcriptOf } from './transcript.ts'

const files = scenarioFiles(['scenarios/catalog'])

describe('the shipped scenarios', () => {
  it.each(files)('%s is green, with the transcript that is kept', async (file) => {
    const replay = await replayScenario(file, {
      target: simulatorInProcess(),
      inputs: {},
      timeoutMs: 20_000,
    })
    expect(replay.reasons).toEqual([])
    expect(replay.verdict).toBe('pass')
    const kept = readFileSync(transcriptFile('scenarios/transcripts', file), 'utf8')
    const hint = `If the change is meant: npm run replay -- scenarios/catalog --transcript scenarios/transcripts/`
    expect(firstDifference(kept, transcriptOf([replay])), hint).toBeUndefined()
  })

  it('are twenty at least, and there is no transcript of any other', () => {
    expect(files.length).toBeGreaterThanOrEqual(20)
    const kept = readdirSync('scenarios/transcripts').map((name) => name.replace('.txt', ''))
    expect(kept.sort()).toEqual(
      readdirSync('scenarios/catalog')
        .map((name) => name.replace('.json', ''))
        .sort(),
    )
  })

  it('name in their titles every assumption that they pin', () => {
    for (const file of files) {
      const { scenario } = lintScenario(file)
      for (const id of Object.keys(scenario?.document['x-simulator']?.assumptions ?? {})) {
        expect(scenario?.document.info.title, file).toContain(`assumption ${id}`)
        expect(Object.keys(unspecifiedBehaviors)).toContain(id)
      }
    }
  })
})

describe('what was once found', () => {
  it.each(scenarioFiles(['scenarios/regressions']))('%s stays green', async (file) => {
    const target = simulatorInProcess()
    const replay = await replayScenario(file, { target, inputs: {}, timeoutMs: 20_000 })
    expect(replay.reasons).toEqual([])
    expect(replay.verdict).toBe('pass')
  })
})

describe('shared/accounts.json', () => {
  const schemas: Record<string, { default: unknown }> = JSON.parse(
    readFileSync('scenarios/shared/accounts.json', 'utf8'),
  )

  it('gives by default what the simulator gives, for tools that know no other', async () => {
    const { accounts } = await simulatorInProcess().open(undefined)
    const given = inputsOf(accounts)
    for (const [name, schema] of Object.entries(schemas)) {
      expect(inputNames).toContain(name)
      if (name !== 'receiver') expect(schema.default, name).toEqual(Reflect.get(given, name))
    }
  })
})
