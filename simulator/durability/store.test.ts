// A process whose lease lapses: it is not ready, and executes nothing that arrived before.

import { expect, it } from 'vitest'
import { Simulator } from '../simulator.ts'
import { MemoryDisk } from '../test-support/memory-disk.ts'
import { DirectoryLog } from './directory-log.ts'
import { Store } from './store.ts'

/** A simulator with a lease of a second, and time that moves only here. */
async function withLease() {
  let now = 0
  let wake: (() => void)[] = []
  const outside = {
    now: () => now,
    sleep: () => new Promise<void>((resolve) => wake.push(resolve)),
  }
  const log = await DirectoryLog.open(new MemoryDisk(), 'data')
  const database = { ...log.node('a'), leaseMs: 1000 }
  const store = await Store.open(database, outside, () => undefined)
  const simulator = new Simulator()
  await simulator.keepIn(store, () => undefined)
  const pause = (ms: number) => {
    now += ms
  }
  /** Lets everything that sleeps continue, such as the renewal of the lease. */
  const renewed = async () => {
    for (const resume of wake.splice(0)) resume()
    wake = []
    await new Promise(setImmediate)
  }
  return { simulator, pause, renewed }
}

const statusOf = async (simulator: Simulator, path: string, init: RequestInit = {}) =>
  (await simulator.fetch(new Request(`${simulator.publicUrl}${path}`, init))).status

it('is not ready from when its lease lapses until it has another one', async () => {
  const { simulator, pause, renewed } = await withLease()
  expect(await statusOf(simulator, '/ready')).toBe(200)
  pause(2000)
  expect(await statusOf(simulator, '/ready')).toBe(503)
  await renewed()
  expect(await statusOf(simulator, '/ready')).toBe(200)
})

it.each([
  ['PUT', '/sandboxes/copy', '{}'],
  ['POST', '/control/fork', '{"name":"copy"}'],
])('refuses a %s of a sandbox that arrived under a lease that is over', async (method, path, text) => {
  const { simulator, pause, renewed } = await withLease()
  let send: () => void = () => undefined
  const body = new ReadableStream({
    start: (controller) => {
      send = () => {
        controller.enqueue(new TextEncoder().encode(text))
        controller.close()
      }
    },
  })
  const headers = { 'content-type': 'application/json' }
  const late = statusOf(simulator, path, { method, body, headers, duplex: 'half' } as RequestInit)
  await new Promise(setImmediate)
  pause(2000)
  await renewed()
  // Another process may have served the same request meanwhile, and everything since would be lost.
  expect(await statusOf(simulator, '/control/clock')).toBe(200)
  send()
  expect(await late).toBe(503)
  expect(await statusOf(simulator, '/sandboxes/copy/control/clock')).toBe(404)
})
