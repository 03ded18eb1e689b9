// Stores the status events of a world in columns, except for those whose delivery is under way or was not plain, and the reminders.
// See docs/contributing/decisions/columnar-events.md.

import { ChoiceColumn, withPlace } from './columns.ts'

interface StoredEvent {
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
  private readonly statuses = new ChoiceColumn<string>()
  private readonly received: string[] = []
  private readonly deliveries = new ChoiceColumn<string>()
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
