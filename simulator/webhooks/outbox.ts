// Delivers the status events of a world, each once. A receiver that fails, hangs or is missing affects only the record of the delivery.

import type { ScheduledEventOf } from '../world/scheduled-event.ts'
import type { StatusEvent } from '../world/state.ts'
import type { World } from '../world/world.ts'
import type { Delivery } from './delivery.ts'
import { DeliveryLine } from './delivery-line.ts'
import { DeliveryPlacement, type PlacedDelivery } from './delivery-placement.ts'
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

interface OutboxWatchers {
  onAttempt?: (attempt: DeliveryAttempt) => void
  /** Called with each outcome that is known later than its delivery was sent, before it is recorded. */
  onOutcome?: (outcome: Outcome) => void
}

/** Deliveries that clients cause meanwhile an advance waits for at least. */
const minMeanwhile = 100

interface Waiter {
  isEnough: () => boolean
  resolve: () => void
  reject: (error: unknown) => void
}

export class Outbox {
  private readonly world: World
  private readonly receiving: Receivers
  private readonly line: DeliveryLine
  private readonly placement: DeliveryPlacement
  private readonly watchers: OutboxWatchers
  private readonly waiters = new Set<Waiter>()
  /** Deliveries that clients may have caused while another one was under way. */
  private addedMeanwhile = 0
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
    this.line = new DeliveryLine({
      send: ({ delivery, url, receivers }) => this.receiving.send(delivery, url, receivers),
      record: (placed, outcome, isLate) => this.record(placed, outcome, isLate),
      fail: (error) => {
        for (const waiter of this.waiters) waiter.reject(error)
      },
    })
    this.placement = new DeliveryPlacement(world, this.receiving, allowAnyWebhookHost, {
      hasDeliveryOf: this.line.hasDeliveryOf,
      add: (placed) => {
        const { seq } = placed.delivery.event
        if (world.cascades.isGuess(seq)) this.addedMeanwhile += 1
        // A receiver in process says itself what it causes.
        if (placed.url !== null) world.cascades.begin(seq)
        this.line.add(placed)
      },
    })
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

  /** True if a delivery has no outcome yet, or an event has not been delivered. */
  get busy(): boolean {
    return this.line.length > 0 || this.placement.hasNewEvents
  }

  /** Deliveries that wait for their outcome. */
  get inLine(): number {
    return this.line.length
  }

  /**
   * Gives every recorded event its place and sends what can be sent. Returns undefined if all deliveries have their outcome, otherwise
   * a promise that resolves when they have. Called at the end of each input, before anything else can happen.
   */
  settle(): Promise<void> | undefined {
    return this.settleUntil(() => this.line.length === 0)
  }

  private settleUntil(isEnough: () => boolean): Promise<void> | undefined {
    this.placement.addEvents()
    this.line.send()
    if (isEnough() || this.line.length === 0) return undefined
    return new Promise((resolve, reject) => this.waiters.add({ isEnough, resolve, reject }))
  }

  /** Resolves when the deliveries that are in line now have their outcomes; undefined when they have. */
  settleLine(): Promise<void> | undefined {
    this.placement.addEvents()
    const { added } = this.line
    return this.settleUntil(() => this.line.recorded >= added)
  }

  /**
   * A function as `settle` for an advance that begins now. It waits for the deliveries that are in line now, for those that follow
   * from the advance, and for about as many as these that clients cause meanwhile: over HTTP, receivers are clients like all others.
   */
  settleFromNow(): () => Promise<void> | undefined {
    this.placement.addEvents()
    const { line } = this
    const [recorded, inLine] = [line.recorded, line.length]
    const caused = () => line.added - this.addedMeanwhile
    const first = caused()
    const isEnough = () =>
      line.length === 0 || line.recorded - recorded >= inLine + 2 * (caused() - first) + minMeanwhile
    return () => this.settleUntil(isEnough)
  }

  /** Sends nothing that is added from now on, until the returned function is called. */
  pause(): () => void {
    this.placement.addEvents()
    return this.line.pause()
  }

  /** Notes whether outcomes come from `recordAgain` now, so that nothing is sent. */
  replay(isReplayed: boolean): void {
    this.line.isReplayed = isReplayed
    if (!isReplayed) this.line.send()
  }

  /** Records the outcome that the first delivery in line had before. Returns false when there is none. */
  recordAgain(outcome: Outcome): boolean {
    return this.line.recordNext(outcome)
  }

  /** Records the outcome of a delivery, and schedules its retry if it failed. */
  private record({ delivery, at, url, retry }: PlacedDelivery, outcome: Outcome, isLate: boolean): void {
    if (isLate) this.watchers.onOutcome?.(outcome)
    const { event } = delivery
    if (url === null) this.world.cascades.forget(event.seq)
    else this.world.cascades.end(event.seq)
    this.tally[outcome.outcome === 'accepted' ? 'delivered' : 'failed'] += 1
    if (outcome.outcome === 'timed-out') this.tally.timedOut += 1
    recordOutcome(event, at, url, outcome)
    this.watchers.onAttempt?.({ delivery, url, outcome })
    if (event.delivery === 'failed' && retry !== undefined) {
      const { seq, due, data } = retry
      // An advance may have gone on before.
      const later = Math.max(due, this.world.now)
      this.world.scheduleEvent({ due: later, kind: 'webhook.attempt', ref: String(event.seq), data }, seq)
    }
    for (const waiter of this.waiters)
      if (waiter.isEnough()) {
        this.waiters.delete(waiter)
        waiter.resolve()
      }
  }

  /** Adds the delivery of a scheduled event; `settle` sends it. */
  enqueue(scheduled: ScheduledEventOf<'webhook.attempt'>): void {
    this.placement.addScheduled(scheduled)
  }

  /** True if the deliveries of a merchant have a receiver. */
  reaches(merchantId: string): boolean {
    return this.receiving.inProcess.size > 0 || this.world.webhookOf(merchantId) !== null
  }

  /** Delivers an event again. Resolves when that has its outcome. */
  async redeliver(event: StatusEvent): Promise<void> {
    this.placement.addAgain(event)
    await this.settleLine()
  }
}
