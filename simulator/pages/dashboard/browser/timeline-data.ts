// The data of the timeline, read in pieces: the latest first, then only what is new.

import type { ControlResponse } from 'paytwin/client'
import { read } from './api.ts'

export type Line = ControlResponse<'getJournal'>['lines'][number]
export type StatusChange = ControlResponse<'listEvents'>['events'][number]
export type Email = ControlResponse<'listEmails'>['emails'][number]
export type Scheduled = ControlResponse<'getSchedule'>['events'][number]
export type Item = { key: string; at: string } & (
  | { kind: 'request' | 'control'; line: Line }
  | { kind: 'change'; change: StatusChange }
  | { kind: 'email'; email: Email }
  | { kind: 'next'; event: Scheduled }
)

export const lastPage = Number.MAX_SAFE_INTEGER
const firstPage = 50
const maxKept = 500
/** Operations after which the world is another one, whose status changes are counted from 0 again. */
const replacing = new Set<string | null>(['resetSandbox', 'restoreSnapshot'])

const replacesWorld = ({ operation, status }: Line) => replacing.has(operation) && status === 200

export class TimelineData {
  private lines: Line[] = []
  private changes: StatusChange[] = []
  private emails: Email[] = []
  private isRead = false
  hasOlder = false

  /** Reads what is new. */
  async update(): Promise<void> {
    if (!this.isRead) return this.readLatest()
    const last = this.lines.at(-1)
    const { lines, next: more } = await read<'getJournal'>(
      `/journal?${last === undefined ? '' : `after=${last.seq}&`}limit=${maxKept}`,
    )
    if (more !== null || lines.some(replacesWorld)) return this.readLatest()
    const pending = this.changes.find(({ delivery }) => delivery === 'waiting')
    const after = (pending?.seq ?? (this.changes.at(-1)?.seq ?? -1) + 1) - 1
    const [{ events, total, next }, { emails }] = await Promise.all([
      read<'listEvents'>(`/events?${after < 0 ? '' : `after=${after}&`}limit=${maxKept}`),
      this.readEmails(),
    ])
    if (next !== null || total < this.changes.length) return this.readLatest()
    this.lines = [...this.lines, ...lines].slice(-maxKept)
    this.changes = [...this.changes.filter(({ seq }) => seq <= after), ...events].slice(-maxKept)
    this.emails = emails
  }

  /** Reads a page of what happened before. */
  async readOlder(): Promise<void> {
    const [line] = this.lines
    const [change] = this.changes
    const [{ lines }, { events }] = await Promise.all([
      read<'getJournal'>(`/journal?before=${line?.seq ?? 0}&limit=${firstPage}`),
      read<'listEvents'>(`/events?before=${change?.seq ?? 0}&limit=${firstPage}`),
    ])
    this.lines = [...lines, ...this.lines]
    this.changes = [...events, ...this.changes]
    this.hasOlder = lines.length + events.length > 0
  }

  /** Replaces a status change by its present state. */
  replace(change: StatusChange): void {
    this.changes = this.changes.map((one) => (one.seq === change.seq ? change : one))
  }

  private async readLatest(): Promise<void> {
    const [journal, events, emails] = await Promise.all([
      read<'getJournal'>(`/journal?before=${lastPage}&limit=${firstPage}`),
      read<'listEvents'>(`/events?before=${lastPage}&limit=${firstPage}`),
      this.readEmails(),
    ])
    this.lines = journal.lines
    this.changes = events.events
    this.emails = emails.emails
    this.hasOlder = (journal.previous ?? events.previous ?? null) !== null
    this.isRead = true
  }

  private readEmails() {
    return read<'listEmails'>(`/emails?before=${lastPage}&limit=${firstPage}`)
  }

  /** Everything in the order in which it happened. */
  items(): Item[] {
    return inOrder(this.lines, this.changes, this.emails)
  }
}

/** Items in the order in which they happened. */
export function inOrder(
  lines: readonly Line[],
  changes: readonly StatusChange[],
  emails: readonly Email[],
): Item[] {
  const start = lines.findLastIndex(replacesWorld) + 1
  const items: Item[] = lines.slice(0, start).map(itemOfLine)
  const addChanges = adder(items, changes, (change) => ({
    key: `change ${change.seq}`,
    at: change.at,
    kind: 'change',
    change,
  }))
  for (const line of lines.slice(start)) {
    // An advance is recorded when it ends, any other request before what it causes.
    const isCause = line.operation !== 'advanceClock'
    addChanges(({ seq, at }) => seq < line.events && (!isCause || at < line.at))
    items.push(itemOfLine(line))
    addChanges(({ seq }) => seq < line.events)
  }
  addChanges(() => true)
  return withEmails(items, emails, start)
}

/** A function that adds the next records of a list to the items, as long as they are before something. */
function adder<One>(items: Item[], records: readonly One[], itemOf: (record: One) => Item) {
  let next = 0
  return (isBefore: (record: One) => boolean) => {
    for (let one = records[next]; one !== undefined && isBefore(one); one = records[next]) {
      items.push(itemOf(one))
      next += 1
    }
  }
}

function itemOfLine(line: Line): Item {
  const isControl = /^(\/sandboxes\/[^/]+)?\/control\//.test(line.path) || line.path.startsWith('/sandboxes')
  const isService = line.path.includes('/api/')
  return { key: `line ${line.seq}`, at: line.at, kind: isControl && !isService ? 'control' : 'request', line }
}

/** Puts each e-mail after what happened before it. Items before `start` are of an earlier world. */
function withEmails(items: readonly Item[], emails: readonly Email[], start: number): Item[] {
  const merged = [...items.slice(0, start)]
  const add = adder(merged, emails, (email) => ({
    key: `email ${email.subscription} ${email.billAt}`,
    at: email.at,
    kind: 'email',
    email,
  }))
  for (const item of items.slice(start)) {
    add(({ at }) => at < item.at)
    merged.push(item)
  }
  add(() => true)
  return merged
}
