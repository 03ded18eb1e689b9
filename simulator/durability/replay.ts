// Lets everything in the log of a sandbox happen again, in the same order.

import { type LoggedNumber, type LoggedRequest, turn } from '../sandbox/input-log.ts'
import { MemoryBudget } from '../sandbox/memory-budget.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import type { Outcome } from '../webhooks/http-transport.ts'
import type { Answer, Entry } from './entries.ts'

/** Processes a request. Nothing else happens before its first change of the world. */
export type ServeAgain = (sandbox: Sandbox, request: LoggedRequest) => Promise<unknown>

interface WaitingDelivery {
  end: (outcome: Outcome | Promise<Outcome>) => void
  send: () => Promise<Outcome>
}

/** A log has nothing that was refused for lack of memory. */
const unlimited = new MemoryBudget({
  used: () => 0,
  limit: Number.POSITIVE_INFINITY,
  collect: () => undefined,
})

/** Something differs from what happened before. */
export class ReplayError extends Error {
  override name = 'ReplayError'
  readonly fitting: number

  constructor(fitting: number, message: string) {
    super(message)
    this.fitting = fitting
  }
}

export class Replay {
  private readonly entries: readonly Entry[]
  private at = 0
  private requests = 0
  /** The responses of which only one is known yet: that of the log, or that of now. */
  private readonly answers = new Map<LoggedNumber, Answer>()
  /** The requests that were answered, and are not yet in the replay. */
  private readonly expected = new Set<LoggedNumber>()
  private waitingDelivery: WaitingDelivery | undefined
  private waitingTurn: (() => void) | undefined
  private difference: string | undefined
  /** The responses of the control API that are others than before. */
  changedReports = 0
  /** The number of the entry of each request. */
  private readonly requestsAt: number[] = []

  constructor(entries: readonly string[]) {
    this.entries = entries.map((text): Entry => JSON.parse(text))
  }

  /** Runs all entries. Throws a ReplayError when something differs from what happened before. */
  async run(sandbox: Sandbox, serve: ServeAgain): Promise<void> {
    const { memory } = sandbox
    sandbox.memory = unlimited
    for (const entry of this.entries) {
      this.at += 1
      this.apply(entry, sandbox, serve)
      // Everything that follows from the entry happens before the next one.
      await turn()
      if (this.difference !== undefined) throw new ReplayError(this.at - 1, this.difference)
    }
    const [missing] = this.expected
    if (missing !== undefined)
      throw new ReplayError(this.entryOf(missing), `Request ${missing} of its log has no response.`)
    sandbox.memory = memory
  }

  /** Continues with what had not ended at the end of the log. */
  end(): void {
    this.waitingDelivery?.end(this.waitingDelivery.send())
    this.waitingTurn?.()
  }

  private apply(entry: Entry, sandbox: Sandbox, serve: ServeAgain): void {
    if ('request' in entry) {
      this.requests += 1
      this.requestsAt.push(this.at - 1)
      const { check } = entry
      if (check !== undefined) this.expect(this.requests, { ...entry, check })
      // The client that got the error is not there any more.
      serve(sandbox, entry.request).catch(() => undefined)
    } else if ('response' in entry) this.expect(entry.response, entry)
    else if ('tick' in entry) sandbox.advance(entry.tick, { maxListedEvents: 0 }).catch(() => undefined)
    else if ('outcome' in entry) this.endDelivery(entry.outcome)
    else if ('turn' in entry) this.endTurn()
  }

  private endDelivery(outcome: Outcome): void {
    const waiting = this.waitingDelivery
    this.waitingDelivery = undefined
    if (waiting === undefined) this.note('no delivery waits for its outcome')
    waiting?.end(outcome)
  }

  private endTurn(): void {
    const waiting = this.waitingTurn
    this.waitingTurn = undefined
    if (waiting === undefined) this.note('no advance waits for its turn')
    waiting?.()
  }

  private expect(number: LoggedNumber, answer: Answer): void {
    this.expected.add(number)
    this.compare(number, answer)
  }

  /** Notes a response of the log or of now, and compares the two once both are known. */
  compare(number: LoggedNumber, answer: Answer): void {
    const other = this.answers.get(number)
    if (other === undefined) {
      this.answers.set(number, answer)
      return
    }
    this.answers.delete(number)
    this.expected.delete(number)
    if (other.check === answer.check) return
    const entry = this.entries[this.entryOf(number)]
    const isControl = entry !== undefined && 'request' in entry && entry.request.api === 'control'
    // A later version reports more of what has happened: that is no other state, if both succeeded.
    if (isControl && !other.isRefused && !answer.isRefused) {
      this.changedReports += 1
      return
    }
    this.note(`the response to request ${number} is another one`)
    this.at = this.entryOf(number) + 1
  }

  private entryOf(number: LoggedNumber): number {
    return this.requestsAt[number - 1] ?? 0
  }

  private note(difference: string): void {
    this.difference ??= `At entry ${this.at} of its log, ${difference}.`
  }

  /** A delivery, which ends as it did before. */
  delivery(send: () => Promise<Outcome>): Promise<Outcome> {
    return new Promise((end) => {
      this.waitingDelivery = { end, send }
    })
  }

  /** A turn of other tasks, which ends when it did before. */
  turn(): Promise<void> {
    return new Promise((end) => {
      this.waitingTurn = end
    })
  }

  /** The log has this directly after what the advance waited for. */
  isMemoryFull(): boolean {
    const next = this.entries[this.at]
    return next !== undefined && 'memoryFull' in next
  }
}
