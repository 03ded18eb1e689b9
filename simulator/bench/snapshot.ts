// What it takes to write a world down and to go on from it, as text that another process could read, and to make a new
// sandbox. Written and read on the processor alone, so it is counted in processor time, which other programs do not stretch.

import type { Sandbox } from '../sandbox.ts'
import { Simulator } from '../simulator.ts'
import { BrokenPromise } from '../world/errors.ts'
import { type Figure, median, shown } from './figure.ts'
import { sellEach } from './shop.ts'

const sandboxes = 101

export async function snapshot(transactions = 10_000, rounds = 9): Promise<Figure[]> {
  const simulator = new Simulator({ seed: 'snapshots' })
  const sandbox = simulator.defaultSandbox
  sandbox.onWebhook(() => undefined)
  sellEach(sandbox.world, transactions / 2)
  await sandbox.advance(sandbox.world.now + 86_400_000)
  // Half of the payments are settled, and half are under way.
  sellEach(sandbox.world, transactions / 2)
  await sandbox.settled()

  const trips: number[] = []
  let characters = 0
  for (let round = 0; round < rounds; round += 1) {
    const { milliseconds, length } = await roundTrip(sandbox)
    trips.push(milliseconds)
    characters = length
  }
  const makings: number[] = []
  for (let index = 0; index < sandboxes; index += 1) {
    const started = performance.now()
    await simulator.sandboxes.put(`sandbox-${index}`, {})
    makings.push(performance.now() - started)
  }
  return [
    {
      name: `Snapshot and restore of ${shown(transactions)} transactions`,
      value: median(trips),
      unit: 'ms',
      budget: { atMost: 100 },
      detail: `${shown(characters / 1e6)} million characters of JSON, written and read each time`,
    },
    {
      name: 'A new sandbox',
      value: median(makings),
      unit: 'ms',
      budget: { atMost: 5 },
      detail: `the slowest of ${sandboxes} took ${shown(Math.max(...makings))} ms`,
    },
  ]
}

async function roundTrip(sandbox: Sandbox): Promise<{ milliseconds: number; length: number }> {
  const { world } = sandbox
  const started = process.cpuUsage()
  const text = JSON.stringify(await sandbox.snapshot())
  await sandbox.restore(JSON.parse(text))
  const { user, system } = process.cpuUsage(started)
  const { transactions, events, agenda } = sandbox.world
  if (transactions.size !== world.transactions.size || events.length !== world.events.length)
    throw new BrokenPromise('The restored world lacks some of what it had.')
  if (agenda.size !== world.agenda.size) throw new BrokenPromise('The restored agenda lacks entries.')
  return { milliseconds: (user + system) / 1000, length: text.length }
}
