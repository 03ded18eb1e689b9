// Stores scheduled events in the order in which they are due, as a binary heap of columns.
// See docs/decisions/columnar-schedule.md.

/** What is stored of an event. */
interface StoredEvent {
  readonly due: number
  /** Order among events that are due at the same instant. */
  readonly seq: number
  readonly kind: string
  readonly ref: string
  readonly data: unknown
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

class ColumnarHeap<Event extends StoredEvent> implements ScheduleStorage<Event> {
  // By place in the heap. A parent precedes its two children.
  private readonly dues: number[]
  private readonly seqs: number[]
  private readonly slots: number[]
  // By slot. An event keeps its slot while its place changes.
  private readonly kinds: string[]
  private readonly refs: string[]
  private readonly data: unknown[]
  private readonly freeSlots: number[]

  constructor(from?: ColumnarHeap<Event>) {
    this.dues = from?.dues.slice() ?? []
    this.seqs = from?.seqs.slice() ?? []
    this.slots = from?.slots.slice() ?? []
    this.kinds = from?.kinds.slice() ?? []
    this.refs = from?.refs.slice() ?? []
    this.data = from?.data.slice() ?? []
    this.freeSlots = from?.freeSlots.slice() ?? []
  }

  copy(): ColumnarHeap<Event> {
    return new ColumnarHeap(this)
  }

  get size(): number {
    return this.slots.length
  }

  get firstDue(): number | undefined {
    return this.dues[0]
  }

  *[Symbol.iterator](): IterableIterator<Event> {
    for (let place = 0; place < this.size; place += 1) {
      const event = this.eventAt(place)
      if (event !== undefined) yield event
    }
  }

  *unordered(): IterableIterator<Event> {
    const copy = this.copy()
    // By slot, roughly as they were added, so that what they refer to is close together in memory.
    const places = new Int32Array(copy.refs.length).fill(-1)
    for (let place = 0; place < copy.size; place += 1) places[copy.slots[place] ?? 0] = place
    for (const place of places) {
      const event = copy.eventAt(place)
      if (event !== undefined) yield event
    }
  }

  hasDue(until: number, minSeq: number): boolean {
    return this.seqs.some((seq, place) => seq >= minSeq && (this.dues[place] ?? 0) <= until)
  }

  push({ due, seq, kind, ref, data }: Event): void {
    const slot = this.freeSlots.pop() ?? this.refs.length
    this.kinds[slot] = kind
    this.refs[slot] = ref
    this.data[slot] = data
    this.put(due, seq, slot, this.rise(due, seq, this.size))
  }

  pop(): Event | undefined {
    return this.removeAt(0)
  }

  remove(seq: number): Event | undefined {
    const place = this.seqs.indexOf(seq)
    return place < 0 ? undefined : this.removeAt(place)
  }

  private removeAt(removed: number): Event | undefined {
    const event = this.eventAt(removed)
    const freed = this.slots[removed]
    const due = this.dues.pop()
    const seq = this.seqs.pop()
    const slot = this.slots.pop()
    if (freed === undefined || due === undefined || seq === undefined || slot === undefined) return undefined
    this.freeSlots.push(freed)
    // The last event takes the place of the removed one, unless it is that one.
    if (removed < this.size) this.putBetween(due, seq, slot, removed)
    return event
  }

  /** Puts an event at a free place or, to keep the order, above or below it. */
  private putBetween(due: number, seq: number, slot: number, free: number): void {
    const place = this.rise(due, seq, free)
    this.put(due, seq, slot, place === free ? this.sink(due, seq, free) : place)
  }

  /** Moves parents down into a free place until the event can be put there. */
  private rise(due: number, seq: number, free: number): number {
    let place = free
    while (place > 0) {
      const parent = (place - 1) >> 1
      if (!this.precedes(due, seq, parent)) break
      this.move(parent, place)
      place = parent
    }
    return place
  }

  /** Moves children up into a free place until the event can be put there. */
  private sink(due: number, seq: number, free: number): number {
    const { size } = this
    let place = free
    for (let child = 2 * place + 1; child < size; child = 2 * place + 1) {
      const other = child + 1
      if (other < size && this.precedes(this.dues[other] ?? 0, this.seqs[other] ?? 0, child)) child = other
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

  private eventAt(place: number): Event | undefined {
    const slot = this.slots[place]
    if (slot === undefined) return undefined
    // Every event has the same keys in the same order, so that equal events serialize to equal bytes.
    return {
      due: this.dues[place],
      seq: this.seqs[place],
      kind: this.kinds[slot],
      ref: this.refs[slot],
      data: this.data[slot],
    } as Event
  }
}
