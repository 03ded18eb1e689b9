// Messages between the first process and its workers: structured clones.

import type { AccessPolicy } from '../server/access-control.ts'
import type { Address } from '../server/address-file.ts'

/** The start of a worker. */
export interface WorkerStart {
  /** From 0. */
  index: number
  workers: number
  /** The directory of the sockets by which workers reach each other. */
  directory: string
  /** The origin that this machine reaches the simulator at. */
  url: string
  /** The same in all workers, so that each accepts the token and the sessions of the others. */
  policy: AccessPolicy
}

/** A request of a worker to the first process about the data. */
export interface FromStore {
  /** The number of the question. */
  ask: number
  what: 'renew' | 'names' | 'open' | 'write' | 'close'
  given: readonly unknown[]
}

export type ToStore =
  | { answer: number; value?: unknown; error?: string | undefined; takenOver?: boolean }
  /** The name of a sandbox that another worker has asked for. */
  | { wanted: string }

/** From the first process to a worker. */
export type ToWorker =
  | ToStore
  | { start: WorkerStart }
  /** Comes with a socket, of which these bytes were read at a time of `machine`. */
  | { read: Uint8Array; arrived: number }
  /** Named sandboxes of the other workers. */
  | { elsewhere: number }
  | { shutDown: true }

/** From a worker to the first process. */
export type FromWorker =
  | FromStore
  | { ready: { greeting: string; address: Address } | true }
  | { failed: { fact: string; detail: string; remedy: string } }
  /** Its named sandboxes. */
  | { sandboxes: number }
