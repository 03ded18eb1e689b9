// The clock: reading it, advancing it in each of its ways, and why a day counts.

import { ConflictError, UsageError } from '../../../core/errors.ts'
import type { AdvanceOptions, AdvanceReport } from '../../sandbox/advance.ts'
import type { Sandbox } from '../../sandbox/sandbox.ts'
import { explainScheduledEvent, listRelevant, summarizeSchedule } from '../../sandbox/scheduled-events.ts'
import { addDuration, formatInstant, type Instant, parseDuration, parseInstant } from '../../time/instants.ts'
import { maxCausalDepth } from '../../world/cascades.ts'
import { isFinal } from '../../world/transitions.ts'
import type { World } from '../../world/world.ts'
import type { ControlCall, ControlHandler } from '../call.ts'
import { transactionWith } from './transactions.ts'

type Wanted = ControlCall<'advanceClock'>['body']
type WantedUntil = Extract<Wanted, { until: unknown }>

/** The clock as the control API shows it. */
export function clockOf(world: World): { now: string; nextDue: string | null; pending: number } {
  const { nextDue, pending } = summarizeSchedule(world)
  return {
    now: formatInstant(world.now),
    nextDue: nextDue === undefined ? null : formatInstant(nextDue),
    pending,
  }
}

export const getClock: ControlHandler<'getClock'> = ({ sandbox }) => clockOf(sandbox.world)

export const advanceClock: ControlHandler<'advanceClock'> = async ({ sandbox, body }) => {
  if ('until' in body) return advanceUntil(sandbox, body)
  return finished(await sandbox.advance(targetOf(sandbox.world, body), bounds(body)))
}

function bounds({ budget, listed }: Wanted): AdvanceOptions {
  return { ...(budget === undefined ? {} : { budget }), ...(listed === undefined ? {} : { listed }) }
}

function targetOf(world: World, wanted: Exclude<Wanted, WantedUntil>): Instant {
  if ('to' in wanted) return forward(world, readInstant(wanted.to), wanted.to)
  if ('by' in wanted) return later(world, wanted.by)
  if ('bankingDays' in wanted)
    return inCalendar(() => world.calendar.addBankingDays(world.now, wanted.bankingDays))
  const { nextDue } = summarizeSchedule(world)
  if (nextDue !== undefined) return Math.max(nextDue, world.now)
  throw new ConflictError(
    'Nothing is due.',
    `The schedule is empty at ${formatInstant(world.now)}.`,
    'Let something happen first (a payment, a subscription), or advance by a duration.',
    { state: clockOf(world), allowedActions: ['to', 'by', 'bankingDays'] },
  )
}

function later(world: World, text: string): Instant {
  const duration = parseDuration(text)
  if (duration === undefined)
    throw new UsageError(
      `"${text}" is no duration.`,
      'A duration is written as in ISO 8601.',
      'Give one, such as P1M, P2W, P1DT12H or PT90S.',
    )
  const target = inCalendar(() => addDuration(world.now, duration))
  return forward(world, target, text)
}

/** What leaves the calendar is misuse of the tool, with the calendar's own words. */
function inCalendar(compute: () => Instant): Instant {
  try {
    return compute()
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    const [fact = '', detail = '', remedy = ''] = error.message.split(/(?<=\.) (?=[A-Z])/)
    throw new UsageError(fact, detail, remedy)
  }
}

function forward(world: World, target: Instant, wanted: string): Instant {
  if (target >= world.now) return target
  throw new ConflictError(
    'The clock does not go back.',
    `It stands at ${formatInstant(world.now)}, and "${wanted}" leads to ${formatInstant(target)}.`,
    'Restore a snapshot that was taken earlier (POST /control/restore), or begin anew (POST /control/reset).',
    { state: clockOf(world) },
  )
}

/** The instant that a text names; throws a UsageError when it names none. */
export function readInstant(text: string): Instant {
  const instant = parseInstant(text)
  if (instant !== undefined) return instant
  throw new UsageError(
    `"${text}" is no instant.`,
    'An instant is a day that exists, a time to the millisecond, and an offset, between the years 1970 and 9999.',
    'Give one, such as 2026-02-01T00:00:00.000Z.',
  )
}

async function advanceUntil(sandbox: Sandbox, wanted: WantedUntil): Promise<AdvanceReport> {
  const { world } = sandbox
  const { until, limit } = wanted
  const transaction = transactionWith(world, until.transaction)
  const reached = () => transaction.status === until.status
  const unreachable = () => isFinal(transaction) && !reached()
  const standing = (report?: AdvanceReport) => ({
    state: transaction.status,
    ...(report === undefined ? {} : { report }),
  })
  if (unreachable())
    throw new ConflictError(
      `The transaction ${transaction.id} will never be ${until.status}.`,
      `It is ${transaction.status}, and no status leaves that one.`,
      `Wait for ${transaction.status}, or for another transaction.`,
      standing(),
    )
  const target = later(world, limit)
  const report = await sandbox.advance(target, { ...bounds(wanted), until: () => reached() || unreachable() })
  if (reached()) return report
  if (report.stopped === 'budget' || report.stopped === 'cascade') return finished(report)
  const late = report.stopped === 'limit'
  const { stopped: _, ...ruledOut } = report
  throw new ConflictError(
    `The transaction ${transaction.id} is not ${until.status} at ${report.to}.`,
    late
      ? `It is still ${transaction.status} after ${limit}; the clock has moved.`
      : `It became ${transaction.status} instead; the clock has moved.`,
    late
      ? 'Give a longer limit, or see GET /control/schedule for what is due.'
      : 'Look at GET /control/events for what happened to it.',
    standing(late ? report : ruledOut),
  )
}

/** The report of an advance that came to its end; a budget that ran out is an error. */
function finished(report: AdvanceReport): AdvanceReport {
  if (report.stopped === 'cascade')
    throw new ConflictError(
      `The advance stopped at ${report.to}: webhook cascade.`,
      `A receiver keeps creating events in response to events: more than ${maxCausalDepth} at one instant. The last of them are withheld.`,
      'See GET /control/events for what the receiver does, such as a payment for every payment.',
      { report },
    )
  if (report.stopped !== 'budget') return report
  throw new ConflictError(
    `The advance was stopped at ${report.to}.`,
    `It let ${report.entries} schedule entries act, which was its budget, and more are due.`,
    'If that is right, advance on or give a larger budget; if not, something feeds itself: a webhook handler that makes a payment of every payment, say.',
    { report },
  )
}

export const getSchedule: ControlHandler<'getSchedule'> = ({ sandbox: { world } }) => ({
  now: formatInstant(world.now),
  entries: listRelevant(world).map((event) => ({
    due: formatInstant(event.due),
    kind: event.kind,
    ref: event.ref,
    why: explainScheduledEvent(world, event),
  })),
})

export const explainDay: ControlHandler<'explainDay'> = ({ sandbox: { world }, params: { date } }) => {
  try {
    return world.calendar.explain(date)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw new UsageError(
      `"${date}" is not a day that can be explained.`,
      'It must be a day that exists, between the years 1900 and 9999.',
      'Give one, such as 2026-05-25.',
    )
  }
}

export const explainBankingDays: ControlHandler<'explainBankingDays'> = ({ sandbox: { world }, query }) => {
  const from = query.from === undefined ? world.now : readInstant(query.from)
  return {
    from: formatInstant(from),
    to: formatInstant(inCalendar(() => world.calendar.addBankingDays(from, query.bankingDays))),
    days: world.calendar.explainSteps(from, query.bankingDays),
  }
}
