// A simulated decade of a busy shop: random operations of every resource, injected faults, receivers that fail at random, restarts
// from snapshots and forks, with the auditor after every step. The same seed gives the same state at its end.

import fc from 'fast-check'
import type { Snapshot } from '../simulator/sandbox/snapshot.ts'
import { Simulator } from '../simulator/simulator.ts'
import { Auditor } from '../simulator/test-support/invariants/auditor.ts'
import { Shop } from '../simulator/test-support/shop.ts'
import { clockCommands } from '../simulator/test-support/world-commands/clock.ts'
import { paymentCommands } from '../simulator/test-support/world-commands/payments.ts'
import { disturbanceCommands, requestCommands } from '../simulator/test-support/world-commands/requests.ts'
import { subscriptionCommands } from '../simulator/test-support/world-commands/subscriptions.ts'
import {
  countsOf,
  type System,
  type WorldCommand,
} from '../simulator/test-support/world-commands/world-command.ts'
import { closedDays } from './auditing.ts'
import { receiverUrl } from './control-values.ts'
import { flakyReceivers } from './receivers.ts'

const start = Date.parse('2017-01-02T09:00:00Z')
const end = Date.parse('2027-01-02T09:00:00Z')
const maxActiveSubscriptions = 12

/** What happened in a decade. */
interface Decade {
  /** The digest of the last snapshot. */
  digest: string
  steps: number
  restarts: number
  forks: number
  transactions: number
  subscriptions: number
  events: number
}

interface State extends System {
  readonly auditor: Auditor
}

type Action = 'restart' | 'fork' | WorldCommand

const { payThroughExchange, createQrTransaction, payFromWallet, setBalance } = paymentCommands
const commands: fc.Arbitrary<Action>[] = [
  ...[paymentCommands, requestCommands, subscriptionCommands, disturbanceCommands].flatMap((group) =>
    Object.values<fc.Arbitrary<WorldCommand>>(group),
  ),
  ...Object.values(clockCommands),
  ...Array.from({ length: 6 }, () => [payThroughExchange, createQrTransaction, payFromWallet]).flat(),
  ...[setBalance, subscriptionCommands.subscribe, subscriptionCommands.subscribe],
]
/** Restarts and forks are as frequent as the other actions. */
const actions = fc.oneof(...commands, fc.constantFrom<Action>('restart', 'fork'))

/** Simulates ten years in a number of steps, each followed by its share of the time. Throws an Error for a violated invariant. */
export async function simulateDecade({ seed, steps }: { seed: number; steps: number }): Promise<Decade> {
  let state = await openedIn(newSimulator(seed))
  const counts = { restarts: 0, forks: 0 }
  for (const [index, action] of fc.sample(actions, { seed, numRuns: steps }).entries()) {
    if (action === 'restart') {
      state = await restarted(state, seed)
      counts.restarts += 1
    } else if (action === 'fork') {
      await fork(state.simulator, `fork-${counts.forks % 2}`)
      counts.forks += 1
    } else if (isPossible(action, state)) await action.perform(state)
    await audit(state)
    await advanceTo(state, start + ((end - start) * (index + 1)) / steps)
    await audit(state)
  }
  const { defaultSandbox } = state.simulator
  const { digest } = await defaultSandbox.snapshot()
  const { transactions, subscriptions, events } = defaultSandbox.world
  return {
    ...counts,
    digest,
    steps,
    transactions: transactions.size,
    subscriptions: subscriptions.size,
    events: events.length,
  }
}

function newSimulator(seed: number): Simulator {
  return new Simulator({
    seed,
    start: new Date(start).toISOString(),
    webhookUrl: receiverUrl,
    transport: flakyReceivers,
    maxSandboxes: 2,
  })
}

async function openedIn(simulator: Simulator): Promise<State> {
  const { publicUrl: url, fetch, defaultSandbox } = simulator
  const auditor = new Auditor(defaultSandbox.world, closedDays)
  return { simulator, shop: await Shop.open({ url, fetch }), auditor, orders: 0 }
}

/** Continues in a new simulator from a snapshot that was written to JSON. */
async function restarted({ simulator, auditor, orders }: State, seed: number): Promise<State> {
  const snapshot: Snapshot = JSON.parse(JSON.stringify(await simulator.defaultSandbox.snapshot()))
  const next = newSimulator(seed)
  await next.defaultSandbox.restore(snapshot)
  const state = await openedIn(next)
  state.auditor.knowledge = auditor.knowledge
  state.orders = orders
  return state
}

/** A fork has the same state, and what happens in it does not change the original. */
async function fork({ sandboxes, defaultSandbox }: Simulator, name: string): Promise<void> {
  const { digest } = await defaultSandbox.snapshot()
  const forked = await sandboxes.fork(defaultSandbox, name)
  const same = (await forked.snapshot()).digest === digest
  await forked.advance(forked.world.now + 40 * 86_400_000)
  if (!same || (await defaultSandbox.snapshot()).digest !== digest)
    throw new Error(same ? 'Advancing a fork changed the original.' : 'A fork has another state.')
}

/** As its own precondition says, but with any number of subscriptions that have ended. */
function isPossible(command: WorldCommand, state: State): boolean {
  const { subscriptions } = state.simulator.defaultSandbox.world
  const active = [...subscriptions].filter(({ status }) => status === 'active').length
  const isNew = command.toString().startsWith('Subscribe(')
  return isNew ? active < maxActiveSubscriptions : command.check(countsOf(state))
}

async function audit({ simulator: { defaultSandbox: sandbox }, auditor }: State): Promise<void> {
  await sandbox.settled()
  auditor.check(sandbox.world)
}

/** Advances, if that instant is still to come, and renews the tokens that may have expired. */
async function advanceTo({ simulator, shop }: State, instant: number): Promise<void> {
  if (instant <= simulator.defaultSandbox.world.now) return
  await shop.control.advanceClock({ body: { to: new Date(instant).toISOString() } })
  for (const accessToken of [shop.merchant.accessToken, 'shopper-ready'])
    await shop.control.issueToken({ body: { accessToken } })
}
