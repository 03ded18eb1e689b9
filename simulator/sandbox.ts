// One isolated world with everything that acts on it: the outbox, the stepping of the clock, faults and the journal.
// It knows no HTTP and no routes; it is what the service, the control API and embedders share.

import { act } from './due.ts'
import { FaultPlan } from './faults.ts'
import { Journal } from './journal.ts'
import { formatInstant, type Instant } from './time/instants.ts'
import type { Transport } from './webhooks/http-transport.ts'
import { Outbox, type WebhookHandler } from './webhooks/outbox.ts'
import { entryKinds } from './world/entries.ts'
import { UsageError } from './world/errors.ts'
import { World, type WorldData, type WorldOptions } from './world/world.ts'

export type Validation = 'strict' | 'report'

export interface SandboxOptions extends WorldOptions {
  validation: Validation
  transport: Transport
  allowAnyWebhookHost: boolean
}

/** One thing that happened while the clock advanced. */
export interface Happening {
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
  happened: Happening[]
  entries: number
  deliveries: number
  /** Why it ended before its target, where it did. */
  stopped?: 'condition' | 'budget'
}

export interface AdvanceOptions {
  /** Ends the advance as soon as it holds after an entry. */
  until?: (world: World) => boolean
  /** The most agenda entries to let act; beyond it the advance ends with an error. */
  budget?: number
  /** How many happenings to list. */
  listed?: number
}

const defaultBudget = 2_000_000
const defaultListed = 1000
/** Entries after which others get a turn, so that a long advance does not starve the process. */
const turn = 5000

export class Sandbox {
  readonly name: string
  readonly options: SandboxOptions
  world: World
  outbox: Outbox
  readonly faults = new FaultPlan()
  readonly journal = new Journal()
  private advancing = false

  constructor(
    name: string,
    options: SandboxOptions,
    data?: WorldData,
    receivers: Iterable<WebhookHandler> = [],
  ) {
    this.name = name
    this.options = options
    this.world = new World(options, data)
    this.outbox = new Outbox(this.world, options.transport, receivers)
  }

  /** Lets everything that is due now act, and begins to deliver; called after each input. */
  afterInput(): void {
    const { agenda, now } = this.world
    if (!this.advancing) {
      for (let entry = agenda.takeDue(now); entry !== undefined; entry = agenda.takeDue(now)) {
        if (entry.kind === 'webhook.attempt') void this.outbox.redeliver(Number(entry.ref))
        else act(this.world, entry)
      }
    }
    void this.outbox.settle()
  }

  /** Resolves when every delivery under way has its outcome. */
  async settled(): Promise<void> {
    await this.outbox.settle()
  }

  /** Replaces the world by one of the given state; receivers stay. */
  replaceWorld(data: WorldData | undefined): void {
    if (this.advancing) throw busy()
    this.world = new World(this.options, data)
    this.outbox = new Outbox(this.world, this.options.transport, this.outbox.receivers)
  }

  /**
   * Moves the clock to an instant, entry by entry: each acts at its own instant, its webhooks are delivered, and what
   * the receivers call back is accepted at that same instant, before the next is taken.
   */
  async advance(target: Instant, options: AdvanceOptions = {}): Promise<AdvanceReport> {
    if (this.advancing) throw busy()
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
    await outbox.settle()
    const deliveredBefore = world.delivered
    const report: AdvanceReport = {
      from: formatInstant(world.now),
      to: '',
      happened: [],
      entries: 0,
      deliveries: 0,
    }
    const finish = (): AdvanceReport => {
      report.to = formatInstant(world.now)
      report.deliveries = world.delivered - deliveredBefore
      return report
    }
    if (until?.(world) === true) return Object.assign(finish(), { stopped: 'condition' as const })
    for (
      let entry = world.agenda.takeDue(target);
      entry !== undefined;
      entry = world.agenda.takeDue(target)
    ) {
      if (entry.due > world.now) world.clock.moveTo(entry.due)
      act(world, entry)
      report.entries += 1
      if (report.happened.length < listed) {
        report.happened.push({
          at: formatInstant(world.now),
          kind: entry.kind,
          ref: entry.ref,
          what: entryKinds[entry.kind],
        })
      }
      if (entry.kind === 'webhook.attempt') await outbox.redeliver(Number(entry.ref))
      const delivering = outbox.settle()
      if (delivering !== undefined) await delivering
      if (until?.(world) === true) return Object.assign(finish(), { stopped: 'condition' as const })
      if (report.entries >= budget) return Object.assign(finish(), { stopped: 'budget' as const })
      if (report.entries % turn === 0) await new Promise((resolve) => setImmediate(resolve))
    }
    if (target > world.now) world.clock.moveTo(target)
    return finish()
  }
}

function busy(): UsageError {
  return new UsageError(
    'The clock of this sandbox is being advanced.',
    'A second advance, a restore or a reset cannot begin until it has settled; a webhook handler must not wait for one.',
    'Wait for the answer of the first, then try again.',
  )
}
