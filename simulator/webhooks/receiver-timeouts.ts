// How long each receiver is waited for. One that hangs would otherwise take its full time for each of hundreds of deliveries,
// and an advance of a year would hang with it.

import type { Outcome } from './http-transport.ts'

/** Misses in a row that are forgiven: anyone may be slow for once. */
const forgiven = 2
/** A share of the full time that every receiver is given, however often it did not answer. */
const min = 1 / 20
/** So many misses are followed by one wait in full, in which a receiver that is only slow comes back. */
const until = 20

/** Shortens the time for a receiver that does not answer in it again and again, and gives it all once it answers. */
export class Patience<Receiver> {
  private readonly full: number
  private readonly misses = new Map<Receiver, number>()

  constructor(fullMs: number) {
    this.full = fullMs
  }

  /** Real milliseconds for the next delivery. */
  with(receiver: Receiver): number {
    const misses = this.misses.get(receiver) ?? 0
    if (misses <= forgiven || misses % until === 0) return this.full
    return Math.ceil(this.full * Math.max(1 / 2 ** (misses - forgiven), min))
  }

  /** Notes how the receiver took the last delivery, and passes that on. */
  note(receiver: Receiver, outcome: Outcome): Outcome {
    if (outcome.outcome === 'timed-out') this.misses.set(receiver, (this.misses.get(receiver) ?? 0) + 1)
    else this.misses.delete(receiver)
    return outcome
  }

  /** It answered after all, too late for its delivery. */
  restore(receiver: Receiver): void {
    this.misses.delete(receiver)
  }
}
