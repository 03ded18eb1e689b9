// The interfaces of the store to the outside of its process: time, a disk, and a database that several processes share. Everything else in
// this module is ordinary code on top of these three interfaces, so a test can replace them and decide what happens when.
//
// Use:
//
//   const log = await DirectoryLog.open(disk, 'data')              // or any other database
//   const store = await Store.open(log.node('a'), outside, report)   // one node (process) of it
//   await simulator.keepIn(store, report)
//   await simulator.fetch('/sandboxes/shop/api/...')
//
// - Time: `Outside`. Nothing in this module reads another clock or sets another timer.
// - Disk: `Disk`, one directory. Bytes are durable when `sync` has resolved, the existence of a file when `create` has, its absence
//   when `remove` has. Until then a crash may keep any part of them, in any order. Any function may reject, with or without an effect.
// - Database: `Database`, as one node sees it. `DirectoryLog` implements it on a disk, `PostgresDatabase` with SQL, `RemoteDatabase`
//   for a worker, by messages to the first process. A model of PostgreSQL implements these functions, each of which is atomic.
// - Network: a request belongs to the term (`Lease.term()`) in which it arrived. A simulated connection keeps the term of when it was
//   opened, and drops requests of another one; `Lease.onServing` is called when the socket is to be closed and opened.
// - A pause is a time in which nothing of a node runs while `now` goes on. A crash drops every reference to the node.

import type { StoredName } from '../sandbox/stored-sandboxes.ts'

/** Time. */
export interface Outside {
  /** Milliseconds of a clock that never jumps, and goes on while the process is paused. The same in all threads of a process. */
  now: () => number
  /** Resolves after that many milliseconds. The process does not wait for it to end. */
  sleep: (ms: number) => Promise<void>
}

/** One directory. Its files have names that the store makes, never names of sandboxes. */
export interface Disk {
  /** Locks the directory until the function that is returned is called, or the process ends in whatever way; undefined if it is locked. */
  lock: () => Promise<(() => Promise<void>) | undefined>
  /** The names of its files. Nothing but files: no directories, no symbolic links. */
  list: () => Promise<string[]>
  /** Bytes of a file, from a position on; all of them by default. */
  read: (file: string, position?: number, length?: number) => Promise<Buffer>
  /** Makes a file. Rejects with the code EEXIST when there is one. */
  create: (file: string) => Promise<AppendedFile>
  /** Resolves when everything in a file survives a loss of power, whoever wrote it. */
  sync: (file: string) => Promise<void>
  remove: (file: string) => Promise<void>
}

export interface AppendedFile {
  append: (bytes: Buffer) => Promise<void>
  /** Resolves when everything that was appended survives a loss of power. */
  sync: () => Promise<void>
  close: () => Promise<void>
}

/** A sandbox in a database. */
export interface Stored {
  /** Changes whenever a process opens the sandbox. A write names it. */
  epoch: string
  /** The JSON text of a `Start`. */
  start: string
  /** The JSON texts of the entries since then, in order. */
  entries: readonly string[]
  /** Why there may be fewer entries than were written; undefined if all are there. */
  damage?: string | undefined
}

/** A change of one sandbox. */
export interface Write {
  name: string
  /** That of the sandbox when it was opened; null creates one. */
  epoch: string | null
  /** The start that replaces everything before it; null deletes the sandbox; undefined adds to what is there. */
  start: string | null | undefined
  entries: readonly string[]
  release: boolean
}

/** The epoch of what was written, or why it was not. A sandbox that another node has taken over has neither. */
export type Written = ReadonlyMap<string, string | { error: string }>

/** Sandboxes that several nodes (processes) share, as one node sees them. Each sandbox has an owner and an epoch. */
export interface Database {
  /** Time that others respect the sandboxes of a node that does not renew its lease; infinite where the end of a process is noticed. */
  readonly leaseMs: number
  /** True if all nodes are processes of one program. Then sandboxes are opened at its start, and requests wait until they are open. */
  readonly isLocal: boolean
  /** Renews the lease of the node. Resolves with false when another node has taken over a sandbox of it since the last time. */
  renew: () => Promise<boolean>
  names: () => Promise<StoredName[]>
  /** Makes the node the owner. Undefined when there is no such sandbox; 'owned' by a living node, which is asked for it. */
  open: (name: string) => Promise<Stored | 'owned' | undefined>
  /** Writes about several sandboxes at once. Nothing is written about one whose epoch is another one. Resolves when it is durable. */
  write: (writes: readonly Write[]) => Promise<Written>
  /** Calls the function with the name of each sandbox of this node that another node has asked for. */
  onWanted: (wanted: (name: string) => void) => void
  /** Ends the lease, and leaves everything to others. */
  close: () => Promise<void>
}

/** The database will never be usable again for this process: another one has taken its place. */
export class TakenOverError extends Error {
  override name = 'TakenOverError'
}
