// What a run may do to a deployment: how many requests and how fast, at which level, for how much money, and how long it
// waits for one that stays silent. It admits calls; it sends none.

import type { Target } from '../../client/target.ts'
import { Decimal } from '../../core/decimal.ts'
import { type Harm, includesLevel } from '../../spec/operation.ts'
import { type OperationId, operations } from '../../spec/operations.ts'
import { NotApplicable, TooMuch } from './violation.ts'

/** A run that must not go on; what was not checked by then stays inconclusive. */
export class CutShort extends Error {
  override name = 'CutShort'
}

/** Silent answers to one operation after which it gets a tenth of the time only. */
const patience = 3
/** Silent answers in a row, whatever was asked, after which a target is taken to be gone. */
export const maxSilence = 6

export class Allowance {
  readonly level: Harm
  sent = 0
  /** Why nothing more is sent. */
  over: string | undefined
  private readonly limits: Target['limits']
  private readonly movesMoney: boolean
  private readonly silent = new Map<OperationId, number>()
  private silentInARow = 0
  private next = 0
  private readonly wait: (ms: number) => Promise<void>

  /** In a world of the run's own nothing costs money, and no amount is too large. */
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

  /** Admits a call, once it is its turn; throws where it must not be made. `parts` is what it says of amounts. */
  async admit(operationId: OperationId, parts: readonly unknown[]): Promise<void> {
    if (this.over !== undefined) throw new CutShort(this.over)
    const needed = operations[operationId].harm
    if (!includesLevel(this.level, needed))
      throw new NotApplicable(`${operationId} needs the level ${needed}; the run is at ${this.level}`)
    const [larger] = this.movesMoney ? parts.flatMap((part) => this.beyond(part)) : []
    if (larger !== undefined)
      throw new TooMuch(`it would send ${larger.amount}, and the target's limits allow ${larger.max}`)
    if (this.sent >= this.limits.requests)
      this.end(`the ${this.limits.requests} requests that its limits allow were spent`)
    this.sent += 1
    await this.turn()
  }

  /** How long an answer of an operation may take. */
  timeoutMs(operationId: OperationId): number {
    const whole = this.limits.timeoutSeconds * 1000
    return (this.silent.get(operationId) ?? 0) >= patience ? Math.ceil(whole / 10) : whole
  }

  /** Hears of each answer; says whether it is time to see if the target is still there. */
  heard(operationId: OperationId, silent: boolean): boolean {
    this.silentInARow = silent ? this.silentInARow + 1 : 0
    if (silent) this.silent.set(operationId, (this.silent.get(operationId) ?? 0) + 1)
    return this.silentInARow >= maxSilence
  }

  /** Ends the run: nothing more is sent. */
  end(reason: string): never {
    this.over ??= reason
    throw new CutShort(this.over)
  }

  private async turn(): Promise<void> {
    const { perSecond } = this.limits
    if (perSecond === undefined) return
    const now = performance.now()
    const at = Math.max(now, this.next)
    this.next = at + 1000 / perSecond
    if (at > now) await this.wait(at - now)
  }

  /** The amounts in a body or a payload that are larger than allowed. */
  private beyond(part: unknown): { amount: string; max: string }[] {
    if (Array.isArray(part)) return part.flatMap((element) => this.beyond(element))
    if (typeof part !== 'object' || part === null) return []
    const { amount, nativeAmount, currency, items }: Record<string, unknown> = { ...part }
    const inMoney = currency === undefined || currency === 'USD'
    const max = inMoney ? this.limits.amount : this.limits.coinAmount
    const unit = inMoney ? 'USD' : String(currency)
    const found = [amount, nativeAmount].flatMap((value) =>
      isMoreThan(value, max) ? [{ amount: `${value} ${unit}`, max: `${max} ${unit}` }] : [],
    )
    return [...found, ...this.beyond(items)]
  }
}

// A text that is no number is a broken request on purpose: nothing can be paid by it.
function isMoreThan(value: unknown, max: string): boolean {
  if (typeof value !== 'string' && typeof value !== 'number') return false
  try {
    return new Decimal(value).gt(max)
  } catch {
    return false
  }
}
