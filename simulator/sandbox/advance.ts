// Advances the clock of a sandbox step by step: take the next scheduled event, set the clock to it, run it, deliver its webhooks,
// accept what receivers call back at that instant, then take the next.

import { formatInstant, type Instant } from '../time/instants.ts'
import type { Outbox } from '../webhooks/outbox.ts'
import type { ScheduledEvent } from '../world/scheduled-event.ts'
import type { World } from '../world/world.ts'
import { describeRun, isRelevant, runScheduledEvent } from './scheduled-events.ts'

/** One scheduled event that ran during an advance. */
interface AdvanceEvent {
  at: string
  kind: string
  ref: string
  description: string
}

/** The result of an advance of the clock, in virtual time. */
export interface AdvanceReport {
  from: string
  to: string
  /** The first scheduled events that ran, in order; `eventCount` counts all of them. */
  events: AdvanceEvent[]
  eventCount: number
  /** Counts of accepted and of failed deliveries. */
  deliveries: number
  failedDeliveries: number
  /** Deliveries that failed since the last advance, before this one moved the clock. Absent if none did. */
  failedBefore?: number
  /**
   * Why it ended early: its condition became true, or did not in time; `maxEvents` was reached; a webhook cascade was stopped; or
   * the memory of the process was nearly full. Absent when it reached its target.
   */
  stopped?: 'condition' | 'max-duration' | 'max-events' | 'cascade' | 'memory'
}

/** When an advance ends before its instant. */
export interface AdvanceOptions {
  /** Ends the advance as soon as it is true after a scheduled event. */
  until?: (world: World) => boolean
  /** The most scheduled events to run. */
  maxEvents?: number
  /** The most scheduled events to list in the report. */
  maxListedEvents?: number
}

interface Advanced {
  readonly world: World
  readonly outbox: Outbox
}

interface Advancing extends Advanced {
  readonly giveTurn: (readsMemory: boolean) => Promise<boolean>
}

const defaultMaxEvents = 10_000_000
const defaultMaxListedEvents = 1000
/**
 * After how many scheduled events other tasks of the process get a turn. Counted rather than timed, so that a slower machine gives
 * requests their turns between the same events.
 */
const eventsPerTurn = 500
/** After how many the first turn comes: many sandboxes may begin to advance at once, when the engine has not optimized the code. */
const eventsBeforeFirstTurn = 20
/** After how many the heap is read, which takes longer the larger it is. */
const eventsPerReading = 5000

/** Runs what is due now, except for events that a stopped advance left to the next one. */
export function runDueEvents({ world, outbox }: Advanced): void {
  const { schedule, now, halt } = world
  // Taking and putting back a million events that wait would take a second for each input.
  if (halt?.automatic === true && !schedule.hasDue(now, halt.before)) return
  const left: ScheduledEvent[] = []
  for (let event = schedule.takeDue(now); event !== undefined; event = schedule.takeDue(now)) {
    if (waitsForAdvance(world, event)) left.push(event)
    else if (isRelevant(world, event)) run(world, outbox, event)
  }
  for (const event of left) schedule.putBack(event)
}

function waitsForAdvance({ halt, options }: World, { seq, kind }: ScheduledEvent): boolean {
  if (halt === null || seq >= halt.before) return false
  return halt.automatic || options.eventModes[kind] !== 'auto'
}

function run(world: World, outbox: Outbox, event: ScheduledEvent): void {
  world.cascades.startRun(event.seq)
  try {
    runScheduledEvent(world, event, outbox)
  } finally {
    world.cascades.endRun(event.seq)
  }
}

/** The turn after one: 20, 40, 80, 160, 320, 500, 1000, 1500. */
function turnAfter(taken: number): number {
  return Math.min(2 * taken, taken - (taken % eventsPerTurn) + eventsPerTurn)
}

/** Advances to an instant at or after now. The instant is computed once the deliveries in line have their outcomes. */
export async function advanceTo(
  advancing: Advancing,
  targetOf: () => Instant,
  options: AdvanceOptions,
): Promise<AdvanceReport> {
  const { world, outbox } = advancing
  const { schedule, cascades } = world
  const { until, maxEvents = defaultMaxEvents } = options
  cascades.restart()
  // Without a promise where there is none: nothing else happens between a request and the start of its advance.
  const settle = outbox.settleFromNow()
  const settling = settle()
  if (settling !== undefined) await settling
  const target = targetOf()
  world.halt = null
  const progress = new Progress(advancing, options)
  let stopped = reasonToStop(world, until)
  if (stopped !== undefined) return progress.end(stopped)
  let taken = 0
  let nextTurn = eventsBeforeFirstTurn
  for (let event = schedule.takeDue(target); event !== undefined; event = schedule.takeDue(target)) {
    taken += 1
    if (taken === nextTurn) {
      nextTurn = turnAfter(nextTurn)
      // An obsolete event takes time as well, so it counts. This one belongs to the instant after the turn.
      schedule.putBack(event)
      stopped = await afterTurn(advancing, settle, taken)
    } else if (isRelevant(world, event)) {
      if (progress.eventCount >= maxEvents) {
        schedule.putBack(event)
        return progress.end('max-events')
      }
      moveTo(world, event.due)
      run(world, outbox, event)
      progress.add(event)
      const delivering = settle()
      if (delivering !== undefined) await delivering
      stopped = reasonToStop(world, until)
    }
    if (stopped !== undefined) return progress.end(stopped)
  }
  moveTo(world, target)
  return progress.atTarget()
}

function reasonToStop(world: World, until: AdvanceOptions['until']): AdvanceReport['stopped'] {
  if (world.cascades.stopped) return 'cascade'
  return until?.(world) === true ? 'condition' : undefined
}

/** Moves the clock, which never goes back: requests that had a turn may have moved it. */
function moveTo(world: World, instant: Instant): void {
  if (instant > world.now) world.moveTo(instant)
}

/** Lets other tasks have a turn. Returns why the advance must stop after it, if it must. */
async function afterTurn(
  advancing: Advancing,
  settle: () => Promise<void> | undefined,
  taken: number,
): Promise<'cascade' | 'memory' | undefined> {
  const isMemoryFull = await advancing.giveTurn(taken % eventsPerReading === 0)
  // Requests that arrived in that turn belong to this instant.
  await settle()
  if (advancing.world.cascades.stopped) return 'cascade'
  return isMemoryFull ? 'memory' : undefined
}

/** The progress of an advance. */
class Progress {
  private readonly advancing: Advancing
  private readonly until: AdvanceOptions['until']
  private readonly maxListedEvents: number
  private readonly from: string
  private readonly before: Outbox['tally']
  private readonly events: AdvanceReport['events'] = []
  eventCount = 0

  constructor(advancing: Advancing, { until, maxListedEvents = defaultMaxListedEvents }: AdvanceOptions) {
    this.advancing = advancing
    this.until = until
    this.maxListedEvents = maxListedEvents
    this.from = formatInstant(advancing.world.now)
    this.before = { ...advancing.outbox.tally }
  }

  add(event: ScheduledEvent): void {
    this.eventCount += 1
    if (this.events.length === this.maxListedEvents) return
    const { kind, ref } = event
    const { world } = this.advancing
    this.events.push({ at: formatInstant(world.now), kind, ref, description: describeRun(world, event) })
  }

  /** The report of an advance that no condition has stopped. */
  atTarget(): AdvanceReport {
    return this.end(this.until === undefined ? undefined : 'max-duration')
  }

  /** The report. Events that are left wait for the next advance. */
  end(stopped: AdvanceReport['stopped']): AdvanceReport {
    const { world, outbox } = this.advancing
    const failedBefore = this.before.failed - outbox.failedAtAdvance
    outbox.failedAtAdvance = outbox.tally.failed
    const midway = stopped !== undefined && stopped !== 'max-duration'
    world.halt = midway ? { before: world.schedule.nextSeq, automatic: stopped !== 'condition' } : null
    return {
      from: this.from,
      to: formatInstant(world.now),
      events: this.events,
      eventCount: this.eventCount,
      deliveries: outbox.tally.delivered - this.before.delivered,
      failedDeliveries: outbox.tally.failed - this.before.failed,
      ...(failedBefore === 0 ? {} : { failedBefore }),
      ...(stopped === undefined ? {} : { stopped }),
    }
  }
}
