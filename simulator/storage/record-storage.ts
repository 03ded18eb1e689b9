// Stores the records of a world. Most are found by id and by their merchant's own key, which may repeat: see
// docs/contributing/decisions/record-indexes.md. Status events and reminders are in columns, except for those whose delivery is under way or
// was not plain: see docs/contributing/decisions/columnar-events.md.

interface RecordIndexes<Row> {
  idOf: (row: Row) => string
  /** The merchant's name of a record; without it, groups are empty. */
  keyOf?: (row: Row) => string
}

export class RecordStorage<Row extends { readonly merchant: string }> implements Iterable<Row> {
  private readonly rows: Row[] = []
  // Rows are put into an index by the next lookup in it: most debits of a year are never looked up.
  private readonly byId = new Map<string, Row>()
  private identified = 0
  private readonly groups = new Map<string, Map<string, Row[]>>()
  private grouped = 0
  private readonly indexes: RecordIndexes<Row>

  constructor(indexes: RecordIndexes<Row>) {
    this.indexes = indexes
  }

  get size(): number {
    return this.rows.length
  }

  [Symbol.iterator](): Iterator<Row> {
    return this.rows.values()
  }

  add(row: Row): void {
    this.rows.push(row)
  }

  /** True if two rows have the same id. */
  get repeatsId(): boolean {
    this.identify()
    return this.byId.size < this.rows.length
  }

  get(id: string): Row | undefined {
    this.identify()
    return this.byId.get(id)
  }

  /** The rows of a merchant with that key, oldest first. */
  group(merchant: { readonly id: string }, key: string): readonly Row[] {
    const { rows } = this
    for (let row = rows[this.grouped]; row !== undefined; row = rows[this.grouped]) {
      this.putInGroup(row)
      this.grouped += 1
    }
    return this.groups.get(merchant.id)?.get(key) ?? []
  }

  /** Lets `change` give a row another key. Rows that get the same key are changed in the order in which they were added. */
  changeKey(row: Row, change: () => void): void {
    const key = this.indexes.keyOf?.(row) ?? ''
    const others = this.group({ id: row.merchant }, key).filter((other) => other !== row)
    this.groups.get(row.merchant)?.set(key, others)
    change()
    this.putInGroup(row)
  }

  private identify(): void {
    const { rows } = this
    for (let row = rows[this.identified]; row !== undefined; row = rows[this.identified]) {
      this.byId.set(this.indexes.idOf(row), row)
      this.identified += 1
    }
  }

  private putInGroup(row: Row): void {
    const { keyOf } = this.indexes
    if (keyOf === undefined) return
    const groups = this.groups.get(row.merchant) ?? new Map<string, Row[]>()
    this.groups.set(row.merchant, groups)
    const key = keyOf(row)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [row])
    else group.push(row)
  }
}

type Numbers = Float64Array | Uint32Array | Uint8Array

/** The column, or a larger copy, so that it has a place with that index. */
export function withPlace<Column extends Numbers>(column: Column, index: number): Column {
  if (index < column.length) return column
  const Numbers = column.constructor as new (length: number) => Column
  const larger = new Numbers(Math.ceil(index * 1.5) + 16)
  larger.set(column)
  return larger
}

/** A column of at most 256 different texts. */
class ChoiceColumn {
  private codes = new Uint8Array()
  private readonly values: string[] = []

  get(index: number): string {
    return this.values[this.codes[index] ?? 0] ?? ''
  }

  set(index: number, value: string): void {
    const known = this.values.indexOf(value)
    this.codes = withPlace(this.codes, index)
    this.codes[index] = known < 0 ? this.values.push(value) - 1 : known
  }
}

export interface StoredEvent {
  seq: number
  at: number
  transaction: string
  status: string
  received: string
  delivery: string
  note: unknown
  attempts: readonly unknown[]
}

const noAttempts: readonly never[] = Object.freeze([])

/** True if columns can store everything of an event. */
function isPlain({ note, attempts }: StoredEvent): boolean {
  return note === null && attempts.length === 0
}

export class EventStorage<Event extends StoredEvent, Subject extends { readonly id: string }>
  implements Iterable<Event>
{
  length = 0
  private ats = new Float64Array()
  /** The record, or else its id. */
  private readonly subjects: (string | Subject)[] = []
  private readonly statuses = new ChoiceColumn()
  private readonly received: string[] = []
  private readonly deliveries = new ChoiceColumn()
  /** Events that may be changed, and those that are not plain. */
  private readonly whole = new Map<number, Event>()
  /** The event that was read last, which is usually released before the next one is read. */
  private last: Event | undefined
  /** The event that was added last, which is usually the next one to be read. */
  private newest: Event | undefined

  constructor(events: Iterable<Event>) {
    for (const event of events) this.store(event, event.transaction)
  }

  /** Adds the event whose number is the length, with the record whose id is its `transaction`. */
  push(event: Event, subject: Subject): void {
    this.store(event, subject)
    this.newest = event
  }

  private store(event: Event, subject: string | Subject): void {
    const seq = this.length
    this.length += 1
    this.ats = withPlace(this.ats, seq)
    this.ats[seq] = event.at
    this.subjects.push(subject)
    this.statuses.set(seq, event.status)
    this.received.push(event.received)
    this.deliveries.set(seq, event.delivery)
    if (!isPlain(event)) this.whole.set(seq, event)
  }

  /** The record that an event was added with: looking it up takes longer. */
  subjectOf({ seq }: Event): Subject | undefined {
    const subject = this.subjects[seq]
    return typeof subject === 'object' ? subject : undefined
  }

  *[Symbol.iterator](): IterableIterator<Event> {
    for (let seq = 0; seq < this.length; seq += 1) yield this.eventAt(seq)
  }

  /** An event, from the end for a negative number. It may be changed, and is found as that object until it is released. */
  at(seq: number): Event | undefined {
    const place = seq < 0 ? this.length + seq : seq
    if (!Number.isInteger(place) || place < 0 || place >= this.length) return undefined
    if (this.last?.seq === place) return this.last
    if (this.last !== undefined) this.whole.set(this.last.seq, this.last)
    this.last = this.newest?.seq === place ? this.newest : this.eventAt(place)
    return this.last
  }

  /** Notes that no one changes an event that `at` returned. */
  release(event: Event): void {
    if (!isPlain(event)) return
    this.deliveries.set(event.seq, event.delivery)
    if (this.last === event) this.last = undefined
    if (this.whole.size > 0) this.whole.delete(event.seq)
  }

  /** Events that are only read. */
  slice(start = 0, end = this.length): Event[] {
    const [first, last] = [start, end].map((place) =>
      place < 0 ? Math.max(0, this.length + place) : Math.min(place, this.length),
    ) as [number, number]
    return Array.from({ length: Math.max(0, last - first) }, (_, index) => this.eventAt(first + index))
  }

  private eventAt(seq: number): Event {
    if (this.last?.seq === seq) return this.last
    const whole = this.whole.size === 0 ? undefined : this.whole.get(seq)
    if (whole !== undefined) return whole
    const subject = this.subjects[seq] ?? ''
    const event: StoredEvent = {
      seq,
      at: this.ats[seq] ?? 0,
      transaction: typeof subject === 'object' ? subject.id : subject,
      status: this.statuses.get(seq),
      received: this.received[seq] ?? '',
      delivery: this.deliveries.get(seq),
      note: null,
      attempts: noAttempts,
    }
    return event as Event
  }
}

interface StoredReminder {
  at: number
  subscription: string
  billAt: number
}

export class ReminderStorage implements Iterable<StoredReminder> {
  length = 0
  private ats = new Float64Array()
  private readonly subscriptions: string[] = []
  private billAts = new Float64Array()

  constructor(reminders: Iterable<StoredReminder>) {
    for (const reminder of reminders) this.push(reminder)
  }

  push({ at, subscription, billAt }: StoredReminder): void {
    const index = this.length
    this.length += 1
    this.ats = withPlace(this.ats, index)
    this.ats[index] = at
    this.subscriptions.push(subscription)
    this.billAts = withPlace(this.billAts, index)
    this.billAts[index] = billAt
  }

  *[Symbol.iterator](): IterableIterator<StoredReminder> {
    for (let index = 0; index < this.length; index += 1)
      yield {
        at: this.ats[index] ?? 0,
        subscription: this.subscriptions[index] ?? '',
        billAt: this.billAts[index] ?? 0,
      }
  }
}
