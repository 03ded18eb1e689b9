// Counts the features that requests have had, by what was sent and how it ended. An action is worth what it would add.

import type { Action, RequestAction } from './action.ts'
import { otherFeatures, type Past, requestFeatures } from './features.ts'
import { moments, momentsAt } from './moments.ts'
import type { State } from './state.ts'

/** An action with the features that it would cover. */
export interface Candidate {
  action: Action
  /** The operation, and the difference of the request from a usual one. */
  what: string
  /** Numbers of features, alone and in pairs. */
  features: readonly number[]
}

/**
 * The worth of a new feature, by how the request ends. A fault shows where requests are accepted, or where what the document
 * excludes is refused.
 */
function worthOf({ unusual, isExcluded }: RequestAction): { accepted: number; refused: number } {
  if (unusual === undefined) return { accepted: 1, refused: 0.4 }
  return isExcluded === true ? { accepted: 0.3, refused: 1 } : { accepted: 0.3, refused: 0.3 }
}

export class Coverage {
  /** By what was sent and how it ended, how often each feature was there. */
  private readonly counts = new Map<string, Map<number, number>>()
  private readonly numbers = new Map<string, number>()
  private readonly past = new Map<string, Past>()
  /** By what was sent, how often, and how often it was accepted. */
  private readonly outcomes = new Map<string, { sent: number; accepted: number }>()

  private readonly requestsAt = new Map<string, number>()

  /** True if the time is one at which few requests have been sent. */
  isRareTime({ world }: State): boolean {
    const all = [...this.requestsAt.values()].reduce((sum, one) => sum + one, 0)
    return momentsAt(world.now).some(
      (moment) => (this.requestsAt.get(moment) ?? 0) < all / (3 * moments.length),
    )
  }

  /** Forgets what happened in the world of the last history. */
  begin(): void {
    this.past.clear()
  }

  candidate(state: State, action: Action): Candidate {
    if (!('operation' in action))
      return { action, what: '', features: otherFeatures(state, action).map((one) => this.numberOf(one)) }
    const { operation, unusual } = action
    const { situation, fields } = requestFeatures(state, action, this.past.get(operation))
    const numbers = situation.map((one) => this.numberOf(one))
    const features = [...numbers, ...Array.from(fields, (one) => this.numberOf(one))]
    if (unusual !== undefined) features.push(this.numberOf(unusual))
    else
      for (const [at, one] of numbers.entries())
        for (const other of numbers.slice(at + 1)) features.push(one * maxFeatures + other)
    return { action, what: `${operation} ${coarse(action)}`, features }
  }

  private numberOf(feature: string): number {
    const known = this.numbers.get(feature) ?? this.numbers.size + 1
    this.numbers.set(feature, known)
    return known
  }

  private countsOf(what: string, outcome: string): Map<number, number> {
    const key = `${what} ${outcome}`
    const known = this.counts.get(key) ?? new Map<number, number>()
    this.counts.set(key, known)
    return known
  }

  /** The number of new features of an action, by their worth. */
  noveltyOf({ action, what, features }: Candidate): number {
    const of = (outcome: string) => {
      const counts = this.countsOf(what, outcome)
      return features.reduce((sum, one) => sum + 1 / (1 + 3 * (counts.get(one) ?? 0)), 0)
    }
    if (!('operation' in action)) return of('')
    const { sent, accepted } = this.outcomes.get(outcomeKey(action, what)) ?? { sent: 0, accepted: 0 }
    const likely = (accepted + 1) / (sent + 2)
    const worth = worthOf(action)
    return likely * worth.accepted * of('accepted') + (1 - likely) * worth.refused * of('refused')
  }

  /** Notes an action and, of a request, its outcome. */
  add(state: State, { action, what, features }: Candidate, accepted: boolean): void {
    const isRequest = 'operation' in action
    const counts = this.countsOf(what, isRequest ? (accepted ? 'accepted' : 'refused') : '')
    for (const one of features) counts.set(one, (counts.get(one) ?? 0) + 1)
    if (!isRequest) return
    for (const moment of momentsAt(state.world.now))
      this.requestsAt.set(moment, (this.requestsAt.get(moment) ?? 0) + 1)
    const key = outcomeKey(action, what)
    const known = this.outcomes.get(key) ?? { sent: 0, accepted: 0 }
    this.outcomes.set(key, { sent: known.sent + 1, accepted: known.accepted + (accepted ? 1 : 0) })
    this.past.set(action.operation, { count: (this.past.get(action.operation)?.count ?? 0) + 1, accepted })
  }

  /** The number of features that are covered, of each request and outcome. */
  get size(): number {
    return [...this.counts.values()].reduce((sum, counts) => sum + counts.size, 0)
  }
}

/** More than there are. */
const maxFeatures = 2 ** 20

const outcomeKey = ({ shopper = 'ready', merchant = 0 }: RequestAction, what: string) =>
  `${what} ${shopper} ${merchant}`

/** The difference of a request, without its exact value unless the document excludes that. */
function coarse({ unusual = 'usual', isExcluded }: RequestAction): string {
  return isExcluded === true ? unusual : unusual.split(': ').slice(0, 2).join(': ')
}
