// Keeps the journal of one sandbox: appends its entries to a store, and begins the journal again when it has become long.

import { UnavailableError } from '../../core/errors.ts'
import { jsonChunks } from '../../core/json-chunks.ts'
import type { Entry } from '../sandbox/entry.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import { makeSnapshot } from '../sandbox/snapshot.ts'
import type { JournalStore } from './journal-store.ts'

/** A journal begins again when its entries are as long as its start, but not before they have that many characters. */
const minCharacters = 2_000_000
/** Requests before the start that are kept, for whoever looks at what happened. */
const maxEarlier = 100

export class KeptJournal {
  readonly sandbox: Sandbox
  private readonly store: JournalStore
  private readonly failed: (kept: KeptJournal) => void
  private readonly stop: () => void
  private waiting: Entry[] = []
  /** The position of the first entry that waits. */
  private first = 0
  /** True if what waits replaces everything that is kept. */
  private replaces = false
  private writing: Promise<void> | undefined
  private next: Promise<void> | undefined
  private failure: UnavailableError | undefined
  /** Characters of the start, and of the entries since. */
  private startLength = 0
  private length = 0

  /** Follows a sandbox from now on. `failed` is called when the sandbox in memory is ahead of the store, and must not be used. */
  constructor(sandbox: Sandbox, store: JournalStore, failed: (kept: KeptJournal) => void) {
    this.sandbox = sandbox
    this.store = store
    this.failed = failed
    this.stop = sandbox.journal.onEntry((entry, position) => this.add(entry, position))
    sandbox.journal.kept = () => this.kept()
  }

  private add(entry: Entry, position: number): void {
    if (this.failure !== undefined) return
    if (entry.kind === 'start') {
      const earlier = this.sandbox.journal.list().slice(-maxEarlier)
      this.waiting = earlier.map((request) => request.entry)
      this.first = position - this.waiting.length
      this.replaces = true
    } else if (this.waiting.length === 0) this.first = position
    this.waiting.push(entry)
    this.next ??= this.write(this.writing)
  }

  /** Begins the journal with the state of the sandbox, which is idle. */
  begin(): void {
    const { journal, options, world } = this.sandbox
    const { publicUrl } = options
    journal.append({ kind: 'start', at: world.now, publicUrl, snapshot: makeSnapshot(this.sandbox) })
  }

  /** Notes what is kept already. */
  resume(startLength: number, length: number): void {
    this.startLength = startLength
    this.length = length
  }

  private async write(before: Promise<void> | undefined): Promise<void> {
    // Also without a write before it: the response to a request is added in the same task.
    await before
    this.writing = this.next
    this.next = undefined
    const { waiting, first, replaces } = this
    this.waiting = []
    this.replaces = false
    const texts = waiting.map(textOf)
    const length = texts.reduce((sum, text) => sum + text.length, 0)
    const { name } = this.sandbox
    try {
      await (replaces ? this.store.replace(name, first, texts) : this.store.append(name, first, texts))
      if (replaces) this.resume(length, 0)
      else this.length += length
      this.beginIfLong()
    } catch (error) {
      this.fail(error instanceof UnavailableError ? error : unavailable(name, String(error)))
    }
    if (this.next === undefined) this.writing = undefined
  }

  private beginIfLong(): void {
    const isLong = this.length >= Math.max(this.startLength, minCharacters)
    if (isLong && this.next === undefined && !this.sandbox.busy) this.begin()
  }

  private kept(): Promise<void> | undefined {
    if (this.failure !== undefined) return Promise.reject(this.failure)
    const writing = this.next ?? this.writing
    if (writing === undefined) return this.store.confirm()
    return writing.then(() => {
      if (this.failure !== undefined) throw this.failure
    })
  }

  /** Notes that the sandbox must not be used any more. */
  fail(error: UnavailableError): void {
    if (this.failure !== undefined) return
    this.failure = error
    this.stop()
    this.failed(this)
  }

  /** Resolves when everything is kept, or has failed. Nothing is appended afterwards. */
  async end(reason: string): Promise<void> {
    const writing = this.next ?? this.writing
    this.failure ??= unavailable(this.sandbox.name, reason)
    this.stop()
    await writing
  }

  /** True if nothing waits to be kept. */
  get isIdle(): boolean {
    return this.next === undefined && this.writing === undefined
  }
}

function textOf(entry: Entry): string {
  return entry.kind === 'start' ? [...jsonChunks(entry)].join('') : JSON.stringify(entry)
}

/** The error of a request to a sandbox that this process cannot use. */
export function unavailable(name: string, detail: string): UnavailableError {
  return new UnavailableError(
    `The sandbox ${name} is not available.`,
    detail,
    'Repeat the request. One that changes something may have happened already: read what it is about first.',
  )
}
