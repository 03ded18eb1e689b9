// The clock: getting and advancing it, and the calendar of banking days.

import { ConflictError, UsageError } from '../../../core/errors.ts'
import type { AdvanceOptions, AdvanceReport } from '../../sandbox/advance.ts'
import { memoryRemedy } from '../../sandbox/memory-budget.ts'
import type { Sandbox } from '../../sandbox/sandbox.ts'
import { isRelevant, nextDue } from '../../sandbox/scheduled-events.ts'
import { addDuration, parseDuration } from '../../time/calendar-durations.ts'
import { formatInstant, type Instant, parseInstant } from '../../time/instants.ts'
import { maxCausalDepth } from '../../world/cascades.ts'
import { isFinal } from '../../world/transitions.ts'
import type { World } from '../../world/world.ts'
import type { ControlInput, ControlResult, TopicHandlers } from '../handler-types.ts'
import { forEachRow, page } from '../lists.ts'
import { findSubscription, findTransaction } from '../transitions.ts'

type Advance = ControlInput<'advanceClock'>['body']
type AdvanceUntil = Extract<Advance, { until: unknown }>

/** The clock as the control API shows it. */
export async function clockOf(world: World): Promise<ControlResult<'getClock'>> {
  const now = formatInstant(world.now)
  let next = Number.POSITIVE_INFINITY
  let pending = 0
  // Ordering a long schedule would take longer than counting it.
  await forEachRow(world.schedule, (event) => {
    if (!isRelevant(world, event)) return
    pending += 1
    next = Math.min(next, event.due)
  })
  return { now, nextDue: pending === 0 ? null : formatInstant(next), pending }
}

export const clock: TopicHandlers<'clock'> = {
  getClock: async ({ sandbox: { world, outbox } }) => ({
    ...(await clockOf(world)),
    deliveriesInLine: outbox.inLine,
  }),
  advanceClock: async ({ sandbox, body }) => {
    if ('until' in body) return advanceUntil(sandbox, body)
    return finished(await sandbox.advance(() => targetOf(sandbox.world, body), optionsOf(body)))
  },
  explainDay: ({ sandbox: { world }, params: { date } }) => {
    try {
      return world.calendar.explain(date)
    } catch (error) {
      if (!(error instanceof RangeError)) throw error
      throw new UsageError(
        `Invalid date "${date}".`,
        'Expected an existing date in the years 1900 to 9999.',
        'Use one such as 2026-05-25.',
      )
    }
  },
  explainBankingDays: async ({ sandbox: { world }, query }) => {
    const from = query.from === undefined ? world.now : readInstant(query.from)
    const { end, dates } = inCalendar(() => world.calendar.countBankingDays(from, query.bankingDays))
    const explain = (date: string) => world.calendar.explain(date)
    const { shown: days, ...rest } = await page(dates, query, explain)
    return { from: formatInstant(from), to: formatInstant(end), ...rest, days }
  },
}

function optionsOf({ maxEvents, maxListedEvents }: Advance): AdvanceOptions {
  return {
    ...(maxEvents === undefined ? {} : { maxEvents }),
    ...(maxListedEvents === undefined ? {} : { maxListedEvents }),
  }
}

function targetOf(world: World, body: Exclude<Advance, AdvanceUntil>): Instant {
  if ('to' in body) return notBefore(world, readInstant(body.to), body.to)
  if ('by' in body) return later(world, body.by)
  if ('bankingDays' in body)
    return inCalendar(() => world.calendar.addBankingDays(world.now, body.bankingDays))
  const due = nextDue(world)
  if (due !== undefined) return Math.max(due, world.now)
  throw new ConflictError(
    'Nothing is due.',
    `The schedule is empty at ${formatInstant(world.now)}.`,
    'Create a payment or a subscription first, or advance by a duration.',
    { state: { now: formatInstant(world.now) }, allowedActions: ['to', 'by', 'bankingDays'] },
  )
}

export function later(world: World, text: string): Instant {
  const duration = parseDuration(text)
  if (duration === undefined)
    throw new UsageError(
      `Invalid duration "${text}".`,
      'Expected an ISO 8601 duration of whole milliseconds.',
      'Use one such as P1M, P2W, P1DT12H or PT90S.',
    )
  const target = inCalendar(() => addDuration(world.now, duration))
  return notBefore(world, target, text)
}

/** The result, or a UsageError when it is outside the calendar. */
function inCalendar<Result>(compute: () => Result): Result {
  try {
    return compute()
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw new UsageError(
      'The target is outside the calendar.',
      'The calendar covers the years 1970 to 9999.',
      'Use a shorter duration.',
    )
  }
}

function notBefore(world: World, target: Instant, text: string): Instant {
  if (target >= world.now) return target
  throw new ConflictError(
    'The clock cannot go back.',
    `The clock is at ${formatInstant(world.now)}. The requested instant "${text}" is ${formatInstant(target)}.`,
    'Restore an earlier snapshot (POST /control/restore), or reset the sandbox (POST /control/reset).',
    { state: { now: formatInstant(world.now) } },
  )
}

/** The instant of a text. Throws a UsageError for an invalid text. */
function readInstant(text: string): Instant {
  const instant = parseInstant(text)
  if (instant !== undefined) return instant
  throw new UsageError(
    `Invalid instant "${text}".`,
    'Expected ISO 8601 with an offset, at most milliseconds, in the years 1970 to 9999.',
    'Use one such as 2026-02-01T00:00:00.000Z.',
  )
}

async function advanceUntil(sandbox: Sandbox, body: AdvanceUntil): Promise<AdvanceReport> {
  const { world } = sandbox
  const { until, maxDuration } = body
  const { subject, wanted, status, state, isReached, isRuledOut } = conditionOf(world, until)
  if (!isReached() && isRuledOut())
    throw new ConflictError(
      `${subject} cannot get ${wanted} any more.`,
      `It is ${state()}, which is final.`,
      'Wait for something else, or restore an earlier snapshot (POST /control/restore).',
      { state: status() },
    )
  const stop = () => isReached() || isRuledOut()
  const report = await sandbox.advance(later(world, maxDuration), { ...optionsOf(body), until: stop })
  if (isReached()) return report
  if (report.stopped !== 'max-duration' && report.stopped !== 'condition') return finished(report)
  const isLate = report.stopped === 'max-duration'
  const { stopped: _, ...ruledOut } = report
  throw new ConflictError(
    `${subject} did not get ${wanted} until ${report.to}.`,
    `${isLate ? `It is still ${state()} after ${maxDuration}` : `It became ${state()} instead`}. The clock has moved.`,
    isLate
      ? 'Use a longer maxDuration, or see GET /control/schedule for what is due.'
      : 'See GET /control/events for what happened.',
    { state: status(), report: isLate ? report : ruledOut },
  )
}

/** The report of an advance that reached its target. Throws a ConflictError for one that did not. */
function finished(report: AdvanceReport): AdvanceReport {
  const { stopped, to, eventCount } = report
  const refused = (detail: string, remedy: string) =>
    new ConflictError(`The advance stopped at ${to}.`, detail, remedy, { report })
  const ran = `It ran ${eventCount} scheduled events, and more are due`
  if (stopped === 'cascade')
    throw refused(
      `Webhook receivers caused a cascade of events: more than ${maxCausalDepth} at one instant. The last ones are withheld.`,
      'See GET /control/events. A receiver must not create a payment for each webhook, for example.',
    )
  if (stopped === 'memory') throw refused(`${ran}. The memory of the process is nearly full.`, memoryRemedy)
  if (stopped === 'max-events')
    throw refused(
      `${ran}. That is the maximum.`,
      'Advance again or use a larger maxEvents. If the number is unexpected, check that no receiver creates a payment for each webhook.',
    )
  return report
}

/** A condition, in words and as functions of the current state. */
interface Condition {
  subject: string
  wanted: string
  /** Its state now: a status, and in words. */
  status: () => string
  state: () => string
  isReached: () => boolean
  isRuledOut: () => boolean
}

/** The condition of an advance. Throws a NotFoundError for an unknown id. */
function conditionOf(world: World, until: AdvanceUntil['until']): Condition {
  if ('transaction' in until) {
    const transaction = findTransaction(world, until.transaction)
    const status = () => transaction.status
    return {
      subject: `The transaction ${transaction.id}`,
      wanted: `the status ${until.status}`,
      ...{ status, state: status },
      isReached: () => transaction.status === until.status,
      isRuledOut: () => isFinal(transaction),
    }
  }
  const subscription = findSubscription(world, until.subscription)
  const { id } = subscription
  const debits = () => [...world.transactions].filter(({ subscriptions }) => subscriptions.includes(id))
  const completed = () => debits().filter(({ status }) => status === 'completed').length
  return {
    subject: `The subscription ${id}`,
    wanted: `${until.debits} completed debits`,
    status: () => subscription.status,
    state: () => `${subscription.status} with ${completed()} completed debits`,
    // This is asked after each event: the transactions are counted only if enough debits have been made.
    isReached: () => subscription.debits >= until.debits && completed() >= until.debits,
    isRuledOut: () => subscription.status !== 'active' && debits().every(isFinal),
  }
}
