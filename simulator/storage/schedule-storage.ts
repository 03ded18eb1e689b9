// Stores scheduled events in the order in which they are due, each kind on its own. See docs/contributing/decisions/columnar-schedule.md.

import { withPlace } from './record-storage.ts'

/** The fields of an event, except for its number. */
interface NewEvent {
  readonly due: number
  readonly kind: string
  readonly ref: string
  readonly data?: unknown
  /** The record whose id is `ref`, if whoever scheduled the event had it. */
  readonly subject?: { readonly id: string } | undefined
}

interface StoredEvent extends NewEvent {
  /** Order among events that are due at the same instant. */
  readonly seq: number
}

/** The children of a place: four are next to each other in memory, and halve the depth of two. */
const arity = 4

/** The numbers of an event: its instant, its own number, the slot of the next event of its run, and its data. */
const stride = 4
/** Instead of a slot. */
const none = -1
/** Instead of the number of an event, in a free slot. */
const free = -1
/** Instead of data that is no number. */
const noNumber = Number.NaN

class ScheduledRuns<Event extends StoredEvent> {
  readonly kind: string
  size = 0
  // By slot. An event keeps its slot. Its numbers are next to each other, as they are read together.
  private numbers = new Float64Array()
  /** The subject, or else the reference. */
  private subjects: (string | { readonly id: string })[] = []
  /** By slot, data that is no number; few events have such data. */
  private objects = new Map<number, unknown>()
  private freeSlots: number[] = []
  /** The slot of the event that was added last, unless it is removed. */
  private end = none
  /** The first events of the runs. A parent precedes its children. */
  private runs = 0
  private dues = new Float64Array()
  private seqs = new Float64Array()
  private slots = new Uint32Array()

  constructor(kind: string) {
    this.kind = kind
  }

  copy(): ScheduledRuns<Event> {
    const copy = new ScheduledRuns<Event>(this.kind)
    copy.size = this.size
    copy.numbers = this.numbers.slice()
    copy.subjects = this.subjects.slice()
    copy.objects = new Map(this.objects)
    copy.freeSlots = this.freeSlots.slice()
    copy.end = this.end
    copy.runs = this.runs
    copy.dues = this.dues.slice()
    copy.seqs = this.seqs.slice()
    copy.slots = this.slots.slice()
    return copy
  }

  /** When the first event is due. NaN without one. */
  get firstDue(): number {
    return this.runs === 0 ? Number.NaN : (this.dues[0] ?? 0)
  }

  /** True if the first event is before the first one of another kind. Both have one. */
  isBefore(other: ScheduledRuns<Event>): boolean {
    return other.follows(this.dues[0] ?? 0, this.seqs[0] ?? 0, 0)
  }

  // By slot, roughly as they were added, so that what they refer to is close together in memory.
  *[Symbol.iterator](): IterableIterator<Event> {
    for (let slot = 0; slot < this.subjects.length; slot += 1)
      if (this.seqOf(slot) !== free) yield this.eventAt(slot)
  }

  hasDue(until: number, minSeq: number): boolean {
    for (let slot = 0; slot < this.subjects.length; slot += 1) {
      const seq = this.seqOf(slot)
      if (seq !== free && seq >= minSeq && this.dueOf(slot) <= until) return true
    }
    return false
  }

  push({ due, ref, data, subject }: NewEvent, seq: number): void {
    const slot = this.freeSlots.pop() ?? this.subjects.length
    const at = stride * slot
    this.numbers = withPlace(this.numbers, at + 3)
    this.numbers[at] = due
    this.numbers[at + 1] = seq
    this.numbers[at + 2] = none
    this.numbers[at + 3] = typeof data === 'number' ? data : noNumber
    if (typeof data === 'object') this.objects.set(slot, data)
    this.subjects[slot] = subject?.id === ref ? subject : ref
    this.size += 1
    const { end } = this
    this.end = slot
    const endDue = end === none ? Number.POSITIVE_INFINITY : this.dueOf(end)
    if (due > endDue || (due === endDue && seq > this.seqOf(end))) this.numbers[stride * end + 2] = slot
    else this.addRun(due, seq, slot)
  }

  private addRun(due: number, seq: number, slot: number): void {
    const place = this.runs
    this.runs += 1
    this.dues = withPlace(this.dues, place)
    this.seqs = withPlace(this.seqs, place)
    this.slots = withPlace(this.slots, place)
    this.put(due, seq, slot, this.rise(due, seq, place))
  }

  remove(seq: number): Event | undefined {
    let before = none
    let found = none
    for (let slot = 0; slot < this.subjects.length && found === none; slot += 1)
      if (this.seqOf(slot) === seq) found = slot
    if (found === none) return undefined
    for (let slot = 0; slot < this.subjects.length && before === none; slot += 1)
      if (this.nextOf(slot) === found) before = slot
    if (before === none) return this.removeFirst(this.slots.subarray(0, this.runs).indexOf(found))
    this.numbers[stride * before + 2] = this.nextOf(found)
    if (this.end === found) this.end = before
    return this.release(found)
  }

  /**
   * Removes and returns the first event of the run at a place; by default the first of all. There must be one. The next one takes its
   * place; after the last one, another run does.
   */
  removeFirst(place = 0): Event {
    const slot = this.slots[place] ?? 0
    const next = this.nextOf(slot)
    if (next !== none) this.putFrom(place, this.dueOf(next), this.seqOf(next), next)
    else {
      this.runs -= 1
      const last = this.runs
      if (place < last) this.putFrom(place, this.dues[last] ?? 0, this.seqs[last] ?? 0, this.slots[last] ?? 0)
      if (this.end === slot) this.end = none
    }
    return this.release(slot)
  }

  /** Frees the slot of an event and returns the event. */
  private release(slot: number): Event {
    const event = this.eventAt(slot)
    this.numbers[stride * slot + 1] = free
    this.numbers[stride * slot + 2] = none
    if (this.objects.size > 0) this.objects.delete(slot)
    this.freeSlots.push(slot)
    this.size -= 1
    return event
  }

  /** Puts a run into a free place or, to keep the order, above or below it. */
  private putFrom(place: number, due: number, seq: number, slot: number): void {
    const above = this.rise(due, seq, place)
    this.put(due, seq, slot, above === place ? this.sink(due, seq, place) : above)
  }

  /** Moves parents down into a free place until the event can be put there. */
  private rise(due: number, seq: number, from: number): number {
    let place = from
    while (place > 0) {
      const parent = Math.floor((place - 1) / arity)
      if (!this.follows(due, seq, parent)) break
      this.move(parent, place)
      place = parent
    }
    return place
  }

  /** Moves children up into a free place until the event can be put there. */
  private sink(due: number, seq: number, from: number): number {
    let place = from
    for (let first = arity * place + 1; first < this.runs; first = arity * place + 1) {
      let child = first
      const end = Math.min(first + arity, this.runs)
      for (let other = first + 1; other < end; other += 1)
        if (this.follows(this.dues[other] ?? 0, this.seqs[other] ?? 0, child)) child = other
      if (this.follows(due, seq, child)) break
      this.move(child, place)
      place = child
    }
    return place
  }

  /** True if the event at a place follows one with that instant and number. */
  private follows(due: number, seq: number, place: number): boolean {
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

  private dueOf(slot: number): number {
    return this.numbers[stride * slot] ?? 0
  }

  private seqOf(slot: number): number {
    return this.numbers[stride * slot + 1] ?? free
  }

  private nextOf(slot: number): number {
    return this.numbers[stride * slot + 2] ?? none
  }

  private dataOf(slot: number): unknown {
    const data = this.numbers[stride * slot + 3] ?? noNumber
    if (!Number.isNaN(data)) return data
    return this.objects.size === 0 ? undefined : this.objects.get(slot)
  }

  private eventAt(slot: number): Event {
    const subject = this.subjects[slot]
    const isKnown = typeof subject === 'object'
    // Every event has the same keys in the same order, so that equal events serialize to equal bytes.
    return {
      due: this.dueOf(slot),
      seq: this.seqOf(slot),
      kind: this.kind,
      ref: isKnown ? subject.id : subject,
      data: this.dataOf(slot),
      subject: isKnown ? subject : undefined,
    } as StoredEvent as Event
  }
}

export class ScheduleStorage<Event extends StoredEvent> implements Iterable<Event> {
  private readonly kinds: ScheduledRuns<Event>[]
  private readonly byName: Map<string, ScheduledRuns<Event>>

  constructor(kinds: ScheduledRuns<Event>[] = []) {
    this.kinds = kinds
    this.byName = new Map(kinds.map((runs) => [runs.kind, runs]))
  }

  /** The events of now in no particular order, the fastest way; later changes have no effect on them. */
  unordered(): ScheduleStorage<Event> {
    return new ScheduleStorage(this.kinds.map((runs) => runs.copy()))
  }

  get size(): number {
    return this.kinds.reduce((size, runs) => size + runs.size, 0)
  }

  /** When the first event is due; undefined when there is none. */
  get nextDue(): number | undefined {
    return this.first()?.firstDue
  }

  /** The events, in no particular order. */
  *[Symbol.iterator](): IterableIterator<Event> {
    for (const runs of this.kinds) yield* runs
  }

  /** True if an event with at least that number is due at or before an instant. */
  hasDue(until: number, minSeq: number): boolean {
    return this.kinds.some((runs) => runs.hasDue(until, minSeq))
  }

  /** Adds an event with that number. */
  push(event: NewEvent, seq: number): void {
    let runs = this.byName.get(event.kind)
    if (runs === undefined) {
      runs = new ScheduledRuns(event.kind)
      this.kinds.push(runs)
      this.byName.set(event.kind, runs)
    }
    runs.push(event, seq)
  }

  /** Removes and returns the first event if it is due at or before an instant. */
  takeDue(until: number): Event | undefined {
    const first = this.first()
    return first === undefined || first.firstDue > until ? undefined : first.removeFirst()
  }

  /** The kind of the first event. */
  private first(): ScheduledRuns<Event> | undefined {
    let first: ScheduledRuns<Event> | undefined
    for (const runs of this.kinds)
      if (runs.size > 0 && (first === undefined || runs.isBefore(first))) first = runs
    return first
  }

  /** Removes and returns the event with that number; undefined for an unknown number. Takes linear time. */
  cancel(seq: number): Event | undefined {
    for (const runs of this.kinds) {
      const event = runs.remove(seq)
      if (event !== undefined) return event
    }
    return undefined
  }
}
