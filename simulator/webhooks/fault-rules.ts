// Webhook fault rules: deliveries that a user wants duplicated, delayed, dropped, reordered or wrongly signed. They decide how an
// event is first delivered; the outbox does it.

import { faultRuleDefaults } from '../../spec/control/values.ts'
import { SeededRandom } from '../world/random.ts'
import type { DeliveryPlan, ScheduledEvent } from '../world/scheduled-event.ts'
import type { FaultRule, FaultRulesState, StatusEvent, TransactionState } from '../world/state.ts'
import type { World } from '../world/world.ts'
import { checkFaultRules, durationMs } from './fault-rule-validation.ts'

/** The effect of the rules on the first delivery of an event. */
interface Disturbance {
  /** The rules that apply, in order. */
  applied: readonly FaultRule['do'][]
  outcome: 'sent' | 'dropped' | 'delayed' | 'held'
  /** The longest time until it is sent, in milliseconds. */
  afterMs: number
  plan: DeliveryPlan
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

  /** Replaces the rules and restarts their counts. Throws a UsageError for invalid rules. */
  setRules(rules: readonly FaultRule[]): void {
    checkFaultRules(rules)
    this.world.faultRules = {
      rules: rules.map((rule) => ({ ...rule })),
      matched: rules.map(() => 0),
      held: this.state.held,
    }
  }

  /** Removes all rules. Deliveries that are delayed or held still come. */
  clear(): void {
    this.setRules([])
  }

  /** The effect on the first delivery of an event; undefined when no rule applies. */
  disturb(event: StatusEvent, transaction: TransactionState): Disturbance | undefined {
    const rules = this.state.rules.filter((rule, index) => this.applies(rule, index, event, transaction))
    if (rules.length === 0) return undefined
    const disturbance: Disturbance = {
      applied: rules.map((rule) => rule.do),
      outcome: 'sent',
      afterMs: 0,
      plan: {},
    }
    for (const rule of rules) apply(disturbance, rule)
    if (disturbance.applied.includes('drop')) disturbance.outcome = 'dropped'
    // Two held deliveries would wait for each other: the second is sent, and the first follows it.
    else if (disturbance.outcome === 'held' && this.holdsFor(transaction.merchant))
      disturbance.outcome = 'sent'
    return disturbance
  }

  private applies(
    rule: FaultRule,
    index: number,
    event: StatusEvent,
    { id, merchant }: TransactionState,
  ): boolean {
    const { merchantId = merchant, transaction = id, status = event.status } = rule
    if (merchantId !== merchant || transaction !== id || status !== event.status) return false
    const matched = (this.state.matched[index] ?? 0) + 1
    this.state.matched[index] = matched
    const { count = matched, every = 1, share } = rule
    if (count !== matched || matched % every !== 0) return false
    return share === undefined || this.draw(event, index) < share
  }

  // Drawn for each event separately: the timing of receivers must not change what the world draws next.
  private draw({ seq }: StatusEvent, rule: number): number {
    return new SeededRandom(`${this.world.options.seed} fault rule ${seq} ${rule}`).fraction()
  }

  private holdsFor(merchant: string): boolean {
    return this.state.held.some((held) => held.merchant === merchant)
  }

  /** Holds a delivery until the merchant's next one, or until the scheduled event that sends it is due. */
  hold(scheduled: number, merchant: string): void {
    this.state.held.push({ scheduled, merchant })
  }

  /** Forgets a held delivery whose scheduled event is due. */
  forget({ seq }: ScheduledEvent): void {
    if (this.state.held.length > 0)
      this.state.held = this.state.held.filter(({ scheduled }) => scheduled !== seq)
  }

  /** Takes the deliveries held for a merchant off the schedule and returns them. */
  release(merchant: string): ScheduledEvent[] {
    if (this.state.held.length === 0) return []
    const released = this.state.held.filter((held) => held.merchant === merchant)
    this.state.held = this.state.held.filter((held) => held.merchant !== merchant)
    return released.flatMap(({ scheduled }) => this.world.schedule.cancel(scheduled) ?? [])
  }
}

/** True if a rule of that kind applied to the first delivery of an event. */
export function faultRuleApplied({ note }: StatusEvent, kind: FaultRule['do']): boolean {
  return note !== null && 'faultRules' in note && note.faultRules.includes(kind)
}

function apply(disturbance: Disturbance, rule: FaultRule): void {
  const { plan } = disturbance
  switch (rule.do) {
    case 'drop':
      return
    case 'wrong-signature':
      disturbance.plan = { ...plan, wrongSignature: true }
      return
    case 'delay':
      if (disturbance.outcome === 'sent') disturbance.outcome = 'delayed'
      disturbance.afterMs += msOf(rule.by)
      return
    case 'reorder':
      disturbance.outcome = 'held'
      disturbance.afterMs += msOf(rule.by ?? faultRuleDefaults.held)
      return
    case 'duplicate':
      disturbance.plan = {
        ...plan,
        copies: (plan.copies ?? 0) + (rule.times ?? faultRuleDefaults.copies),
        copiesAfterMs: Math.max(plan.copiesAfterMs ?? 0, rule.by === undefined ? 0 : msOf(rule.by)),
      }
      return
    case 'retry': {
      const first = msOf(rule.by ?? faultRuleDefaults.firstRetry)
      disturbance.plan = {
        ...plan,
        retryDelaysMs: Array.from(
          { length: rule.times ?? faultRuleDefaults.retries },
          (_, retry) => first * 2 ** retry,
        ),
      }
    }
  }
}

function msOf(by: string): number {
  return durationMs(by) ?? 0
}
