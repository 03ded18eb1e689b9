// A simulated decade of a busy shop: random actions, injected faults, receivers that fail at random, restarts from snapshots and forks,
// with the auditor after every step. The same seed gives the same state at its end.

import fc from 'fast-check'
import { dayMs } from '../core/durations.ts'
import { readDocument } from '../simulator/pipeline/compiled-document.ts'
import type { Snapshot } from '../simulator/sandbox/snapshot.ts'
import { Simulator } from '../simulator/simulator.ts'
import { type Action, advance, clockActions, disturbances, drawn, paymentActions } from './actions.ts'
import { Audit } from './auditing.ts'
import { receiverUrl } from './control-values.ts'
import { type Connection, Player } from './player.ts'
import { flakyReceivers } from './receivers.ts'
import { isPossible } from './sequences.ts'
import { serviceSteps } from './service-requests.ts'

const start = Date.parse('2017-01-02T09:00:00Z')
const end = Date.parse('2027-01-02T09:00:00Z')

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

interface State {
  readonly simulator: Simulator
  readonly audit: Audit
  readonly player: Player
}

const payments = paymentActions(fc.nat(1_000_000))
const { pay, createQrTransaction, payFromWallet, setBalance, subscribe } = payments
/** Restarts and forks are as frequent as the other actions. */
const actions = fc.oneof(
  { weight: 7, arbitrary: serviceSteps(readDocument(), fc.constant(null)).map((step): Action => [step]) },
  {
    weight: 50,
    arbitrary: drawn(
      [1, { ...payments, ...disturbances, ...clockActions }],
      [6, { pay, createQrTransaction, payFromWallet }],
      [2, { setBalance, subscribe }],
    ),
  },
  { weight: 2, arbitrary: fc.constantFrom('restart' as const, 'fork' as const) },
)

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
    } else await state.player.play(action)
    state.audit.check()
    const to = start + ((end - start) * (index + 1)) / steps
    if (to > state.simulator.defaultSandbox.world.now)
      await state.player.play(advance({ to: new Date(to).toISOString() }))
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

/** With a state that continues that of another simulator, if there is one. */
async function openedIn(simulator: Simulator, before?: State): Promise<State> {
  const { publicUrl: origin, fetch, defaultSandbox: sandbox } = simulator
  const audit = new Audit(simulator, before?.audit.knowledge)
  const connection: Connection = {
    origin,
    send: fetch,
    permits: (step, dictionary) => isPossible(step, dictionary, sandbox.world),
    before: (step, sent) => audit.beforeRequest(step, sent),
    async after(step, sent, reply) {
      await sandbox.settled()
      await audit.afterRequest(step, sent, reply)
    },
  }
  return { simulator, audit, player: await Player.open(connection, undefined, before?.player.memory) }
}

/** Continues in a new simulator from a snapshot that was written to JSON. */
async function restarted(state: State, seed: number): Promise<State> {
  const snapshot: Snapshot = JSON.parse(JSON.stringify(await state.simulator.defaultSandbox.snapshot()))
  const next = newSimulator(seed)
  await next.defaultSandbox.restore(snapshot)
  return openedIn(next, state)
}

/** A fork has the same state, and what happens in it does not change the original. */
async function fork({ sandboxes, defaultSandbox }: Simulator, name: string): Promise<void> {
  const { digest } = await defaultSandbox.snapshot()
  const forked = await sandboxes.fork(defaultSandbox, name)
  const same = (await forked.snapshot()).digest === digest
  await forked.advance(forked.world.now + 40 * dayMs)
  if (!same || (await defaultSandbox.snapshot()).digest !== digest)
    throw new Error(same ? 'Advancing a fork changed the original.' : 'A fork has another state.')
}
