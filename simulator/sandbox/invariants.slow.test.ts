// Whatever is done to a world, in whatever order, between whatever advances, snapshots and restores: an auditor that is much
// smaller than the world finds nothing wrong. What it looks for is in testing/auditor.ts.

import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { it } from 'vitest'
import { controlClient } from '../control/client.ts'
import { Simulator } from '../simulator.ts'
import { Auditor } from '../test-support/invariants/auditor.ts'
import { type Counts, type Watched, worldCommands } from '../test-support/invariants/world-commands.ts'
import { Shop } from '../testing/shop.ts'

const holidays: { years: Record<string, string[]> } = JSON.parse(
  readFileSync(new URL('../time/federal-reserve-holidays.json', import.meta.url), 'utf8'),
)
const closed = new Set(Object.values(holidays.years).flat())

async function watched(start: string, seed: number): Promise<Watched> {
  const simulator = new Simulator({ start, seed })
  const origin = simulator.publicUrl
  const { fetch } = simulator
  const delivered: number[] = []
  simulator.defaultSandbox.onWebhook(({ event }) => {
    delivered.push(event.seq)
  })
  const shop = await Shop.open({ origin, fetch, control: controlClient({ fetch, baseUrl: origin }) })
  return { simulator, shop, auditor: new Auditor(simulator.defaultSandbox.world, closed), delivered }
}

const starts = fc.constantFrom(
  '2023-01-31T23:59:59.999Z',
  '2023-11-20T15:00:00Z',
  '2024-02-29T00:00:00Z',
  '2024-12-23T04:30:00Z',
)

it('the auditor has nothing to object, whatever is done', async () => {
  const commands = fc.commands(worldCommands, { maxCommands: 150, size: '+2' })
  await fc.assert(
    fc.asyncProperty(starts, fc.nat(), commands, async (start, seed, all) => {
      const real = await watched(start, seed)
      const model: Counts = { snapshots: [], orders: 0 }
      await fc.asyncModelRun(() => ({ model, real }), all)
    }),
    { numRuns: 120 },
  )
}, 300_000)
