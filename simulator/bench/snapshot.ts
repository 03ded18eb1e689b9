// The cost of taking and restoring a snapshot, and of creating a sandbox, compared with the JSON of the same in processor time.

import { dayMs } from '../../core/durations.ts'
import { InvariantError } from '../../core/errors.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import { Simulator } from '../simulator.ts'
import { defaultWorld } from '../world/default-world.ts'
import { type Figure, median, shown } from './figure.ts'
import { cpuSeconds, jsonSeconds } from './processor-time.ts'
import { sellEach } from './shop.ts'

const sandboxes = 101

export async function snapshot(transactions = 10_000, rounds = 9): Promise<Figure[]> {
  const simulator = new Simulator({ seed: 'snapshots' })
  const sandbox = simulator.defaultSandbox
  sandbox.onWebhook(() => undefined)
  sellEach(sandbox.world, transactions / 2)
  await sandbox.advance(sandbox.world.now + dayMs)
  // Half of the payments are settled, and half are pending.
  sellEach(sandbox.world, transactions / 2)
  await sandbox.settled()

  const trips: Trip[] = []
  for (let round = 0; round < rounds; round += 1) trips.push(await roundTrip(sandbox))
  const creation = await cpuSeconds(async () => {
    for (let index = 0; index < sandboxes; index += 1) await simulator.sandboxes.put(`sandbox-${index}`, {})
  })
  const middle = (read: (trip: Trip) => number) => median(trips.map(read))
  return [
    {
      name: `Snapshot and restore of ${shown(transactions)} transactions`,
      value: middle(({ world, json }) => world / json),
      unit: 'of writing and reading its JSON',
      bound: { atMost: 1.5 },
      detail: `${shown(1000 * middle(({ world }) => world))} ms; ${shown(1000 * middle(({ text }) => text))} ms by way of ${shown((trips.at(-1)?.characters ?? 0) / 1e6)} million characters of JSON, with the check of the digest`,
    },
    {
      name: 'A new sandbox',
      value: creation / sandboxes / (await jsonSeconds(defaultWorld, 200)),
      unit: 'of writing and reading the JSON of its world file',
      bound: { atMost: 10 },
      detail: `${shown((1000 * creation) / sandboxes)} ms on average of ${sandboxes}`,
    },
  ]
}

/** Seconds within the process, of the JSON alone, and through the JSON that another process could read. */
interface Trip {
  world: number
  json: number
  text: number
  characters: number
}

async function roundTrip(sandbox: Sandbox): Promise<Trip> {
  const { world } = sandbox
  const inWorld = await cpuSeconds(async () => sandbox.restore(await sandbox.snapshot()))
  let text = ''
  let read: unknown
  let json = 0
  const around = await cpuSeconds(async () => {
    const taken = await sandbox.snapshot()
    json = await cpuSeconds(() => {
      text = JSON.stringify(taken)
      read = JSON.parse(text)
    })
    await sandbox.restore(read)
  })
  const { transactions, events, schedule } = sandbox.world
  if (transactions.size !== world.transactions.size || events.length !== world.events.length)
    throw new InvariantError('The restored world lacks records.')
  if (schedule.size !== world.schedule.size) throw new InvariantError('The restored schedule lacks events.')
  return { world: inWorld, json, text: around, characters: text.length }
}
