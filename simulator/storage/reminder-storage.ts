// Stores reminders in columns. See docs/contributing/decisions/columnar-events.md.

import { withPlace } from './columns.ts'

interface StoredReminder {
  at: number
  subscription: string
  billAt: number
}

export interface ReminderStorage extends Iterable<StoredReminder> {
  readonly length: number
  push(reminder: StoredReminder): void
}

export function createReminderStorage(reminders: Iterable<StoredReminder>): ReminderStorage {
  const storage = new ColumnarReminders()
  for (const reminder of reminders) storage.push(reminder)
  return storage
}

class ColumnarReminders implements ReminderStorage {
  length = 0
  private ats = new Float64Array()
  private readonly subscriptions: string[] = []
  private billAts = new Float64Array()

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
