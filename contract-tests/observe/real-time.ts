// Time that nobody moves: a property waits until an instant, as long as the patience of the run lasts. What needs longer ends
// with the instant from which it can be judged. There is one for each property, so that all of them wait side by side.

import { minuteMs } from '../../core/durations.ts'
import { UsageError } from '../../core/errors.ts'
import { type OperationId, operations } from '../../spec/operations.ts'
import { type Clock, ms, type Span, type WebhookReceiver } from './capabilities.ts'
import type { Delivery } from './deliveries.ts'
import type { Deployment } from './deployment.ts'
import { Journal } from './journal.ts'
import { type FailedRequest, failedBy, failureText, isRateLimited, mayHaveTakenEffect } from './repetition.ts'
import { isUnavailable } from './response-outcome.ts'
import { PreconditionFailed } from './violation.ts'

/** Where real time comes from. */
export interface TimeSource {
  /** The current time, in milliseconds since 1970. */
  now: () => number
  /** Waits for a time, or until the end of the run. */
  wait: (ms: number) => Promise<void>
}

/** An instant as text, in whole minutes. */
export const minuteText = (instant: number) =>
  `${new Date(Math.ceil(instant / minuteMs) * minuteMs).toISOString().slice(0, 16)}Z`

/** A property waits for something that comes after the end of the run. */
class NotYetJudgeable extends PreconditionFailed {
  override name = 'NotYetJudgeable'

  constructor(instant: number) {
    const judgeableFrom = minuteText(instant)
    // No request is the cause.
    super(`judgeable from ${judgeableFrom}, after the end of this run`, { call: undefined, judgeableFrom })
  }
}

const pollMs = 10_000
/** A run says now and then that it waits. */
const maxWaitMs = minuteMs

export class RealTime implements Clock {
  private readonly source: TimeSource
  /** The end of the patience, in milliseconds since 1970. */
  private readonly deadline: number
  private readonly receiver: WebhookReceiver | undefined
  private readonly journal: Journal
  /** The instant that the property waited for, until it sends the next request. */
  private reached: number | undefined
  /** True if an earlier run sent the last request. */
  wasReplayed = false

  constructor(
    source: TimeSource,
    deadline: number,
    receiver: WebhookReceiver | undefined,
    journal = new Journal(),
  ) {
    this.journal = journal
    this.source = source
    this.deadline = deadline
    this.receiver = receiver
  }

  /** The webhook, with what it received up to the instant that the property waited for. */
  get webhooks(): WebhookReceiver | undefined {
    const { receiver } = this
    if (receiver === undefined) return undefined
    const received = async () => this.upToNow(await receiver.received())
    return {
      ...receiver,
      received,
      waitFor: async (matches, min) => {
        const arrived = (delivery: Delivery) => this.hasArrived(delivery) && matches(delivery)
        if (this.reached === undefined && !this.journal.isReplaying) await receiver.waitFor(arrived, min)
        return (await received()).filter(matches)
      },
    }
  }

  /** True if an earlier run has done what comes next. */
  get isReplaying(): boolean {
    return this.journal.isReplaying
  }

  async now(): Promise<number> {
    return this.journal.instant(() => this.reached ?? this.source.now())
  }

  async advance(span: Span, until?: (delivery: Delivery) => boolean): Promise<void> {
    await this.advanceTo((await this.now()) + ms(span), until)
  }

  async advanceTo(instant: number, until?: (delivery: Delivery) => boolean): Promise<void> {
    const { source, deadline, journal } = this
    if (journal.isReplaying) {
      this.reached = instant
      return
    }
    if (until === undefined && instant > deadline) throw new NotYetJudgeable(instant)
    for (let now = source.now(); now < instant; now = source.now()) {
      const received = until === undefined ? [] : ((await this.receiver?.received()) ?? [])
      if (until !== undefined && received.some((one) => this.hasArrived(one) && until(one))) {
        this.reached = undefined
        return
      }
      if (now >= deadline) throw new NotYetJudgeable(instant)
      await source.wait(Math.min(until === undefined ? maxWaitMs : pollMs, instant - now, deadline - now))
    }
    this.reached = instant
  }

  /**
   * Sends a request, and goes on at the current time. A request of an earlier run is not retried; if that run does not know
   * what became of it, the property ends.
   */
  async send(
    url: string,
    init: RequestInit,
    operationId: OperationId | undefined,
    send: Deployment['send'],
  ): Promise<Response> {
    this.reached = undefined
    const { journal, source } = this
    const request = `${init.method} ${new URL(url).pathname}`
    const known = journal.response(request)
    this.wasReplayed = known !== undefined
    if (known !== undefined) return known
    const mayRepeat = operationId !== undefined && operations[operationId].harm === 'read'
    const end = await journal.begin(source.now(), request, mayRepeat)
    try {
      const response = await send(url, init, operationId)
      const received = await receivedIn(response)
      const { status, headers, text } = received
      const isProper = !isUnavailable(status) && !isRateLimited(received)
      const contentType = headers['content-type'] ?? ''
      await end(isProper ? { response: { status, contentType, text } } : lossOf(received))
      return response
    } catch (error) {
      if (!(error instanceof UsageError)) await end(lossOf(failedBy(error)))
      throw error
    }
  }

  /** True if a delivery was received by now. The clock of the receiver may be ahead. */
  private hasArrived({ receivedAt = 0 }: Delivery): boolean {
    return receivedAt <= this.source.now()
  }

  private async upToNow(deliveries: readonly Delivery[]): Promise<readonly Delivery[]> {
    const by = await this.now()
    return deliveries.filter(({ receivedAt = 0 }) => receivedAt <= by)
  }
}

/** The content of a response, in the form in which failures are judged. Rejects if its body ends early. */
async function receivedIn(response: Response): Promise<FailedRequest> {
  const { status } = response
  const headers = Object.fromEntries(response.headers)
  const text = await response.clone().text()
  return { status, headers, text, mayHaveArrived: true, timedOut: false, wasCut: false }
}

/** The entry of the journal about a request that may have taken effect; undefined if it cannot have. */
function lossOf(failed: FailedRequest): { failure: string } | undefined {
  return mayHaveTakenEffect(failed) ? { failure: failureText(failed) } : undefined
}
