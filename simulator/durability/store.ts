// The part of a node in a database that several nodes share: its lease, the epochs of what it has opened, and group commit. It is the
// same for one process, for workers and for nodes.

import { errorMessage, publicMessage, UnavailableError } from '../../core/errors.ts'
import { type Database, type Outside, type Stored, TakenOverError, type Write } from './outside.ts'

/** How much of a lease a process uses: clocks differ in speed. */
const usedShare = 0.8
const renewalMs = 500
/** After a failure. */
const retryMs = 100
/** How long a request waits for a sandbox that another process has. Shorter than the time limit of a proxy. */
const maxWaitMs = 2000
const pollMs = 50

/** What a log writes, of which the store knows the epoch. */
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
  private readonly report: (line: string) => void
  /** The epochs of the sandboxes that this process has opened. */
  private readonly epochs = new Map<string, string>()
  private readonly watchers: ((isServing: boolean) => void)[] = []
  private leases = 0
  private usableUntil = Number.NEGATIVE_INFINITY
  private lapsed = true
  private closed = false
  // By name: a new sandbox replaces one of the same name.
  private dirty = new Map<string, Source>()
  private writing: Promise<void> | undefined
  private next: Promise<void> | undefined

  private constructor(database: Database, outside: Outside, report: (line: string) => void) {
    this.database = database
    this.outside = outside
    this.report = report
  }

  /** Resolves when the node has a lease. `report` receives a line when the database is lost, and when it is there again. */
  static async open(database: Database, outside: Outside, report: (line: string) => void): Promise<Store> {
    const store = new Store(database, outside, report)
    await store.renew()
    void store.keepRenewing()
    return store
  }

  /**
   * Changes whenever others may have taken over what this process has opened, such as after it was paused. Then everything must be
   * opened again before it is used, and requests from before are dropped. NaN, which equals nothing, while there is no lease.
   */
  term(): number {
    if (this.outside.now() >= this.usableUntil) this.lapse()
    return this.lapsed ? Number.NaN : this.leases
  }

  /** Calls the function when the lease has lapsed, with false, and when there is another one. */
  onServing(watcher: (isServing: boolean) => void): void {
    this.watchers.push(watcher)
  }

  private lapse(): void {
    this.usableUntil = Number.NEGATIVE_INFINITY
    if (this.lapsed) return
    this.lapsed = true
    for (const watcher of this.watchers) watcher(false)
  }

  private async keepRenewing(): Promise<void> {
    let failed = false
    while (!this.closed) {
      await this.outside.sleep(failed ? retryMs : renewalMs)
      try {
        if (this.closed) return
        // A lapse is noticed here at the latest.
        this.term()
        await this.renew()
        if (failed) this.report('The database can be reached again.')
        failed = false
      } catch (error) {
        if (!failed && !this.closed) this.report(`The database cannot be used: ${errorMessage(error)}.`)
        failed = true
        if (!(error instanceof TakenOverError)) continue
        this.lapse()
        return
      }
    }
  }

  private async renew(): Promise<void> {
    const sent = this.outside.now()
    if (!(await this.database.renew())) this.lapse()
    // Others may have taken over when this renewal is later than the end of the one before.
    const isNew = Number.isNaN(this.term())
    this.usableUntil = this.closed ? Number.NEGATIVE_INFINITY : sent + usedShare * this.database.leaseMs
    if (!isNew || this.outside.now() >= this.usableUntil) return
    this.leases += 1
    this.lapsed = false
    for (const watcher of this.watchers) watcher(true)
  }

  /** Takes a sandbox over and reads it. Undefined when it does not exist. Throws an UnavailableError when another process uses it. */
  async open(name: string): Promise<Stored | undefined> {
    await this.written()
    const until = this.outside.now() + maxWaitMs
    for (;;) {
      // Without a lease, others would take it over at once.
      const term = this.term()
      if (Number.isNaN(term))
        throw unavailable(name, 'The database that keeps it cannot be reached.', 'nothing')
      const stored = await this.database.open(name).catch((error: unknown) => {
        throw unavailable(name, `The database reports: ${publicMessage(error)}.`, 'nothing')
      })
      if (stored !== 'owned') {
        if (stored !== undefined) this.epochs.set(name, stored.epoch)
        if (this.term() === term) return stored
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
      for (const { name, start, release } of writes) {
        const outcome = written?.get(name)
        if (typeof outcome === 'string' && start !== null && !release) this.epochs.set(name, outcome)
        else this.epochs.delete(name)
        if (outcome === undefined) sources.get(name)?.fail('Another process has taken it over.')
        else if (typeof outcome !== 'string') sources.get(name)?.fail(notStored(outcome.error))
      }
    } catch (error) {
      for (const source of sources.values()) source.fail(notStored(publicMessage(error)))
    }
    if (this.next === undefined) this.writing = undefined
  }

  /** Resolves when everything is written, and leaves it to others. */
  async close(): Promise<void> {
    await this.written()
    this.closed = true
    this.usableUntil = Number.NEGATIVE_INFINITY
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
