// The schedule of a sandbox: what is due later, in order. It does not depend on the clock or on the kinds of events.

import { ScheduleStorage } from '../storage/schedule-storage.ts'
import type { NewScheduledEvent, ScheduledEvent } from './scheduled-event.ts'
import type { ScheduleState } from './state.ts'

/** Events ordered by due instant, then by the order in which they were added. Events are immutable. */
export class Schedule extends ScheduleStorage<ScheduledEvent> {
  private next = 0

  /** Reads the output of `toJSON`; throws an Error for anything else. */
  static fromJSON({ nextSeq, events }: ScheduleState): Schedule {
    const schedule = new Schedule()
    schedule.next = nextSeq
    const seen = new Set<number>()
    for (const event of events) {
      const { seq, kind } = event
      if (seen.has(seq) || !(seq < nextSeq))
        throw new Error(
          `Invalid schedule. The event ${seq} (${kind}) is repeated or not below nextSeq, ${nextSeq}. Take the snapshot again.`,
        )
      seen.add(seq)
      schedule.push(event, seq)
    }
    return schedule
  }

  /** The number that the next event gets. */
  get nextSeq(): number {
    return this.next
  }

  /** Takes the next number, for an event that may be added later. */
  reserve(): number {
    this.next += 1
    return this.next - 1
  }

  /**
   * Adds an event after those with a lower number that are due at the same instant, and returns its number. By default that
   * is the next one.
   */
  add(event: NewScheduledEvent, seq = this.reserve()): number {
    const { due, kind, ref } = event
    if (!Number.isSafeInteger(due))
      throw new RangeError(`Invalid due instant ${due} of ${kind} ${ref}. Expected whole milliseconds.`)
    this.push(event, seq)
    return seq
  }

  /** Puts a taken event back. */
  putBack(event: ScheduledEvent): void {
    this.push(event, event.seq)
  }

  /** The events of now in the order in which they are due, one after the other; later changes have no effect on them. */
  *inOrder(): Generator<ScheduledEvent> {
    const copy = this.unordered()
    const take = () => copy.takeDue(Number.POSITIVE_INFINITY)
    for (let event = take(); event !== undefined; event = take()) yield event
  }

  /** All events in the order in which they are due. */
  list(): ScheduledEvent[] {
    return [...this].sort((a, b) => a.due - b.due || a.seq - b.seq)
  }

  /** Equal schedules have equal output. */
  toJSON(): ScheduleState {
    const events = this.list().map(({ due, seq, kind, ref, data }) => ({ due, seq, kind, ref, data }))
    return { nextSeq: this.next, events: events as ScheduledEvent[] }
  }
}
