// Webhook fault rules: deliveries that a user wants duplicated, delayed, dropped, reordered or wrongly signed. They decide how an
// event is first delivered; the outbox does it. Checked here is what the control document cannot express: durations, and selectors that
// exclude each other.

import { dayMs } from '../../core/durations.ts'
import { UsageError } from '../../core/errors.ts'
import { faultRuleDefaults, maxFaultRules } from '../../spec/control/values.ts'
import { parseDuration } from '../time/calendar-durations.ts'
import { SeededRandom } from '../world/random.ts'
import type { DeliveryPlan, ScheduledEvent } from '../world/scheduled-event.ts'
import type { FaultRule, StatusEvent, TransactionState } from '../world/state.ts'
import type { World } from '../world/world.ts'

/** The effect of the rules on the first delivery of an event. */
interface FaultEffect {
  /** The rules that apply, in order. */
  applied: readonly FaultRule['do'][]
  outcome: 'sent' | 'dropped' | 'delayed' | 'held'
  /** The longest time until it is sent, in milliseconds. */
  afterMs: number
  plan: DeliveryPlan
}

/**
 * Replaces the rules and restarts their counts. Deliveries that are delayed or held still come. Throws a UsageError for invalid
 * rules.
 */
export function setFaultRules(world: World, rules: readonly FaultRule[]): void {
  checkFaultRules(rules)
  world.faultRules = {
    rules: rules.map((rule) => ({ ...rule })),
    matched: rules.map(() => 0),
    held: world.faultRules.held,
  }
}

/** The effect of the rules on the first delivery of an event; undefined when none applies. */
export function applyFaultRules(
  world: World,
  event: StatusEvent,
  transaction: TransactionState,
): FaultEffect | undefined {
  const { rules, held } = world.faultRules
  const applied = rules.filter((rule, index) => applies(world, rule, index, event, transaction))
  if (applied.length === 0) return undefined
  const effect: FaultEffect = {
    applied: applied.map((rule) => rule.do),
    outcome: 'sent',
    afterMs: 0,
    plan: {},
  }
  for (const rule of applied) apply(effect, rule)
  if (effect.applied.includes('drop')) effect.outcome = 'dropped'
  // Two held deliveries would wait for each other: the second is sent, and the first follows it.
  else if (effect.outcome === 'held' && held.some(({ merchant }) => merchant === transaction.merchant))
    effect.outcome = 'sent'
  return effect
}

function applies(
  { faultRules: { matched: counts }, options }: World,
  rule: FaultRule,
  index: number,
  event: StatusEvent,
  { id, merchant }: TransactionState,
): boolean {
  const { merchantId = merchant, transaction = id, status = event.status } = rule
  if (merchantId !== merchant || transaction !== id || status !== event.status) return false
  const matched = (counts[index] ?? 0) + 1
  counts[index] = matched
  const { count = matched, every = 1, share } = rule
  if (count !== matched || matched % every !== 0) return false
  // Drawn for each event separately: the timing of receivers must not change what the world draws next.
  const random = () => new SeededRandom(`${options.seed} fault rule ${event.seq} ${index}`).fraction()
  return share === undefined || random() < share
}

/** Forgets a held delivery whose scheduled event is due. */
export function forgetHeld({ faultRules }: World, { seq }: ScheduledEvent): void {
  if (faultRules.held.length > 0)
    faultRules.held = faultRules.held.filter(({ scheduled }) => scheduled !== seq)
}

/** Takes the deliveries held for a merchant off the schedule and returns them. */
export function releaseHeld({ faultRules, schedule }: World, merchant: string): ScheduledEvent[] {
  const released = faultRules.held.filter((held) => held.merchant === merchant)
  faultRules.held = faultRules.held.filter((held) => held.merchant !== merchant)
  return released.flatMap(({ scheduled }) => schedule.cancel(scheduled) ?? [])
}

/** True if a rule of that kind applied to the first delivery of an event. */
export function faultRuleApplied({ note }: StatusEvent, kind: FaultRule['do']): boolean {
  return note !== null && 'faultRules' in note && note.faultRules.includes(kind)
}

function apply(effect: FaultEffect, rule: FaultRule): void {
  const { plan } = effect
  switch (rule.do) {
    case 'drop':
      return
    case 'wrong-signature':
      effect.plan = { ...plan, wrongSignature: true }
      return
    case 'delay':
      if (effect.outcome === 'sent') effect.outcome = 'delayed'
      effect.afterMs += msOf(rule.by)
      return
    case 'reorder':
      effect.outcome = 'held'
      effect.afterMs += msOf(rule.by ?? faultRuleDefaults.held)
      return
    case 'duplicate':
      effect.plan = {
        ...plan,
        copies: (plan.copies ?? 0) + (rule.times ?? faultRuleDefaults.copies),
        copiesAfterMs: Math.max(plan.copiesAfterMs ?? 0, rule.by === undefined ? 0 : msOf(rule.by)),
      }
      return
    case 'retry': {
      const first = msOf(rule.by ?? faultRuleDefaults.firstRetry)
      effect.plan = {
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

const maxDays = 31
/** Which of the matching deliveries a rule applies to. */
const selectors = ['count', 'every', 'share'] as const

/** Milliseconds of an ISO 8601 duration of days, hours, minutes and seconds, up to 31 days; undefined for anything else. */
function durationMs(text: string): number | undefined {
  const duration = parseDuration(text)
  if (duration === undefined || duration.years + duration.months + duration.weeks !== 0) return undefined
  const ms = Math.floor(duration.total('millisecond'))
  return ms > 0 && ms <= maxDays * dayMs ? ms : undefined
}

/** Throws a UsageError that names the first invalid rule, counted from 1. */
function checkFaultRules(rules: readonly FaultRule[]): void {
  if (rules.length > maxFaultRules) throw invalid(`There can be ${maxFaultRules} rules, not ${rules.length}`)
  for (const [index, rule] of rules.entries()) {
    if ('by' in rule && rule.by !== undefined && durationMs(rule.by) === undefined)
      throw invalid(
        `"by" of rule ${index + 1} must be an ISO 8601 duration of days, hours, minutes and seconds, up to ${maxDays} days`,
      )
    const selected = selectors.filter((name) => rule[name] !== undefined)
    if (selected.length > 1)
      throw invalid(
        `Rule ${index + 1} has ${selected.join(' and ')}; only one of ${selectors.join(', ')} is allowed`,
      )
  }
}

function invalid(detail: string): UsageError {
  return new UsageError(
    'Invalid webhook fault rules.',
    `${detail}.`,
    'Send rules such as { "do": "duplicate", "count": 3 } or { "do": "delay", "by": "PT10M", "share": 0.1 }.',
  )
}
