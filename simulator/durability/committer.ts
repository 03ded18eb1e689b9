// Group commit: what requests and sandboxes add while the store is writing is written together afterwards.

import { errorMessage } from '../../core/errors.ts'
import type { Store, Write } from './store.ts'

/** The log of a sandbox, as the committer sees it. */
interface Source {
  readonly name: string
  /** Takes what is to be written; undefined when nothing may be written any more. */
  take: () => Write | undefined
  /** Notes that something was not written: the state in memory is ahead of the store. */
  fail: (reason: string) => void
}

export class Committer {
  private readonly store: Store
  // By name: a new sandbox replaces one of the same name.
  private dirty = new Map<string, Source>()
  private writing: Promise<void> | undefined
  private next: Promise<void> | undefined

  constructor(store: Store) {
    this.store = store
  }

  /** Notes that a log has something to be written. */
  add(source: Source): void {
    this.dirty.set(source.name, source)
    this.next ??= this.write(this.writing)
  }

  /** See `SharedStore`. */
  term(): number {
    return this.store.shared?.term() ?? 0
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
    const batch = new Map<string, Write>()
    for (const source of sources.values()) {
      const write = source.take()
      if (write !== undefined) batch.set(source.name, write)
    }
    try {
      if (batch.size > 0)
        for (const name of await this.store.write(batch))
          sources.get(name)?.fail('Another process has taken it over.')
    } catch (error) {
      const reason = `Its last changes could not be stored: ${errorMessage(error)}.`
      for (const source of sources.values()) source.fail(reason)
    }
    if (this.next === undefined) this.writing = undefined
  }
}
