// A world with everything that acts on it: outbox, clock, injected faults and journal. It knows no HTTP.

import { ConflictError, UnavailableError } from '../../core/errors.ts'
import { formatInstant, type Instant } from '../time/instants.ts'
import type { Transport } from '../webhooks/http-transport.ts'
import { type DeliveryAttempt, Outbox } from '../webhooks/outbox.ts'
import { isThenable, type WebhookHandler } from '../webhooks/receivers.ts'
import { type AssumptionChoice, Assumptions } from '../world/assumptions.ts'
import { currentReception, receive } from '../world/cascades.ts'
import { World } from '../world/world.ts'
import { copyWorldData } from '../world/world-data.ts'
import { type AdvanceOptions, type AdvanceReport, advanceTo, runDueEvents } from './advance.ts'
import { type InjectedFault, InjectedFaults } from './injected-faults.ts'
import { Journal } from './journal.ts'
import { processMemory } from './memory-budget.ts'
import { reportInternalError } from './report-internal-error.ts'
import type { SandboxOptions } from './sandbox-options.ts'
import { SandboxSecrets } from './sandbox-secrets.ts'
import { makeSnapshot, readSnapshot, type Snapshot, snapshotBytes } from './snapshot.ts'
import { turn } from './turns.ts'

/** Deliveries that may wait for their outcome before requests that may cause others are refused. */
export const maxDeliveriesInLine = 10_000

/** Throws an UnavailableError when the line of deliveries is full. */
function refuseFullLine({ inLine }: Outbox): void {
  if (inLine < maxDeliveriesInLine) return
  throw new UnavailableError(
    'paytwin cannot process the request: the line of webhook deliveries is full.',
    `${inLine} deliveries wait, because receivers take longer than clients that cause them.`,
    'Repeat the request when GET /control/clock shows fewer deliveriesInLine, or reset the sandbox (POST /control/reset).',
  )
}

/** A sandbox, whose world and outbox may be replaced meanwhile. */
interface Waiting {
  readonly world: World
  readonly outbox: Outbox
  readonly advancing: boolean
  readonly advanceTarget: Instant | undefined
}

/**
 * Acts once every delivery has its outcome, before anything else can start. Throws a ConflictError when clients cause so many that
 * this would not end.
 */
async function whenIdle<Result>(sandbox: Waiting, what: string, act: () => Result): Promise<Result> {
  return afterDeliveries(sandbox, what, () => {
    const { busy, inLine } = sandbox.outbox
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
async function whenPaused(sandbox: Waiting, what: string, act: () => void): Promise<void> {
  refuseToWait(sandbox, what)
  const { outbox } = sandbox
  const resume = outbox.pause()
  try {
    await afterDeliveries(sandbox, what, act)
  } finally {
    // Deliveries of a world that was replaced are never sent.
    if (sandbox.outbox === outbox) resume()
  }
}

/** Between the last look at the deliveries and the act, nothing else can happen. */
async function afterDeliveries<Result>(sandbox: Waiting, what: string, act: () => Result): Promise<Result> {
  refuseToWait(sandbox, what)
  const { tally } = sandbox.outbox
  const { timedOut } = tally
  const settling = sandbox.outbox.settleLine()
  if (settling !== undefined) await settling
  refuseWhileAdvancing(sandbox, what)
  if (tally.timedOut > timedOut)
    throw new ConflictError(
      `The sandbox did not ${what}.`,
      'It waited for a delivery that timed out. A webhook handler that requests this over HTTP waits for itself.',
      'Try again outside the webhook handler.',
    )
  return act()
}

function refuseToWait(sandbox: Waiting, what: string): void {
  refuseWhileAdvancing(sandbox, what)
  refuseInReceiver(sandbox, what)
}

function refuseWhileAdvancing(sandbox: Waiting, what: string): void {
  if (!sandbox.advancing) return
  const { advanceTarget, outbox } = sandbox
  const to = advanceTarget === undefined ? '' : ` to ${formatInstant(advanceTarget)}`
  // Over HTTP, a handler is a client like all others.
  const hint = outbox.busy ? ' A webhook handler must not wait for that.' : ''
  throw new ConflictError(
    `The sandbox cannot ${what} now.`,
    `Its clock is advancing${to}, and is at ${formatInstant(sandbox.world.now)}.${hint}`,
    'Wait for the response of that advance, then try again.',
    { state: 'advancing' },
  )
}

function refuseInReceiver(sandbox: Waiting, what: string): void {
  const reception = currentReception()
  if (reception?.cascades !== sandbox.world.cascades || reception.over) return
  throw new ConflictError(
    `A webhook handler cannot ${what}.`,
    'This waits for every delivery, and the delivery that is being handled ends only with the handler.',
    'Do it after the handler has returned.',
    { state: 'delivering' },
  )
}

/** Called after each attempt to deliver a webhook. */
export type AttemptObserver = (sandbox: Sandbox, attempt: DeliveryAttempt) => void

/** One isolated world with its clock, its options and its deliveries. */
export class Sandbox {
  readonly name: string
  options: SandboxOptions
  world: World
  outbox: Outbox
  readonly faults = new InjectedFaults()
  readonly journal = new Journal()
  /** Texts that nothing shows which people read. */
  readonly secrets = new SandboxSecrets()
  /** Set by tests only; all sandboxes share the heap of the process. */
  memory = processMemory
  advancing = false
  /** Where the advance that runs ends. */
  advanceTarget: Instant | undefined
  onAttempt: AttemptObserver | undefined
  /** Where the world was at its start: the length of the journal, and the assumptions. Undefined if it never was. */
  start: { position: number; assumptions: Assumptions } | undefined
  /** Set while what happened before happens again: turns of other tasks then end when they did before. */
  replay: { turn: () => Promise<boolean> } | undefined

  constructor(name: string, options: SandboxOptions, world?: World) {
    this.name = name
    this.options = options
    if (world === undefined) this.start = { position: 0, assumptions: options.assumptions }
    this.world = world ?? new World(options)
    this.secrets.learn(this.world.accounts.secrets)
    this.outbox = this.newOutbox([])
  }

  /** True if the clock is advancing, or a delivery is under way. */
  get busy(): boolean {
    return this.advancing || this.outbox.busy
  }

  /** Throws an UnavailableError when the memory or the line of deliveries is full. */
  admitInput(): void {
    this.memory.admitInput()
    refuseFullLine(this.outbox)
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
    refuseInReceiver(this, 'wait for deliveries')
    await this.outbox.settle()
  }

  /** Delivers the event of that number again, if there is one. */
  async redeliver(seq: number): Promise<void> {
    refuseInReceiver(this, 'redeliver')
    const event = this.world.events[seq]
    if (event !== undefined) await this.outbox.redeliver(event)
  }

  /** Lets other tasks have a turn in an advance. Resolves with true when the memory is full then. */
  async giveTurn(readsMemory: boolean): Promise<boolean> {
    if (this.replay !== undefined) return this.replay.turn()
    await turn()
    const isMemoryFull = readsMemory && !this.memory.hasMemoryFor(0)
    this.journal.append({ kind: 'turn', at: this.world.now, isMemoryFull })
    return isMemoryFull
  }

  /**
   * Moves the clock to an instant, running what is due on the way. A function of the instant is called once every delivery has
   * its outcome. Throws a ConflictError while another advance runs, and in a webhook handler.
   */
  async advance(target: Instant | (() => Instant), options: AdvanceOptions = {}): Promise<AdvanceReport> {
    refuseToWait(this, 'advance the clock')
    this.advancing = true
    try {
      const targetOf = () => {
        this.advanceTarget = typeof target === 'number' ? target : target()
        return this.advanceTarget
      }
      return await advanceTo(this, targetOf, options)
    } finally {
      this.advancing = false
      this.advanceTarget = undefined
    }
  }

  /** The sandbox as data, once every delivery has its outcome. */
  async snapshot(): Promise<Snapshot> {
    return whenIdle(this, 'take a snapshot', () => {
      this.memory.require(snapshotBytes(this.world), 'take a snapshot')
      return makeSnapshot(this)
    })
  }

  /** Restores a snapshot with its options, except for how the sandbox is reached and delivers. */
  async restore(snapshot: unknown): Promise<void> {
    const { options, world, faults } = readSnapshot(snapshot, this.options, this.memory)
    await whenPaused(this, 'be restored', () => {
      this.options = options
      this.start = undefined
      this.replaceWorld(world, faults)
    })
  }

  /** Starts the world again from its options. */
  async reset(): Promise<void> {
    await whenPaused(this, 'be reset', () => {
      this.start = { position: this.journal.length, assumptions: this.options.assumptions }
      this.replaceWorld(new World(this.options), [])
    })
  }

  /** Chooses the assumption for an unspecified behavior, from now on. Throws a UsageError for an invalid choice. */
  async assume(id: string, choice: AssumptionChoice): Promise<void> {
    const choose = () => Assumptions.from({ ...this.options.assumptions.written, [id]: choice })
    choose()
    await whenIdle(this, 'change an assumption', () => {
      this.memory.require(snapshotBytes(this.world), 'change an assumption')
      const options = { ...this.options, assumptions: choose() }
      const world = new World(options, copyWorldData(this.world))
      this.options = options
      this.replaceWorld(world, this.faults.list())
    })
  }

  /** A new sandbox with the state of this one. */
  async fork(name: string, publicUrl: string): Promise<Sandbox> {
    return whenIdle(this, 'be forked', () => {
      this.memory.require(snapshotBytes(this.world), 'fork the sandbox')
      const options = { ...this.options, publicUrl }
      const fork = new Sandbox(name, options, new World(options, copyWorldData(this.world)))
      fork.faults.replace(this.faults.list())
      return fork
    })
  }

  private newOutbox(receivers: Iterable<WebhookHandler>): Outbox {
    const { world, options, journal } = this
    const transport: Transport = async (request, timeoutMs) => {
      // A receiver must not learn what a crash would undo.
      await journal.kept()
      return options.transport(request, timeoutMs)
    }
    return new Outbox(world, { ...options, transport }, receivers, {
      onOutcome: (outcome) => journal.append({ kind: 'outcome', at: world.now, outcome }),
      onAttempt: (attempt) => this.onAttempt?.(this, attempt),
    })
  }

  private replaceWorld(world: World, faults: readonly InjectedFault[]): void {
    this.world = world
    this.secrets.learn(world.accounts.secrets)
    this.outbox = this.newOutbox(this.outbox.receivers)
    if (this.replay !== undefined) this.outbox.replay(true)
    this.faults.replace(faults)
    this.memory.released()
  }
}

/** Differs whenever something of a sandbox has changed. */
export function versionOf({ journal, world, outbox, advancing }: Sandbox): string {
  const { delivered, failed } = outbox.tally
  const { reminders, events, transactions, schedule } = world
  return [
    journal.length,
    world.now,
    events.length,
    transactions.size,
    schedule.size,
    reminders.length,
    delivered,
    failed,
    advancing,
  ].join(' ')
}
