// How long each receiver may take. A receiver that hangs would otherwise use its full time for each of hundreds of deliveries.

import type { Outcome } from './http-transport.ts'

/** Timeouts in a row before the time gets shorter. */
const tolerated = 2
/** The smallest share of the full time. */
const minShare = 1 / 20
/** After each multiple of this number of timeouts, a receiver gets its full time once, so that a slow one can respond. */
const fullTimeEvery = 20

/** How many receivers are remembered: a merchant can register one URL after the other. */
const maxReceivers = 1000

/** Halves the time of a receiver with each further timeout, and restores it once the receiver responds. */
export class ReceiverTimeouts<Receiver> {
  private readonly fullMs: number
  private readonly timeouts = new Map<Receiver, number>()

  constructor(fullMs: number) {
    this.fullMs = fullMs
  }

  /** Real milliseconds for the next delivery. */
  nextMs(receiver: Receiver): number {
    const timeouts = this.timeouts.get(receiver) ?? 0
    if (timeouts <= tolerated || timeouts % fullTimeEvery === 0) return this.fullMs
    return Math.ceil(this.fullMs * Math.max(1 / 2 ** (timeouts - tolerated), minShare))
  }

  /** Notes the outcome of the last delivery, and returns it. */
  note(receiver: Receiver, outcome: Outcome): Outcome {
    const earlier = this.timeouts.get(receiver) ?? 0
    this.timeouts.delete(receiver)
    if (outcome.outcome === 'timed-out') this.remember(receiver, earlier + 1)
    return outcome
  }

  // The last one that timed out is the last to be forgotten.
  private remember(receiver: Receiver, timeouts: number): void {
    this.timeouts.set(receiver, timeouts)
    const [oldest] = this.timeouts.keys()
    if (oldest !== undefined && this.timeouts.size > maxReceivers) this.timeouts.delete(oldest)
  }

  /** Notes that the receiver responded after its delivery had timed out. */
  restore(receiver: Receiver): void {
    this.timeouts.delete(receiver)
  }
}
