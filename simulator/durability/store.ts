// Where sandboxes are kept: for each of them its start, and what has happened since then.

import { UnavailableError } from '../../core/errors.ts'

/** What a store has of a sandbox. */
export interface StoredSandbox {
  /** The JSON text of a `Start`. */
  start: string
  /** The JSON texts of the entries since then, in order. */
  entries: readonly string[]
  /** Why there may be fewer entries than were written; undefined if all are there. */
  damage?: string | undefined
}

/** What is written about a sandbox. */
export interface Write {
  /** The start that replaces everything before it; null deletes the sandbox; undefined adds to what is there. */
  start: Iterable<string> | null | undefined
  entries: readonly string[]
  /** Whether the sandbox is left to other processes afterwards. Only for a shared store. */
  release?: boolean
}

export interface Store {
  /** The sandboxes that this process has from the start. */
  names: () => Promise<string[]>
  /** Takes a sandbox over and reads it. Undefined when it does not exist. */
  open: (name: string) => Promise<StoredSandbox | undefined>
  /**
   * Writes about several sandboxes. Resolves when everything is durable, with the sandboxes that another process has taken over:
   * of them nothing is written. Called again only after that.
   */
  write: (batch: ReadonlyMap<string, Write>) => Promise<ReadonlySet<string>>
  close: () => Promise<void>
  /** Undefined for a store of one process. */
  readonly shared?: SharedStore
}

/** What a store has in addition when several processes use it. Each sandbox is open in one of them. */
export interface SharedStore {
  /**
   * Changes whenever others may have taken over what this process has opened, such as after it was paused. Then everything must
   * be opened again before it is used.
   */
  term: () => number
  /** Calls the function with the name of each sandbox of this process that another process wants to open. */
  onWanted: (wanted: (name: string) => void) => void
  /** The names of all sandboxes, whichever process has them. */
  names: () => Promise<string[]>
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
