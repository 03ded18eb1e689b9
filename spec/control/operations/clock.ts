// The clock and the calendar of the control API.

import { z } from 'zod'
import { boolean, component, field, integer, namedObject, text } from '../../primitives.ts'
import { CalendarDate, Instant } from '../fields.ts'
import { get, list, post } from '../operation.ts'
import { statusNames } from '../values.ts'

export const Clock = namedObject('Clock', 'The virtual clock.', {
  now: field(Instant, 'The virtual time.'),
  nextDue: field(Instant.nullable(), 'When the next event is due, or null.'),
  pending: field(integer, 'How many events are scheduled.'),
  deliveriesInLine: field(
    integer.optional(),
    'How many webhook deliveries wait for their outcome. Only `GET /control/clock` has it.',
  ),
})

const limits = {
  maxEvents: field(integer.min(1).optional(), 'The advance stops after that many events.'),
  maxListedEvents: field(integer.min(0).max(10_000).optional(), 'How many events the report lists at most.'),
}
const bankingDays = field(integer.min(0).max(10_000), 'How many banking days to advance.')

const Advance = component(
  'Advance',
  z.union([
    z.strictObject({ to: field(Instant, 'The instant to advance to.'), ...limits }),
    z.strictObject({ by: field(text, 'The ISO 8601 duration to advance by.'), ...limits }),
    z.strictObject({ bankingDays, ...limits }),
    z.strictObject({ next: field(z.literal(true), 'Advance to the next scheduled event.'), ...limits }),
    z.strictObject({
      until: field(
        z.union([
          z.strictObject({
            transaction: field(text, 'The id of the transaction.'),
            status: field(z.enum(statusNames), 'The status that it has then.'),
          }),
          z.strictObject({
            subscription: field(text, 'The id of the subscription.'),
            debits: field(
              integer.min(1).max(10_000),
              'How many completed debits it has then. Its first payment is one.',
            ),
          }),
        ]),
        'The condition at which the advance ends.',
      ),
      maxDuration: field(text, 'How far to advance at most, as an ISO 8601 duration.'),
      ...limits,
    }),
  ]),
  { description: 'How far to advance, in one of five ways.' },
)

const AdvanceEvent = namedObject('AdvanceEvent', 'A scheduled event that ran.', {
  at: field(Instant, 'When it ran.'),
  kind: field(text, 'What kind of event it was, such as `subscription.debit`.'),
  ref: field(text, 'The id of what it concerns.'),
  description: field(text, 'What it did, in one sentence.'),
})

const AdvanceReport = namedObject('AdvanceReport', 'What an advance did.', {
  from: field(Instant, 'Where it began.'),
  to: field(Instant, 'Where it ended.'),
  events: field(z.array(AdvanceEvent), 'The first events that ran, in order.'),
  eventCount: field(integer, 'How many events ran.'),
  deliveries: field(integer, 'How many webhook deliveries succeeded.'),
  failedDeliveries: field(integer, 'How many webhook deliveries failed.'),
  failedBefore: field(
    integer.optional(),
    'How many failed between the last advance and the start of this one. Absent if none did.',
  ),
  stopped: field(
    z.enum(['condition', 'max-duration', 'max-events', 'cascade', 'memory']).optional(),
    'Why it stopped early; absent if it did not.',
  ),
})

const date = field(CalendarDate, 'The day, as YYYY-MM-DD.')
const DayExplanation = namedObject('DayExplanation', 'Whether a date is a banking day, and why.', {
  date,
  bankingDay: field(boolean, 'Whether it is a banking day.'),
  reason: field(text, 'Why it is a banking day or not, such as the name of the holiday.'),
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
  explainDay: get('/control/calendar/{date}', 'Explain whether a date is a banking day', {
    params: z.object({ date }),
    response: DayExplanation,
  }),
  explainBankingDays: list(
    '/control/calendar',
    'Explain which dates a number of banking days takes',
    {
      from: field(Instant, 'Where they begin.'),
      to: field(Instant, 'Where they end.'),
      days: field(z.array(DayExplanation), 'The days, with the reason for each.'),
    },
    { from: field(Instant.optional(), 'Where they begin; now by default.'), bankingDays },
  ),
}
