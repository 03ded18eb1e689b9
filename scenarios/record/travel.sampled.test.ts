// A recording passes at simulators with other assumptions: it asserts nothing that the contract leaves open.

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { resolveTarget } from '../../client/target-file.ts'
import { sampled } from '../../core/test-support/sampling.ts'
import { deployment } from '../http-targets.ts'
import { simulatorInProcess } from '../in-process.ts'
import { replayScenario } from '../run/replay.ts'
import { temporaryDirectory } from '../test-support/changed-scenario.ts'
import { sessions } from '../test-support/sessions.ts'
import { targetFileOf } from '../test-support/target-file.ts'
import { recordSimulator } from './recorder.ts'

const directory = temporaryDirectory()
const seeds = Array.from({ length: 30 }, (_, index) => String(index + 1))

/** The file of a recorded session. */
async function recorded(name: string, session: (url: string) => Promise<void>): Promise<string> {
  const recorder = await recordSimulator({ host: '127.0.0.1', port: 0, title: name, directory })
  await session(recorder.url)
  const { scenario, violations } = await recorder.stop()
  expect(violations).toEqual([])
  const file = join(directory, `${name}.json`)
  writeFileSync(file, JSON.stringify(scenario, null, 2))
  return file
}

describe('a recorded session', () => {
  it('passes at a target without a control API if it makes no other control calls', async () => {
    for (const [name, session] of Object.entries(sessions)) {
      const scenario = await recorded(name, session)
      const opened = await simulatorInProcess({ seed: 'elsewhere' }).open(undefined)
      const file = resolveTarget(targetFileOf(opened, { level: 'disruptive' }), {})
      const target = deployment(file, opened.send)
      const { verdict, reasons } = await replayScenario(scenario, { target })
      const isApplicable = ['payout'].includes(name)
      expect(verdict, reasons.join()).toBe(isApplicable ? 'pass' : 'not applicable')
    }
  })

  it.each(Object.entries(sessions))('passes with other assumptions: %s', async (name, session) => {
    const file = await recorded(name, session)
    for (const randomAssumptions of sampled(seeds, 3)) {
      const target = simulatorInProcess({ randomAssumptions })
      const { reasons } = await replayScenario(file, { target })
      expect(reasons, `--random-assumptions ${randomAssumptions}`).toEqual([])
    }
  })
})
