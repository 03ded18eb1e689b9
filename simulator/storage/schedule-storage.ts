// The order of an schedule: a binary heap of columns. An entry is an object only while someone looks at it; half a million
// objects that wait for their instant would each be moved by the garbage collector, and be fetched from all over memory to
// be compared, as a heap of objects (of which there are good libraries) has it.

import type { Instant } from '../time/instants.ts'
import type { ScheduleEntry } from '../world/schedule.ts'

export class Queue<Entry extends ScheduleEntry> {
  // The heap: the place of each is before the two that follow from it, by instant and then by number.
  private readonly dues: Instant[] = []
  private readonly seqs: number[] = []
  private readonly slots: number[] = []
  // What an entry is beside its order; it keeps its slot while it moves through the heap.
  private readonly kinds: Entry['kind'][] = []
  private readonly refs: string[] = []
  private readonly data: Entry['data'][] = []
  private readonly freeSlots: number[] = []

  get size(): number {
    return this.slots.length
  }

  get firstDue(): Instant | undefined {
    return this.dues[0]
  }

  /** The entries, in no order that means anything. */
  *[Symbol.iterator](): IterableIterator<Entry> {
    for (let place = 0; place < this.size; place += 1) {
      const entry = this.entryAt(place)
      if (entry !== undefined) yield entry
    }
  }

  push({ due, seq, kind, ref, data }: Entry): void {
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

  /** Removes and returns the first entry. */
  pop(): Entry | undefined {
    const first = this.entryAt(0)
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

  private precedes(due: Instant, seq: number, place: number): boolean {
    const other = this.dues[place] ?? 0
    return due === other ? seq < (this.seqs[place] ?? 0) : due < other
  }

  private move(from: number, to: number): void {
    this.put(this.dues[from] ?? 0, this.seqs[from] ?? 0, this.slots[from] ?? 0, to)
  }

  private put(due: Instant, seq: number, slot: number, place: number): void {
    this.dues[place] = due
    this.seqs[place] = seq
    this.slots[place] = slot
  }

  private entryAt(place: number): Entry | undefined {
    const slot = this.slots[place]
    if (slot === undefined) return undefined
    // Field by field, whoever made the entry and whether it has data or not: the same fields in the same order make the
    // same bytes.
    return {
      due: this.dues[place],
      seq: this.seqs[place],
      kind: this.kinds[slot],
      ref: this.refs[slot],
      data: this.data[slot],
    } as Entry
  }
}
