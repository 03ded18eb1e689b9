// The common part of journal stores: changes that wait are written together, and those of one journal keep their order.

import { InvariantError, publicMessage, UnavailableError, UsageError } from '../../core/errors.ts'
import { DamagedJournalError, type JournalStore } from './journal-store.ts'

export interface Change {
  kind: 'append' | 'replace' | 'remove'
  name: string
  /** The position of the first entry. */
  position: number
  entries: readonly string[]
}

/** An opened journal. */
interface Opened {
  /** The position after everything that is written or waits. */
  next: number
  /** The reason why a change was not written. Later ones are not either: an entry would be missing before them. */
  failure?: unknown
}

interface Waiting {
  change: Change
  opened: Opened
  resolve: () => void
  reject: (error: unknown) => void
}

export abstract class QueuedStore implements Pick<JournalStore, 'append' | 'replace' | 'remove'> {
  private readonly opened = new Map<string, Opened>()
  private waiting: Waiting[] = []
  /** The task that ends last. */
  private task = Promise.resolve()

  /** Writes changes of any journals, all or none of them. */
  protected abstract write(changes: readonly Change[]): Promise<void>

  /** Notes that a journal is open, and the position of its next entry, unless it was open already. */
  protected noteOpen(name: string, next: number): void {
    if (!this.opened.has(name)) this.opened.set(name, { next })
  }

  protected isOpen(name: string): boolean {
    return this.opened.has(name)
  }

  /** Notes that a journal is no longer open. Changes that wait are written. */
  protected noteReleased(name: string): void {
    this.opened.delete(name)
  }

  /** Notes that no journal is open any longer. */
  protected noteLost(): void {
    this.opened.clear()
  }

  async append(name: string, position: number, entries: readonly string[]): Promise<void> {
    const opened = this.opened.get(name)
    if (opened?.next !== position)
      throw new UnavailableError(
        `The journal of the sandbox "${name}" does not continue at position ${position}.`,
        'An earlier entry was not written, or the journal is not open in this process.',
        'Try again: the sandbox is then read from its journal.',
      )
    opened.next += entries.length
    await this.add({ kind: 'append', name, position, entries }, opened)
  }

  async replace(name: string, position: number, entries: readonly string[]): Promise<void> {
    const opened = { next: position + entries.length }
    this.opened.set(name, opened)
    await this.add({ kind: 'replace', name, position, entries }, opened)
  }

  async remove(name: string): Promise<void> {
    this.opened.delete(name)
    await this.add({ kind: 'remove', name, position: 0, entries: [] }, { next: 0 })
  }

  /** Runs a task after all changes that wait, and before all later ones. */
  protected async run<Result>(task: () => Promise<Result>): Promise<Result> {
    const result = this.task.then(task)
    this.task = result.then(
      () => undefined,
      () => undefined,
    )
    return result
  }

  private async add(change: Change, opened: Opened): Promise<void> {
    if (change.kind !== 'remove' && change.entries.length === 0)
      throw new InvariantError('A change of a journal has no entries.')
    return new Promise((resolve, reject) => {
      this.waiting.push({ change, opened, resolve, reject })
      if (this.waiting.length === 1) this.run(() => this.writeTogether(this.waiting.splice(0)))
    })
  }

  private async writeTogether(batch: readonly Waiting[]): Promise<void> {
    const valid = batch.filter(({ opened }) => opened.failure === undefined)
    for (const { opened, reject } of batch) if (opened.failure !== undefined) reject(opened.failure)
    try {
      if (valid.length > 0) await this.write(valid.map(({ change }) => change))
      for (const { resolve } of valid) resolve()
    } catch (error) {
      const names = [...new Set(valid.map(({ change }) => change.name))]
      // Tries each journal by itself: a full disk may have space for some of them.
      if (names.length > 1)
        for (const name of names) await this.writeTogether(valid.filter(({ change }) => change.name === name))
      else for (const one of valid) this.fail(one, error)
    }
  }

  private fail({ change, opened, reject }: Waiting, error: unknown): void {
    opened.failure = error
    if (this.opened.get(change.name) === opened) this.opened.delete(change.name)
    reject(error)
  }
}

/** The error when a journal cannot be read, or nothing or an unknown part of a change is durable. */
export function unavailable(reason: unknown): UnavailableError {
  return new UnavailableError(
    'The journal cannot be used now.',
    `The system reports: ${publicMessage(reason)}.`,
    'Look at the state of the sandbox before you repeat the request: it may have been processed.',
  )
}

export function damagedJournal(name: string, damage: string): DamagedJournalError {
  return new DamagedJournalError(
    `The journal of the sandbox "${name}" is damaged.`,
    damage,
    'Replace or delete the sandbox. Other sandboxes are not affected.',
  )
}

/** The error for journals of version 0.2. `place` is a directory or a database. */
export function earlierVersion(place: string): UsageError {
  return new UsageError(
    `The ${place} has sandboxes of paytwin 0.2.`,
    'This version cannot read them.',
    `Export each with paytwin 0.2 (paytwin export --data DIR file.json), and import it into another ${place} (paytwin import).`,
  )
}
