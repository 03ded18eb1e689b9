// The catalog over HTTP, with the same transcripts as in process, and under Redocly's linter.

import { createConfig, lint } from '@redocly/openapi-core'
import { describe, expect, it } from 'vitest'
import { serveProgram } from '../simulator/test-support/built-program.ts'
import { scenarioFiles } from './format/files.ts'
import { servedSimulator } from './http-targets.ts'
import { simulatorInProcess } from './in-process.ts'
import { firstDifference, transcriptOf } from './report/transcript.ts'
import { replayScenario } from './run/replay.ts'

const files = scenarioFiles(['scenarios/catalog'])

describe('the catalog', () => {
  it('passes over HTTP with the same bytes as in process', async () => {
    const served = await serveProgram()
    try {
      const target = servedSimulator(served.url)
      for (const file of files) {
        const overHttp = await replayScenario(file, { target })
        const inProcess = await replayScenario(file, { target: simulatorInProcess() })
        expect(overHttp.reasons).toEqual([])
        expect(firstDifference(transcriptOf([inProcess]), transcriptOf([overHttp])), file).toBeUndefined()
      }
    } finally {
      await served.stop()
    }
  })

  it("has no errors for Redocly's linter", async () => {
    const config = await createConfig({ extends: ['recommended-strict'] })
    for (const ref of files) {
      const problems = await lint({ ref, config })
      expect(
        problems.map(({ message }) => message),
        ref,
      ).toEqual([])
    }
  })
})
