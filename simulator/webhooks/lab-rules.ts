// The rules of the webhook lab as a schema: what a person may write, and how long the durations in it are. What rules do to
// deliveries is in `lab.ts`.

import { z } from 'zod'
import { millisecondsPerDay, parseDuration } from '../time/instants.ts'
import { UsageError } from '../world/errors.ts'
import { statusNames } from '../world/names.ts'
import type { LabRule } from '../world/state.ts'

const longestDays = 31

/** Milliseconds of a duration of days, hours, minutes and seconds; undefined when the text is none, or not one of those. */
export function durationMilliseconds(text: string): number | undefined {
  const duration = parseDuration(text)
  if (duration === undefined || duration.years + duration.months + duration.weeks !== 0) return undefined
  const milliseconds = Math.floor(duration.total('millisecond'))
  return milliseconds > 0 && milliseconds <= longestDays * millisecondsPerDay ? milliseconds : undefined
}

const by = z.string().refine((text) => durationMilliseconds(text) !== undefined, {
  message: `must be an ISO 8601 duration of days, hours, minutes and seconds, up to ${longestDays} days, such as "PT10M"`,
})
const times = z.number().int().min(1).max(10).optional()

const chosen = {
  merchantId: z.string().optional(),
  transaction: z.string().optional(),
  status: z.enum(statusNames).optional(),
  count: z.number().int().min(1).optional(),
  every: z.number().int().min(1).optional(),
  share: z.number().positive().max(1).optional(),
}

/** A rule of the webhook lab, as a person writes it. */
export const LabRuleSchema = z.discriminatedUnion('do', [
  z.strictObject({ do: z.literal('drop'), ...chosen }),
  z.strictObject({ do: z.literal('wrong-signature'), ...chosen }),
  z.strictObject({ do: z.literal('delay'), by, ...chosen }),
  z.strictObject({ do: z.literal('reorder'), by: by.optional(), ...chosen }),
  z.strictObject({ do: z.literal('duplicate'), times, by: by.optional(), ...chosen }),
  z.strictObject({ do: z.literal('retry'), times, by: by.optional(), ...chosen }),
]) satisfies z.ZodType<LabRule>

/** The rules that a value holds; throws a UsageError that names the first thing wrong. */
export function readRules(value: unknown): LabRule[] {
  const read = z.array(LabRuleSchema).safeParse(value)
  if (read.success) return read.data
  const [issue] = read.error.issues
  throw new UsageError(
    'The webhook lab cannot use these rules.',
    issue === undefined ? '' : `${place(issue.path)}: ${issue.message}.`,
    'Give a list of rules, such as { "do": "duplicate", "count": 3 } or { "do": "delay", "by": "PT10M", "share": 0.1 }.',
  )
}

function place([index, ...path]: readonly (string | number)[]): string {
  if (index === undefined) return 'The rules'
  return path.length === 0 ? `Rule ${Number(index) + 1}` : `"${path.join('.')}" of rule ${Number(index) + 1}`
}
