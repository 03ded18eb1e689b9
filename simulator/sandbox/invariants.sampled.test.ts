// Random commands in any order, with snapshots and restores between them: an auditor that is much smaller than the world finds no
// violated invariant. What it checks is in test-support/invariants/auditor.ts.

import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { it } from 'vitest'
import { scaled } from '../../core/test-support/sampling.ts'
import { Simulator } from '../simulator.ts'
import { Auditor, type Knowledge } from '../test-support/invariants/auditor.ts'
import { Shop } from '../test-support/shop.ts'
import { clockCommands } from '../test-support/world-commands/clock.ts'
import { paymentCommands } from '../test-support/world-commands/payments.ts'
import { requestCommands } from '../test-support/world-commands/requests.ts'
import { subscriptionCommands } from '../test-support/world-commands/subscriptions.ts'
import {
  type Counts,
  countsOf,
  type System,
  type WorldCommand,
} from '../test-support/world-commands/world-command.ts'
import type { Snapshot } from './snapshot.ts'

const holidays: { years: Record<string, string[]> } = JSON.parse(
  readFileSync(new URL('../time/federal-reserve-holidays.json', import.meta.url), 'utf8'),
)
const bankHolidays = new Set(Object.values(holidays.years).flat())

interface Audited extends System {
  readonly auditor: Auditor
  /** Numbers of the delivered events, in order. */
  readonly delivered: number[]
  readonly saved: { snapshot: Snapshot; knowledge: Knowledge; delivered: number[] }[]
}

/** What preconditions depend on; taken from the world after each command. */
type Model = Counts & { snapshots: number }

async function audited(start: string, seed: number): Promise<Audited> {
  const simulator = new Simulator({ start, seed })
  const { publicUrl: origin, fetch, defaultSandbox } = simulator
  const delivered: number[] = []
  defaultSandbox.onWebhook(({ event }) => {
    delivered.push(event.seq)
  })
  const shop = await Shop.open({ url: origin, fetch })
  const auditor = new Auditor(defaultSandbox.world, bankHolidays)
  return { simulator, shop, auditor, delivered, saved: [], orders: 0 }
}

type Command = fc.AsyncCommand<Model, Audited>

/** A command that checks its outcome and the invariants. */
function checked(command: WorldCommand): Command {
  return {
    check: (model) => command.check(model),
    run: async (model, real) => {
      const { done, expected } = await command.perform(real)
      if (expected !== undefined && done !== expected)
        throw new Error(`${command} was ${done ? 'done' : 'refused'}, and should not have been.`)
      await audit(model, real)
    },
    toString: () => command.toString(),
  }
}

async function audit(model: Model, real: Audited): Promise<void> {
  const { defaultSandbox: sandbox } = real.simulator
  await sandbox.settled()
  real.auditor.check(sandbox.world)
  const expected = Array.from(sandbox.world.events, ({ seq }) => seq)
  if (String(real.delivered) !== String(expected))
    throw new Error(`Expected each event to be delivered once and in order. Delivered: ${real.delivered}.`)
  Object.assign(model, countsOf(real), { snapshots: real.saved.length })
}

const takeSnapshot: Command = {
  check: () => true,
  run: async (model, real) => {
    const snapshot = JSON.parse(JSON.stringify(await real.simulator.defaultSandbox.snapshot()))
    const knowledge = structuredClone(real.auditor.knowledge)
    real.saved.push({ snapshot, knowledge, delivered: [...real.delivered] })
    await audit(model, real)
  },
  toString: () => 'TakeSnapshot()',
}

const restore = (place: number): Command => ({
  check: ({ snapshots }) => place < snapshots,
  run: async (model, real) => {
    const saved = real.saved[place]
    if (saved === undefined) return
    await real.simulator.defaultSandbox.restore(saved.snapshot)
    real.auditor.knowledge = structuredClone(saved.knowledge)
    real.delivered.splice(0, real.delivered.length, ...saved.delivered)
    await audit(model, real)
  },
  toString: () => `Restore(snapshot ${place})`,
})

const starts = fc.constantFrom(
  '2023-01-31T23:59:59.999Z',
  '2023-11-20T15:00:00Z',
  '2024-02-29T00:00:00Z',
  '2024-12-23T04:30:00Z',
)

const { payThroughExchange, createQrTransaction, payFromWallet, closePartialPayment } = paymentCommands
/** Commands that make other commands possible are more frequent. */
const frequent = [
  payThroughExchange,
  createQrTransaction,
  payFromWallet,
  payFromWallet,
  closePartialPayment,
  subscriptionCommands.subscribe,
  clockCommands.advanceBy,
]
const arbitraries: fc.Arbitrary<WorldCommand>[] = [
  ...Object.values(paymentCommands),
  ...Object.values(subscriptionCommands),
  ...Object.values(clockCommands),
  ...Object.values(requestCommands),
  ...frequent,
  ...frequent,
]

it('all invariants hold under random commands', async () => {
  const commands = fc.commands<Model, Audited, false>(
    [...arbitraries.map((one) => one.map(checked)), fc.constant(takeSnapshot), fc.nat(3).map(restore)],
    { maxCommands: 150, size: '+2' },
  )
  await fc.assert(
    fc.asyncProperty(starts, fc.nat(), commands, async (start, seed, sequence) => {
      const real = await audited(start, seed)
      const model: Model = { ...countsOf(real), snapshots: 0 }
      await fc.asyncModelRun(() => ({ model, real }), sequence)
    }),
    { numRuns: scaled(120, 6) },
  )
}, 300_000)
