// Delivers the events of a world, each once and in order, one after the other. A receiver that fails, hangs or is not there
// changes the record of the delivery and nothing else. Who receives is in `receivers.ts`, what disturbs in `lab.ts`.

import type { Instant } from '../time/instants.ts'
import type { Json } from '../world/schedule.ts'
import type { ScheduledEvent } from '../world/scheduled-event.ts'
import type { Attempt, StatusEvent } from '../world/state.ts'
import type { World } from '../world/world.ts'
import { Delivery } from './delivery.ts'
import { type Manner, WebhookFaultRules } from './fault-rules.ts'
import { type Outcome, type Transport, whyNotCalled } from './http-transport.ts'
import { accepted, Receivers, type WebhookHandler } from './receivers.ts'

/** How deliveries leave a sandbox. */
export interface OutboxOptions {
  transport: Transport
  /** How long a receiver may take, in real milliseconds. */
  webhookTimeoutMs: number
  /** Whether other machines may be called. */
  allowAnyWebhookHost: boolean
}

/** A delivery in line. `first` is the one that each event has; retries, copies and what a person sends again are not. */
interface Sending {
  event: StatusEvent
  manner: Manner
  first: boolean
  /** Where it was sent, once it was. */
  url?: string | null
}

// Receivers that make events of events would never let the clock move on, and fill the memory. A run of deliveries is cut when
// receivers in process have made so many events while they received, and so many times as many as there were without them.
const maxMade = 5000
const maxMadeOfEach = 10
// Nobody can tell whether a request over HTTP is a receiver's: such a run is cut when events were made of events so many times
// over.
const maxGenerations = 100_000
/** How many attempts of one event are remembered. */
const maxAttempts = 1000
/** Deliveries after which others get a turn. */
const turn = 1000

const plainly: Manner = Object.freeze({})
const acceptedAtOnce: readonly Attempt[] = Object.freeze([])

export class Outbox {
  readonly faultRules: WebhookFaultRules
  private readonly world: World
  private readonly options: OutboxOptions
  private readonly receiving: Receivers
  /** What goes before the next event. */
  private readonly line: Sending[] = []
  private delivering = false
  private waiting: Promise<void> | undefined
  /** Events of this run, and what was sent again in it: those that receivers in process made, and all others. */
  private made = 0
  private given = 0
  private counted = 0
  private generation = 0
  private lastOfGeneration = 0
  /** What became of deliveries so far: taken by a receiver, or tried in vain. */
  readonly tally = { delivered: 0, failed: 0 }

  constructor(world: World, options: OutboxOptions, handlers: Iterable<WebhookHandler> = []) {
    this.world = world
    this.options = options
    this.faultRules = new WebhookFaultRules(world)
    this.receiving = new Receivers(options.transport, options.webhookTimeoutMs, handlers)
  }

  /** The receivers in process, so that another world can go on with them. */
  get receivers(): Iterable<WebhookHandler> {
    return this.receiving.inProcess
  }

  /** Adds a receiver in process; the function that it gives back removes it. */
  onWebhook(handler: WebhookHandler): () => void {
    return this.receiving.add(handler)
  }

  /**
   * Delivers what waits. Undefined when all is delivered already, else a promise of that. A receiver that asks for it from
   * within a delivery need not wait: the run that called it goes on with what it caused.
   */
  settle(): Promise<void> | undefined {
    if (this.delivering) return this.waiting
    this.delivering = true
    this.beginRun()
    try {
      this.waiting = this.deliverAtOnce()
    } finally {
      if (this.waiting === undefined) this.delivering = false
    }
    return this.waiting
  }

  // Goes on while receivers answer at once: half a million deliveries are no place for promises.
  private deliverAtOnce(): Promise<void> | undefined {
    for (let sending = this.next(); sending !== undefined; sending = this.next()) {
      const response = this.send(sending)
      if (response instanceof Promise) return this.deliverInTurn(sending, response)
      this.conclude(sending, response)
    }
    return undefined
  }

  private async deliverInTurn(first: Sending, firstResponse: Promise<Outcome>): Promise<void> {
    try {
      this.conclude(first, await firstResponse)
      let count = 0
      for (let sending = this.next(); sending !== undefined; sending = this.next()) {
        this.conclude(sending, await this.send(sending))
        count += 1
        if (count % turn === 0) await new Promise((resolve) => setImmediate(resolve))
      }
    } finally {
      // At once with the last look at the line: what comes from now on finds nobody at it, and begins anew.
      this.delivering = false
      this.waiting = undefined
    }
  }

  private next(): Sending | undefined {
    const inLine = this.line.shift()
    if (inLine !== undefined) {
      this.made += 1
      return inLine
    }
    const { events } = this.world
    for (
      let event = events[this.world.delivered];
      event !== undefined;
      event = events[this.world.delivered]
    ) {
      if (this.world.delivered >= this.lastOfGeneration) {
        this.generation += 1
        this.lastOfGeneration = events.length
      }
      const manner = this.faultRules.idle ? plainly : this.disturbed(event)
      if (manner !== undefined) return { event, manner, first: true }
      this.world.delivered += 1
    }
    return undefined
  }

  /** Whether a delivery is under way, of whatever event. */
  get busy(): boolean {
    return this.delivering
  }

  private beginRun(): void {
    const { events, delivered } = this.world
    this.made = 0
    this.given = events.length - delivered + this.line.length
    this.counted = events.length
    this.generation = 0
    this.lastOfGeneration = events.length
  }

  /** Counts the events since the last time that it was called; whether a receiver in process made them while it received. */
  count(byReceiver: boolean): void {
    const { length } = this.world.events
    if (byReceiver) this.made += length - this.counted
    else this.given += length - this.counted
    this.counted = length
  }

  /** Whether the last run of deliveries went on for too long, so that the rest of it is withheld. */
  get isCut(): boolean {
    return this.made > maxMade + maxMadeOfEach * this.given || this.generation > maxGenerations
  }

  /** How the lab lets an event be sent; undefined when not now. */
  private disturbed(event: StatusEvent): Manner | undefined {
    const { transaction } = new Delivery(this.world, event)
    const plan = this.faultRules.plan(event, transaction)
    if (plan === undefined) return plainly
    event.reason = plan.reason
    if (plan.fate === 'sent') return plan.manner
    if (plan.fate === 'dropped') {
      event.delivery = 'dropped'
      return undefined
    }
    const entry = this.scheduleEvent(event, plan.after, plan.manner)
    // Beyond the end of the calendar, or only when told: then it is not put off.
    if (entry === undefined) return plan.manner
    if (plan.fate === 'held') this.faultRules.hold(entry, transaction.merchant)
    return undefined
  }

  private scheduleEvent(event: StatusEvent, after: number, manner: Manner): ScheduledEvent | undefined {
    const data: Json = manner
    return this.world.scheduleEvent({
      due: this.world.now + after,
      kind: 'webhook.attempt',
      ref: String(event.seq),
      data,
    })
  }

  /** Puts what an schedule entry sends in line; `settle` sends it. */
  enqueue(entry: ScheduledEvent): void {
    this.faultRules.forget(entry)
    const event = this.world.events[Number(entry.ref)]
    if (event !== undefined) this.line.push({ event, manner: { ...(entry.data as Manner) }, first: false })
  }

  /** Asks the receivers. Undefined when there is none to ask, or the delivery must not be sent. */
  private send(sending: Sending): Outcome | undefined | Promise<Outcome> {
    const { event, manner } = sending
    const delivery = new Delivery(this.world, event, manner.wrongSignature === true)
    const merchant = this.world.accounts.merchant(delivery.merchantId)
    const url = merchant === undefined ? null : this.world.webhookOf(merchant)
    if (url === null && this.receiving.inProcess.size === 0) {
      if (event.delivery === 'waiting') event.delivery = 'unregistered'
      return undefined
    }
    const obstacle = this.endless() ?? this.forbidden(url) ?? delivery.tooLong
    if (obstacle === undefined) {
      sending.url = url
      return this.receiving.send(delivery, url)
    }
    if (event.delivery === 'waiting') {
      event.delivery = 'withheld'
      event.reason = obstacle
    }
    return undefined
  }

  private endless(): string | undefined {
    return this.isCut
      ? 'Deliveries at one instant came of one another without end: a receiver seems to make events of events.'
      : undefined
  }

  private forbidden(url: string | null): string | undefined {
    return url === null ? undefined : whyNotCalled(url, this.options.allowAnyWebhookHost)?.message
  }

  /** Records what came of a sending, and puts in line what follows it. */
  private conclude({ event, manner, first, url = null }: Sending, outcome: Outcome | undefined): void {
    if (outcome !== undefined) {
      this.tally[outcome.outcome === 'accepted' ? 'delivered' : 'failed'] += 1
      record(event, this.world.now, url, outcome)
      if (event.delivery === 'failed') this.scheduleRetry(event, manner)
      if (manner.copies !== undefined) this.sendCopies(event, manner, manner.copies)
      if (this.world.faultRules.held.length > 0) this.follow(event)
    }
    if (first) this.world.delivered += 1
  }

  /** Puts the next try on the schedule. Assumption `webhooks.retries` where the manner does not say. */
  private scheduleRetry(event: StatusEvent, { waits }: Manner): void {
    const [wait, ...later] = waits ?? this.usualWaits()
    if (wait !== undefined) this.scheduleEvent(event, wait, { waits: later, retry: true })
  }

  private usualWaits(): readonly number[] {
    const { assumptions } = this.world
    if (!assumptions.is('webhooks.retries', 'back-off')) return []
    return assumptions.value('webhooks.retries').minutes.map((minutes) => minutes * 60_000)
  }

  private sendCopies(
    event: StatusEvent,
    { copies: _, copiesAfter = 0, ...manner }: Manner,
    copies: number,
  ): void {
    for (let copy = 0; copy < copies; copy += 1) {
      const one = { ...manner, waits: [] }
      if (copiesAfter > 0) this.scheduleEvent(event, copiesAfter, one)
      else this.line.push({ event, manner: one, first: false })
    }
  }

  /** What was held back for this delivery comes next. */
  private follow({ transaction }: StatusEvent): void {
    const merchant = this.world.transactions.get(transaction)?.merchant
    for (const entry of merchant === undefined ? [] : this.faultRules.release(merchant)) this.enqueue(entry)
  }

  /** Whether there is anyone to whom the deliveries of a merchant go. */
  reaches(merchantId: string): boolean {
    const merchant = this.world.accounts.merchant(merchantId)
    return (
      this.receiving.inProcess.size > 0 || (merchant !== undefined && this.world.webhookOf(merchant) !== null)
    )
  }

  /** Delivers an event again, as it is; undefined when there is none of that number. */
  async redeliver(seq: number): Promise<StatusEvent | undefined> {
    const event = this.world.events[seq]
    if (event === undefined) return undefined
    // Not before those whose first delivery is still to come.
    if (seq >= this.world.delivered) await this.settle()
    this.line.push({ event, manner: { waits: [] }, first: false })
    await this.settle()
    return event
  }
}

function record(event: StatusEvent, at: Instant, url: string | null, outcome: Outcome): void {
  // What stood against sending it does no longer.
  if (event.delivery === 'withheld') event.reason = null
  const payload = outcome === accepted && url === null && event.at === at && event.attempts.length === 0
  if (payload && event.delivery === 'waiting') {
    // The common case needs no record of its own.
    event.delivery = 'delivered'
    event.attempts = acceptedAtOnce
    return
  }
  const unwritten = event.delivery === 'delivered' && event.attempts.length === 0
  const earlier = unwritten ? [{ at: event.at, url: null, ...accepted }] : event.attempts
  event.attempts = [...earlier.slice(1 - maxAttempts), { at, url, ...outcome }]
  if (event.delivery !== 'delivered') event.delivery = outcome.outcome === 'accepted' ? 'delivered' : 'failed'
}
