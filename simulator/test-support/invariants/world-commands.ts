// What can be done to a world, as commands that fast-check generates, runs in any order, and shrinks. Each knows whether it
// is lawful now and holds the answer to that; what follows from it is the auditor's to judge.

import fc from 'fast-check'
import { ControlError } from '../../control/client.ts'
import { summarizeSchedule } from '../../sandbox/scheduled-events.ts'
import type { Snapshot } from '../../sandbox/snapshot.ts'
import type { Simulator } from '../../simulator.ts'
import type { Shop } from '../../testing/shop.ts'
import type { TransactionState } from '../../world/state.ts'
import type { World } from '../../world/world.ts'
import type { Auditor, Knowledge } from './auditor.ts'

const day = 86_400_000
const closingWindow = 14 * day

/** The world under test, its shop, and what watches it. */
export interface Watched {
  simulator: Simulator
  shop: Shop
  auditor: Auditor
  /** Sequence numbers of the events that were delivered, in order. */
  delivered: number[]
}

/** What must be known to choose a lawful command: how many of each there are, and the snapshots that were taken. */
export interface Counts {
  snapshots: { snapshot: Snapshot; knowledge: Knowledge; delivered: number[] }[]
  orders: number
}

type Run = (watched: Watched, counts: Counts) => Promise<void>

class Command implements fc.AsyncCommand<Counts, Watched> {
  private readonly name: string
  private readonly act: Run

  constructor(name: string, act: Run) {
    this.name = name
    this.act = act
  }

  check(): boolean {
    return true
  }

  async run(counts: Counts, watched: Watched): Promise<void> {
    await this.act(watched, counts)
    await watched.simulator.defaultSandbox.settled()
    const { world } = watched.simulator.defaultSandbox
    watched.auditor.look(world)
    const expected = Array.from({ length: world.events.length }, (_, seq) => seq)
    if (String(watched.delivered) !== String(expected))
      throw new Error(`Delivered were the events ${watched.delivered}, where each was due once, in order.`)
  }

  toString(): string {
    return this.name
  }
}

function worldOf({ simulator }: Watched): World {
  return simulator.defaultSandbox.world
}

/** The transaction that a number points at; undefined where there is none. */
function chosen(watched: Watched, index: number, kinds?: readonly TransactionState['kind'][]) {
  const all = [...worldOf(watched).transactions].filter(({ kind }) => kinds?.includes(kind) ?? true)
  return all[index % Math.max(1, all.length)]
}

/** Whether a control call was done; anything but a lawful "why not" is a fault. */
async function done(call: Promise<unknown>): Promise<boolean> {
  try {
    await call
    return true
  } catch (error) {
    if (error instanceof ControlError && error.status === 409) return false
    throw error
  }
}

/** Whether the service granted what was asked of it. */
async function granted(call: Promise<unknown>): Promise<boolean> {
  try {
    await call
    return true
  } catch (error) {
    if (error instanceof Error && error.message.includes(' was refused: ')) return false
    throw error
  }
}

/** Whether a shopper has that much bitcoin at the first exchange. */
function holds(watched: Watched, persona: string, amount: string): boolean {
  const { accounts } = worldOf(watched)
  const shopper = accounts.shopperWithToken(`shopper-${persona}`)
  const [exchange] = accounts.exchanges
  if (shopper === undefined || exchange === undefined) return false
  return Number(worldOf(watched).balancesOf(shopper, exchange).BTC) >= Number(amount)
}

function agree(what: string, expected: boolean, actual: boolean): void {
  if (expected !== actual)
    throw new Error(`${what} was ${actual ? 'done' : 'refused'}, and should not have been.`)
}

async function advance(
  watched: Watched,
  body: { by: string } | { to: string } | { next: true } | { bankingDays: number },
) {
  const from = worldOf(watched).now
  if ('next' in body && summarizeSchedule(worldOf(watched)).nextDue === undefined) return
  const report = await watched.shop.preconditions.control.advanceClock({ body })
  const instants = [report.from, ...report.events.map(({ at }) => at), report.to].map((text) =>
    Date.parse(text),
  )
  const sorted = instants.every((instant, at) => instant >= (instants[at - 1] ?? from))
  if (!sorted) throw new Error(`The advance went through ${instants}, which is no order of a clock.`)
}

async function close(watched: Watched, transaction: TransactionState | undefined): Promise<void> {
  if (transaction === undefined) return
  const { partialAt = Number.NaN } = watched.auditor.knowledge.known.get(transaction.id) ?? {}
  const inTime = worldOf(watched).now - partialAt <= closingWindow
  const before = transaction.status
  const { status } = await watched.shop.close(transaction.offerId)
  agree(`Closing a ${before} transaction`, before === 'partially-paid' && inTime, status === 200)
}

const index = fc.nat({ max: 1000 })
const shares = fc.constantFrom('0.1', '0.5', '0.9', '1', '1.2')
const frequencies = fc.constantFrom('weekly', 'monthly', 'quarterly')
const periods = fc.constantFrom('5w', '3m', '1y')

const commands = {
  payThroughExchange: fc.constantFrom('ready', 'low-balance').map(
    (persona): Run =>
      async (watched, counts) => {
        counts.orders += 1
        const expected = holds(watched, persona, '0.0008')
        const paid = await granted(watched.shop.pay(`order ${counts.orders}`, { persona }))
        agree(`A payment of ${persona}`, expected, paid)
      },
  ),
  generateQr: fc.constant<Run>(async ({ shop }, counts) => {
    counts.orders += 1
    await shop.qr(`order ${counts.orders}`)
  }),
  payFromWallet: fc.tuple(index, shares).map(
    ([at, share]): Run =>
      async (watched) => {
        const transaction = chosen(watched, at, ['wallet'])
        if (transaction === undefined) return
        const expected = transaction.status === 'awaiting' || transaction.status === 'partially-paid'
        const { control } = watched.shop.preconditions
        const call = control.payFromWallet({ params: { id: transaction.id }, body: { share } })
        const before = transaction.status
        agree(`A payment to a ${before} transaction`, expected, await done(call))
        watched.auditor.wasPaid(transaction, worldOf(watched).now)
      },
  ),
  close: index.map(
    (at): Run =>
      (watched) =>
        close(watched, chosen(watched, at, ['wallet'])),
  ),
  payByBank: fc.integer({ min: 1, max: 900 }).map(
    (amount): Run =>
      async ({ shop }, counts) => {
        counts.orders += 1
        await shop.payByBank(`order ${counts.orders}`, amount)
      },
  ),
  subscribe: fc
    .record({ frequency: frequencies, subscriptionPeriod: periods, autoRenewal: fc.boolean() })
    .map(
      (wanted): Run =>
        async (watched, counts) => {
          counts.orders += 1
          const expected = holds(watched, 'ready', '0.00025')
          agree(
            'A subscription',
            expected,
            await granted(watched.shop.subscribe(`order ${counts.orders}`, wanted)),
          )
        },
    ),
  debit: index.map(
    (at): Run =>
      async (watched) => {
        const subscriptions = [...worldOf(watched).subscriptions]
        const subscription = subscriptions[at % Math.max(1, subscriptions.length)]
        if (subscription === undefined) return
        const before = worldOf(watched).transactions.size
        await granted(watched.shop.debit(subscription.id, 3))
        const made = [...worldOf(watched).transactions].slice(before)
        for (const { id } of made) watched.auditor.knowledge.debitedByHand.add(id)
        if (subscription.status !== 'active')
          agree(`A debit of a ${subscription.status} subscription`, false, made.length > 0)
      },
  ),
  renew: index.map(
    (at): Run =>
      async (watched) => {
        const subscriptions = [...worldOf(watched).subscriptions]
        const subscription = subscriptions[at % Math.max(1, subscriptions.length)]
        if (subscription === undefined) return
        const before = worldOf(watched).transactions.size
        const bill = subscription.nextIndex
        const { control } = watched.shop.preconditions
        const renewed = await done(control.renewSubscription({ params: { id: subscription.id } }))
        for (const { id } of [...worldOf(watched).transactions].slice(before))
          watched.auditor.knowledge.debitedByHand.add(id)
        if (subscription.status !== 'active' || !subscription.autoRenewal) agree('A renewal', false, renewed)
        const { takenEarly } = watched.auditor.knowledge
        const taken = takenEarly.get(subscription.id) ?? []
        if (renewed) takenEarly.set(subscription.id, [...taken, bill])
      },
  ),
  cancelSubscription: index.map(
    (at): Run =>
      async (watched) => {
        const subscriptions = [...worldOf(watched).subscriptions]
        const subscription = subscriptions[at % Math.max(1, subscriptions.length)]
        if (subscription === undefined) return
        const expected = subscription.status === 'active'
        agree('Cancelling a subscription', expected, await granted(watched.shop.cancel(subscription.id)))
      },
  ),
  requestRefund: index.map(
    (at): Run =>
      async (watched) => {
        const transaction = chosen(watched, at)
        if (transaction === undefined) return
        await done(watched.shop.preconditions.control.requestRefund({ params: { id: transaction.id } }))
      },
  ),
  move: fc.tuple(index, fc.constantFrom('processing', 'completed', 'canceled')).map(
    ([at, to]): Run =>
      async (watched) => {
        const transaction = chosen(watched, at)
        if (transaction === undefined) return
        const { id, status } = transaction
        const expected =
          status === 'pending' ||
          (status === 'processing' && to !== 'processing') ||
          (status === 'awaiting' && to === 'canceled')
        const moved = await done(
          watched.shop.preconditions.control.moveTransaction({ params: { id }, body: { to } }),
        )
        agree(`Moving a ${status} transaction to ${to}`, expected, moved)
        watched.auditor.knowledge.moved.add(id)
      },
  ),
  settle: fc.constant<Run>(async (watched) => {
    watched.auditor.knowledge.settledByHand.add(worldOf(watched).now)
    await watched.shop.preconditions.control.settle()
  }),
  setBalance: fc.constantFrom('0', '0.0003', '5').map(
    (amount): Run =>
      async (watched) => {
        const { accounts } = worldOf(watched)
        const shopper = accounts.shopperWithToken('shopper-ready')
        const [exchange] = accounts.exchanges
        if (shopper === undefined || exchange === undefined) return
        const before = worldOf(watched).balancesOf(shopper, exchange).BTC ?? '0'
        const body = { exchange: exchange.name, coin: 'BTC', amount }
        await watched.shop.preconditions.control.setBalance({ params: { id: shopper.id }, body })
        watched.auditor.gave('BTC', before, amount)
      },
  ),
  advanceBy: fc.constantFrom('PT1M', 'PT30M', 'PT3H', 'P1D', 'P8D', 'P1M').map(
    (by): Run =>
      (watched) =>
        advance(watched, { by }),
  ),
  advanceToNext: fc.constant<Run>((watched) => advance(watched, { next: true })),
  advanceByBankingDays: fc.integer({ min: 0, max: 6 }).map(
    (bankingDays): Run =>
      (watched) =>
        advance(watched, { bankingDays }),
  ),
  /** Closes at the end of the closing window, a millisecond before it, or one after. */
  closeAtEdge: fc.tuple(index, fc.constantFrom(-1, 0, 1)).map(
    ([at, beside]): Run =>
      async (watched) => {
        const { known } = watched.auditor.knowledge
        const partly = [...known].filter(([, { status }]) => status === 'partially-paid')
        const [id, { partialAt = Number.NaN } = {}] = partly[at % Math.max(1, partly.length)] ?? []
        const edge = partialAt + closingWindow + beside
        if (id === undefined || edge < worldOf(watched).now) return
        await advance(watched, { to: new Date(edge).toISOString() })
        await close(watched, worldOf(watched).transactions.get(id))
      },
  ),
  takeSnapshot: fc.constant<Run>(async (watched, counts) => {
    const snapshot: Snapshot = JSON.parse(JSON.stringify(await watched.simulator.defaultSandbox.snapshot()))
    const knowledge = structuredClone(watched.auditor.knowledge)
    counts.snapshots.push({ snapshot, knowledge, delivered: [...watched.delivered] })
  }),
  restore: index.map(
    (at): Run =>
      async (watched, { snapshots }) => {
        const kept = snapshots[at % Math.max(1, snapshots.length)]
        if (kept === undefined) return
        await watched.simulator.defaultSandbox.restore(kept.snapshot)
        watched.auditor.knowledge = structuredClone(kept.knowledge)
        watched.delivered.splice(0, watched.delivered.length, ...kept.delivered)
      },
  ),
} satisfies Record<string, fc.Arbitrary<Run>>

/** What makes something happen comes more often than what only looks on or goes back. */
const often: readonly string[] = [
  'payThroughExchange',
  'generateQr',
  'payFromWallet',
  'subscribe',
  'advanceBy',
  'close',
]

/** Every command, some of them more likely than others. */
export const worldCommands = Object.entries<fc.Arbitrary<Run>>(commands).flatMap(([name, runs]) => {
  const command = runs.map((run) => new Command(name, run))
  return often.includes(name) ? [command, command, command] : [command]
})
