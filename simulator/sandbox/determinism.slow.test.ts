// Ten thousand generated inputs give the same bytes: in two processes, in process and over HTTP, and when a third process
// goes on from a snapshot. What generates them is in testing/inputs.ts; `npm test` builds what the processes run.

import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Came } from '../test-support/determinism/inputs-run.ts'

const program = fileURLToPath(
  new URL('../../dist/simulator/test-support/determinism/inputs-run.js', import.meta.url),
)
const whole = 10_000

let directory = ''
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'paytwin-'))
})
afterAll(() => rm(directory, { recursive: true }))

/** Runs inputs in a process of its own, from the beginning or from where another stood. */
async function run(how: 'process' | 'http', count: number, vary = '-', from?: Came): Promise<Came> {
  const file = from === undefined ? '-' : join(directory, `${from.state.hash}.json`)
  if (from !== undefined) await writeFile(file, JSON.stringify(from))
  const { stdout } = await promisify(execFile)(process.execPath, [program, how, String(count), vary, file], {
    maxBuffer: 1 << 28,
  })
  return JSON.parse(stdout)
}

/** What is the same in every run of the same inputs. */
function cameTo({ state: { marks, responses, steps }, deliveries }: Came) {
  return { marks, responses, steps, deliveries }
}

/** Runs the first half in one process and the second, from its snapshot on, in another. */
async function inHalves(count: number, vary?: string): Promise<{ half: Came; resumed: Came }> {
  const half = await run('process', count / 2, vary)
  return { half, resumed: await run('process', count / 2, vary, half) }
}

describe('ten thousand inputs', () => {
  it('give the same bytes in any process, over HTTP, and from a snapshot on', async () => {
    const [first, overHttp] = await Promise.all([run('process', whole), run('http', whole)])
    expect(first.state.steps).toBe(whole)
    expect(new Set(first.state.marks).size).toBe(whole / 500)
    expect(first.deliveries).toBeGreaterThan(2000)
    expect(cameTo(overHttp)).toEqual(cameTo(first))
    const { half, resumed } = await inHalves(whole)
    expect(half.state.marks).toEqual(first.state.marks.slice(0, whole / 1000))
    expect(cameTo(resumed)).toEqual(cameTo(first))
    expect(JSON.stringify(resumed.snapshot)).toBe(JSON.stringify(first.snapshot))
  }, 300_000)
})

describe('a thousand inputs to another lawful deployment', () => {
  it.each(['1', '2', '3'])(
    'give the same bytes too (seed %s)',
    async (vary) => {
      const [first, overHttp] = await Promise.all([run('process', 1000, vary), run('http', 1000, vary)])
      expect(cameTo(overHttp)).toEqual(cameTo(first))
      const { resumed } = await inHalves(1000, vary)
      expect(cameTo(resumed)).toEqual(cameTo(first))
    },
    120_000,
  )
})
