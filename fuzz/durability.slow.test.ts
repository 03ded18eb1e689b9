// A sandbox that is read from its store is the one that was there before, whatever happened to it and whenever it ended.

import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DirectoryLog } from '../simulator/durability/directory-log.ts'
import { machine } from '../simulator/durability/machine.ts'
import { Store } from '../simulator/durability/store.ts'
import { Simulator, type SimulatorOptions } from '../simulator/simulator.ts'
import { MemoryDisk } from '../simulator/test-support/memory-disk.ts'
import { SeededRandom } from '../simulator/world/random.ts'
import type { Action } from './actions.ts'
import { deliveringActions, perform } from './deliveries.ts'

/** Random delays of the store and the receivers. */
const random = new SeededRandom('delays')

/** A disk with the delays of a disk. */
function slowDisk(disk = new MemoryDisk()): MemoryDisk {
  disk.beforeWrite = () => sleep(random.fraction() * 4)
  return disk
}

const inputs = deliveringActions('http://127.0.0.1:9/first', 'http://127.0.0.1:9/second')

async function keptIn(disk: MemoryDisk, options: SimulatorOptions = {}): Promise<Simulator> {
  const simulator = new Simulator({
    assumptions: { 'webhooks.retries': 'back-off' },
    transport: async ({ url, body }) => {
      await sleep(random.fraction() * 5)
      return (url + body).length % 3 === 0
        ? { outcome: 'refused', httpStatus: 500, response: 'no' }
        : { outcome: 'accepted', httpStatus: 200, response: 'ok' }
    },
    ...options,
  })
  const damage: string[] = []
  const log = await DirectoryLog.open(disk, 'data')
  const store = await Store.open(log.node('only'), machine, (line) => damage.push(line))
  await simulator.keepIn(store, (line) => damage.push(line))
  expect(damage).toEqual([])
  return simulator
}

const digestOf = async ({ sandboxes }: Simulator) =>
  Promise.all(sandboxes.list().map(async (one) => [one.name, (await one.snapshot()).digest]))

/** Two clients at once, one of them in another sandbox. */
async function performAll(simulator: Simulator, run: readonly Action[]): Promise<string[][]> {
  const fetch: Simulator['fetch'] = async (...request) => {
    // As over sockets: two requests never arrive in the same task.
    await new Promise((resolve) => setImmediate(resolve))
    return simulator.fetch(...request)
  }
  const { publicUrl: origin } = simulator
  const half = Math.ceil(run.length / 2)
  return Promise.all([
    perform(run.slice(0, half), fetch, origin),
    perform(run.slice(half), fetch, origin),
    perform(run, fetch, `${origin}/sandboxes/other`),
  ])
}

describe('a sandbox in a store', () => {
  it('is the same after everything is read again, and continues in the same way', async () => {
    await fc.assert(
      fc.asyncProperty(inputs, inputs, async (first, second) => {
        const store = slowDisk()
        const simulator = await keptIn(store)
        await simulator.fetch('/sandboxes/other', { method: 'PUT', body: '{"seed":"other"}' })
        await performAll(simulator, first)
        const digest = await digestOf(simulator)
        const again = await keptIn(slowDisk(store.afterCrash()))
        expect(await digestOf(again)).toEqual(digest)
        const send = (one: Simulator) => perform(second, one.fetch, one.publicUrl)
        const [responses, sameResponses] = await Promise.all([send(simulator), send(again)])
        expect(sameResponses).toEqual(responses)
        expect(await digestOf(again)).toEqual(await digestOf(simulator))
      }),
      { numRuns: 20 },
    )
  }, 300_000)

  it('has everything that was answered when the process ends at any moment', async () => {
    await fc.assert(
      fc.asyncProperty(inputs, fc.nat(120), async (run, ms) => {
        const store = slowDisk()
        const simulator = await keptIn(store)
        await simulator.fetch('/sandboxes/other', { method: 'PUT' })
        const answered: string[] = []
        let crashed = false
        const { fetch } = simulator
        simulator.fetch = async (...request) => {
          const response = await fetch(...request)
          if (!crashed) answered.push(await response.clone().text())
          return response
        }
        const performing = performAll(simulator, run)
        await Promise.race([performing, sleep(ms)])
        crashed = true
        const again = await keptIn(slowDisk(store.afterCrash()))
        await performing
        const found = JSON.stringify(await (await again.fetch('/control/journal?limit=1000')).json())
        const other = JSON.stringify(
          await (await again.fetch('/sandboxes/other/control/journal?limit=1000')).json(),
        )
        for (const text of answered) {
          const [, id] = /"result":\{"id":"([^"]+)"/.exec(text) ?? []
          if (id !== undefined) expect(found + other).toContain(id)
        }
      }),
      { numRuns: 20 },
    )
  }, 300_000)
})
