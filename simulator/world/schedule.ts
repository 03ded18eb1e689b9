// The schedule of a sandbox: what is due later, as a binary heap. It does not depend on the clock or on the kinds of events.

import type { NewScheduledEvent, ScheduledEvent } from './scheduled-event.ts'
import type { ScheduleState } from './state.ts'

/** Events ordered by due instant, then by their number. Events are immutable. */
export class Schedule implements Iterable<ScheduledEvent> {
  private next = 0
  /** Each event precedes those at twice its index plus one and plus two. */
  private heap: ScheduledEvent[] = []

  /** Reads the output of `toJSON`. */
  static fromJSON({ nextSeq, events }: ScheduleState): Schedule {
    const schedule = new Schedule()
    schedule.next = nextSeq
    // A sorted list is a heap.
    schedule.heap = [...events]
    return schedule
  }

  /** The number that the next event gets. */
  get nextSeq(): number {
    return this.next
  }

  get size(): number {
    return this.heap.length
  }

  /** When the first event is due; undefined when there is none. */
  get nextDue(): number | undefined {
    return this.heap[0]?.due
  }

  /** The events, in no particular order. */
  [Symbol.iterator](): Iterator<ScheduledEvent> {
    return this.heap.values()
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
  add({ due, kind, ref, data }: NewScheduledEvent, seq = this.reserve()): number {
    if (!Number.isSafeInteger(due))
      throw new RangeError(`Invalid due instant ${due} of ${kind} ${ref}. Expected whole milliseconds.`)
    // Every event has the same keys in the same order, so that equal events serialize to equal bytes.
    this.putBack({ due, seq, kind, ref, data } as ScheduledEvent)
    return seq
  }

  /** Puts a taken event back. */
  putBack(event: ScheduledEvent): void {
    this.heap.push(event)
    this.rise(this.heap.length - 1)
  }

  /** Removes and returns the first event if it is due at or before an instant. */
  takeDue(until: number): ScheduledEvent | undefined {
    const [first] = this.heap
    return first === undefined || first.due > until ? undefined : this.removeAt(0)
  }

  /** Removes and returns the event with that number; undefined for an unknown number. Takes linear time. */
  cancel(seq: number): ScheduledEvent | undefined {
    const place = this.heap.findIndex((event) => event.seq === seq)
    return place < 0 ? undefined : this.removeAt(place)
  }

  /** True if an event with at least that number is due at or before an instant. Takes linear time. */
  hasDue(until: number, minSeq: number): boolean {
    return this.heap.some(({ due, seq }) => seq >= minSeq && due <= until)
  }

  /** The events of now in the order in which they are due, one after the other; later changes have no effect on them. */
  *inOrder(): Generator<ScheduledEvent> {
    const copy = new Schedule()
    copy.heap = [...this.heap]
    const take = () => copy.takeDue(Number.POSITIVE_INFINITY)
    for (let event = take(); event !== undefined; event = take()) yield event
  }

  /** Equal schedules have equal output. */
  toJSON(): ScheduleState {
    return { nextSeq: this.next, events: [...this.heap].sort((a, b) => (precedes(a, b) ? -1 : 1)) }
  }

  private removeAt(place: number): ScheduledEvent | undefined {
    const removed = this.heap[place]
    const last = this.heap.pop()
    if (last !== undefined && place < this.heap.length) {
      this.heap[place] = last
      this.sink(place)
      this.rise(place)
    }
    return removed
  }

  private rise(from: number): void {
    let place = from
    for (let parent = (place - 1) >> 1; parent >= 0; parent = (place - 1) >> 1) {
      if (!this.swapIfBefore(place, parent)) return
      place = parent
    }
  }

  private sink(from: number): void {
    let place = from
    for (let child = 2 * place + 1; child < this.heap.length; child = 2 * place + 1) {
      const [left, right] = [this.heap[child], this.heap[child + 1]]
      if (left !== undefined && right !== undefined && precedes(right, left)) child += 1
      if (!this.swapIfBefore(child, place)) return
      place = child
    }
  }

  /** Swaps two events if the first one precedes the other. */
  private swapIfBefore(one: number, other: number): boolean {
    const [first, second] = [this.heap[one], this.heap[other]]
    if (first === undefined || second === undefined || !precedes(first, second)) return false
    this.heap[one] = second
    this.heap[other] = first
    return true
  }
}

function precedes(one: ScheduledEvent, other: ScheduledEvent): boolean {
  return one.due === other.due ? one.seq < other.seq : one.due < other.due
}
