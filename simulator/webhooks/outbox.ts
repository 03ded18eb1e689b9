// Delivers the events of a world, each once and in order: to receivers in process, and to the merchant's URL. A
// receiver that fails, hangs or is not there changes the record of the delivery and nothing else.

import type { Attempt, StatusEvent } from '../world/state.ts'
import type { World } from '../world/world.ts'
import { Delivery } from './delivery.ts'
import type { Outcome, Transport } from './http-transport.ts'

/** A receiver in process. What it throws is recorded as a refusal of the delivery. */
export type WebhookHandler = (delivery: Delivery) => void | Promise<void>

// A receiver whose every call makes another event would never let an instant end.
const mostAtOneInstant = 100_000

const acceptedAtOnce: readonly Attempt[] = Object.freeze([])

export class Outbox {
  private readonly world: World
  private readonly transport: Transport
  private readonly handlers = new Set<WebhookHandler>()
  private pumping: Promise<void> | undefined
  private instant = -1
  private atInstant = 0

  constructor(world: World, transport: Transport, handlers: Iterable<WebhookHandler> = []) {
    this.world = world
    this.transport = transport
    for (const handler of handlers) this.handlers.add(handler)
  }

  /** The receivers in process, so that another world can go on with them. */
  get receivers(): Iterable<WebhookHandler> {
    return this.handlers
  }

  /** Adds a receiver in process; the function that it gives back removes it. */
  onWebhook(handler: WebhookHandler): () => void {
    this.handlers.add(handler)
    return () => this.handlers.delete(handler)
  }

  /** Delivers what waits. Undefined when all is delivered already, else a promise of that. */
  settle(): Promise<void> | undefined {
    if (this.pumping !== undefined) return this.pumping
    const unfinished = this.pump()
    if (unfinished === undefined) return undefined
    this.pumping = unfinished.then(() => {
      this.pumping = undefined
      return this.settle()
    })
    return this.pumping
  }

  // Goes on at once while receivers answer at once: half a million deliveries are no place for promises.
  private pump(): Promise<void> | undefined {
    const { events } = this.world
    while (this.world.delivered < events.length) {
      const event = events[this.world.delivered]
      if (event === undefined) return undefined
      const waiting = this.deliver(event)
      if (waiting !== undefined) {
        return waiting.then(() => {
          this.world.delivered += 1
          return this.pump()
        })
      }
      this.world.delivered += 1
    }
    return undefined
  }

  /** First delivery of an event. */
  private deliver(event: StatusEvent): Promise<void> | undefined {
    const delivery = new Delivery(this.world, event)
    const url = this.urlFor(delivery)
    if (this.handlers.size === 0 && url === null) {
      event.delivery = 'unregistered'
      return undefined
    }
    const tooLong = this.loops() ?? delivery.tooLong
    if (tooLong !== undefined) {
      event.delivery = 'withheld'
      event.reason = tooLong
      return undefined
    }
    return this.send(delivery)
  }

  private loops(): string | undefined {
    if (this.instant !== this.world.now) {
      this.instant = this.world.now
      this.atInstant = 0
    }
    this.atInstant += 1
    return this.atInstant > mostAtOneInstant
      ? `More than ${mostAtOneInstant} deliveries fell on one instant: a receiver seems to make events of events.`
      : undefined
  }

  private urlFor(delivery: Delivery): string | null {
    const merchant = this.world.cast.merchant(delivery.merchantId)
    return merchant === undefined ? null : this.world.webhookOf(merchant)
  }

  /** Sends a delivery to every receiver and records the outcome. */
  private send(delivery: Delivery): Promise<void> | undefined {
    const waiting: Promise<Outcome>[] = []
    let worst: Outcome | undefined
    for (const handler of this.handlers) {
      try {
        const answer = handler(delivery)
        if (answer !== undefined) waiting.push(answer.then(() => accepted, refused))
      } catch (error) {
        worst = refused(error)
      }
    }
    if (this.urlFor(delivery) !== null) waiting.push(this.transport(delivery.request))
    if (waiting.length === 0) {
      this.record(delivery.event, worst ?? accepted)
      return undefined
    }
    return Promise.all(waiting).then((outcomes) => {
      const bad = worst ?? outcomes.find(({ outcome }) => outcome !== 'accepted')
      this.record(delivery.event, bad ?? outcomes[0] ?? accepted)
    })
  }

  private record(event: StatusEvent, outcome: Outcome): void {
    const { now } = this.world
    event.delivery = outcome.outcome === 'accepted' ? 'delivered' : 'failed'
    // The common case, accepted at the event's own instant, needs no record of its own.
    const plain = outcome === accepted && event.attempts.length === 0 && event.at === now
    event.attempts = plain ? acceptedAtOnce : [...event.attempts, { at: now, ...outcome }]
    if (event.delivery === 'failed') this.scheduleRetry(event)
  }

  /** Puts the next try on the agenda. Stand-in `webhook.retries`. */
  private scheduleRetry(event: StatusEvent): void {
    if (!this.world.standIns.is('webhook.retries', 'backOff')) return
    const { minutes } = this.world.standIns.value('webhook.retries')
    const wait = minutes[event.attempts.length - 1]
    if (wait === undefined) return
    this.world.schedule({
      due: this.world.now + wait * 60_000,
      kind: 'webhook.attempt',
      ref: String(event.seq),
    })
  }

  /** Delivers an event again. */
  async redeliver(seq: number): Promise<StatusEvent | undefined> {
    await this.settle()
    const event = this.world.events[seq]
    if (event === undefined) return undefined
    const delivery = new Delivery(this.world, event)
    if (delivery.tooLong === undefined) await this.send(delivery)
    return event
  }
}

const accepted: Outcome = { outcome: 'accepted', httpStatus: null, answer: '' }

function refused(error: unknown): Outcome {
  return {
    outcome: 'refused',
    httpStatus: null,
    answer: error instanceof Error ? error.message : String(error),
  }
}
