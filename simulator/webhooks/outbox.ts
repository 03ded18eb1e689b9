// Delivers the status events of a world, each once and in order, one after the other. A receiver that fails, hangs or is missing
// affects only the record of the delivery.

import type { ScheduledEventOf } from '../world/scheduled-event.ts'
import type { StatusEvent } from '../world/state.ts'
import type { World } from '../world/world.ts'
import type { Delivery } from './delivery.ts'
import { DeliveryQueue, type QueuedDelivery } from './delivery-queue.ts'
import { recordOutcome } from './delivery-records.ts'
import type { Outcome, Transport } from './http-transport.ts'
import { Receivers, type WebhookHandler } from './receivers.ts'

export interface OutboxOptions {
  transport: Transport
  /** The longest time of a receiver, in real milliseconds. */
  webhookTimeoutMs: number
  /** True if hosts other than this machine may be called. */
  allowAnyWebhookHost: boolean
}

/** An attempt to deliver a status event to a URL, or to receivers in process if the URL is null. */
export interface DeliveryAttempt {
  delivery: Delivery
  url: string | null
  outcome: Outcome
}

/** Who is notified of what an outbox does. */
interface OutboxWatchers {
  onAttempt?: (attempt: DeliveryAttempt) => void
  /** The log of the sandbox. */
  log?:
    | {
        outcome: (outcome: Outcome) => void
        turn: () => Promise<void>
      }
    | undefined
}

/** Deliveries that clients cause meanwhile an advance waits for at least. */
const minMeanwhile = 100
/** After how many deliveries other tasks of the process get a turn. */
const deliveriesPerTurn = 1000

export class Outbox {
  private readonly world: World
  private readonly receiving: Receivers
  private readonly queue: DeliveryQueue
  private readonly watchers: OutboxWatchers
  private delivering = false
  private waiting: Promise<void> | undefined
  /** When nothing more is sent. */
  private pauseWhen: () => boolean = () => false
  /** Who waits for something less than the end of the line. */
  private readonly patient = new Set<() => void>()
  /** Counts of accepted deliveries, of failed ones, and of those that timed out. */
  readonly tally = { delivered: 0, failed: 0, timedOut: 0 }
  /** The count of failed ones at the end of the last advance. */
  failedAtAdvance = 0

  constructor(
    world: World,
    { transport, webhookTimeoutMs, allowAnyWebhookHost }: OutboxOptions,
    handlers: Iterable<WebhookHandler> = [],
    watchers: OutboxWatchers = {},
  ) {
    this.world = world
    this.watchers = watchers
    this.receiving = new Receivers(transport, webhookTimeoutMs, handlers)
    this.queue = new DeliveryQueue(world, this.receiving, allowAnyWebhookHost)
  }

  /** The in-process receivers, for the outbox that replaces this one. */
  get receivers(): Iterable<WebhookHandler> {
    return this.receiving.inProcess
  }

  /** Adds an in-process receiver; the returned function removes it. */
  onWebhook(handler: WebhookHandler): () => void {
    return this.receiving.add(handler)
  }

  /** Gives the receiver at a URL its full time again. */
  registered(url: string): void {
    this.receiving.registered(url)
  }

  /** True if a delivery is under way, or an event has not been delivered. */
  get busy(): boolean {
    return this.delivering || this.queue.hasNewEvents
  }

  /**
   * Gives every recorded event its place and sends all deliveries. Returns undefined if that is done, otherwise a promise that
   * resolves when it is. Called at the end of each input, before anything else can happen. A receiver may call this: the run that
   * called the receiver also delivers what the receiver caused.
   */
  settle(): Promise<void> | undefined {
    this.queue.addEvents()
    if (this.delivering) return this.waiting
    this.delivering = true
    try {
      this.waiting = this.deliver()
    } finally {
      if (this.waiting === undefined) this.delivering = false
    }
    return this.waiting
  }

  /** Deliveries that wait for their outcome. */
  get inLine(): number {
    return this.queue.added - this.ended
  }

  private get ended(): number {
    return this.tally.delivered + this.tally.failed
  }

  /** As `settle`, but the promise resolves as soon as the condition is met after the outcome of a delivery. */
  settleUntil(isEnough: () => boolean): Promise<void> | undefined {
    const settling = this.settle()
    if (settling === undefined || isEnough()) return undefined
    return new Promise((resolve, reject) => {
      const check = () => {
        if (!isEnough()) return
        this.patient.delete(check)
        resolve()
      }
      this.patient.add(check)
      settling.finally(() => this.patient.delete(check)).then(resolve, reject)
    })
  }

  /**
   * A function as `settle` for an advance that begins now. It waits for the deliveries that are in line now, for those that follow
   * from the advance, and for about as many as these that clients cause meanwhile: over HTTP, receivers are clients like all others.
   */
  settleFromNow(): () => Promise<void> | undefined {
    const isEnough = this.enoughFromNow()
    return () => this.settleUntil(isEnough)
  }

  /**
   * Sends nothing more after the deliveries that an advance would wait for which begins now, until the returned function is called.
   */
  pauseFromNow(): () => void {
    this.pauseWhen = this.enoughFromNow()
    return () => {
      this.pauseWhen = () => false
      void this.settle()
    }
  }

  private enoughFromNow(): () => boolean {
    this.queue.addEvents()
    const { queue, ended } = this
    const [inLine, first] = [this.inLine, queue.added - queue.addedMeanwhile]
    return () => {
      const following = queue.added - queue.addedMeanwhile - first
      return this.ended - ended >= inLine + 2 * following + minMeanwhile
    }
  }

  private next(): QueuedDelivery | undefined {
    return this.pauseWhen() ? undefined : this.queue.take()
  }

  // Synchronous while receivers are: a year of debits has more than a million deliveries, too many for promises.
  private deliver(): Promise<void> | undefined {
    for (let next = this.next(); next !== undefined; next = this.next()) {
      const outcome = this.send(next)
      if (outcome instanceof Promise) {
        this.queue.fallBehind(next.delivery)
        return this.deliverAsync(next, outcome)
      }
      this.conclude(next, outcome)
    }
    return undefined
  }

  private async deliverAsync(first: QueuedDelivery, firstOutcome: Promise<Outcome>): Promise<void> {
    try {
      this.concludeLate(first, await firstOutcome)
      let count = 0
      for (let next = this.next(); next !== undefined; next = this.next()) {
        this.concludeLate(next, await this.send(next))
        count += 1
        if (count % deliveriesPerTurn === 0) await this.turn()
      }
    } finally {
      // In the same task as the last look at the queue, so that whatever is added from now on starts a new run.
      this.delivering = false
      this.waiting = undefined
    }
  }

  private send({ delivery, url, receivers }: QueuedDelivery): Outcome | Promise<Outcome> {
    this.world.cascades.begin(delivery.event.seq)
    const outcome = this.receiving.send(delivery, url, receivers)
    // The receiver may read the delivery later.
    if (outcome instanceof Promise) delivery.capture()
    return outcome
  }

  /** An outcome that is later than its delivery may be at another time in another run. */
  private concludeLate(delivery: QueuedDelivery, outcome: Outcome): void {
    this.watchers.log?.outcome(outcome)
    this.conclude(delivery, outcome)
  }

  private turn(): Promise<void> {
    return this.watchers.log?.turn() ?? new Promise((resolve) => setImmediate(resolve))
  }

  /** Records the outcome of a delivery, and schedules its retry if it failed. */
  private conclude({ delivery, at, url, retry }: QueuedDelivery, outcome: Outcome): void {
    const { event } = delivery
    this.world.cascades.end(event.seq)
    this.tally[outcome.outcome === 'accepted' ? 'delivered' : 'failed'] += 1
    if (outcome.outcome === 'timed-out') this.tally.timedOut += 1
    recordOutcome(event, at, url, outcome)
    this.queue.concluded(event)
    this.watchers.onAttempt?.({ delivery, url, outcome })
    for (const check of this.patient) check()
    if (event.delivery !== 'failed' || retry === undefined) return
    const { seq, due, data } = retry
    // An advance may have gone on before.
    const later = Math.max(due, this.world.now)
    this.world.scheduleEvent({ due: later, kind: 'webhook.attempt', ref: String(event.seq), data }, seq)
  }

  /** Adds the delivery of a scheduled event; `settle` sends it. */
  enqueue(scheduled: ScheduledEventOf<'webhook.attempt'>): void {
    this.queue.addScheduled(scheduled)
  }

  /** True if the deliveries of a merchant have a receiver. */
  reaches(merchantId: string): boolean {
    return this.receiving.inProcess.size > 0 || this.world.webhookOf(merchantId) !== null
  }

  /** Delivers an event again; returns undefined when there is no event of that number. */
  async redeliver(seq: number): Promise<StatusEvent | undefined> {
    const event = this.world.events.at(seq)
    if (event === undefined) return undefined
    this.queue.addAgain(event)
    const inLine = this.ended + this.inLine
    await this.settleUntil(() => this.ended >= inLine)
    return event
  }
}
