// The deliveries that have a place and no outcome yet. Those of different orders are sent at once, those of one order one after the other.
// Outcomes are recorded in the order of the places, whichever receiver responds first, so that a world does not depend on their speed.

import type { StatusEvent } from '../world/state.ts'
import type { PlacedDelivery } from './delivery-placement.ts'
import type { Outcome } from './http-transport.ts'

/** Deliveries that are sent at the same time. */
const maxSentAtOnce = 100
/** After how many recorded deliveries the memory of their places is released. */
const minRecorded = 1000

interface Place {
  readonly placed: PlacedDelivery
  readonly number: number
  /** Known once the receiver has responded, until the outcomes before it are recorded. */
  outcome: Outcome | undefined
  /** True if the outcome was known later than the delivery was sent. */
  isLate: boolean
}

/** Sends a delivery, and records its outcome. */
interface LineActions {
  /** Returns a promise only if a receiver is asynchronous. */
  send: (placed: PlacedDelivery) => Outcome | Promise<Outcome>
  record: (placed: PlacedDelivery, outcome: Outcome, isLate: boolean) => void
  /** Called when nothing can be sent any more. */
  fail: (error: unknown) => void
}

export class DeliveryLine {
  private readonly actions: LineActions
  /** In order. Those before the index `recorded - released` have an outcome that is recorded. */
  private places: Place[] = []
  private released = 0
  /** The number of deliveries that were ever added, and of those whose outcome is recorded. */
  added = 0
  recorded = 0
  /** Deliveries that can be sent now, in order. */
  private readonly ready: Place[] = []
  /** By order: those that wait until an earlier delivery of the order has ended. An entry is there while one is under way. */
  private readonly byOrder = new Map<string, Place[]>()
  private readonly ofEvents = new Map<StatusEvent, number>()
  private sending = 0
  private isPumping = false
  /** Deliveries from this number on are not sent. */
  private limit = Number.POSITIVE_INFINITY
  /** True while what happened before happens again: nothing is sent, and outcomes come from `recordNext`. */
  isReplayed = false

  constructor(actions: LineActions) {
    this.actions = actions
  }

  /** Deliveries without a recorded outcome. */
  get length(): number {
    return this.added - this.recorded
  }

  readonly hasDeliveryOf = (event: StatusEvent): boolean => this.ofEvents.has(event)

  readonly add = (placed: PlacedDelivery): void => {
    const place = { placed, number: this.added, outcome: undefined, isLate: false }
    this.places.push(place)
    this.added += 1
    const { event } = placed.delivery
    this.ofEvents.set(event, (this.ofEvents.get(event) ?? 0) + 1)
    const order = orderOf(placed)
    const waiting = this.byOrder.get(order)
    if (waiting === undefined) this.byOrder.set(order, [])
    // A copy is sent with its original, which is the one before it.
    if (waiting === undefined || (placed.isCopy && waiting.length === 0)) this.ready.push(place)
    else waiting.push(place)
  }

  /** Sends nothing that is added from now on, until the returned function is called. */
  pause(): () => void {
    this.limit = this.added
    return () => {
      this.limit = Number.POSITIVE_INFINITY
      this.send()
    }
  }

  /** Sends what can be sent. A receiver that calls this is one whose call sends what the receiver caused. */
  send(): void {
    if (this.isPumping || this.isReplayed) return
    this.isPumping = true
    try {
      for (let next = this.next(); next !== undefined; next = this.next()) this.begin(next)
    } finally {
      this.isPumping = false
    }
  }

  /** Records the outcome that the first delivery had before. */
  recordNext(outcome: Outcome): boolean {
    const first = this.places[this.recorded - this.released]
    if (first === undefined) return false
    this.end(first, outcome)
    return true
  }

  private next(): Place | undefined {
    if (this.sending >= maxSentAtOnce) return undefined
    const isPaused = this.limit <= this.added
    const index = isPaused ? this.ready.findIndex(({ number }) => number < this.limit) : 0
    const [next] = index < 0 ? [] : this.ready.splice(index, 1)
    // One whose outcome is known was sent before a restart of the process.
    return next?.outcome === undefined ? next : this.next()
  }

  // Synchronous while receivers are: a year of debits has more than a million deliveries, too many for promises.
  private begin(place: Place): void {
    const outcome = this.actions.send(place.placed)
    if (!(outcome instanceof Promise)) {
      this.end(place, outcome)
      return
    }
    this.sending += 1
    outcome.then((late) => {
      this.sending -= 1
      place.isLate = true
      this.end(place, late)
      this.send()
    }, this.actions.fail)
  }

  /** Notes an outcome, and records those that nothing before them delays. */
  private end(place: Place, outcome: Outcome): void {
    place.outcome = outcome
    this.endOfOrder(place)
    for (
      let first = this.places[this.recorded - this.released];
      first?.outcome !== undefined;
      first = this.places[this.recorded - this.released]
    ) {
      this.recorded += 1
      this.forget(first.placed.delivery.event)
      this.actions.record(first.placed, first.outcome, first.isLate)
    }
    if (this.recorded - this.released > minRecorded || this.length === 0) this.release()
  }

  /** Lets the next delivery of the same order be sent. */
  private endOfOrder({ placed }: Place): void {
    if (placed.isCopy) return
    const waiting = this.byOrder.get(orderOf(placed)) ?? []
    const copies = waiting.findIndex((one, index) => index > 0 && !one.placed.isCopy)
    const next = waiting.splice(0, copies < 0 ? waiting.length : copies)
    if (next.length === 0) this.byOrder.delete(orderOf(placed))
    this.ready.push(...next)
  }

  private forget(event: StatusEvent): void {
    const count = this.ofEvents.get(event) ?? 0
    if (count > 1) this.ofEvents.set(event, count - 1)
    else this.ofEvents.delete(event)
  }

  private release(): void {
    this.places = this.places.slice(this.recorded - this.released)
    this.released = this.recorded
  }
}

function orderOf({ delivery: { transaction } }: PlacedDelivery): string {
  return `${transaction.merchant}\n${transaction.offerId}`
}
