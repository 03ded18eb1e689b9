// Stores scheduled events in the order in which they are due, as a heap of columns. See docs/decisions/columnar-schedule.md.

import { ChoiceColumn, withPlace } from './columns.ts'

/** What is stored of an event. */
interface StoredEvent {
  readonly due: number
  /** Order among events that are due at the same instant. */
  readonly seq: number
  readonly kind: string
  readonly ref: string
  readonly data: unknown
  /** The record whose id is `ref`, if whoever scheduled the event had it. */
  readonly subject?: { readonly id: string } | undefined
}

interface ScheduleStorage<Event extends StoredEvent> extends Iterable<Event> {
  readonly size: number
  /** When the first event is due. */
  readonly firstDue: number | undefined
  push(event: Event): void
  /** Whether an event with at least that number is due at or before an instant. */
  hasDue(until: number, minSeq: number): boolean
  /** Removes and returns the first event. */
  pop(): Event | undefined
  /** Removes and returns the event with that number. Takes linear time. */
  remove(seq: number): Event | undefined
  /** The events of now in no particular order, the fastest way; later changes have no effect on them. */
  unordered(): Iterable<Event>
  /** An independent copy. Events are immutable, so they are shared. */
  copy(): ScheduleStorage<Event>
}

export function createScheduleStorage<Event extends StoredEvent>(): ScheduleStorage<Event> {
  return new ColumnarHeap()
}

/** How many children a place has: four are next to each other in memory, and halve the depth of two. */
const arity = 4

class ColumnarHeap<Event extends StoredEvent> implements ScheduleStorage<Event> {
  size: number
  // By place in the heap. A parent precedes its children.
  private dues: Float64Array
  private seqs: Float64Array
  private slots: Uint32Array
  // By slot. An event keeps its slot while its place changes.
  private readonly kinds: ChoiceColumn<string>
  /** The subject, or else the reference. */
  private readonly subjects: (string | { readonly id: string })[]
  private readonly data: unknown[]
  private readonly freeSlots: number[]

  constructor(from?: ColumnarHeap<Event>) {
    this.size = from?.size ?? 0
    this.dues = from?.dues.slice() ?? new Float64Array()
    this.seqs = from?.seqs.slice() ?? new Float64Array()
    this.slots = from?.slots.slice() ?? new Uint32Array()
    this.kinds = new ChoiceColumn(from?.kinds)
    this.subjects = from?.subjects.slice() ?? []
    this.data = from?.data.slice() ?? []
    this.freeSlots = from?.freeSlots.slice() ?? []
  }

  copy(): ColumnarHeap<Event> {
    return new ColumnarHeap(this)
  }

  get firstDue(): number | undefined {
    return this.size === 0 ? undefined : this.dues[0]
  }

  *[Symbol.iterator](): IterableIterator<Event> {
    for (let place = 0; place < this.size; place += 1) yield this.eventAt(place)
  }

  *unordered(): IterableIterator<Event> {
    const copy = this.copy()
    // By slot, roughly as they were added, so that what they refer to is close together in memory.
    const places = new Int32Array(copy.subjects.length).fill(-1)
    for (let place = 0; place < copy.size; place += 1) places[copy.slots[place] ?? 0] = place
    for (const place of places) if (place >= 0) yield copy.eventAt(place)
  }

  hasDue(until: number, minSeq: number): boolean {
    for (let place = 0; place < this.size; place += 1)
      if ((this.seqs[place] ?? 0) >= minSeq && (this.dues[place] ?? 0) <= until) return true
    return false
  }

  push({ due, seq, kind, ref, data, subject }: Event): void {
    const slot = this.freeSlots.pop() ?? this.subjects.length
    this.kinds.set(slot, kind)
    this.subjects[slot] = subject?.id === ref ? subject : ref
    this.data[slot] = data
    const place = this.size
    this.size += 1
    this.dues = withPlace(this.dues, place)
    this.seqs = withPlace(this.seqs, place)
    this.slots = withPlace(this.slots, place)
    this.put(due, seq, slot, this.rise(due, seq, place))
  }

  pop(): Event | undefined {
    return this.size === 0 ? undefined : this.removeAt(0)
  }

  remove(seq: number): Event | undefined {
    const place = this.seqs.subarray(0, this.size).indexOf(seq)
    return place < 0 ? undefined : this.removeAt(place)
  }

  private removeAt(removed: number): Event {
    const event = this.eventAt(removed)
    this.freeSlots.push(this.slots[removed] ?? 0)
    this.size -= 1
    // The last event takes the place of the removed one, unless it is that one.
    if (removed < this.size) this.move(this.size, this.placeFor(this.size, removed))
    return event
  }

  /** Makes a place for an event where one is free or, to keep the order, above or below it. */
  private placeFor(moved: number, free: number): number {
    const due = this.dues[moved] ?? 0
    const seq = this.seqs[moved] ?? 0
    const place = this.rise(due, seq, free)
    return place === free ? this.sink(due, seq, free) : place
  }

  /** Moves parents down into a free place until the event can be put there. */
  private rise(due: number, seq: number, free: number): number {
    let place = free
    while (place > 0) {
      const parent = Math.floor((place - 1) / arity)
      if (!this.precedes(due, seq, parent)) break
      this.move(parent, place)
      place = parent
    }
    return place
  }

  /** Moves children up into a free place until the event can be put there. */
  private sink(due: number, seq: number, free: number): number {
    let place = free
    for (let first = arity * place + 1; first < this.size; first = arity * place + 1) {
      let child = first
      const end = Math.min(first + arity, this.size)
      for (let other = first + 1; other < end; other += 1)
        if (this.precedes(this.dues[other] ?? 0, this.seqs[other] ?? 0, child)) child = other
      if (this.precedes(due, seq, child)) break
      this.move(child, place)
      place = child
    }
    return place
  }

  private precedes(due: number, seq: number, place: number): boolean {
    const other = this.dues[place] ?? 0
    return due === other ? seq < (this.seqs[place] ?? 0) : due < other
  }

  private move(from: number, to: number): void {
    this.put(this.dues[from] ?? 0, this.seqs[from] ?? 0, this.slots[from] ?? 0, to)
  }

  private put(due: number, seq: number, slot: number, place: number): void {
    this.dues[place] = due
    this.seqs[place] = seq
    this.slots[place] = slot
  }

  private eventAt(place: number): Event {
    const slot = this.slots[place] ?? 0
    const subject = this.subjects[slot]
    const isKnown = typeof subject === 'object'
    // Every event has the same keys in the same order, so that equal events serialize to equal bytes.
    return {
      due: this.dues[place],
      seq: this.seqs[place],
      kind: this.kinds.get(slot),
      ref: isKnown ? subject.id : subject,
      data: this.data[slot],
      subject: isKnown ? subject : undefined,
    } as StoredEvent as Event
  }
}
