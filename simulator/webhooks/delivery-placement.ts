// Gives each status event its place among the deliveries of a world, in the order of the inputs that caused them. The content of a
// delivery, its receivers and what follows it are decided here, so that nothing depends on how long receivers take. See
// docs/contributing/decisions/delivery-order.md.

import { minuteMs } from '../../core/durations.ts'
import type { Instant } from '../time/instants.ts'
import type { DeliveryPlan, ScheduledEventOf } from '../world/scheduled-event.ts'
import type { StatusEvent, TransactionState } from '../world/state.ts'
import type { World } from '../world/world.ts'
import { Delivery } from './delivery.ts'
import { withheldNoteOf } from './delivery-records.ts'
import { applyFaultRules, forgetHeld, releaseHeld } from './fault-rules.ts'
import type { Receivers, WebhookHandler } from './receivers.ts'

/** A delivery with its place. */
export interface PlacedDelivery {
  readonly delivery: Delivery
  /** The instant at which it is sent. */
  readonly at: Instant
  readonly url: string | null
  readonly receivers: ReadonlySet<WebhookHandler>
  /** The next attempt if this one fails, with its reserved number in the schedule. */
  readonly retry: Retry | undefined
  /** True for a copy, which does not wait until the delivery before it has ended. */
  readonly isCopy: boolean
}

const asUsual: DeliveryPlan = Object.freeze({})
const noDelays: readonly number[] = Object.freeze([])

export class DeliveryPlacement {
  private readonly world: World
  private readonly receiving: Receivers
  private readonly allowAnyHost: boolean
  private readonly place: (placed: PlacedDelivery) => void
  /** True if a delivery of an event has a place, and its outcome is unknown. */
  private readonly isSent: (event: StatusEvent) => boolean
  /** The number of events that have a place. */
  private placed: number

  constructor(
    world: World,
    receiving: Receivers,
    allowAnyHost: boolean,
    line: { add: (placed: PlacedDelivery) => void; hasDeliveryOf: (event: StatusEvent) => boolean },
  ) {
    this.world = world
    this.receiving = receiving
    this.allowAnyHost = allowAnyHost
    this.place = line.add
    this.isSent = line.hasDeliveryOf
    this.placed = world.events.length
  }

  /** True if an event has no place yet. */
  get hasNewEvents(): boolean {
    return this.placed < this.world.events.length
  }

  /** Gives every event that has been recorded its place. Called at the end of each input. */
  addEvents(): void {
    const { events, faultRules } = this.world
    for (let event = events[this.placed]; event !== undefined; event = events[this.placed]) {
      this.placed += 1
      const transaction = this.world.transactionOf(event)
      const plan = faultRules.rules.length === 0 ? asUsual : this.planned(event, transaction)
      if (plan !== undefined) this.add(event, transaction, plan)
    }
  }

  /** Applies the fault rules to an event. Returns how to send it now; undefined when it is not sent now. */
  private planned(event: StatusEvent, transaction: TransactionState): DeliveryPlan | undefined {
    const effect = applyFaultRules(this.world, event, transaction)
    if (effect === undefined) return asUsual
    const { applied, outcome, afterMs, plan } = effect
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
    const event = this.world.events[Number(scheduled.ref)]
    if (event !== undefined) this.add(event, this.world.transactionOf(event), scheduled.data)
  }

  /** Adds an event again, after everything that was recorded before. */
  addAgain(event: StatusEvent): void {
    this.addEvents()
    this.add(event, this.world.transactionOf(event), { retryDelaysMs: noDelays })
  }

  /** Adds a delivery and what follows it: its copies, and the deliveries that were held until this one. */
  private add(event: StatusEvent, transaction: TransactionState, plan: DeliveryPlan, isCopy = false): void {
    const { world } = this
    const url = world.webhookOf(transaction.merchant)
    const receivers = this.receiving.inProcess
    if (url === null && receivers.size === 0) {
      if (this.isUnsent(event)) event.delivery = 'unregistered'
      world.cascades.forget(event.seq)
      return
    }
    const delivery = new Delivery(world, event, plan.wrongSignature === true, url, transaction)
    const note = withheldNoteOf(world, delivery, url, this.allowAnyHost)
    if (note !== undefined) {
      if (this.isUnsent(event)) {
        event.delivery = 'withheld'
        event.note = note
      }
      world.cascades.forget(event.seq)
      return
    }
    // The world may change before a receiver gets it.
    delivery.capture()
    this.place({ delivery, at: world.now, url, receivers, retry: retryOf(world, plan), isCopy })
    if (plan.copies !== undefined) this.addCopies(delivery, plan, plan.copies)
    if (world.faultRules.held.length > 0) this.addHeld(transaction)
  }

  /** True if nothing of an event has been sent or is being sent. */
  private isUnsent(event: StatusEvent): boolean {
    return event.delivery === 'waiting' && !this.isSent(event)
  }

  private addCopies(
    { event, transaction }: Delivery,
    { copies: _, copiesAfterMs = 0, ...plan }: DeliveryPlan,
    copies: number,
  ): void {
    for (let copy = 0; copy < copies; copy += 1) {
      const once = { ...plan, retryDelaysMs: noDelays }
      if (copiesAfterMs > 0) this.schedule(event, copiesAfterMs, once)
      else this.add(event, transaction, once, true)
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
  const [delay, ...later] = retryDelaysMs ?? assumedDelays(world)
  if (delay === undefined) return undefined
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
