// The part of a node in a database that several nodes share: the epochs of what it has opened, and group commit. It is the same for
// one process, for workers and for nodes.

import { publicMessage, UnavailableError } from '../../core/errors.ts'
import { Lease } from './lease.ts'
import type { Database, Outside, Stored, Write, Written } from './outside.ts'

/** The longest wait of a request for a sandbox that another process has. Shorter than the time limit of a proxy. */
const maxWaitMs = 2000
const pollMs = 50

/** A write of a log, of which the store knows the epoch. */
export type LogWrite = Omit<Write, 'name' | 'epoch'>

/** The log of a sandbox, as the store sees it. */
interface Source {
  readonly name: string
  /** Takes what is to be written; undefined when nothing may be written any more. */
  take: () => LogWrite | undefined
  /** Notes that something was not written: the state in memory is ahead of the store. */
  fail: (reason: string) => void
}

export class Store {
  readonly database: Database
  readonly outside: Outside
  readonly lease: Lease
  /** The epochs of the sandboxes that this process has opened. */
  private readonly epochs = new Map<string, string>()
  // By name: a new sandbox replaces one of the same name.
  private dirty = new Map<string, Source>()
  private writing: Promise<void> | undefined
  private next: Promise<void> | undefined

  private constructor(database: Database, outside: Outside, lease: Lease) {
    this.database = database
    this.outside = outside
    this.lease = lease
  }

  /** Resolves when the node has a lease. `report` receives a line when the database is lost, and when it is there again. */
  static async open(database: Database, outside: Outside, report: (line: string) => void): Promise<Store> {
    return new Store(database, outside, await Lease.open(database, outside, report))
  }

  /** Takes a sandbox over and reads it. Undefined when it does not exist. Throws an UnavailableError when another process uses it. */
  async open(name: string): Promise<Stored | undefined> {
    await this.written()
    const until = this.outside.now() + maxWaitMs
    for (;;) {
      // Without a lease, others would take it over at once.
      const term = this.lease.term()
      if (Number.isNaN(term))
        throw unavailable(name, 'The database that keeps it cannot be reached.', 'nothing')
      const stored = await this.database.open(name).catch((error: unknown) => {
        throw unavailable(name, `The database reports: ${publicMessage(error)}.`, 'nothing')
      })
      if (stored !== 'owned') {
        if (stored !== undefined) this.epochs.set(name, stored.epoch)
        if (this.lease.term() === term) return stored
        throw unavailable(name, 'This process was interrupted while it opened the sandbox.', 'nothing')
      }
      if (this.outside.now() > until)
        throw unavailable(name, 'Another process has it and is using it, or has just ended.', 'nothing')
      await this.outside.sleep(pollMs)
    }
  }

  /** Notes that a log has something to be written. */
  add(source: Source): void {
    this.dirty.set(source.name, source)
    this.next ??= this.write(this.writing)
  }

  /** Resolves when everything up to now is written, or has failed; undefined when there is nothing to be written. */
  written(): Promise<void> | undefined {
    return this.next ?? this.writing
  }

  private async write(before: Promise<void> | undefined): Promise<void> {
    // Also without a write before it: everything that is added in this task is written together.
    await before
    this.writing = this.next
    this.next = undefined
    const sources = this.dirty
    this.dirty = new Map()
    const writes: Write[] = []
    for (const [name, source] of sources) {
      const write = source.take()
      if (write !== undefined) writes.push({ ...write, name, epoch: this.epochs.get(name) ?? null })
    }
    try {
      const written = writes.length === 0 ? undefined : await this.database.write(writes)
      for (const write of writes) this.note(write, written?.get(write.name), sources.get(write.name))
    } catch (error) {
      for (const source of sources.values()) source.fail(notStored(publicMessage(error)))
    }
    if (this.next === undefined) this.writing = undefined
  }

  private note({ name, start, release }: Write, outcome: ReturnType<Written['get']>, source?: Source): void {
    if (typeof outcome === 'string' && start !== null && !release) this.epochs.set(name, outcome)
    else this.epochs.delete(name)
    if (outcome === undefined) source?.fail('Another process has taken it over.')
    else if (typeof outcome !== 'string') source?.fail(notStored(outcome.error))
  }

  /** Resolves when everything is written, and leaves it to others. */
  async close(): Promise<void> {
    await this.written()
    this.lease.end()
    await this.database.close()
  }
}

function notStored(reason: string): string {
  return `Its last changes could not be stored: ${reason}.`
}

/** The error of a request to a sandbox that this process cannot use. */
export function unavailable(name: string, detail: string, kept: 'nothing' | 'unknown'): UnavailableError {
  return new UnavailableError(
    `The sandbox ${name} is not available.`,
    detail,
    kept === 'nothing'
      ? 'Nothing of this request is kept. Repeat it; if that does not help, see the output of paytwin.'
      : 'The request may be kept or not. Read the sandbox, such as GET /control/journal, before you repeat it.',
  )
}
