// One isolated world with everything that acts on it: outbox, clock, injected faults and journal. It knows no HTTP; the service,
// the control API and embedders share it.

import { ConflictError } from '../../core/errors.ts'
import type { SandboxOptions } from '../options/sandbox-options.ts'
import { type InjectedFault, InjectedFaults } from '../pipeline/injected-faults.ts'
import { Journal } from '../pipeline/journal.ts'
import { reportInternalError } from '../pipeline/report-internal-error.ts'
import { formatInstant, type Instant } from '../time/instants.ts'
import { type DeliveryAttempt, Outbox } from '../webhooks/outbox.ts'
import { isThenable, type WebhookHandler } from '../webhooks/receivers.ts'
import { type AssumptionChoice, Assumptions } from '../world/assumptions.ts'
import { currentReception, receive } from '../world/cascades.ts'
import type { StatusEvent } from '../world/state.ts'
import { World } from '../world/world.ts'
import { copyWorldData } from '../world/world-data.ts'
import { type AdvanceOptions, type AdvanceReport, advanceTo, runDueEvents } from './advance.ts'
import type { InputLog } from './input-log.ts'
import { processMemory } from './memory-budget.ts'
import { makeSnapshot, readSnapshot, type Snapshot, snapshotBytes } from './snapshot.ts'

/** Called after each attempt to deliver a webhook. */
export type AttemptObserver = (sandbox: Sandbox, attempt: DeliveryAttempt) => void

export class Sandbox {
  readonly name: string
  options: SandboxOptions
  world: World
  outbox: Outbox
  readonly faults = new InjectedFaults()
  readonly journal = new Journal()
  /** The world whose secrets the journal was given last. */
  private concealed: World | undefined
  /** Set by tests only; all sandboxes share the heap of the process. */
  memory = processMemory
  advancing = false
  onAttempt: AttemptObserver | undefined
  /** Where the world was at its start: the number of the journal's next line, and the assumptions. Undefined if it never was. */
  start: { line: number; assumptions: Assumptions } | undefined
  /** Undefined when the sandbox is in memory only. */
  readonly log: InputLog | undefined

  constructor(
    name: string,
    options: SandboxOptions,
    { world, log }: { world?: World | undefined; log?: InputLog | undefined } = {},
  ) {
    this.name = name
    this.options = options
    if (world === undefined) this.start = { line: 0, assumptions: options.assumptions }
    this.world = world ?? new World(options)
    this.log = log
    this.outbox = this.newOutbox([])
  }

  /** Whether the clock is advancing, or a delivery is under way. */
  get busy(): boolean {
    return this.advancing || this.outbox.busy
  }

  /** Throws an UnavailableError when the memory or the line of deliveries is full. */
  admitInput(): void {
    this.memory.admitInput()
    this.outbox.admitInput()
  }

  /** Adds an in-process receiver, which stays through every restore and reset; the returned function removes it. */
  onWebhook(handler: WebhookHandler): () => void {
    const receiver: WebhookHandler = (delivery) => {
      const reception = this.world.cascades.reception(delivery.event.seq)
      const end = () => {
        reception.over = true
      }
      let response: unknown
      try {
        response = receive(reception, handler, delivery)
      } finally {
        if (!isThenable(response)) end()
      }
      return isThenable(response) ? Promise.resolve(response).finally(end) : response
    }
    this.outbox.onWebhook(receiver)
    // Removes it from the outbox of that time: adding a receiver that is there changes nothing.
    return () => this.outbox.onWebhook(receiver)()
  }

  /** Lets links in responses start with another URL. */
  setPublicUrl(publicUrl: string): void {
    this.options.publicUrl = publicUrl
    this.world.options.publicUrl = publicUrl
  }

  /** Runs what is due now and starts to deliver. Called after each input. */
  afterInput(): void {
    if (!this.advancing) runDueEvents(this)
    this.outbox.settle()?.catch(reportInternalError)
  }

  /** Resolves when every delivery has its outcome. */
  async settled(): Promise<void> {
    this.refuseInReceiver('wait for deliveries')
    await this.outbox.settle()
  }

  /** Delivers an event again; returns undefined when there is no event of that number. */
  async redeliver(seq: number): Promise<StatusEvent | undefined> {
    this.refuseInReceiver('redeliver')
    return this.outbox.redeliver(seq)
  }

  /**
   * Moves the clock to an instant, running what is due on the way. A function of the instant is called once every delivery has
   * its outcome. Throws a ConflictError while another advance runs, and in a webhook handler.
   */
  async advance(target: Instant | (() => Instant), options: AdvanceOptions = {}): Promise<AdvanceReport> {
    this.refuseToWait('advance the clock')
    this.advancing = true
    try {
      return await advanceTo(this, typeof target === 'number' ? () => target : target, options)
    } finally {
      this.advancing = false
    }
  }

  /** The sandbox as data, once every delivery has its outcome. */
  async snapshot(): Promise<Snapshot> {
    return this.whenIdle('take a snapshot', () => {
      this.memory.require(snapshotBytes(this.world), 'take a snapshot')
      return makeSnapshot(this)
    })
  }

  /** Restores a snapshot with its options, except for how the sandbox is reached and delivers. */
  async restore(snapshot: unknown): Promise<void> {
    const { options, world, faults } = readSnapshot(snapshot, this.options, this.memory)
    await this.whenPaused('be restored', () => {
      this.options = options
      this.start = undefined
      this.replaceWorld(world, faults)
    })
  }

  /** Starts the world again from its options. */
  async reset(): Promise<void> {
    await this.whenPaused('be reset', () => {
      this.start = { line: this.journal.count, assumptions: this.options.assumptions }
      this.replaceWorld(new World(this.options), [])
    })
  }

  /** Chooses the assumption for an unspecified behavior, from now on. Throws a UsageError for an invalid choice. */
  async assume(id: string, choice: AssumptionChoice): Promise<void> {
    const choose = () => Assumptions.from({ ...this.options.assumptions.written, [id]: choice })
    choose()
    await this.whenIdle('change an assumption', () => {
      this.memory.require(snapshotBytes(this.world), 'change an assumption')
      const options = { ...this.options, assumptions: choose() }
      const world = new World(options, copyWorldData(this.world))
      this.options = options
      this.replaceWorld(world, this.faults.list())
    })
  }

  /** A new sandbox with the state of this one. */
  async fork(name: string, publicUrl: string, log?: InputLog): Promise<Sandbox> {
    return this.whenIdle('be forked', () => {
      this.memory.require(snapshotBytes(this.world), 'fork the sandbox')
      const options = { ...this.options, publicUrl }
      const fork = new Sandbox(name, options, {
        world: new World(options, copyWorldData(this.world)),
        log,
      })
      fork.faults.replace(this.faults.list())
      return fork
    })
  }

  private newOutbox(receivers: Iterable<WebhookHandler>): Outbox {
    const { world, options, log } = this
    return new Outbox(world, log === undefined ? options : { ...options, transport: log.send }, receivers, {
      log,
      onAttempt: (attempt) => this.onAttempt?.(this, attempt),
    })
  }

  private replaceWorld(world: World, faults: readonly InjectedFault[]): void {
    this.concealSecrets()
    this.world = world
    this.outbox = this.newOutbox(this.outbox.receivers)
    this.faults.replace(faults)
    this.memory.released()
  }

  /** The journal, without the secrets of the world. */
  journalLines(...options: Parameters<Journal['list']>): ReturnType<Journal['list']> {
    this.concealSecrets()
    return this.journal.list(...options)
  }

  /** A text about requests without the secrets of the world, and without those of the body that it is about. */
  redacted(text: string, body = ''): string {
    if (this.concealed !== this.world) this.concealSecrets()
    return this.journal.redacted(text, body)
  }

  // Lines of an earlier world stay in the journal, so its secrets are noted before it is replaced.
  private concealSecrets(): void {
    this.concealed = this.world
    this.journal.conceal(this.world.accounts.secrets)
  }

  /**
   * Acts once every delivery has its outcome, before anything else can start. Throws a ConflictError when clients cause so many that
   * this would not end.
   */
  private async whenIdle<Result>(what: string, act: () => Result): Promise<Result> {
    this.refuseToWait(what)
    return this.afterDeliveries(what, this.outbox.settleFromNow(), () => {
      const { busy, inLine } = this.outbox
      if (!busy) return act()
      throw new ConflictError(
        `The sandbox did not ${what}.`,
        `It waited for the deliveries that were in line, and clients caused ${inLine} others meanwhile.`,
        'Stop these clients, or try again when GET /control/clock shows no deliveriesInLine.',
        { state: 'delivering' },
      )
    })
  }

  /** Acts once the deliveries that are in line have their outcome. What clients cause meanwhile is not sent before. */
  private async whenPaused(what: string, act: () => void): Promise<void> {
    this.refuseToWait(what)
    const { outbox } = this
    const resume = outbox.pauseFromNow()
    try {
      await this.afterDeliveries(what, () => this.outbox.settle(), act)
    } finally {
      // What is left of a world that was replaced is never sent.
      if (this.outbox === outbox) resume()
    }
  }

  /** Between the last look at the deliveries and the act, nothing else can happen. */
  private async afterDeliveries<Result>(
    what: string,
    settle: () => Promise<void> | undefined,
    act: () => Result,
  ): Promise<Result> {
    const { tally } = this.outbox
    const { timedOut } = tally
    for (let settling = settle(); settling !== undefined; settling = settle()) await settling
    this.refuseWhileAdvancing(what)
    if (tally.timedOut > timedOut)
      throw new ConflictError(
        `The sandbox did not ${what}.`,
        'It waited for a delivery that timed out. A webhook handler that requests this over HTTP waits for itself.',
        'Try again outside the webhook handler.',
      )
    return act()
  }

  private refuseToWait(what: string): void {
    this.refuseWhileAdvancing(what)
    this.refuseInReceiver(what)
  }

  private refuseWhileAdvancing(what: string): void {
    if (!this.advancing) return
    throw new ConflictError(
      `The sandbox cannot ${what} now.`,
      `Its clock is advancing, and is at ${formatInstant(this.world.now)}. A webhook handler must not wait for that.`,
      'Wait for the response of that advance, then try again.',
      { state: 'advancing' },
    )
  }

  private refuseInReceiver(what: string): void {
    const reception = currentReception()
    if (reception?.cascades !== this.world.cascades || reception.over) return
    throw new ConflictError(
      `A webhook handler cannot ${what}.`,
      'This waits for every delivery, and the delivery that is being handled ends only with the handler.',
      'Do it after the handler has returned.',
      { state: 'delivering' },
    )
  }
}
