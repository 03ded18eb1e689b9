// A journal store in memory, for tests of what is above a store.

import type { JournalStore, KeptJournal, StoreWatcher } from '../journal/journal-store.ts'

export class MemoryStore implements JournalStore {
  readonly journals = new Map<string, KeptJournal>()
  isReady = true
  watcher: StoreWatcher | undefined

  watch(watcher: StoreWatcher): void {
    this.watcher = watcher
  }

  async open(name: string): Promise<KeptJournal | undefined> {
    return structuredClone(this.journals.get(name))
  }

  async release(): Promise<void> {}

  async append(name: string, position: number, entries: readonly string[]): Promise<void> {
    const { first = position, entries: earlier = [] } = this.journals.get(name) ?? {}
    if (position !== first + earlier.length)
      throw new Error(`The entry ${position} of ${name} does not follow the ${earlier.length} before it.`)
    this.journals.set(name, { first, entries: [...earlier, ...entries] })
  }

  async replace(name: string, first: number, entries: readonly string[]): Promise<void> {
    this.journals.set(name, { first, entries })
  }

  async remove(name: string): Promise<void> {
    this.journals.delete(name)
  }

  async names(): Promise<{ name: string }[]> {
    return [...this.journals.keys()].map((name) => ({ name }))
  }

  confirm(): undefined {
    return undefined
  }

  async close(): Promise<void> {}
}
