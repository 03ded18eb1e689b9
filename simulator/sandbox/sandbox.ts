// One isolated world with everything that acts on it: the outbox, the stepping of the clock, faults and the journal.
// It knows no HTTP and no routes; it is what the service, the control API and embedders share.

import { AsyncLocalStorage } from 'node:async_hooks'
import { ConflictError } from '../../core/errors.ts'
import type { Handlers } from '../call.ts'
import { FaultPlan, type PlannedFault } from '../faults.ts'
import { Journal, type JournalLine } from '../journal.ts'
import { reportInternalError } from '../report-internal-error.ts'
import { formatInstant, type Instant } from '../time/instants.ts'
import { Outbox, type OutboxOptions } from '../webhooks/outbox.ts'
import { isThenable, type WebhookHandler } from '../webhooks/receivers.ts'
import { entryKinds, type ScheduledEvent } from '../world/scheduled-event.ts'
import type { StatusEvent } from '../world/state.ts'
import { World, type WorldOptions } from '../world/world.ts'
import { act, stands } from './scheduled-events.ts'
import { makeSnapshot, restored, type Snapshot } from './snapshot.ts'
import { Depth, isLeft } from './stopping.ts'

export type Validation = 'strict' | 'report'

export interface SandboxOptions extends WorldOptions, OutboxOptions {
  validation: Validation
  handlers: Handlers
}

/** One thing that happened while the clock advanced. */
export interface AdvanceEvent {
  at: string
  kind: string
  ref: string
  what: string
}

/** What an advance did. */
export interface AdvanceReport {
  from: string
  to: string
  /** The first of what happened, in order; `entries` counts them all. */
  events: AdvanceEvent[]
  entries: number
  /** How many deliveries were taken by a receiver, and how many were tried in vain. */
  deliveries: number
  failedDeliveries: number
  /**
   * Why it ended before its target, where it did: `limit` when it reached the limit of a condition that did not hold, `loop`
   * when receivers made events of events without end.
   */
  stopped?: 'condition' | 'limit' | 'budget' | 'loop'
}

export interface AdvanceOptions {
  /** Ends the advance as soon as it holds after an entry. */
  until?: (world: World) => boolean
  /** The most schedule entries to let act; the advance stops before one more. */
  budget?: number
  /** How many happenings to list. */
  listed?: number
}

const defaultBudget = 10_000_000
const defaultListed = 1000
/** Entries after which others get a turn, so that a long advance does not starve the process. */
const turn = 5000

/** A call of a receiver in process. */
interface Reception {
  sandbox: Sandbox
  over: boolean
}

// By which reception the running code was called: what it calls must not wait for its own delivery. Only a receiver in
// process can be told from other callers; one behind a socket runs into the time-out of its delivery instead.
const receptions = new AsyncLocalStorage<Reception>()

export class Sandbox {
  readonly name: string
  options: SandboxOptions
  world: World
  outbox: Outbox
  readonly faults = new FaultPlan()
  readonly journal = new Journal()
  advancing = false

  constructor(name: string, options: SandboxOptions, world: World = new World(options)) {
    this.name = name
    this.options = options
    this.world = world
    this.outbox = new Outbox(world, options)
  }

  /** Whether the clock is being advanced, or deliveries are under way. */
  get busy(): boolean {
    return this.advancing || this.outbox.busy || this.world.delivered < this.world.events.length
  }

  /** Adds a receiver of webhooks in process, through every restore and reset; the function that it gives back removes it. */
  onWebhook(handler: WebhookHandler): () => void {
    const receiver: WebhookHandler = (delivery) => {
      const reception: Reception = { sandbox: this, over: false }
      const end = () => {
        reception.over = true
      }
      let response: void | Promise<void>
      try {
        response = receptions.run(reception, handler, delivery)
      } catch (error) {
        end()
        throw error
      }
      if (isThenable(response)) return Promise.resolve(response).finally(end)
      end()
    }
    this.outbox.onWebhook(receiver)
    // Of the outbox that there is then; adding what is there already changes nothing.
    return () => this.outbox.onWebhook(receiver)()
  }

  /** Lets everything that is due now act, and begins to deliver; called after each input. */
  afterInput(): void {
    const { outbox } = this
    if (!this.advancing) this.actOnWhatIsDue()
    outbox.count(receptions.getStore()?.sandbox === this)
    outbox.settle()?.catch(reportInternalError)
  }

  private actOnWhatIsDue(): void {
    const { schedule, now, halt } = this.world
    const left: ScheduledEvent[] = []
    for (let entry = schedule.takeDue(now); entry !== undefined; entry = schedule.takeDue(now)) {
      if (isLeft(entry, halt, this.options.progress)) left.push(entry)
      else this.act(entry)
    }
    for (const entry of left) schedule.putBack(entry)
  }

  private act(entry: ScheduledEvent): void {
    if (entry.kind === 'webhook.attempt') this.outbox.enqueue(entry)
    else if (stands(this.world, entry)) act(this.world, entry)
  }

  /** Resolves when every delivery under way has its outcome. */
  async settled(): Promise<void> {
    this.refuseInReceiver('wait for deliveries')
    await this.outbox.settle()
  }

  /** Delivers an event again; undefined where there is none of that number. */
  async redeliver(seq: number): Promise<StatusEvent | undefined> {
    this.refuseInReceiver('redeliver')
    return this.outbox.redeliver(seq)
  }

  /** The journal, without the secrets of the world. */
  journalLines(): JournalLine[] {
    this.concealSecrets()
    return this.journal.list()
  }

  // Lines of an earlier world stay in the journal, and its secrets must not.
  private concealSecrets(): void {
    const { merchants, shoppers } = this.world.accounts
    this.journal.conceal(merchants.flatMap(({ accessToken, clientSecret }) => [accessToken, clientSecret]))
    this.journal.conceal(shoppers.map(({ accessToken }) => accessToken))
  }

  /** The world as data, once every delivery under way has its outcome. */
  async snapshot(): Promise<Snapshot> {
    return this.standstill('take a snapshot', () => makeSnapshot(this))
  }

  /** Becomes the world of a snapshot, and takes over its options but for how it is reached and delivers. */
  async restore(snapshot: unknown): Promise<void> {
    const { options, world, faults } = restored(snapshot, this.options)
    await this.standstill('be restored', () => {
      this.options = options
      this.become(world, faults)
    })
  }

  /** Begins the world anew, as its options say. */
  async reset(): Promise<void> {
    await this.standstill('be reset', () => this.become(new World(this.options), []))
  }

  private become(world: World, faults: readonly PlannedFault[]): void {
    this.concealSecrets()
    this.world = world
    this.outbox = new Outbox(world, this.options, this.outbox.receivers)
    this.faults.replace(faults)
  }

  /**
   * Does something in the standing world, when every delivery under way has its outcome and before anything else can begin;
   * refuses where that would wait for itself.
   */
  async standstill<Result>(what: string, act: () => Result): Promise<Result> {
    this.refuseWhileAdvancing(what)
    this.refuseInReceiver(what)
    const { world } = this
    const first = world.delivered
    while (this.outbox.busy || world.delivered < world.events.length) await this.outbox.settle()
    this.refuseWhileAdvancing(what)
    const waitedFor = world.events.slice(first, world.delivered)
    if (waitedFor.some(({ attempts }) => attempts.at(-1)?.outcome === 'timed-out'))
      throw new ConflictError(
        `The sandbox did not ${what}.`,
        'It waited for a delivery whose receiver did not answer in time; a webhook handler that asks for this waits for itself.',
        'Ask again now, from outside a webhook handler.',
      )
    return act()
  }

  private refuseWhileAdvancing(what: string): void {
    if (!this.advancing) return
    throw new ConflictError(
      `The sandbox cannot ${what} now.`,
      `Its clock is being advanced and stands at ${formatInstant(this.world.now)}; a webhook handler must not wait for that.`,
      'Wait for the answer of that advance, then try again.',
      { state: 'advancing' },
    )
  }

  private refuseInReceiver(what: string): void {
    const reception = receptions.getStore()
    if (reception?.sandbox !== this || reception.over) return
    throw new ConflictError(
      `A webhook handler cannot ${what}.`,
      'That waits until all is delivered, and this very delivery is over only when the handler is.',
      'Do it outside the handler, once it has returned.',
      { state: 'delivering' },
    )
  }

  /**
   * Moves the clock to an instant, entry by entry: each acts at its own instant, its webhooks are delivered, and what
   * the receivers call back is accepted at that same instant, before the next is taken.
   */
  async advance(target: Instant, options: AdvanceOptions = {}): Promise<AdvanceReport> {
    this.refuseWhileAdvancing('advance the clock')
    this.refuseInReceiver('advance the clock')
    this.advancing = true
    try {
      return await this.step(target, options)
    } finally {
      this.advancing = false
    }
  }

  private async step(target: Instant, options: AdvanceOptions): Promise<AdvanceReport> {
    const { world, outbox } = this
    const { until, budget = defaultBudget, listed = defaultListed } = options
    world.halt = null
    await outbox.settle()
    const { delivered, failed } = outbox.tally
    const report: AdvanceReport = {
      from: formatInstant(world.now),
      to: '',
      events: [],
      entries: 0,
      deliveries: 0,
      failedDeliveries: 0,
    }
    const finish = (stopped?: AdvanceReport['stopped']): AdvanceReport => {
      world.halt =
        stopped === undefined || stopped === 'limit'
          ? null
          : { before: world.schedule.next, whole: stopped !== 'condition' }
      report.to = formatInstant(world.now)
      report.deliveries = outbox.tally.delivered - delivered
      report.failedDeliveries = outbox.tally.failed - failed
      return stopped === undefined ? report : { ...report, stopped }
    }
    if (until?.(world) === true) return finish('condition')
    if (outbox.isCut) return finish('loop')
    const depth = new Depth(world)
    for (;;) {
      const entry = world.schedule.takeDue(target)
      if (entry === undefined) break
      if (!stands(world, entry)) continue
      const endless = depth.isEndless(entry)
      if (report.entries >= budget || endless) {
        world.schedule.putBack(entry)
        return finish(endless ? 'loop' : 'budget')
      }
      if (entry.due > world.now) world.clock.moveTo(entry.due)
      this.act(entry)
      report.entries += 1
      if (report.events.length < listed) {
        report.events.push({
          at: formatInstant(world.now),
          kind: entry.kind,
          ref: entry.ref,
          what: entryKinds[entry.kind],
        })
      }
      const delivering = outbox.settle()
      if (delivering !== undefined) await delivering
      if (outbox.isCut) return finish('loop')
      if (until?.(world) === true) return finish('condition')
      if (report.entries % turn === 0) {
        await new Promise((resolve) => setImmediate(resolve))
        // What others asked for in their turn is delivered at this instant, too.
        await outbox.settle()
        if (outbox.isCut) return finish('loop')
      }
    }
    if (target > world.now) world.clock.moveTo(target)
    return finish(until === undefined ? undefined : 'limit')
  }
}
