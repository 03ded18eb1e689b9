// The clock, the schedule and the calendar, as the control API shows them.

import { z } from 'zod'
import { component, text } from '../../../spec/primitives.ts'
import { statusNames } from '../../world/transitions.ts'
import { controlOperation } from '../operation.ts'
import { CalendarDate, Instant } from './primitives.ts'

export const Clock = component(
  'Clock',
  z.object({
    now: Instant,
    /** When the first schedule entry is due. */
    nextDue: Instant.nullable(),
    pending: z.number().int(),
  }),
  { description: 'Where the clock stands, when the next entry is due, and how many entries wait.' },
)

const bounds = {
  budget: z.number().int().min(1).optional(),
  listed: z.number().int().min(0).optional(),
}

export const Advance = component(
  'Advance',
  z.union([
    z.strictObject({ to: Instant, ...bounds }),
    z.strictObject({ by: text, ...bounds }),
    z.strictObject({ bankingDays: z.number().int().min(0).max(10_000), ...bounds }),
    z.strictObject({ next: z.literal(true), ...bounds }),
    z.strictObject({
      until: z.strictObject({ transaction: text, status: z.enum(statusNames) }),
      limit: text,
      ...bounds,
    }),
  ]),
  {
    description:
      'To an instant, by an ISO 8601 duration, by working days, to the next entry, or until a transaction has a status, within a duration. `budget` is the most entries that may act, `listed` the most to list.',
  },
)

export const AdvanceEvent = component(
  'Happening',
  z.object({ at: Instant, kind: text, ref: text, what: text }),
  { description: 'One schedule entry that acted.' },
)

export const AdvanceReport = component(
  'AdvanceReport',
  z.object({
    from: Instant,
    to: Instant,
    events: z.array(AdvanceEvent),
    entries: z.number().int(),
    deliveries: z.number().int(),
    failedDeliveries: z.number().int(),
    stopped: z.enum(['condition', 'limit', 'budget', 'cascade']).optional(),
  }),
  {
    description:
      'What an advance did: the first entries that acted, in order, how many there were, how many deliveries a receiver took, and how many failed.',
  },
)

export const ScheduleItem = component(
  'ScheduleItem',
  z.object({ due: Instant, kind: text, ref: text, why: text }),
  { description: 'Something that is due later, and the reason.' },
)

export const DayExplanation = component(
  'DayExplanation',
  z.object({ date: CalendarDate, bankingDay: z.boolean(), reason: text }),
  { description: 'Whether banks work on a date, and why.' },
)

export const getClock = controlOperation({
  method: 'get',
  path: '/control/clock',
  topic: 'clock',
  summary: 'Where the clock stands',
  response: Clock,
})

export const advanceClock = controlOperation({
  method: 'post',
  path: '/control/clock/advance',
  topic: 'clock',
  summary: 'Advance the clock',
  description:
    'Entry by entry: each acts at its own instant, its webhooks are delivered, and what the receivers call back is taken at that same instant, before the next entry. Answers when all is settled. One that is stopped, by its condition or its budget, leaves the rest of that instant to the next advance. Going back is restoring a snapshot. One advance at a time.',
  body: Advance,
  bodyExamples: {
    duration: { by: 'P1M' },
    instant: { to: '2026-02-01T00:00:00.000Z' },
    bankingDays: { bankingDays: 4 },
    nextEntry: { next: true },
    condition: {
      until: { transaction: '5b2fd1d6-91c1-4f33-8fd0-1f6f5d1e2c01', status: 'completed' },
      limit: 'PT2H',
    },
  },
  response: AdvanceReport,
})

export const getSchedule = controlOperation({
  method: 'get',
  path: '/control/schedule',
  topic: 'clock',
  summary: 'What is due later, when and why',
  response: z.object({ now: Instant, entries: z.array(ScheduleItem) }),
})

export const explainDay = controlOperation({
  method: 'get',
  path: '/control/calendar/{date}',
  topic: 'clock',
  summary: 'Why a date is a working day, or is none',
  params: z.object({ date: CalendarDate }),
  response: DayExplanation,
})

export const explainBankingDays = controlOperation({
  method: 'get',
  path: '/control/calendar',
  topic: 'clock',
  summary: 'The days that a number of working days takes, each with its reason',
  query: z.object({
    from: Instant.optional(),
    bankingDays: z.number().int().min(0).max(10_000),
  }),
  response: z.object({ from: Instant, to: Instant, days: z.array(DayExplanation) }),
})
