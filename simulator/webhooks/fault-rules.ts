// The webhook lab: what a merchant's own tests do to deliveries on their way. It decides how an event is first delivered;
// the outbox carries that out. A world without rules never asks it.

import { SeededRandom } from '../world/random.ts'
import type { ScheduledEvent } from '../world/scheduled-event.ts'
import type { FaultRule, FaultRulesState, StatusEvent, TransactionState } from '../world/state.ts'
import type { World } from '../world/world.ts'
import { durationMs, faultRuleDefaults, readRules } from './fault-rule-schema.ts'

export type { FaultRule } from '../world/state.ts'

const faultRuleWords = 'The webhook lab: '

/** How a delivery is sent. Plain data: one that waits for the clock travels in the schedule. */
export type Manner = {
  readonly wrongSignature?: true
  /** How many more of it follow. */
  readonly copies?: number
  /** How much later these follow, in milliseconds. */
  readonly copiesAfter?: number
  /** How long to wait after each attempt that fails, in milliseconds; as assumption `webhooks.retries` where it is not said. */
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

export class WebhookFaultRules {
  private readonly world: World

  constructor(world: World) {
    this.world = world
  }

  private get state(): FaultRulesState {
    return this.world.faultRules
  }

  get rules(): readonly FaultRule[] {
    return this.state.rules
  }

  /** Puts these rules in the place of those that were, and counts anew; throws a UsageError for what is no rule. */
  setRules(rules: unknown): void {
    const read = readRules(rules)
    this.world.faultRules = { rules: read, fitted: read.map(() => 0), held: this.state.held }
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
      reason: `${faultRuleWords}${done.join(', ')}.`,
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
    rule: FaultRule,
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

  /** Holds back what an schedule entry sends, until the merchant's next delivery or until the entry is due. */
  hold(entry: ScheduledEvent, merchant: string): void {
    this.state.held.push({ entry: entry.seq, merchant })
  }

  /** Forgets what an entry that is due held back. */
  forget(entry: ScheduledEvent): void {
    this.state.held = this.state.held.filter((held) => held.entry !== entry.seq)
  }

  /** The entries that waited for a delivery to that merchant; they leave the schedule. */
  release(merchant: string): ScheduledEvent[] {
    if (this.state.held.length === 0) return []
    const released = this.state.held.filter((held) => held.merchant === merchant)
    this.state.held = this.state.held.filter((held) => held.merchant !== merchant)
    return released.flatMap(({ entry }) => this.world.schedule.cancel(entry) ?? [])
  }
}

/** Whether that was done to the first delivery of an event. */
export function faultRuleDid({ reason }: StatusEvent, what: FaultRule['do']): boolean {
  return (
    reason?.startsWith(faultRuleWords) === true &&
    reason.slice(faultRuleWords.length, -1).split(', ').includes(what)
  )
}

function disturb(plan: Plan, rule: FaultRule): void {
  switch (rule.do) {
    case 'drop':
      return
    case 'wrong-signature':
      plan.manner = { ...plan.manner, wrongSignature: true }
      return
    case 'delay':
      if (plan.fate === 'sent') plan.fate = 'delayed'
      plan.after += ms(rule.by)
      return
    case 'reorder':
      plan.fate = 'held'
      plan.after += ms(rule.by ?? faultRuleDefaults.held)
      return
    case 'duplicate':
      plan.manner = {
        ...plan.manner,
        copies: (plan.manner.copies ?? 0) + (rule.times ?? faultRuleDefaults.copies),
        copiesAfter: Math.max(plan.manner.copiesAfter ?? 0, rule.by === undefined ? 0 : ms(rule.by)),
      }
      return
    case 'retry': {
      const first = ms(rule.by ?? faultRuleDefaults.firstRetry)
      plan.manner = {
        ...plan.manner,
        waits: Array.from(
          { length: rule.times ?? faultRuleDefaults.retries },
          (_, attempt) => first * 2 ** attempt,
        ),
      }
    }
  }
}

function ms(by: string): number {
  return durationMs(by) ?? 0
}
