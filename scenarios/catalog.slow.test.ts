// The shipped scenarios over HTTP, against a simulator of another process, with the same transcripts; with the assumptions of
// ten seeds; and in the eyes of the linter that comes with the Arazzo runner.

import { readFileSync } from 'node:fs'
import { createConfig, lint } from '@redocly/openapi-core'
import { describe, expect, it } from 'vitest'
import { serveProgram } from '../simulator/test-support/built-program.ts'
import { simulatorInProcess } from './in-process.ts'
import { replayScenario } from './replay.ts'
import { scenarioFiles, transcriptFile } from './replay-run.ts'
import { servedSimulator } from './targets.ts'
import { firstDifference, transcriptOf } from './transcript.ts'

const files = scenarioFiles(['scenarios/catalog'])
const options = { inputs: {}, timeoutMs: 30_000 }

describe('the shipped scenarios', () => {
  it('are green over HTTP, with the same bytes', async () => {
    const served = await serveProgram()
    try {
      const target = servedSimulator(served.url)
      for (const file of files) {
        const replay = await replayScenario(file, { ...options, target })
        expect(replay.reasons).toEqual([])
        const kept = readFileSync(transcriptFile('scenarios/transcripts', file), 'utf8')
        expect(firstDifference(kept, transcriptOf([replay])), file).toBeUndefined()
      }
    } finally {
      await served.stop()
    }
  })

  it.each(Array.from({ length: 10 }, (_, seed) => String(seed + 1)))(
    'are green with the assumptions of seed %s',
    async (vary) => {
      const target = simulatorInProcess({ vary })
      for (const file of files)
        expect((await replayScenario(file, { ...options, target })).reasons).toEqual([])
    },
  )

  it('are in order for the linter of the Arazzo runner', async () => {
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
