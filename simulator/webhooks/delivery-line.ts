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
  /** Deliveries that were not sent yet and wait for no other one, in order. */
  private readonly ready: Place[] = []
  /** The orders with a delivery under way, each with those that wait until it has ended. */
  private readonly busy = new Map<string, Place[]>()
  private sending = 0
  private isSending = false
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

  readonly hasDeliveryOf = (event: StatusEvent): boolean =>
    this.places.slice(this.recorded - this.released).some(({ placed }) => placed.delivery.event === event)

  readonly add = (placed: PlacedDelivery): void => {
    const place = { placed, number: this.added, outcome: undefined, isLate: false }
    this.places.push(place)
    this.ready.push(place)
    this.added += 1
  }

  /** Sends nothing that is added from now on, until the returned function is called. */
  pause(): () => void {
    this.limit = this.added
    return () => {
      this.limit = Number.POSITIVE_INFINITY
      this.send()
    }
  }

  /** Sends what can be sent. While a receiver calls this, its caller sends what the receiver caused. */
  send(): void {
    if (this.isSending || this.isReplayed) return
    this.isSending = true
    try {
      for (let next = this.next(); next !== undefined; next = this.next()) this.begin(next)
    } finally {
      this.isSending = false
    }
  }

  /** Records the outcome that the first delivery had before. Returns false when there is none. */
  recordNext(outcome: Outcome): boolean {
    const first = this.places[this.recorded - this.released]
    if (first === undefined) return false
    first.outcome = outcome
    this.recordEnded()
    return true
  }

  /** Takes the next delivery that can be sent. */
  private next(): Place | undefined {
    while (this.sending < maxSentAtOnce) {
      const isPaused = this.limit <= this.added
      const index = isPaused ? this.ready.findIndex(({ number }) => number < this.limit) : 0
      const next = index > 0 ? this.ready.splice(index, 1)[0] : index < 0 ? undefined : this.ready.shift()
      if (next === undefined) return undefined
      // One whose outcome is known was sent before a restart of the process.
      if (next.outcome === undefined && !this.mustWait(next)) return next
    }
    return undefined
  }

  /** True if a delivery waits for another one of its order. A copy does not wait for its original, which is the one before it. */
  private mustWait(place: Place): boolean {
    if (this.busy.size === 0) return false
    const waiting = this.busy.get(orderOf(place))
    if (waiting === undefined || (place.placed.isCopy && waiting.length === 0)) return false
    waiting.push(place)
    return true
  }

  // Synchronous while receivers are: a year of debits has more than a million deliveries, too many for promises.
  private begin(place: Place): void {
    const outcome = this.actions.send(place.placed)
    if (!(outcome instanceof Promise)) {
      place.outcome = outcome
      this.recordEnded()
      return
    }
    this.sending += 1
    if (!place.placed.isCopy) this.busy.set(orderOf(place), [])
    outcome.then((late) => {
      this.sending -= 1
      place.isLate = true
      place.outcome = late
      this.recordEnded()
      this.endOfOrder(place)
      this.send()
    }, this.actions.fail)
  }

  /** Records the outcomes that nothing before them delays. */
  private recordEnded(): void {
    for (
      let first = this.places[this.recorded - this.released];
      first?.outcome !== undefined;
      first = this.places[this.recorded - this.released]
    ) {
      this.recorded += 1
      this.actions.record(first.placed, first.outcome, first.isLate)
    }
    if (this.length === 0) this.places.length = 0
    else if (this.recorded - this.released > minRecorded)
      this.places = this.places.slice(this.recorded - this.released)
    else return
    this.released = this.recorded
  }

  /** Lets what waited for a delivery be sent: the next one of its order, with its copies, before those that are ready. */
  private endOfOrder(place: Place): void {
    if (place.placed.isCopy) return
    const order = orderOf(place)
    const waiting = this.busy.get(order) ?? []
    this.busy.delete(order)
    this.ready.unshift(...waiting)
  }
}

function orderOf({ placed: { delivery } }: Place): string {
  const { merchant, offerId } = delivery.transaction
  return `${merchant}\n${offerId}`
}
