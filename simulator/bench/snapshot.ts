// The time of taking and restoring a snapshot, and of creating a sandbox. Measured in processor time, which other programs affect
// little.

import { InvariantError } from '../../core/errors.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import { Simulator } from '../simulator.ts'
import { type Figure, median, shown } from './figure.ts'
import { sellEach } from './shop.ts'

const sandboxes = 101

export async function snapshot(transactions = 10_000, rounds = 9): Promise<Figure[]> {
  const simulator = new Simulator({ seed: 'snapshots' })
  const sandbox = simulator.defaultSandbox
  sandbox.onWebhook(() => undefined)
  sellEach(sandbox.world, transactions / 2)
  await sandbox.advance(sandbox.world.now + 86_400_000)
  // Half of the payments are settled, and half are pending.
  sellEach(sandbox.world, transactions / 2)
  await sandbox.settled()

  const trips: Trip[] = []
  for (let round = 0; round < rounds; round += 1) trips.push(await roundTrip(sandbox))
  const creations: number[] = []
  for (let index = 0; index < sandboxes; index += 1) {
    const started = performance.now()
    await simulator.sandboxes.put(`sandbox-${index}`, {})
    creations.push(performance.now() - started)
  }
  return [
    {
      name: `Snapshot and restore of ${shown(transactions)} transactions`,
      value: median(trips.map(({ world }) => world)),
      unit: 'ms',
      bound: { atMost: 100 },
      detail: `${shown(median(trips.map(({ text }) => text)))} ms by way of ${shown((trips.at(-1)?.characters ?? 0) / 1e6)} million characters of JSON, with the check of the digest`,
    },
    {
      name: 'A new sandbox',
      value: median(creations),
      unit: 'ms',
      bound: { atMost: 5 },
      detail: `the slowest of ${sandboxes} took ${shown(Math.max(...creations))} ms`,
    },
  ]
}

/** Milliseconds within the process, and through the JSON that another process could read. */
interface Trip {
  world: number
  text: number
  characters: number
}

async function roundTrip(sandbox: Sandbox): Promise<Trip> {
  const { world } = sandbox
  const started = processorTime()
  await sandbox.restore(await sandbox.snapshot())
  const restored = processorTime()
  const text = JSON.stringify(await sandbox.snapshot())
  const read: unknown = JSON.parse(text)
  await sandbox.restore(read)
  const ended = processorTime()
  const { transactions, events, schedule } = sandbox.world
  if (transactions.size !== world.transactions.size || events.length !== world.events.length)
    throw new InvariantError('The restored world lacks records.')
  if (schedule.size !== world.schedule.size) throw new InvariantError('The restored schedule lacks events.')
  return { world: restored - started, text: ended - restored, characters: text.length }
}

/** Milliseconds of processor time of this process. */
function processorTime(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}
