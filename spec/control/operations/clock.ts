// The clock, the schedule and the calendar of the control API.

import { z } from 'zod'
import { component, integer, namedObject, text } from '../../primitives.ts'
import { get, post } from '../operation.ts'
import { statusNames } from '../values.ts'
import { CalendarDate, Instant, list } from './primitives.ts'

export const Clock = namedObject(
  'Clock',
  'The virtual time, when the next scheduled event is due, and how many are pending. `GET /control/clock` also shows how many webhook deliveries wait for their outcome.',
  {
    now: Instant,
    nextDue: Instant.nullable(),
    pending: integer,
    deliveriesInLine: integer.optional(),
  },
)

const limits = {
  maxEvents: integer.min(1).optional(),
  maxListedEvents: integer.min(0).max(10_000).optional(),
}

const Advance = component(
  'Advance',
  z.union([
    z.strictObject({ to: Instant, ...limits }),
    z.strictObject({ by: text, ...limits }),
    z.strictObject({ bankingDays: integer.min(0).max(10_000), ...limits }),
    z.strictObject({ next: z.literal(true), ...limits }),
    z.strictObject({
      until: z.union([
        z.strictObject({
          transaction: text,
          status: z.enum(statusNames).describe('The status that it has then.'),
        }),
        z.strictObject({ subscription: text, debits: integer.min(1).max(10_000) }),
      ]),
      maxDuration: text,
      ...limits,
    }),
  ]),
  {
    description:
      '`to` an instant, `by` an ISO 8601 duration, by `bankingDays`, to the `next` scheduled event, or `until` a transaction has a status or a subscription has that many completed debits (its first payment is one), within `maxDuration`. `maxEvents` stops the advance after that many events; `maxListedEvents` limits how many the report lists.',
  },
)

const AdvanceEvent = namedObject('AdvanceEvent', 'A scheduled event that ran.', {
  at: Instant,
  kind: text.describe('What kind of event it was, such as `subscription.debit`.'),
  ref: text,
  description: text,
})

const AdvanceReport = namedObject(
  'AdvanceReport',
  'What an advance did: the first events that ran, in order; how many ran; how many webhook deliveries succeeded and how many failed, and how many had failed before since the last advance; and why it stopped early, if it did.',
  {
    from: Instant,
    to: Instant,
    events: z.array(AdvanceEvent),
    eventCount: integer,
    deliveries: integer,
    failedDeliveries: integer,
    failedBefore: integer.optional(),
    stopped: z.enum(['condition', 'max-duration', 'max-events', 'cascade', 'memory']).optional(),
  },
)

const ScheduledEvent = namedObject('ScheduledEvent', 'An event that is due later, and the reason.', {
  due: Instant,
  kind: text.describe('What kind of event it is, such as `subscription.debit`.'),
  ref: text,
  reason: text.describe('Why it is due then.'),
})

const DayExplanation = namedObject('DayExplanation', 'Whether a date is a banking day, and why.', {
  date: CalendarDate,
  bankingDay: z.boolean(),
  reason: text.describe('Why it is a banking day or not, such as the name of the holiday.'),
})

export const clock = {
  getClock: get('/control/clock', 'Get the virtual time', { response: Clock }),
  advanceClock: post('/control/clock/advance', 'Advance the clock', {
    description:
      'Runs the scheduled events that become due, in order. Each runs at its own instant; its webhooks are delivered, and requests of the receivers are served at that same instant, before the next event runs. Responds when the deliveries have an outcome that were in line when it began or follow from it; while clients keep causing others faster than receivers respond, the last ones may still be in line. An advance that stops early leaves the remaining events of that instant to the next advance. Only one advance runs at a time. To go back, restore a snapshot.',
    body: Advance,
    bodyExamples: {
      duration: { by: 'P1M' },
      instant: { to: '2026-02-01T00:00:00.000Z' },
      bankingDays: { bankingDays: 4 },
      nextEvent: { next: true },
      condition: {
        until: { transaction: '5b2fd1d6-91c1-4f33-8fd0-1f6f5d1e2c01', status: 'completed' },
        maxDuration: 'PT2H',
      },
      debits: {
        until: { subscription: '7c9e6679-7425-40de-944b-e07fc1f90ae7', debits: 3 },
        maxDuration: 'P3M',
      },
    },
    response: AdvanceReport,
  }),
  getSchedule: list(
    '/control/schedule',
    'List the scheduled events, each with its reason, the first due first',
    { now: Instant, events: z.array(ScheduledEvent) },
  ),
  explainDay: get('/control/calendar/{date}', 'Explain whether a date is a banking day', {
    params: z.object({ date: CalendarDate }),
    response: DayExplanation,
  }),
  explainBankingDays: list(
    '/control/calendar',
    'Explain which dates a number of banking days takes',
    { from: Instant, to: Instant, days: z.array(DayExplanation) },
    { from: Instant.optional(), bankingDays: integer.min(0).max(10_000) },
  ),
}
