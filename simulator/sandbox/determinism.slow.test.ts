// Ten thousand random commands produce the same bytes: in two processes, in process and over HTTP, and when a third process continues
// from a snapshot. `npm test` builds the program that the processes run.

import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { RunResult } from '../test-support/determinism/run-commands.ts'

const program = fileURLToPath(
  new URL('../../dist/simulator/test-support/determinism/run-commands.js', import.meta.url),
)
const total = 10_000

let directory = ''
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'paytwin-'))
})
afterAll(() => rm(directory, { recursive: true }))

/** Runs commands in another process, from the start or from where an earlier run ended. */
async function run(
  how: 'process' | 'http',
  count: number,
  randomAssumptions = '-',
  from?: RunResult,
): Promise<RunResult> {
  const file = from === undefined ? '-' : join(directory, `${from.hash}.json`)
  if (from !== undefined) await writeFile(file, JSON.stringify(from))
  const args = [program, how, String(count), randomAssumptions, file]
  const { stdout } = await promisify(execFile)(process.execPath, args, { maxBuffer: 1 << 28 })
  return JSON.parse(stdout)
}

/** What is the same in every run of the same commands. */
function comparable({ commands, orders, responses, hash, marks, deliveries }: RunResult) {
  return { commands, orders, responses, hash, marks, deliveries }
}

/** Runs the first half in one process and the second, from its snapshot, in another. */
async function inHalves(count: number, seed?: string): Promise<{ half: RunResult; resumed: RunResult }> {
  const half = await run('process', count / 2, seed)
  return { half, resumed: await run('process', count / 2, seed, half) }
}

describe('ten thousand commands', () => {
  it('give the same bytes in any process, over HTTP, and from a snapshot', async () => {
    const [first, overHttp] = await Promise.all([run('process', total), run('http', total)])
    expect(first.commands).toBe(total)
    expect(new Set(first.marks).size).toBe(total / 500)
    expect(first.deliveries).toBeGreaterThan(2000)
    expect(comparable(overHttp)).toEqual(comparable(first))
    const { half, resumed } = await inHalves(total)
    expect(half.marks).toEqual(first.marks.slice(0, total / 1000))
    expect(comparable(resumed)).toEqual(comparable(first))
    expect(JSON.stringify(resumed.snapshot)).toBe(JSON.stringify(first.snapshot))
  }, 300_000)
})

describe('a thousand commands with random assumptions', () => {
  it.each(['1', '2', '3'])(
    'give the same bytes (seed %s)',
    async (seed) => {
      const [first, overHttp] = await Promise.all([run('process', 1000, seed), run('http', 1000, seed)])
      expect(comparable(overHttp)).toEqual(comparable(first))
      const { resumed } = await inHalves(1000, seed)
      expect(comparable(resumed)).toEqual(comparable(first))
    },
    120_000,
  )
})
