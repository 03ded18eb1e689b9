// Rules that the control document cannot express about webhook fault rules: durations, and selectors that exclude each other.

import { dayMs } from '../../core/durations.ts'
import { UsageError } from '../../core/errors.ts'
import { maxFaultRules } from '../../spec/control/values.ts'
import { parseDuration } from '../time/calendar-durations.ts'
import type { FaultRule } from '../world/state.ts'

const maxDays = 31
/** Which of the matching deliveries a rule applies to. */
const selectors = ['count', 'every', 'share'] as const

/** Milliseconds of an ISO 8601 duration of days, hours, minutes and seconds, up to 31 days; undefined for anything else. */
export function durationMs(text: string): number | undefined {
  const duration = parseDuration(text)
  if (duration === undefined || duration.years + duration.months + duration.weeks !== 0) return undefined
  const ms = Math.floor(duration.total('millisecond'))
  return ms > 0 && ms <= maxDays * dayMs ? ms : undefined
}

/** Throws a UsageError that names the first invalid rule, counted from 1. */
export function checkFaultRules(rules: readonly FaultRule[]): void {
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
