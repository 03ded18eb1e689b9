// Delivers the status events of a world, each once and in order, one after the other. A receiver that fails, hangs or is missing
// affects only the record of the delivery.

import type { DeliveryPlan, ScheduledEvent, ScheduledEventOf } from '../world/scheduled-event.ts'
import type { StatusEvent } from '../world/state.ts'
import type { World } from '../world/world.ts'
import { Delivery } from './delivery.ts'
import { obstacleOf, recordOutcome } from './delivery-records.ts'
import { WebhookFaultRules } from './fault-rules.ts'
import type { Outcome, Transport } from './http-transport.ts'
import { Receivers, type WebhookHandler } from './receivers.ts'

/** How a sandbox sends deliveries. */
export interface OutboxOptions {
  transport: Transport
  /** How long a receiver may take, in real milliseconds. */
  webhookTimeoutMs: number
  /** Whether hosts other than this machine may be called. */
  allowAnyWebhookHost: boolean
}

/** A delivery to send. Every event has one `first`; retries, copies and redeliveries are not. */
interface Sending {
  event: StatusEvent
  plan: DeliveryPlan
  first: boolean
  /** Where it was sent. */
  url?: string | null
}

/** After how many deliveries other tasks of the process get a turn. */
const deliveriesPerTurn = 1000

const undisturbed: DeliveryPlan = Object.freeze({})

export class Outbox {
  readonly faultRules: WebhookFaultRules
  private readonly world: World
  private readonly options: OutboxOptions
  private readonly receiving: Receivers
  /** Deliveries that go before the next event. */
  private readonly queue: Sending[] = []
  private delivering = false
  private waiting: Promise<void> | undefined
  /** How many deliveries were accepted and how many failed. */
  readonly tally = { delivered: 0, failed: 0 }

  constructor(world: World, options: OutboxOptions, handlers: Iterable<WebhookHandler> = []) {
    this.world = world
    this.options = options
    this.faultRules = new WebhookFaultRules(world)
    this.receiving = new Receivers(options.transport, options.webhookTimeoutMs, handlers)
  }

  /** The in-process receivers, for the outbox that replaces this one. */
  get receivers(): Iterable<WebhookHandler> {
    return this.receiving.inProcess
  }

  /** Adds an in-process receiver; the returned function removes it. */
  onWebhook(handler: WebhookHandler): () => void {
    return this.receiving.add(handler)
  }

  /** Whether a delivery is under way, or an event has not been delivered. */
  get busy(): boolean {
    return this.delivering || this.world.delivered < this.world.events.length
  }

  /**
   * Sends all waiting deliveries. Returns undefined if that is done, otherwise a promise that resolves when it is. A receiver may
   * call this: the run that called the receiver also delivers what the receiver caused.
   */
  settle(): Promise<void> | undefined {
    if (this.delivering) return this.waiting
    this.delivering = true
    try {
      this.waiting = this.deliver()
    } finally {
      if (this.waiting === undefined) this.delivering = false
    }
    return this.waiting
  }

  // Synchronous while receivers are: a year of debits has more than a million deliveries, too many for promises.
  private deliver(): Promise<void> | undefined {
    for (let sending = this.next(); sending !== undefined; sending = this.next()) {
      const outcome = this.send(sending)
      if (outcome instanceof Promise) return this.deliverAsync(sending, outcome)
      this.conclude(sending, outcome)
    }
    return undefined
  }

  private async deliverAsync(first: Sending, firstOutcome: Promise<Outcome>): Promise<void> {
    try {
      this.conclude(first, await firstOutcome)
      let count = 0
      for (let sending = this.next(); sending !== undefined; sending = this.next()) {
        this.conclude(sending, await this.send(sending))
        count += 1
        if (count % deliveriesPerTurn === 0) await new Promise((resolve) => setImmediate(resolve))
      }
    } finally {
      // In the same task as the last look at the queue, so that whatever is recorded from now on starts a new run.
      this.delivering = false
      this.waiting = undefined
    }
  }

  private next(): Sending | undefined {
    const queued = this.queue.shift()
    if (queued !== undefined) return queued
    const { events, faultRules } = this.world
    for (
      let event = events[this.world.delivered];
      event !== undefined;
      event = events[this.world.delivered]
    ) {
      const plan = faultRules.rules.length === 0 ? undisturbed : this.disturb(event)
      if (plan !== undefined) return { event, plan, first: true }
      this.world.delivered += 1
    }
    return undefined
  }

  /** Applies the fault rules to an event. Returns how to send it now; undefined when it is not sent now. */
  private disturb(event: StatusEvent): DeliveryPlan | undefined {
    const { transaction } = new Delivery(this.world, event)
    const disturbance = this.faultRules.disturb(event, transaction)
    if (disturbance === undefined) return undisturbed
    const { applied, outcome, afterMs, plan } = disturbance
    event.note = { faultRules: applied }
    if (outcome === 'sent') return plan
    if (outcome === 'dropped') {
      event.delivery = 'dropped'
      return undefined
    }
    const scheduled = this.schedule(event, afterMs, plan)
    // It would be due after the end of the calendar.
    if (scheduled === undefined) return plan
    if (outcome === 'held') this.faultRules.hold(scheduled, transaction.merchant)
    return undefined
  }

  private schedule({ seq }: StatusEvent, afterMs: number, data: DeliveryPlan): ScheduledEvent | undefined {
    return this.world.scheduleEvent({
      due: this.world.now + afterMs,
      kind: 'webhook.attempt',
      ref: String(seq),
      data,
    })
  }

  /** Queues the delivery of a scheduled event; `settle` sends it. */
  enqueue(scheduled: ScheduledEventOf<'webhook.attempt'>): void {
    this.faultRules.forget(scheduled)
    const event = this.world.events[Number(scheduled.ref)]
    if (event !== undefined) this.queue.push({ event, plan: scheduled.data, first: false })
  }

  /** Calls the receivers. Returns undefined without a receiver, or when the delivery is withheld. */
  private send(sending: Sending): Outcome | undefined | Promise<Outcome> {
    const { event, plan } = sending
    const url = this.world.webhookOf(this.merchantOf(event))
    if (url === null && this.receiving.inProcess.size === 0) {
      if (event.delivery === 'waiting') event.delivery = 'unregistered'
      return undefined
    }
    const delivery = new Delivery(this.world, event, plan.wrongSignature === true)
    const obstacle = obstacleOf(this.world, delivery, url, this.options.allowAnyWebhookHost)
    if (obstacle === undefined) {
      sending.url = url
      this.world.cascades.begin(event.seq)
      return this.receiving.send(delivery, url)
    }
    if (event.delivery === 'waiting') {
      event.delivery = 'withheld'
      event.note = obstacle
    }
    return undefined
  }

  /** Records the outcome of a delivery, and queues what follows it. */
  private conclude({ event, plan, first, url = null }: Sending, outcome: Outcome | undefined): void {
    this.world.cascades.end(event.seq)
    if (outcome !== undefined) {
      this.tally[outcome.outcome === 'accepted' ? 'delivered' : 'failed'] += 1
      recordOutcome(event, this.world.now, url, outcome)
      if (event.delivery === 'failed') this.scheduleRetry(event, plan)
      if (plan.copies !== undefined) this.sendCopies(event, plan, plan.copies)
      if (this.world.faultRules.held.length > 0) this.sendHeld(event)
    }
    if (first) this.world.delivered += 1
  }

  /** Schedules the next attempt of a failed delivery. Assumption `webhooks.retries`. */
  private scheduleRetry(event: StatusEvent, { retryDelaysMs }: DeliveryPlan): void {
    const [delay, ...later] = retryDelaysMs ?? this.assumedRetryDelays()
    if (delay !== undefined) this.schedule(event, delay, { retryDelaysMs: later, retry: true })
  }

  private assumedRetryDelays(): readonly number[] {
    const { assumptions } = this.world
    if (!assumptions.is('webhooks.retries', 'back-off')) return []
    return assumptions.value('webhooks.retries').minutes.map((minutes) => minutes * 60_000)
  }

  private sendCopies(
    event: StatusEvent,
    { copies: _, copiesAfterMs = 0, ...plan }: DeliveryPlan,
    copies: number,
  ): void {
    for (let copy = 0; copy < copies; copy += 1) {
      const once = { ...plan, retryDelaysMs: [] }
      if (copiesAfterMs > 0) this.schedule(event, copiesAfterMs, once)
      else this.queue.push({ event, plan: once, first: false })
    }
  }

  /** Queues the deliveries that were held until this one. */
  private sendHeld(event: StatusEvent): void {
    for (const scheduled of this.faultRules.release(this.merchantOf(event)))
      if (scheduled.kind === 'webhook.attempt') this.enqueue(scheduled)
  }

  private merchantOf({ transaction }: StatusEvent): string {
    return this.world.transactions.get(transaction)?.merchant ?? ''
  }

  /** Whether the deliveries of a merchant have a receiver. */
  reaches(merchantId: string): boolean {
    return this.receiving.inProcess.size > 0 || this.world.webhookOf(merchantId) !== null
  }

  /** Delivers an event again; returns undefined when there is no event of that number. */
  async redeliver(seq: number): Promise<StatusEvent | undefined> {
    const event = this.world.events[seq]
    if (event === undefined) return undefined
    // A redelivery follows the first delivery of the event, and all earlier ones.
    if (seq >= this.world.delivered) await this.settle()
    this.queue.push({ event, plan: { retryDelaysMs: [] }, first: false })
    await this.settle()
    return event
  }
}
