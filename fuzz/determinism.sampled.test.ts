// Random actions, ten thousand in a complete run, produce the same bytes: in two processes, in process and over HTTP, and when a third process continues
// from a snapshot. `npm test` builds the program that the processes run.

import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { beforeAll, expect, it } from 'vitest'
import { sampled, scaled } from '../core/test-support/sampling.ts'
import type { Job, Point, Run, RunResult } from './run-actions.ts'

const program = fileURLToPath(new URL('../build/fuzz/run-actions.js', import.meta.url))
const runs: Run[] = [
  { actions: 100 * scaled(100, 6) },
  ...sampled(['1', '2', '3']).map((randomAssumptions) => ({
    actions: 100 * scaled(6, 2),
    randomAssumptions,
  })),
]

/** Runs actions in another process. */
function start(job: Job): Promise<RunResult[]> {
  return new Promise((resolve, reject) => {
    const child = execFile(process.execPath, [program], { maxBuffer: 1 << 28 }, (error, stdout) =>
      error === null ? resolve(JSON.parse(stdout)) : reject(error),
    )
    child.stdin?.end(JSON.stringify(job))
  })
}

let inProcess: RunResult[]
let overHttp: RunResult[]
let resumed: RunResult[]

beforeAll(async () => {
  const first = start({ how: 'process', runs })
  // The third process continues each run of the first from its half.
  const third = first.then((results) => {
    const seconds = runs.map((run, index) => ({ ...run, from: found(results[index]?.half) }))
    return start({ how: 'process', runs: seconds })
  })
  ;[inProcess, overHttp, resumed] = await Promise.all([first, start({ how: 'http', runs }), third])
}, 300_000)

function found(point: Point | undefined): Point {
  if (point === undefined) throw new Error('A run has no such point.')
  return point
}

it.each(runs.map((run, index) => ({ ...run, index })))(
  '$actions actions give the same bytes in any process, over HTTP, and from a snapshot (random assumptions: $randomAssumptions)',
  ({ actions, index }) => {
    const { snapshot, ...first } = found(inProcess[index]?.end)
    expect(first.actions).toBe(actions)
    expect(new Set(first.marks).size).toBe(actions / 100)
    expect(first.deliveries).toBeGreaterThan(actions / 10)
    const { snapshot: _, ...http } = found(overHttp[index]?.end)
    expect(http).toEqual(first)
    const { snapshot: last, ...continued } = found(resumed[index]?.end)
    expect(continued).toEqual(first)
    expect(JSON.stringify(last)).toBe(JSON.stringify(snapshot))
  },
)
