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
}

export function createScheduleStorage<Event extends StoredEvent>(): ScheduleStorage<Event> {
  return new ColumnarHeap()
}

class ColumnarHeap<Event extends StoredEvent> implements ScheduleStorage<Event> {
  // By place in the heap. A parent precedes its two children.
  private readonly dues: number[] = []
  private readonly seqs: number[] = []
  private readonly slots: number[] = []
  // By slot. An event keeps its slot while its place changes.
  private readonly kinds: string[] = []
  private readonly refs: string[] = []
  private readonly data: unknown[] = []
  private readonly freeSlots: number[] = []

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

  hasDue(until: number, minSeq: number): boolean {
    return this.seqs.some((seq, place) => seq >= minSeq && (this.dues[place] ?? 0) <= until)
  }

  push({ due, seq, kind, ref, data }: Event): void {
    const slot = this.freeSlots.pop() ?? this.refs.length
    this.kinds[slot] = kind
    this.refs[slot] = ref
    this.data[slot] = data
    let place = this.size
    while (place > 0) {
      const parent = (place - 1) >> 1
      if (!this.precedes(due, seq, parent)) break
      this.move(parent, place)
      place = parent
    }
    this.put(due, seq, slot, place)
  }

  pop(): Event | undefined {
    const first = this.eventAt(0)
    const [freed] = this.slots
    const due = this.dues.pop()
    const seq = this.seqs.pop()
    const slot = this.slots.pop()
    if (freed === undefined || due === undefined || seq === undefined || slot === undefined) return undefined
    this.freeSlots.push(freed)
    const { size } = this
    if (size === 0) return first
    let place = 0
    for (let child = 1; child < size; child = 2 * place + 1) {
      const other = child + 1
      if (other < size && this.precedes(this.dues[other] ?? 0, this.seqs[other] ?? 0, child)) child = other
      if (this.precedes(due, seq, child)) break
      this.move(child, place)
      place = child
    }
    this.put(due, seq, slot, place)
    return first
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
