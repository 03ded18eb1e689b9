// The place where the journals of sandboxes are kept. A store knows names, positions and texts, not what they mean.

import { UnavailableError } from '../../core/errors.ts'

/** The kept part of a journal. */
export interface KeptJournal {
  /** The position of the first entry; later entries follow without a gap. */
  first: number
  /** JSON texts without line breaks. Each is an object whose `at` is a virtual instant, in milliseconds since 1970. */
  entries: readonly string[]
}

/** The name of a kept journal. */
export interface KeptName {
  name: string
  /** The damage, with file and line; absent when there is none. */
  damage?: string
}

/** A journal that is damaged, so that its sandbox cannot continue. Other sandboxes are not affected. */
export class DamagedJournalError extends UnavailableError {
  override name = 'DamagedJournalError'
}

/** Who learns that journals are no longer this process's. */
export interface StoreWatcher {
  /** The process has lost every journal that it had opened: what it remembers may be old. */
  lost: () => void
  /** Another process wants to open this journal. */
  wanted: (name: string) => void
}

/**
 * All methods that change something reject with an UnavailableError when nothing or an unknown part of it is durable. A caller then opens
 * the journal again before it uses the sandbox.
 */
export interface JournalStore {
  /** False while journals cannot be opened, read or written. */
  readonly isReady: boolean
  watch: (watcher: StoreWatcher) => void
  /**
   * Takes a journal for this process and reads it; undefined when there is none of that name. Throws an UnavailableError while another
   * process has it, and a DamagedJournalError.
   */
  open: (name: string) => Promise<KeptJournal | undefined>
  /** Leaves an opened journal to other processes. */
  release: (name: string) => Promise<void>
  /** Appends to an opened journal. The first of the entries, at least one, has that position. Resolves when they are durable. */
  append: (name: string, position: number, entries: readonly string[]) => Promise<void>
  /** Creates a journal, or replaces everything that is kept of one, at once, by at least one entry. Takes it for this process. */
  replace: (name: string, first: number, entries: readonly string[]) => Promise<void>
  /** Removes a journal, damaged or not. */
  remove: (name: string) => Promise<void>
  names: () => Promise<KeptName[]>
  /** Resolves when it is sure that no other process had a journal of this one before the call; undefined when that is always so. */
  confirm: () => Promise<void> | undefined
  /** Waits for what is under way, and leaves everything to other processes. */
  close: () => Promise<void>
}
