// Stops endless cascades, in which receivers respond to every event with a new event. See docs/contributing/decisions/webhook-cascades.md.

import { AsyncLocalStorage } from 'node:async_hooks'
import type { Instant } from '../time/instants.ts'

/** The greatest causal depth of an event that is still delivered. */
export const maxCausalDepth = 10_000

/** The events that one input caused through webhooks at one instant, counted in causal order. */
interface Cascade {
  depth: number
  /** True if it started with a request during a delivery, which another client may have sent. */
  readonly isGuess: boolean
}

/** A delivery that an in-process receiver is handling. */
interface Reception {
  readonly cascades: Cascades
  readonly epoch: number
  cascade: Cascade | undefined
  /** True if the receiver has returned. */
  over: boolean
}

const receptions = new AsyncLocalStorage<Reception>()

/** The delivery that the running code is handling; undefined outside in-process receivers. */
export function currentReception(): Reception | undefined {
  return receptions.getStore()
}

/** Calls an in-process receiver. What it does, also after an `await`, belongs to the reception. */
export function receive<Delivery, Result>(
  reception: Reception,
  receiver: (delivery: Delivery) => Result,
  delivery: Delivery,
): Result {
  return receptions.run(reception, receiver, delivery)
}

/** The causal depth of the events of a world. Never part of its data: over HTTP it depends on real time. */
export class Cascades {
  /** True if an event was withheld since the last `restart`. */
  stopped = false
  private epoch = 0
  /** Events and scheduled events that belong to a cascade, until they are delivered or run. Usually empty. */
  private ofEvents: Map<number, Cascade> | undefined
  private ofScheduled: Map<number, Cascade> | undefined
  /** The cascade of the scheduled event that is running; null when it has none. */
  private running: Cascade | null | undefined
  /** The number of deliveries without an outcome, by event, those that began first in front. */
  private readonly inFlight = new Map<number, number>()

  /** Forgets every cascade: the clock has moved, or an advance starts. */
  restart(): void {
    this.epoch += 1
    this.stopped = false
    this.ofEvents = undefined
    this.ofScheduled = undefined
  }

  /** Notes a status event that has been recorded. */
  recorded(seq: number): void {
    const cascade = this.current()
    if (cascade === undefined) return
    cascade.depth += 1
    this.ofEvents ??= new Map()
    this.ofEvents.set(seq, cascade)
  }

  /** Notes an event that has been scheduled. Only what happens at the same instant belongs to a cascade. */
  scheduled(seq: number, due: Instant, now: Instant): void {
    const cascade = due > now ? undefined : this.current()
    if (cascade === undefined) return
    this.ofScheduled ??= new Map()
    this.ofScheduled.set(seq, cascade)
  }

  /** Notes that a scheduled event starts to run; what it records belongs to its cascade. */
  startRun(seq: number): void {
    this.running = this.ofScheduled?.get(seq) ?? null
  }

  endRun(seq: number): void {
    this.running = undefined
    this.ofScheduled?.delete(seq)
  }

  /** Notes that an in-process receiver is about to get an event. */
  reception(seq: number): Reception {
    return { cascades: this, epoch: this.epoch, cascade: this.ofEvents?.get(seq), over: false }
  }

  /** Notes that a delivery of an event begins. */
  begin(seq: number): void {
    this.inFlight.set(seq, (this.inFlight.get(seq) ?? 0) + 1)
  }

  /** Notes that a delivery of an event has its outcome. */
  end(seq: number): void {
    const others = (this.inFlight.get(seq) ?? 0) - 1
    if (others > 0) this.inFlight.set(seq, others)
    else this.inFlight.delete(seq)
    this.forget(seq)
  }

  /** Notes that an event is not delivered. */
  forget(seq: number): void {
    this.ofEvents?.delete(seq)
  }

  /** True if an event was recorded by a request during a delivery: its receiver may have sent it, or any other client. */
  isGuess(seq: number): boolean {
    return this.ofEvents?.get(seq)?.isGuess === true
  }

  /** True if an event is too deep to be delivered. */
  exceeds(seq: number): boolean {
    const cascade = this.ofEvents?.get(seq)
    if (cascade === undefined || cascade.depth <= maxCausalDepth) return false
    this.stopped = true
    return true
  }

  private current(): Cascade | undefined {
    if (this.running !== undefined) return this.running ?? undefined
    const reception = receptions.getStore()
    if (reception?.cascades === this && reception.epoch === this.epoch) {
      reception.cascade ??= { depth: 0, isGuess: false }
      return reception.cascade
    }
    // A request over HTTP does not say whether a receiver sent it: while deliveries are in flight, a request counts
    // as caused by the first one, one level deeper.
    const [first] = this.inFlight.keys()
    if (first === undefined) return undefined
    return { depth: this.ofEvents?.get(first)?.depth ?? 0, isGuess: true }
  }
}
