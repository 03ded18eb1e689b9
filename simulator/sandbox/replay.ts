// Lets the entries of a journal happen to a sandbox again, in the same order, and compares the responses with those that were sent.

import { renameOrder } from '../resources/invoices.ts'
import type { World } from '../world/world.ts'
import type { Change, Entry, RequestEntry, SentResponse } from './entry.ts'
import { MemoryBudget } from './memory-budget.ts'
import type { Sandbox } from './sandbox.ts'
import { turn } from './turns.ts'

/** Processes a request as the first time. Nothing else happens before its first change of the world. */
export type ServeAgain = (sandbox: Sandbox, entry: RequestEntry) => Promise<SentResponse>

/** A journal has no request that was refused for lack of memory. */
const unlimited = new MemoryBudget({
  used: () => 0,
  limit: Number.POSITIVE_INFINITY,
  collect: () => undefined,
})

/** Something differs from what happened before. */
class ReplayError extends Error {
  override name = 'ReplayError'
}

export class Replay {
  private readonly sandbox: Sandbox
  private readonly serve: ServeAgain
  /** By position of the request, the response that is known first: that of the journal, or that of now. */
  private readonly responses = new Map<number, SentResponse>()
  private waitingTurn: ((isMemoryFull: boolean) => void) | undefined
  private difference: string | undefined
  /** Responses of the control API that are others than before. A later version may report more of the same state. */
  changedReports = 0

  constructor(sandbox: Sandbox, serve: ServeAgain) {
    this.sandbox = sandbox
    this.serve = serve
  }

  /** Runs entries, of which the first has that position. Throws a ReplayError when something differs from what happened before. */
  async run(first: number, entries: readonly Entry[]): Promise<void> {
    const { sandbox } = this
    const { memory } = sandbox
    sandbox.memory = unlimited
    sandbox.replay = this
    sandbox.journal.isReplayed = true
    sandbox.outbox.replay(true)
    for (const [index, entry] of entries.entries()) await this.apply(entry, first + index)
    sandbox.memory = memory
  }

  /** Continues with what had not ended. */
  end(): void {
    const { sandbox } = this
    sandbox.replay = undefined
    sandbox.journal.isReplayed = false
    sandbox.outbox.replay(false)
    this.waitingTurn?.(false)
  }

  private async apply(entry: Entry, position: number): Promise<void> {
    const { sandbox } = this
    sandbox.journal.continue(entry, position)
    if (entry.kind === 'request') this.serveAgain(entry, position)
    else if (entry.kind === 'response') this.compare(entry.to, entry.response, position)
    else if (entry.kind === 'change') changeAgain(sandbox.world, entry.change)
    else if (entry.kind === 'clock') sandbox.advance(entry.to, { maxListedEvents: 0 }).catch(() => undefined)
    else if (entry.kind === 'outcome')
      this.note(sandbox.outbox.recordAgain(entry.outcome), position, 'a delivery')
    else if (entry.kind === 'turn') this.endTurn(entry.isMemoryFull, position)
    // Everything that follows from the entry happens before the next one.
    await turn()
    if (this.difference !== undefined) throw new ReplayError(this.difference)
  }

  private serveAgain(entry: RequestEntry, position: number): void {
    if (!entry.isInput) return
    if (entry.response !== undefined) this.responses.set(position, entry.response)
    // The client that got an error is not there any more.
    this.serve(this.sandbox, entry).then(
      (response) => this.compare(position, response, position, entry.api === 'control'),
      () => undefined,
    )
  }

  private endTurn(isMemoryFull: boolean, position: number): void {
    const waiting = this.waitingTurn
    this.waitingTurn = undefined
    this.note(waiting !== undefined, position, 'an advance')
    waiting?.(isMemoryFull)
  }

  /** Notes the response of the journal or of now, and compares the two once both are known. */
  private compare(of: number, response: SentResponse, position: number, isControl = true): void {
    const other = this.responses.get(of)
    if (other === undefined) {
      this.responses.set(of, response)
      return
    }
    this.responses.delete(of)
    if (other.status === response.status && other.text === response.text) return
    if (isControl && other.status < 400 && response.status < 400) this.changedReports += 1
    else
      this.difference ??= `At entry ${position}, the response to the request of entry ${of} is another one.`
  }

  private note(isThere: boolean, position: number, what: string): void {
    if (!isThere) this.difference ??= `At entry ${position}, ${what} should be under way.`
  }

  /** A turn of other tasks in an advance, which ends when it did before. */
  turn(): Promise<boolean> {
    return new Promise((end) => {
      this.waitingTurn = end
    })
  }
}

function changeAgain(world: World, change: Change): void {
  if (change.do === 'issue-token') world.issueToken(change.token)
  else renameOrder(world, change.merchant, change)
}
