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
}

/** The error of a request to a sandbox that this process cannot use. */
export function notStored(name: string, detail: string): UnavailableError {
  return new UnavailableError(
    `The sandbox ${name} is not available.`,
    detail,
    'Nothing of this request is kept. Repeat it; if that does not help, see the output of paytwin.',
  )
}
