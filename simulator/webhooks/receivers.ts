// Who receives the deliveries of a world: functions in process, and the merchant's URL. How each answered becomes one
// outcome; when and in which order they are asked is the outbox's.

import { errorMessage } from '../../core/errors.ts'
import type { Delivery } from './delivery.ts'
import { keptResponse, type Outcome, type Transport, timedOut } from './http-transport.ts'
import { Patience } from './receiver-timeouts.ts'

/** A receiver in process. What it throws is recorded as a refusal of the delivery. */
export type WebhookHandler = (delivery: Delivery) => void | Promise<void>

/** The outcome where every receiver accepted at once. */
export const accepted: Outcome = Object.freeze({ outcome: 'accepted', httpStatus: null, response: '' })

export class Receivers {
  private readonly transport: Transport
  private readonly patience: Patience<WebhookHandler | string>
  // Replaced, never changed: who is added while a delivery is under way hears of the next one.
  private handlers: ReadonlySet<WebhookHandler> = new Set()

  constructor(transport: Transport, timeoutMs: number, handlers: Iterable<WebhookHandler> = []) {
    this.transport = transport
    this.patience = new Patience(timeoutMs)
    this.handlers = new Set(handlers)
  }

  /** Adds a receiver in process; the function that it gives back removes it. */
  add(handler: WebhookHandler): () => void {
    this.handlers = new Set([...this.handlers, handler])
    return () => {
      this.handlers = new Set([...this.handlers].filter((other) => other !== handler))
    }
  }

  /** Those in process. */
  get inProcess(): ReadonlySet<WebhookHandler> {
    return this.handlers
  }

  /** Asks all; a promise only where one of them does not answer at once. The worst of their answers counts. */
  send(delivery: Delivery, url: string | null): Outcome | Promise<Outcome> {
    let worst = accepted
    let waiting: Promise<Outcome>[] | undefined
    for (const handler of this.handlers) {
      try {
        const response = handler(delivery)
        if (!isThenable(response)) {
          this.patience.note(handler, accepted)
          continue
        }
        waiting ??= []
        waiting.push(this.inTime(handler, Promise.resolve(response)))
      } catch (error) {
        worst = refused(error)
      }
    }
    if (url !== null) {
      waiting ??= []
      waiting.push(this.call(url, delivery))
    }
    if (waiting === undefined) return worst
    return Promise.all(waiting).then((outcomes) =>
      worst === accepted
        ? (outcomes.find(({ outcome }) => outcome !== 'accepted') ?? outcomes.at(-1) ?? accepted)
        : worst,
    )
  }

  private async call(url: string, delivery: Delivery): Promise<Outcome> {
    try {
      return this.patience.note(url, await this.transport(delivery.request, this.patience.with(url)))
    } catch (error) {
      return refused(error)
    }
  }

  /** What a handler in process came to; one that never ends must not stop the world. */
  private async inTime(handler: WebhookHandler, response: Promise<void>): Promise<Outcome> {
    const ms = this.patience.with(handler)
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<Outcome>((resolve) => {
      timer = setTimeout(() => resolve(timedOut(ms)), ms)
    })
    const answered = response.then(() => accepted, refused)
    try {
      const outcome = this.patience.note(handler, await Promise.race([answered, late]))
      if (outcome.outcome === 'timed-out') void answered.then(() => this.patience.restore(handler))
      return outcome
    } finally {
      clearTimeout(timer)
    }
  }
}

function refused(error: unknown): Outcome {
  return { outcome: 'refused', httpStatus: null, response: wordsOf(error).slice(0, keptResponse) }
}

/** What a thrown value says, whatever it is. */
function wordsOf(error: unknown): string {
  try {
    return errorMessage(error)
  } catch {
    return 'It threw something without words.'
  }
}

/** Whether an answer is one that comes later, of whatever kind of promise. */
export function isThenable(response: unknown): response is PromiseLike<void> {
  return (
    typeof response === 'object' &&
    response !== null &&
    'then' in response &&
    typeof response.then === 'function'
  )
}
