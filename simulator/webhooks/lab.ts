// The webhook lab: what a merchant's own tests do to deliveries on their way. It decides how an event is first delivered;
// the outbox carries that out. A world without rules never asks it.

import type { WorldEntry } from '../world/entries.ts'
import { SeededRandom } from '../world/random.ts'
import type { LabRule, LabState, StatusEvent, TransactionState } from '../world/state.ts'
import type { World } from '../world/world.ts'
import { durationMilliseconds, labDefaults, readRules } from './lab-rules.ts'

export type { LabRule } from '../world/state.ts'

const labWords = 'The webhook lab: '

/** How a delivery is sent. Plain data: one that waits for the clock travels in the agenda. */
export type Manner = {
  readonly wrongSignature?: true
  /** How many more of it follow. */
  readonly copies?: number
  /** How much later these follow, in milliseconds. */
  readonly copiesAfter?: number
  /** How long to wait after each attempt that fails, in milliseconds; as stand-in `webhook.retries` where it is not said. */
  readonly waits?: readonly number[]
  /** A try after one that failed. */
  readonly retry?: true
}

/** What becomes of the first delivery of an event. */
export interface Plan {
  /** What was done to it, for people. */
  reason: string
  fate: 'sent' | 'dropped' | 'delayed' | 'held'
  /** How much later it is sent, at the latest, in milliseconds. */
  after: number
  manner: Manner
}

export class WebhookLab {
  private readonly world: World

  constructor(world: World) {
    this.world = world
  }

  private get state(): LabState {
    return this.world.lab
  }

  get rules(): readonly LabRule[] {
    return this.state.rules
  }

  /** Puts these rules in the place of those that were, and counts anew; throws a UsageError for what is no rule. */
  setRules(rules: unknown): void {
    const read = readRules(rules)
    this.world.lab = { rules: read, fitted: read.map(() => 0), held: this.state.held }
  }

  /** Takes all rules away. What they delay or hold back still comes. */
  clear(): void {
    this.setRules([])
  }

  /** Whether deliveries go their ordinary way. */
  get idle(): boolean {
    return this.state.rules.length === 0
  }

  /** What becomes of the first delivery of an event; undefined when no rule takes it. */
  plan(event: StatusEvent, transaction: TransactionState): Plan | undefined {
    const taking = this.state.rules.filter((rule, index) => this.takes(rule, index, event, transaction))
    if (taking.length === 0) return undefined
    const done = taking.map((rule) => rule.do)
    const plan: Plan = {
      reason: `${labWords}${done.join(', ')}.`,
      fate: 'sent',
      after: 0,
      manner: {},
    }
    for (const rule of taking) disturb(plan, rule)
    if (done.includes('drop')) plan.fate = 'dropped'
    else if (plan.fate === 'held' && this.holdsFor(transaction.merchant)) plan.fate = 'sent'
    return plan
  }

  private takes(
    rule: LabRule,
    index: number,
    event: StatusEvent,
    { id, merchant }: TransactionState,
  ): boolean {
    const { merchantId = merchant, transaction = id, status = event.status } = rule
    if (merchantId !== merchant || transaction !== id || status !== event.status) return false
    const fitted = (this.state.fitted[index] ?? 0) + 1
    this.state.fitted[index] = fitted
    const { count = fitted, every = 1, share } = rule
    if (count !== fitted || fitted % every !== 0) return false
    return share === undefined || this.draw(event, index) < share
  }

  // Drawn from the seed for each event by itself: how long receivers take must not decide what the world draws next.
  private draw({ seq }: StatusEvent, rule: number): number {
    return new SeededRandom(`${this.world.options.seed} lab ${seq} ${rule}`).fraction()
  }

  // Two that are held back for each other would both wait for a third: the second goes on, and the first follows it.
  private holdsFor(merchant: string): boolean {
    return this.state.held.some((held) => held.merchant === merchant)
  }

  /** Holds back what an agenda entry sends, until the merchant's next delivery or until the entry is due. */
  hold(entry: WorldEntry, merchant: string): void {
    this.state.held.push({ entry: entry.seq, merchant })
  }

  /** Forgets what an entry that is due held back. */
  forget(entry: WorldEntry): void {
    this.state.held = this.state.held.filter((held) => held.entry !== entry.seq)
  }

  /** The entries that waited for a delivery to that merchant; they leave the agenda. */
  release(merchant: string): WorldEntry[] {
    if (this.state.held.length === 0) return []
    const released = this.state.held.filter((held) => held.merchant === merchant)
    this.state.held = this.state.held.filter((held) => held.merchant !== merchant)
    return released.flatMap(({ entry }) => this.world.agenda.cancel(entry) ?? [])
  }
}

/** Whether that was done to the first delivery of an event. */
export function labDid({ reason }: StatusEvent, what: LabRule['do']): boolean {
  return reason?.startsWith(labWords) === true && reason.slice(labWords.length, -1).split(', ').includes(what)
}

function disturb(plan: Plan, rule: LabRule): void {
  switch (rule.do) {
    case 'drop':
      return
    case 'wrong-signature':
      plan.manner = { ...plan.manner, wrongSignature: true }
      return
    case 'delay':
      if (plan.fate === 'sent') plan.fate = 'delayed'
      plan.after += milliseconds(rule.by)
      return
    case 'reorder':
      plan.fate = 'held'
      plan.after += milliseconds(rule.by ?? labDefaults.held)
      return
    case 'duplicate':
      plan.manner = {
        ...plan.manner,
        copies: (plan.manner.copies ?? 0) + (rule.times ?? labDefaults.copies),
        copiesAfter: Math.max(
          plan.manner.copiesAfter ?? 0,
          rule.by === undefined ? 0 : milliseconds(rule.by),
        ),
      }
      return
    case 'retry': {
      const first = milliseconds(rule.by ?? labDefaults.firstRetry)
      plan.manner = {
        ...plan.manner,
        waits: Array.from(
          { length: rule.times ?? labDefaults.retries },
          (_, attempt) => first * 2 ** attempt,
        ),
      }
    }
  }
}

function milliseconds(by: string): number {
  return durationMilliseconds(by) ?? 0
}
