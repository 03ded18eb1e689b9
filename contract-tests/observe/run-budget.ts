// The limits of a run against a deployment: the number and rate of requests, the level of harm, the amounts, and how long it takes
// and waits for a response. It admits calls; it sends none.

import { setMaxListeners } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import type { Target } from '../../client/target.ts'
import { Decimal } from '../../core/decimal.ts'
import { type Harm, includesLevel, type Operation } from '../../spec/operation.ts'
import { type OperationId, operations } from '../../spec/operations.ts'
import { type FailedPrecondition, failedPreconditionOf } from './failed-preconditions.ts'
import { type FailedRequest, isRateLimited, Repetition } from './repetition.ts'
import { isUnavailable, type Outcome } from './response-outcome.ts'
import { AmountTooLarge, NotApplicable, PreconditionFailed } from './violation.ts'

/** Why a run ended before all properties ran. */
export interface EarlyEnd {
  code: 'target-stopped-responding' | 'requests-spent' | 'time-spent' | 'interrupted'
  reason: string
}

/** Ends the run: requirements that were not completely checked by then are inconclusive. */
export class RunEnded extends Error {
  override name = 'RunEnded'
}

/** After so many timeouts, an operation gets a tenth of the time. */
const maxFullTimeouts = 3
/** A timer may end so much too early, in milliseconds. */
const timerMs = 2
/** After so many requests in a row without a proper response, the target may be down. */
const maxRequestsWithoutResponse = 6

interface RunTime {
  /** The maximum duration of the run. */
  maxSeconds?: number | undefined
  /** Ends the run when it is aborted. */
  signal?: AbortSignal | undefined
  /** The current time, in milliseconds since 1970; that of this machine by default. */
  now?: () => number
  /** Waits. Ends early when the run is interrupted. */
  wait?: (ms: number, signal?: AbortSignal) => Promise<void>
}

/** The time limit of one request. */
interface TimeLimit {
  signal: AbortSignal
  /** True if the request took too long. */
  isOver: () => boolean
  end: () => void
}

export class RunBudget {
  readonly level: Harm
  readonly repetition: Repetition
  sentRequests = 0
  /** True if a request had an amount that is limited. */
  sentAmounts = false
  /** The number of requests that were refused again when they were retried. */
  lastingRefusals = 0
  /** True if complete requests are refused for a reason, as far as that was tried, by reason and operation. */
  readonly triedReasons = new Map<string, boolean>()
  /** The number of requests without a response, or with one that may not be about the request, by operation and status. */
  private readonly failures = new Map<string, number>()
  /** The times from a request to the next one, in milliseconds, without the waits for a slot. */
  private readonly gaps: number[] = []
  /** The shortest time from an accepted request with an encrypted payload to its response, in milliseconds, by scheme. */
  private readonly decrypting = new Map<string, number>()
  private admittedAt = performance.now()
  private slotWaitMs = 0
  /** The orders whose invoice the service refused with the address of the payment, and accepted with another one or none. */
  readonly ordersWithoutAddress = new Set<string>()
  /** True if the notation of addresses was asked for, or cannot be. */
  hasTriedNotations = false
  /** Why some requests cannot succeed, as the preflight found. */
  readonly failedPreconditions: FailedPrecondition[] = []
  /** Set once nothing more is sent. */
  earlyEnd: EarlyEnd | undefined
  private readonly limits: Target['limits']
  private readonly movesMoney: boolean
  private readonly time: RunTime
  private readonly endsAt: number
  private readonly timeouts = new Map<OperationId, number>()
  private requestsWithoutResponse = 0
  private nextSlot = 0

  /** A deployment that isolates moves no real money, so its amounts are not limited. */
  constructor(
    limits: Target['limits'],
    level: Harm,
    { isolates }: { isolates: boolean },
    time: RunTime = {},
  ) {
    this.limits = limits
    this.level = level
    this.movesMoney = !isolates
    this.time = time
    this.endsAt = performance.now() + (time.maxSeconds ?? Number.POSITIVE_INFINITY) * 1000
    this.repetition = new Repetition(limits)
    // Properties that wait side by side listen to it at the same time.
    if (time.signal !== undefined) setMaxListeners(0, time.signal)
  }

  /** Admits a call once the rate allows it. Throws if the budget forbids it. `parts` contain its amounts. */
  async admit(operationId: OperationId, parts: readonly unknown[]): Promise<void> {
    this.checkTime()
    const { harm } = operations[operationId]
    if (!includesLevel(this.level, harm))
      throw new NotApplicable(`${operationId} needs the level ${harm} (the run is at ${this.level})`)
    const amounts = this.movesMoney ? parts.flatMap((part) => this.amountsIn(part)) : []
    const larger = amounts.find(({ isLarger }) => isLarger)
    this.sentAmounts ||= amounts.length > 0
    if (larger !== undefined)
      throw new AmountTooLarge(`an amount of ${larger.amount} exceeds the target's limit of ${larger.max}`)
    if (this.sentRequests >= this.limits.requests)
      this.end({
        code: 'requests-spent',
        reason: `the target's limit of ${this.limits.requests} requests is reached`,
      })
    this.sentRequests += 1
    this.gaps.push(performance.now() - this.admittedAt)
    await this.waitForSlot()
    this.admittedAt = performance.now()
  }

  /** True if a call is within the level and the amounts. */
  permits(operationId: OperationId, parts: readonly unknown[]): boolean {
    if (!includesLevel(this.level, operations[operationId].harm)) return false
    return !this.movesMoney || parts.every((part) => this.amountsIn(part).every(({ isLarger }) => !isLarger))
  }

  /** Throws if no request with this operation, credential or merchant can succeed. */
  checkPreconditions(operationId: OperationId, authorization: string | undefined, merchantId?: string): void {
    const failedPrecondition = failedPreconditionOf(
      this.failedPreconditions,
      operationId,
      authorization,
      merchantId,
    )
    if (failedPrecondition !== undefined)
      throw new PreconditionFailed(failedPrecondition.message, { call: failedPrecondition.call })
  }

  /** Ends the run if its time is over or it is interrupted. */
  checkTime(): void {
    if (this.earlyEnd !== undefined) throw new RunEnded(this.earlyEnd.reason)
    if (this.time.signal?.aborted) this.end({ code: 'interrupted', reason: 'the run was interrupted' })
    if (performance.now() < this.endsAt) return
    this.end({ code: 'time-spent', reason: `the maximum duration of ${this.time.maxSeconds} s was reached` })
  }

  /** The current time, in milliseconds since 1970. */
  get now(): number {
    return (this.time.now ?? Date.now)()
  }

  /** The wait for the response of an operation, in milliseconds. */
  timeoutMs(operationId: OperationId): number {
    const timeoutMs = this.limits.timeoutSeconds * 1000
    const isSlow = (this.timeouts.get(operationId) ?? 0) >= maxFullTimeouts
    return Math.min(isSlow ? Math.ceil(timeoutMs / 10) : timeoutMs, this.endsAt - performance.now())
  }

  /** Starts the time limit of a request. */
  timeLimit(operationId: OperationId): TimeLimit {
    const timeoutMs = this.timeoutMs(operationId)
    const controller = new AbortController()
    let isOver = false
    const timer = setTimeout(() => {
      isOver = true
      controller.abort(new Error(`timed out after ${Math.round(timeoutMs) / 1000} s`))
    }, timeoutMs)
    const interrupt = () => controller.abort(new Error('the run was interrupted'))
    if (this.time.signal?.aborted) interrupt()
    this.time.signal?.addEventListener('abort', interrupt)
    return {
      signal: controller.signal,
      isOver: () => isOver,
      end: () => {
        clearTimeout(timer)
        this.time.signal?.removeEventListener('abort', interrupt)
      },
    }
  }

  /** The time of each request and what follows from it, in milliseconds; by the median, since the first ones open connections. */
  get eachMs(): number {
    const median = [...this.gaps].sort((a, b) => a - b)[this.gaps.length >> 1] ?? 0
    return median + this.slotWaitMs / Math.max(1, this.sentRequests)
  }

  /** The shortest time of an accepted request whose payload is encrypted as that of an operation, in milliseconds; 0 without one. */
  encryptedMs(operationId: OperationId): number {
    return this.decrypting.get(schemeOf(operationId) ?? '') ?? 0
  }

  /** Records a proper response. After a change, the next request waits. */
  recordResponse(operationId: OperationId, outcome: Outcome): void {
    this.isUp()
    if (outcome !== 'refusal' && operations[operationId].harm !== 'read')
      this.nextSlot = Math.max(this.nextSlot, performance.now() + this.limits.pauseSeconds * 1000)
    this.repetition.record(operationId, true)
    const scheme = schemeOf(operationId)
    if (outcome !== 'success' || scheme === undefined) return
    const ms = performance.now() - this.admittedAt
    this.decrypting.set(scheme, Math.min(ms, this.decrypting.get(scheme) ?? ms))
  }

  /** Counts a request that had no response, or a status that is rather about the server than about the request. */
  countFailure(operationId: OperationId, status: number): void {
    if (status < 500 && !isUnavailable(status)) return
    // The end of the run has cut it short.
    if (status === 0 && (this.time.signal?.aborted === true || performance.now() > this.endsAt - timerMs))
      return
    const name = `${operationId} ${status === 0 ? 'no response' : `HTTP ${status}`}`
    this.failures.set(name, (this.failures.get(name) ?? 0) + 1)
  }

  /** One line with the requests that had no response or such a status, even if they cost no verdict; none without them. */
  get failureNotes(): string[] {
    if (this.failures.size === 0) return []
    const counts = [...this.failures].sort().map(([name, count]) => `${name} (${count})`)
    return [`Requests without a response, or with HTTP 408, 425, 429 or 5xx: ${counts.join(', ')}.`]
  }

  /** Records a request without a proper response. Throws if the run ended meanwhile. */
  recordFailure(operationId: OperationId, failed: FailedRequest): void {
    this.checkTime()
    // A target with a rate limit is up.
    if (!isRateLimited(failed) && !failed.wasCut) this.requestsWithoutResponse += 1
    if (failed.timedOut) this.timeouts.set(operationId, (this.timeouts.get(operationId) ?? 0) + 1)
  }

  /** True if the last requests had no proper response. */
  get mayBeDown(): boolean {
    return this.requestsWithoutResponse >= maxRequestsWithoutResponse
  }

  /** Records that the target responds. */
  isUp(): void {
    this.requestsWithoutResponse = 0
  }

  /** Waits for a time, or until the end of the run. */
  async pause(ms: number): Promise<void> {
    const { signal, wait: waitFor = interruptibleWait } = this.time
    await waitFor(Math.max(0, Math.min(ms, this.endsAt - performance.now())), signal)
  }

  /** Ends the run: nothing more is sent. */
  end(earlyEnd: EarlyEnd): never {
    this.earlyEnd ??= earlyEnd
    throw new RunEnded(this.earlyEnd.reason)
  }

  private async waitForSlot(): Promise<void> {
    const { perSecond = Number.POSITIVE_INFINITY } = this.limits
    const now = performance.now()
    const slot = Math.max(now, this.nextSlot)
    this.nextSlot = slot + 1000 / perSecond
    if (slot === now) return
    this.slotWaitMs += slot - now
    await this.pause(slot - now)
  }

  /** The amounts in a body or a payload, each with its limit. */
  private amountsIn(part: unknown): { amount: string; max: string; isLarger: boolean }[] {
    if (Array.isArray(part)) return part.flatMap((element) => this.amountsIn(element))
    if (typeof part !== 'object' || part === null) return []
    const { amount, nativeAmount, currency, items }: Record<string, unknown> = { ...part }
    const isMoney = currency === undefined || currency === 'USD'
    const max = isMoney ? this.limits.amount : this.limits.coinAmount
    const unit = isMoney ? 'USD' : String(currency)
    const found = [amount, nativeAmount].flatMap((value) =>
      value === undefined
        ? []
        : [{ amount: `${value} ${unit}`, max: `${max} ${unit}`, isLarger: isMoreThan(value, max) }],
    )
    return [...found, ...this.amountsIn(items)]
  }
}

async function interruptibleWait(ms: number, signal?: AbortSignal): Promise<void> {
  // Whoever interrupts a wait ends the run at its next request.
  await wait(ms, undefined, signal === undefined ? {} : { signal }).catch(() => {})
}

/** The name of the encryption of an operation's payload; undefined for an operation without one. */
function schemeOf(operationId: OperationId): string | undefined {
  const { encrypted }: Operation = operations[operationId]
  return encrypted && String(encrypted.scheme)
}

// A text that is not a number makes the request invalid on purpose: nothing can be paid by it.
function isMoreThan(value: unknown, max: string): boolean {
  if (typeof value !== 'string' && typeof value !== 'number') return false
  try {
    return new Decimal(value).gt(max)
  } catch {
    return false
  }
}
