// How long each receiver is waited for. One that hangs would otherwise take its full time for each of hundreds of deliveries,
// and an advance of a year would hang with it.

import type { Outcome } from './http-transport.ts'

/** A share of the full time that every receiver is given, however often it did not answer. */
const least = 1 / 20

/** Halves the time for a receiver whenever it does not answer in it, and gives it all again once it answers. */
export class Patience<Receiver> {
  private readonly full: number
  private readonly shortened = new Map<Receiver, number>()

  constructor(fullMilliseconds: number) {
    this.full = fullMilliseconds
  }

  /** Real milliseconds for the next delivery. */
  with(receiver: Receiver): number {
    return this.shortened.get(receiver) ?? this.full
  }

  /** Notes how the receiver took the last delivery, and passes that on. */
  note(receiver: Receiver, outcome: Outcome): Outcome {
    if (outcome.outcome !== 'timed-out') this.shortened.delete(receiver)
    else this.shortened.set(receiver, Math.ceil(Math.max(this.with(receiver) / 2, this.full * least)))
    return outcome
  }
}
