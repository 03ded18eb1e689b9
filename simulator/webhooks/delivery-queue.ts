// The deliveries of a world in the order of the inputs that caused them. What a delivery says, who receives it and what follows
// it is decided when it gets its place, so that nothing depends on how long receivers take. See
// docs/contributing/decisions/delivery-order.md.

import { minuteMs } from '../../core/durations.ts'
import type { Instant } from '../time/instants.ts'
import type { DeliveryPlan, ScheduledEventOf } from '../world/scheduled-event.ts'
import type { StatusEvent, TransactionState } from '../world/state.ts'
import type { World } from '../world/world.ts'
import { Delivery } from './delivery.ts'
import { withheldNoteOf } from './delivery-records.ts'
import { disturb, forgetHeld, releaseHeld } from './fault-rules.ts'
import type { Receivers, WebhookHandler } from './receivers.ts'

/** A delivery with its place in the order. */
export interface QueuedDelivery {
  readonly delivery: Delivery
  /** The instant at which it is sent. */
  readonly at: Instant
  readonly url: string | null
  readonly receivers: ReadonlySet<WebhookHandler>
  /** The next attempt if this one fails, with its reserved number in the schedule. */
  readonly retry: Retry | undefined
}

/** After how many taken deliveries their memory is released. */
const minTaken = 1000

const undisturbed: DeliveryPlan = Object.freeze({})
const noDelays: readonly number[] = Object.freeze([])

export class DeliveryQueue {
  private readonly world: World
  private readonly receiving: Receivers
  private readonly allowAnyHost: boolean
  /** Events that have a place in the order. */
  private placed: number
  private readonly queue: (QueuedDelivery | undefined)[] = []
  private head = 0
  private tail = 0
  /** Deliveries that have been added. */
  added = 0
  /** Those of them that clients may have caused while another one was under way. */
  addedMeanwhile = 0
  /** True if deliveries are taken later than they are added. */
  private isBehind = false
  /** Events with a delivery whose outcome is still unknown, although it has been decided that it is sent. */
  private readonly inFlight = new WeakSet<StatusEvent>()
  private readonly unreleased: StatusEvent[] = []

  constructor(world: World, receiving: Receivers, allowAnyHost: boolean) {
    this.world = world
    this.receiving = receiving
    this.allowAnyHost = allowAnyHost
    this.placed = world.events.length
  }

  /** True if an event has no place yet. */
  get hasNewEvents(): boolean {
    return this.placed < this.world.events.length
  }

  /** Takes the first delivery. */
  take(): QueuedDelivery | undefined {
    const first = this.head < this.tail ? this.queue[this.head] : undefined
    this.queue[this.head] = undefined
    this.head += 1
    if (first === undefined) {
      // Setting the length takes time, and the usual array of a single delivery keeps its place in memory.
      if (this.tail > minTaken) this.queue.length = 0
      this.head = 0
      this.tail = 0
      this.isBehind = false
      if (this.unreleased.length > 0)
        for (const event of this.unreleased.splice(0)) this.world.events.release(event)
    } else if (this.head > this.tail / 2 + minTaken) {
      this.queue.splice(0, this.head)
      this.tail -= this.head
      this.head = 0
    }
    return first
  }

  /**
   * Notes that a delivery takes time, and fixes what the waiting ones say: until the queue is empty, the world may change before
   * they are taken.
   */
  fallBehind({ event }: Delivery): void {
    this.isBehind = true
    this.inFlight.add(event)
    for (const waiting of this.queue.slice(this.head, this.tail)) {
      waiting?.delivery.capture()
      if (waiting !== undefined) this.inFlight.add(waiting.delivery.event)
    }
  }

  /** Notes that a delivery of an event has its outcome. Another one may wait, but only while the queue is behind. */
  concluded(event: StatusEvent): void {
    if (this.isBehind) this.unreleased.push(event)
    else this.world.events.release(event)
  }

  /** Gives every event that has been recorded its place. Called at the end of each input. */
  addEvents(): void {
    const { events, faultRules } = this.world
    for (let event = events.at(this.placed); event !== undefined; event = events.at(this.placed)) {
      this.placed += 1
      const transaction = this.world.transactionOf(event)
      const plan = faultRules.rules.length === 0 ? undisturbed : this.disturb(event, transaction)
      if (plan !== undefined) this.add(event, transaction, plan)
    }
  }

  /** Applies the fault rules to an event. Returns how to send it now; undefined when it is not sent now. */
  private disturb(event: StatusEvent, transaction: TransactionState): DeliveryPlan | undefined {
    const disturbance = disturb(this.world, event, transaction)
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
    // Until the merchant's next delivery, or until it is due.
    if (outcome === 'held') this.world.faultRules.held.push({ scheduled, merchant: transaction.merchant })
    return undefined
  }

  /** Returns the number of the scheduled event. */
  private schedule({ seq }: StatusEvent, afterMs: number, data: DeliveryPlan): number | undefined {
    const { schedule, now } = this.world
    const { nextSeq } = schedule
    const wanted = { due: now + afterMs, kind: 'webhook.attempt', ref: String(seq), data } as const
    return this.world.scheduleEvent(wanted) === undefined ? undefined : nextSeq
  }

  /** Adds the delivery of a scheduled event. */
  addScheduled(scheduled: ScheduledEventOf<'webhook.attempt'>): void {
    this.addEvents()
    forgetHeld(this.world, scheduled)
    const event = this.world.events.at(Number(scheduled.ref))
    if (event !== undefined) this.add(event, this.world.transactionOf(event), scheduled.data)
  }

  /** Adds an event again, after everything that was recorded before. */
  addAgain(event: StatusEvent): void {
    this.addEvents()
    this.add(event, this.world.transactionOf(event), { retryDelaysMs: noDelays })
  }

  /** Adds a delivery and what follows it: its copies, and the deliveries that were held until this one. */
  private add(event: StatusEvent, transaction: TransactionState, plan: DeliveryPlan): void {
    const url = this.world.webhookOf(transaction.merchant)
    const receivers = this.receiving.inProcess
    if (url === null && receivers.size === 0) {
      if (this.isUnsent(event)) {
        event.delivery = 'unregistered'
        this.world.events.release(event)
      }
      this.world.cascades.forget(event.seq)
      return
    }
    const delivery = new Delivery(this.world, event, plan.wrongSignature === true, url, transaction)
    const note = withheldNoteOf(this.world, delivery, url, this.allowAnyHost)
    if (note !== undefined) {
      if (this.isUnsent(event)) {
        event.delivery = 'withheld'
        event.note = note
      }
      this.world.cascades.forget(event.seq)
      return
    }
    if (this.isBehind) {
      delivery.capture()
      this.inFlight.add(event)
    }
    this.queue[this.tail] = { delivery, at: this.world.now, url, receivers, retry: retryOf(this.world, plan) }
    this.tail += 1
    this.added += 1
    if (this.world.cascades.isGuess(event.seq)) this.addedMeanwhile += 1
    if (plan.copies !== undefined) this.addCopies(delivery, plan, plan.copies)
    if (this.world.faultRules.held.length > 0) this.addHeld(transaction)
  }

  /** True if nothing of an event has been sent or is being sent. */
  private isUnsent(event: StatusEvent): boolean {
    return event.delivery === 'waiting' && !this.inFlight.has(event)
  }

  private addCopies(
    { event, transaction }: Delivery,
    { copies: _, copiesAfterMs = 0, ...plan }: DeliveryPlan,
    copies: number,
  ): void {
    for (let copy = 0; copy < copies; copy += 1) {
      const once = { ...plan, retryDelaysMs: noDelays }
      if (copiesAfterMs > 0) this.schedule(event, copiesAfterMs, once)
      else this.add(event, transaction, once)
    }
  }

  /** Adds the deliveries that were held until this one. */
  private addHeld({ merchant }: TransactionState): void {
    for (const scheduled of releaseHeld(this.world, merchant))
      if (scheduled.kind === 'webhook.attempt') this.addScheduled(scheduled)
  }
}

/** The next attempt of a delivery, with its reserved number in the schedule. */
interface Retry {
  seq: number
  due: Instant
  data: DeliveryPlan
}

/** The next attempt of a delivery if it fails; undefined if it was the last one. */
function retryOf(world: World, { retryDelaysMs }: DeliveryPlan): Retry | undefined {
  const delays = retryDelaysMs ?? assumedDelays(world)
  // Taking a list apart takes longer than the rest of a delivery.
  if (delays.length === 0) return undefined
  const [delay = 0, ...later] = delays
  // Reserved now: the outcome comes at a time that depends on the receiver.
  return {
    seq: world.schedule.reserve(),
    due: world.now + delay,
    data: { retryDelaysMs: later, retry: true },
  }
}

function assumedDelays({ assumptions }: World): readonly number[] {
  if (!assumptions.is('webhooks.retries', 'back-off')) return noDelays
  return assumptions.value('webhooks.retries').minutes.map((minutes) => minutes * minuteMs)
}
