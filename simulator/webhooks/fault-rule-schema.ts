// Reading the rules of the webhook lab that a person wrote, and how long the durations in them are. What rules do to
// deliveries is in `lab.ts`; their schema, for the document, is the control API's.

import { UsageError } from '../../core/errors.ts'
import { msPerDay, parseDuration } from '../time/instants.ts'
import { statusNames } from '../world/names.ts'
import type { FaultRule } from '../world/state.ts'

const longestDays = 31

/** What holds where a rule does not say it. The control API's document tells it too. */
export const faultRuleDefaults = { held: 'P1D', copies: 1, retries: 3, firstRetry: 'PT1M' } as const

/** Milliseconds of a duration of days, hours, minutes and seconds; undefined when the text is none, or not one of those. */
export function durationMs(text: string): number | undefined {
  const duration = parseDuration(text)
  if (duration === undefined || duration.years + duration.months + duration.weeks !== 0) return undefined
  const ms = Math.floor(duration.total('millisecond'))
  return ms > 0 && ms <= longestDays * msPerDay ? ms : undefined
}

/** What a field must be; undefined when the value is it. */
type Field = (value: unknown) => string | undefined

const text: Field = (value) => (typeof value === 'string' ? undefined : 'must be a text')
const countUpTo =
  (max: number): Field =>
  (value) =>
    Number.isInteger(value) && Number(value) >= 1 && Number(value) <= max
      ? undefined
      : `must be a whole number from 1${max === Number.MAX_SAFE_INTEGER ? '' : ` to ${max}`}`
const count = countUpTo(Number.MAX_SAFE_INTEGER)
const times = countUpTo(10)
const share: Field = (value) =>
  typeof value === 'number' && value > 0 && value <= 1 ? undefined : 'must be a number above 0, up to 1'
const status: Field = (value) =>
  statusNames.some((name) => name === value) ? undefined : `must be one of ${statusNames.join(', ')}`
const by: Field = (value) =>
  typeof value === 'string' && durationMs(value) !== undefined
    ? undefined
    : `must be an ISO 8601 duration of days, hours, minutes and seconds, up to ${longestDays} days, such as "PT10M"`

const chosen: Readonly<Record<string, Field>> = {
  merchantId: text,
  transaction: text,
  status,
  count,
  every: count,
  share,
}
/** Which of the deliveries that it fits a rule takes; two of them would cross each other. */
const takings = ['count', 'every', 'share'] as const
const manners: Readonly<Record<FaultRule['do'], Readonly<Record<string, Field>>>> = {
  drop: {},
  'wrong-signature': {},
  delay: { by },
  reorder: { by },
  duplicate: { times, by },
  retry: { times, by },
}

/** Each of them is asked about every delivery. */
const maxRules = 100

/** The rules that a value holds; throws a UsageError that names the first thing wrong. */
export function readRules(value: unknown): FaultRule[] {
  if (!Array.isArray(value)) throw wrong('The rules: must be a list')
  if (value.length > maxRules) throw wrong(`The rules: there may be ${maxRules} of them, not ${value.length}`)
  return value.map((rule: unknown, index) => {
    const fault = faultOf(rule, index + 1)
    if (fault !== undefined) throw wrong(fault)
    return { ...(rule as FaultRule) }
  })
}

function faultOf(rule: unknown, place: number): string | undefined {
  if (typeof rule !== 'object' || rule === null) return `Rule ${place}: must be an object`
  const { do: manner, ...fields } = rule as Record<string, unknown>
  const known = Object.entries(manners).find(([name]) => name === manner)?.[1]
  if (known === undefined) return `"do" of rule ${place}: must be one of ${Object.keys(manners).join(', ')}`
  if (manner === 'delay' && fields.by === undefined) return `"by" of rule ${place}: Required`
  for (const [name, value] of Object.entries(fields)) {
    const field = known[name] ?? chosen[name]
    if (field === undefined) return `Rule ${place}: "${String(manner)}" has no field "${name}"`
    const fault = value === undefined ? undefined : field(value)
    if (fault !== undefined) return `"${name}" of rule ${place}: ${fault}`
  }
  const taking = takings.filter((name) => fields[name] !== undefined)
  if (taking.length > 1)
    return `Rule ${place}: only one of ${takings.join(', ')} may be given, and there are ${taking.join(' and ')}`
  return undefined
}

function wrong(detail: string): UsageError {
  return new UsageError(
    'The webhook lab cannot use these rules.',
    `${detail}.`,
    'Give a list of rules, such as { "do": "duplicate", "count": 3 } or { "do": "delay", "by": "PT10M", "share": 0.1 }.',
  )
}
