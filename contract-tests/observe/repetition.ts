// Requests without a proper response: which are repeated, and how long the run waits before that. A request that may have
// taken effect is repeated only if it reads.

import { NoResponseError } from '../../client/http-send.ts'
import type { Target } from '../../client/target.ts'
import { causeMessage } from '../../core/errors.ts'
import { type OperationId, operations } from '../../spec/operations.ts'
import { exchangePaymentErrors } from '../../spec/stated-errors.ts'
import { saysRateLimit } from './response-outcome.ts'

/** A request without a proper response. */
export interface FailedRequest {
  /** 0 without a response. */
  status: number
  headers: Readonly<Record<string, string>>
  /** Why there is no response, or why it was cut. */
  text: string
  /** True if the request may have been received. */
  mayHaveArrived: boolean
  /** False if the bytes of the body are not UTF-8; undefined if only its text is known. */
  isUtf8?: boolean
  timedOut: boolean
  /** True if the response was too large to be read. */
  wasCut: boolean
}

const maxAttempts = 5
/** A timeout has already waited. */
const maxAttemptsAfterTimeout = 2
const firstPauseMs = 500
/** After so many calls in a row without a proper response, requests of an operation are sent only once. */
const maxFailedCalls = 3

export class Repetition {
  private readonly limits: Target['limits']
  private waitedMs = 0
  private readonly failedCalls = new Map<OperationId, number>()
  private readonly responded = new Set<OperationId>()
  private isWaitUsual = false

  constructor(limits: Target['limits']) {
    this.limits = limits
  }

  /** The wait before a request is repeated, in milliseconds; undefined if it is not. Counts the wait. */
  pauseBeforeRepeat(operationId: OperationId, attempt: number, failed: FailedRequest): number | undefined {
    const max = failed.timedOut ? maxAttemptsAfterTimeout : maxAttempts
    if (failed.wasCut || attempt >= max || this.isDown(operationId)) return undefined
    if (operations[operationId].harm !== 'read' && mayHaveTakenEffect(failed)) return undefined
    const pause = retryAfterMs(failed) ?? firstPauseMs * 2 ** (attempt - 1)
    if (this.waitedMs + pause > this.limits.waitSeconds * 1000) return undefined
    this.waitedMs += pause
    return pause
  }

  /** The headers of a response without a time to wait, once a success has had one, too. */
  tellingHeaders(status: number, headers: FailedRequest['headers']): FailedRequest['headers'] {
    const { 'retry-after': wait, ...others } = headers
    if (status < 300 && wait !== undefined) this.isWaitUsual = true
    return this.isWaitUsual ? others : headers
  }

  /** Records the end of a call. */
  record(operationId: OperationId, responded: boolean): void {
    this.failedCalls.set(operationId, responded ? 0 : (this.failedCalls.get(operationId) ?? 0) + 1)
    if (responded) this.responded.add(operationId)
  }

  /** True if the last calls of an operation all had no proper response. */
  isDown(operationId: OperationId): boolean {
    return (this.failedCalls.get(operationId) ?? 0) >= maxFailedCalls
  }

  /** The operations that never had a proper response, or none in the end. */
  stayedUnavailable(): Set<OperationId> {
    const failing = [...this.failedCalls].filter(([, count]) => count > 0).map(([id]) => id)
    return new Set(failing.filter((id) => !this.responded.has(id) || this.isDown(id)))
  }

  /** The fate of a request that is not repeated, and what to do. */
  explain(operationId: OperationId, attempts: number, failed: FailedRequest): string {
    const count = attempts === 1 ? '' : ` (${attempts} attempts)`
    return `${operationId}: ${failureText(failed)}${count}. ${this.remedy(operationId, failed)}`
  }

  private remedy(operationId: OperationId, failed: FailedRequest): string {
    if (failed.wasCut) return 'A response that is too large is not checked.'
    const isUnsafe = operations[operationId].harm !== 'read' && mayHaveTakenEffect(failed)
    const once = isUnsafe ? 'The request may have taken effect, so it was not repeated. ' : ''
    if (failed.timedOut) return `${once}Raise limits.timeoutSeconds in the target file.`
    if (isUnsafe) return `${once}Run the suite again when the target is available.`
    const pause = retryAfterMs(failed)
    const asked = pause === undefined ? '' : `The response asks to wait ${Math.ceil(pause / 1000)} s. `
    return isRateLimited(failed)
      ? `${asked}Set limits.perSecond in the target file to the permitted rate, or raise limits.waitSeconds.`
      : `${asked}Run the suite again when the target is available, or raise limits.waitSeconds.`
  }
}

/** A request whose sending, or whose response, ended with an error. */
export function failedBy(error: unknown, timedOut = false): FailedRequest {
  const mayHaveArrived = !(error instanceof NoResponseError) || error.mayHaveArrived
  const text = `no response: ${causeMessage(error)}`
  return { status: 0, headers: {}, text, mayHaveArrived, timedOut, wasCut: false }
}

/** The fate of a request, in words. */
export function failureText({ status, text, wasCut }: FailedRequest): string {
  return status === 0 || wasCut ? text : `HTTP ${status}`
}

/**
 * True if a refusal is that of a rate limit, or of a lock after failed attempts, with another status than 429: the contract shows
 * neither. The five errors of payments ask to try again, too.
 */
export function isRateLimited({ status, headers, text }: FailedRequest): boolean {
  if (status === 429) return true
  const hasErrorOfPayments = Object.values(exchangePaymentErrors).some(
    ({ code, message }) => status === code || text.includes(message.trimEnd()),
  )
  const mayLimit = status >= 400 && status < 500 && ![408, 425].includes(status) && !hasErrorOfPayments
  if (mayLimit && headers['retry-after'] !== undefined) return true
  return (mayLimit || /"ok": ?false/.test(text.slice(0, 200))) && saysRateLimit(text)
}

/** True if a request may have been processed. With a time to wait, HTTP 503 says that it was not. */
export function mayHaveTakenEffect(failed: FailedRequest): boolean {
  const { mayHaveArrived, status, headers } = failed
  if (!mayHaveArrived || status === 425 || isRateLimited(failed)) return false
  return status !== 503 || headers['retry-after'] === undefined
}

/** The time that a response asks to wait: a number of seconds, or a date. */
function retryAfterMs({ headers }: FailedRequest): number | undefined {
  const text = headers['retry-after']?.trim() ?? ''
  if (/^\d+$/.test(text)) return Number(text) * 1000
  const instant = Date.parse(text)
  return Number.isNaN(instant) ? undefined : Math.max(0, instant - Date.now())
}
