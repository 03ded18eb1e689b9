// Stores scheduled events in the order in which they are due, each kind on its own. See docs/contributing/decisions/columnar-schedule.md.

import { type NewEvent, ScheduledRuns, type StoredEvent } from './scheduled-runs.ts'

interface ScheduleStorage<Event extends StoredEvent> extends Iterable<Event> {
  readonly size: number
  /** When the first event is due. */
  readonly firstDue: number | undefined
  /** Adds an event with that number. */
  push(event: NewEvent, seq: number): void
  /** Whether an event with at least that number is due at or before an instant. */
  hasDue(until: number, minSeq: number): boolean
  /** Removes and returns the first event if it is due at or before an instant. */
  takeDue(until: number): Event | undefined
  /** Removes and returns the event with that number. Takes linear time. */
  remove(seq: number): Event | undefined
  /** An independent copy. Events are immutable, so they are shared. */
  copy(): ScheduleStorage<Event>
}

export function createScheduleStorage<Event extends StoredEvent>(): ScheduleStorage<Event> {
  return new ScheduledKinds()
}

class ScheduledKinds<Event extends StoredEvent> implements ScheduleStorage<Event> {
  private readonly kinds: ScheduledRuns<Event>[]
  private readonly byName: Map<string, ScheduledRuns<Event>>

  constructor(kinds: ScheduledRuns<Event>[] = []) {
    this.kinds = kinds
    this.byName = new Map(kinds.map((runs) => [runs.kind, runs]))
  }

  copy(): ScheduledKinds<Event> {
    return new ScheduledKinds(this.kinds.map((runs) => runs.copy()))
  }

  get size(): number {
    return this.kinds.reduce((size, runs) => size + runs.size, 0)
  }

  get firstDue(): number | undefined {
    return this.first()?.firstDue
  }

  *[Symbol.iterator](): IterableIterator<Event> {
    for (const runs of this.kinds) yield* runs
  }

  hasDue(until: number, minSeq: number): boolean {
    return this.kinds.some((runs) => runs.hasDue(until, minSeq))
  }

  push(event: NewEvent, seq: number): void {
    const runs = this.byName.get(event.kind) ?? this.add(event.kind)
    runs.push(event, seq)
  }

  private add(kind: string): ScheduledRuns<Event> {
    const runs = new ScheduledRuns<Event>(kind)
    this.kinds.push(runs)
    this.byName.set(kind, runs)
    return runs
  }

  takeDue(until: number): Event | undefined {
    const first = this.first()
    return first === undefined || first.firstDue > until ? undefined : first.takeFirst()
  }

  /** The kind of the first event. */
  private first(): ScheduledRuns<Event> | undefined {
    let first: ScheduledRuns<Event> | undefined
    for (const runs of this.kinds)
      if (runs.size > 0 && (first === undefined || runs.isBefore(first))) first = runs
    return first
  }

  remove(seq: number): Event | undefined {
    for (const runs of this.kinds) {
      const event = runs.remove(seq)
      if (event !== undefined) return event
    }
    return undefined
  }
}
