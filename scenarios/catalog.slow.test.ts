// The catalog over HTTP, with the same transcripts as in process, under Redocly's linter, and with wrong responses.

import { createConfig, lint } from '@redocly/openapi-core'
import { expect, it } from 'vitest'
import { sampled } from '../core/test-support/sampling.ts'
import { serveProgram } from '../simulator/test-support/built-program.ts'
import { scenarioFiles } from './files.ts'
import { simulatorInProcess } from './in-process.ts'
import { replayScenario } from './replay.ts'
import { servedSimulator } from './targets.ts'
import { changedTarget } from './test-support/changed-scenario.ts'

const files = scenarioFiles(['scenarios/catalog', 'scenarios/regressions'])

it('passes over HTTP with the same bytes as in process', async () => {
  const served = await serveProgram()
  try {
    for (const file of files) {
      const overHttp = await replayScenario(file, { target: servedSimulator(served.url) })
      expect(overHttp.reasons).toEqual([])
      const { transcript } = await replayScenario(file, { target: simulatorInProcess() })
      expect(overHttp.transcript, file).toBe(transcript)
    }
  } finally {
    await served.stop()
  }
})

it("has no errors for Redocly's linter", async () => {
  const config = await createConfig({ extends: ['recommended-strict'] })
  const problems = await Promise.all(files.map((ref) => lint({ ref, config })))
  expect(problems.flat().map(({ message }) => message)).toEqual([])
})

it.each(sampled(scenarioFiles([]), 3))(
  '%s fails if a step gets a refusal in place of a success, or the other way round',
  async (file) => {
    const { steps } = await replayScenario(file, { target: simulatorInProcess() })
    for (const wrongStep of steps.keys()) {
      let requests = 0
      const target = changedTarget((text, url) => {
        if (url.endsWith('/control/credentials') || url.endsWith('/control/assumptions')) return text
        requests += 1
        if (requests - 1 !== wrongStep) return text
        return /"ok":true|"status":200|^\{(?!"ok")/.test(text) && !text.includes('"success":false')
          ? '{"ok":false}'
          : '{"ok":true,"result":{"success":true}}'
      })
      const { verdict, steps } = await replayScenario(file, { target })
      expect(verdict).toBe('fail')
      expect(steps.findIndex(({ failures }) => failures.length > 0)).toBe(wrongStep)
    }
  },
)
