// What a run may do to a deployment: the number and rate of requests, the level of harm, the amounts, and how long it waits
// for a response. It admits calls; it sends none.

import type { Target } from '../../client/target.ts'
import { Decimal } from '../../core/decimal.ts'
import { type Harm, includesLevel } from '../../spec/operation.ts'
import { type OperationId, operations } from '../../spec/operations.ts'
import { AmountTooLarge, NotApplicable } from './violation.ts'

/** Why a run ended before all properties ran. */
export interface EarlyEnd {
  code: 'target-stopped-responding' | 'requests-spent'
  reason: string
}

/** Ends the run: requirements that were not checked by then are inconclusive. */
export class RunEnded extends Error {
  override name = 'RunEnded'
}

/** After so many timeouts, an operation gets a tenth of the time. */
const maxFullTimeouts = 3
/** After so many calls in a row without a response, the target may be down. */
const maxCallsWithoutResponse = 6

export class RunBudget {
  readonly level: Harm
  sentRequests = 0
  /** Set once nothing more is sent. */
  earlyEnd: EarlyEnd | undefined
  private readonly limits: Target['limits']
  private readonly movesMoney: boolean
  private readonly timeouts = new Map<OperationId, number>()
  private callsWithoutResponse = 0
  private nextSlot = 0
  private readonly wait: (ms: number) => Promise<void>

  /** A deployment that isolates moves no real money, so its amounts are not limited. */
  constructor(
    limits: Target['limits'],
    level: Harm,
    { isolates }: { isolates: boolean },
    wait = (ms: number) =>
      new Promise<void>((resolve) => {
        setTimeout(resolve, ms)
      }),
  ) {
    this.wait = wait
    this.limits = limits
    this.level = level
    this.movesMoney = !isolates
  }

  /** Admits a call once the rate allows it. Throws if the budget forbids it. `parts` contain its amounts. */
  async admit(operationId: OperationId, parts: readonly unknown[]): Promise<void> {
    if (this.earlyEnd !== undefined) throw new RunEnded(this.earlyEnd.reason)
    const { harm } = operations[operationId]
    if (!includesLevel(this.level, harm))
      throw new NotApplicable(`${operationId} needs the level ${harm}; the run is at ${this.level}`)
    const [larger] = this.movesMoney ? parts.flatMap((part) => this.amountsBeyondLimits(part)) : []
    if (larger !== undefined)
      throw new AmountTooLarge(`an amount of ${larger.amount} exceeds the target's limit of ${larger.max}`)
    if (this.sentRequests >= this.limits.requests)
      this.end({
        code: 'requests-spent',
        reason: `the target's limit of ${this.limits.requests} requests is reached`,
      })
    this.sentRequests += 1
    await this.waitForSlot()
  }

  /** How long to wait for the response of an operation, in milliseconds. */
  timeoutMs(operationId: OperationId): number {
    const timeoutMs = this.limits.timeoutSeconds * 1000
    return (this.timeouts.get(operationId) ?? 0) >= maxFullTimeouts ? Math.ceil(timeoutMs / 10) : timeoutMs
  }

  /** Records whether a call got a response. Returns true if the target may be down. */
  record(operationId: OperationId, responded: boolean): boolean {
    this.callsWithoutResponse = responded ? 0 : this.callsWithoutResponse + 1
    if (!responded) this.timeouts.set(operationId, (this.timeouts.get(operationId) ?? 0) + 1)
    return this.callsWithoutResponse >= maxCallsWithoutResponse
  }

  /** Ends the run: nothing more is sent. */
  end(earlyEnd: EarlyEnd): never {
    this.earlyEnd ??= earlyEnd
    throw new RunEnded(this.earlyEnd.reason)
  }

  private async waitForSlot(): Promise<void> {
    const { perSecond } = this.limits
    if (perSecond === undefined) return
    const now = performance.now()
    const slot = Math.max(now, this.nextSlot)
    this.nextSlot = slot + 1000 / perSecond
    if (slot > now) await this.wait(slot - now)
  }

  /** The amounts in a body or a payload that exceed the limits. */
  private amountsBeyondLimits(part: unknown): { amount: string; max: string }[] {
    if (Array.isArray(part)) return part.flatMap((element) => this.amountsBeyondLimits(element))
    if (typeof part !== 'object' || part === null) return []
    const { amount, nativeAmount, currency, items }: Record<string, unknown> = { ...part }
    const isMoney = currency === undefined || currency === 'USD'
    const max = isMoney ? this.limits.amount : this.limits.coinAmount
    const unit = isMoney ? 'USD' : String(currency)
    const found = [amount, nativeAmount].flatMap((value) =>
      isMoreThan(value, max) ? [{ amount: `${value} ${unit}`, max: `${max} ${unit}` }] : [],
    )
    return [...found, ...this.amountsBeyondLimits(items)]
  }
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
