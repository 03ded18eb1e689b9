// The schedule of a sandbox: everything that is due later, as plain data in one order. It knows neither the clock nor
// what its entries mean; acting on an entry, and putting its reason into words, is the world's.

import { Queue } from '../storage/schedule-storage.ts'
import type { Instant } from '../time/instants.ts'

/** A value that JSON can write and read back unchanged. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }

/** One thing that is due: when, its place among those due at the same instant, what kind, about which record. */
export interface ScheduleEntry {
  readonly due: Instant
  readonly seq: number
  readonly kind: string
  readonly ref: string
  readonly data?: Json | undefined
}

/** An entry before the schedule has given it its place. */
export type NewEntry<Entry extends ScheduleEntry> = Entry extends unknown ? Omit<Entry, 'seq'> : never

/** An schedule as a snapshot holds it: its entries in order, and the place the next one will get. */
export interface ScheduleState<Entry extends ScheduleEntry = ScheduleEntry> {
  readonly nextSeq: number
  readonly entries: readonly Entry[]
}

/** Entries ordered by due instant, then by the order in which they were added. Entries are never changed in place. */
export class Schedule<Entry extends ScheduleEntry = ScheduleEntry> {
  private nextSeq = 0
  private queue = new Queue<Entry>()

  /** The schedule a state describes; throws when the state was not written by `toJSON`. */
  static fromJSON<Entry extends ScheduleEntry>(state: ScheduleState<Entry>): Schedule<Entry> {
    const schedule = new Schedule<Entry>()
    schedule.nextSeq = state.nextSeq
    const seen = new Set<number>()
    for (const entry of state.entries) {
      const { seq, kind } = entry
      if (seen.has(seq) || !(seq < state.nextSeq)) {
        throw new Error(
          `The schedule cannot be read. The entry ${seq} (${kind}) stands twice or is not below the next ` +
            `number, ${state.nextSeq}. Take the snapshot again: this one was altered or cut.`,
        )
      }
      seen.add(seq)
      schedule.queue.push(entry)
    }
    return schedule
  }

  /** The number of entries. */
  get size(): number {
    return this.queue.size
  }

  /** The entries, in no order that means anything. */
  [Symbol.iterator](): IterableIterator<Entry> {
    return this.queue[Symbol.iterator]()
  }

  /** The instant of the first entry; undefined when nothing is due, ever. */
  get nextDue(): Instant | undefined {
    return this.queue.firstDue
  }

  /** Puts an entry behind all that are due at the same instant and returns it with its number. */
  add(wanted: NewEntry<Entry>): Entry {
    const { due, kind, ref, data } = wanted
    if (!Number.isSafeInteger(due)) {
      throw new RangeError(
        `Nothing can be due at ${due}. The entry ${kind} of ${ref} needs a whole number of milliseconds.`,
      )
    }
    const seq = this.nextSeq++
    const entry = { due, seq, kind, ref, data } as Entry
    this.queue.push(entry)
    return entry
  }

  /** Removes the entry of that number and returns it; undefined when it was taken, cancelled or never added. */
  cancel(seq: number): Entry | undefined {
    // Looked for among all: keeping an index of entries would cost every one of them, and few are ever cancelled.
    const entries = [...this.queue]
    const entry = entries.find((other) => other.seq === seq)
    if (entry === undefined) return undefined
    this.queue = new Queue<Entry>()
    for (const other of entries) if (other !== entry) this.queue.push(other)
    return entry
  }

  /** Removes and returns the first entry if it is due at or before the given instant; undefined otherwise. */
  takeDue(until: Instant): Entry | undefined {
    const { firstDue } = this.queue
    return firstDue === undefined || firstDue > until ? undefined : this.queue.pop()
  }

  /** Puts an entry that was taken back in its place. */
  putBack(entry: Entry): void {
    this.queue.push(entry)
  }

  /** The number that the next entry will get: all that are here have lesser ones. */
  get next(): number {
    return this.nextSeq
  }

  /** All entries in the order in which they will be taken. */
  list(): Entry[] {
    return [...this.queue].sort((a, b) => a.due - b.due || a.seq - b.seq)
  }

  /** The schedule as plain data; two agendas with the same content give the same bytes. */
  toJSON(): ScheduleState<Entry> {
    return { nextSeq: this.nextSeq, entries: this.list() }
  }
}
