// The receivers of a world's deliveries: functions in process, and the merchant's URL. Their responses become one outcome.

import { errorMessage } from '../../core/errors.ts'
import type { Delivery, WebhookRequest } from './delivery.ts'
import { maxStoredResponse, type Outcome, outcomeOf, type Transport, timedOut } from './http-transport.ts'

/** Timeouts in a row before the time gets shorter. */
const tolerated = 2
/** The smallest share of the full time. */
const minShare = 1 / 20
/** After each multiple of this number of timeouts, a receiver gets its full time once, so that a slow one can respond. */
const fullTimeEvery = 10

/** Receivers that are remembered: a merchant can register one URL after the other. */
const maxReceivers = 1000

/** Halves the time of a receiver with each further timeout, and restores it once the receiver responds. */
class ReceiverTimeouts<Receiver> {
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
    const limitMs = this.nextMs(receiver)
    this.timeouts.delete(receiver)
    if (outcome.outcome !== 'timed-out') return outcome
    this.remember(receiver, earlier + 1)
    // The outcome of a delivery that happens again has the words already.
    if (limitMs === this.fullMs || outcome.response !== timedOut(limitMs).response) return outcome
    const why = `The limit of ${this.fullMs} ms is shorter after ${earlier} timeouts in a row`
    return { ...outcome, response: `${outcome.response} ${why}, until the webhook is registered again.` }
  }

  // The last one that timed out is the last to be forgotten.
  private remember(receiver: Receiver, timeouts: number): void {
    this.timeouts.set(receiver, timeouts)
    const [oldest] = this.timeouts.keys()
    if (oldest !== undefined && this.timeouts.size > maxReceivers) this.timeouts.delete(oldest)
  }

  /** Gives a receiver its full time again: it responded late, or was registered again. */
  restore(receiver: Receiver): void {
    this.timeouts.delete(receiver)
  }
}

/**
 * An in-process receiver. A delivery for which it throws or rejects is recorded as refused. If it returns a Response, the status
 * counts, as that of a receiver over HTTP.
 */
export type WebhookHandler = (delivery: Delivery) => unknown

/** The outcome when every receiver accepted at once. */
export const accepted: Outcome = Object.freeze({ outcome: 'accepted', httpStatus: null, response: '' })

export class Receivers {
  private readonly transport: Transport
  private readonly timeouts: ReceiverTimeouts<WebhookHandler | string>
  // Replaced, never changed: a delivery goes to those that were there when it got its place in the order.
  private handlers: ReadonlySet<WebhookHandler> = new Set()

  constructor(transport: Transport, timeoutMs: number, handlers: Iterable<WebhookHandler> = []) {
    this.transport = transport
    this.timeouts = new ReceiverTimeouts(timeoutMs)
    this.handlers = new Set(handlers)
  }

  /** Adds an in-process receiver; the returned function removes it. */
  add(handler: WebhookHandler): () => void {
    this.handlers = new Set([...this.handlers, handler])
    return () => {
      this.handlers = new Set([...this.handlers].filter((other) => other !== handler))
    }
  }

  /** A receiver at a URL that is registered again may have been repaired. */
  registered(url: string): void {
    this.timeouts.restore(url)
  }

  get inProcess(): ReadonlySet<WebhookHandler> {
    return this.handlers
  }

  /** Calls these receivers and the URL; returns a promise only when one is asynchronous. The worst outcome counts. */
  send(
    delivery: Delivery,
    url: string | null,
    handlers: ReadonlySet<WebhookHandler>,
  ): Outcome | Promise<Outcome> {
    let worst = accepted
    let pending: Promise<Outcome>[] | undefined
    for (const handler of handlers) {
      try {
        const response = handler(delivery)
        if (!isThenable(response) && !isResponse(response)) {
          this.timeouts.note(handler, accepted)
          continue
        }
        pending ??= []
        pending.push(this.inTime(handler, Promise.resolve(response)))
      } catch (error) {
        worst = refused(error)
      }
    }
    if (url !== null) {
      pending ??= []
      pending.push(this.call(url, delivery))
    }
    if (pending === undefined) return worst
    return Promise.all(pending).then((outcomes) =>
      worst === accepted
        ? (outcomes.find(({ outcome }) => outcome !== 'accepted') ?? outcomes.at(-1) ?? accepted)
        : worst,
    )
  }

  private async call(url: string, delivery: Delivery): Promise<Outcome> {
    try {
      return this.timeouts.note(url, await this.transport(whenRead(delivery), this.timeouts.nextMs(url)))
    } catch (error) {
      return refused(error)
    }
  }

  /** The outcome of an asynchronous receiver. One that never ends must not stop the world, so real time limits it. */
  private async inTime(handler: WebhookHandler, response: Promise<unknown>): Promise<Outcome> {
    const ms = this.timeouts.nextMs(handler)
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<Outcome>((resolve) => {
      timer = setTimeout(() => resolve(timedOut(ms)), ms)
    })
    const responded = response
      .then((value) => (isResponse(value) ? outcomeOf(value) : accepted))
      .catch((error: unknown) => refused(error))
    try {
      const outcome = this.timeouts.note(handler, await Promise.race([responded, late]))
      if (outcome.outcome === 'timed-out') void responded.then(() => this.timeouts.restore(handler))
      return outcome
    } finally {
      clearTimeout(timer)
    }
  }
}

/** The request of a delivery, which is rendered and signed when it is read. A delivery that happens again is not sent. */
function whenRead(delivery: Delivery): WebhookRequest {
  return {
    get method() {
      return delivery.method
    },
    get url() {
      return delivery.url
    },
    get headers() {
      return delivery.request.headers
    },
    get body() {
      return delivery.request.body
    },
  }
}

function refused(error: unknown): Outcome {
  return { outcome: 'refused', httpStatus: null, response: messageOf(error).slice(0, maxStoredResponse) }
}

function messageOf(error: unknown): string {
  try {
    return errorMessage(error)
  } catch {
    return 'The receiver threw a value that has no text.'
  }
}

/** True if a value is a Response of any implementation: frameworks replace the global class. */
function isResponse(value: unknown): value is Response {
  return typeof value === 'object' && Object.prototype.toString.call(value) === '[object Response]'
}

/** True if a response is a promise of any implementation. */
export function isThenable(response: unknown): response is PromiseLike<unknown> {
  return (
    typeof response === 'object' &&
    response !== null &&
    'then' in response &&
    typeof response.then === 'function'
  )
}
