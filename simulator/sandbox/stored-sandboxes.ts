// The needs of sandboxes in a store that keeps them. `durability/keeper.ts` implements it.

import { UnavailableError } from '../../core/errors.ts'
import type { Transport } from '../webhooks/http-transport.ts'
import type { InputLog } from './input-log.ts'
import type { Sandbox } from './sandbox.ts'

/** A sandbox that is stored and cannot be continued. Nothing but this one is affected. */
export class UnusableError extends UnavailableError {
  override name = 'UnusableError'
  /** True if what is stored is damaged; false if this version cannot replay it. */
  readonly isDamaged: boolean

  constructor(fact: string, detail: string, remedy: string, isDamaged: boolean) {
    super(fact, detail, remedy)
    this.isDamaged = isDamaged
  }
}

/** The name of a stored sandbox. */
export interface StoredName {
  name: string
  /** The damage; undefined if there is none. */
  damage?: string | undefined
}

/** Makes a sandbox with the state of a snapshot. */
export type MakeSandbox = (snapshot: unknown, publicUrl: string) => Sandbox

export interface StoredSandboxes {
  readonly isReady: boolean
  /** The lease under which a request is processed that arrives now, or arrived at that time; see `durability/lease.ts`. */
  term: (arrived?: number) => number
  /** Calls the function with the name of each sandbox that another process wants. */
  onWanted: (wanted: (name: string) => void) => void
  /** The sandboxes to open at the start. */
  names: () => Promise<string[]>
  storedNames: () => Promise<StoredName[]>
  /** The log of a sandbox that is to be created. */
  newLog: (name: string, transport: Transport) => InputLog
  /** Undefined when there is none of that name. Throws an UnusableError when it cannot be continued. */
  open: (name: string, url: string, make: MakeSandbox) => Promise<Sandbox | undefined>
  /** Waits for a sandbox for a limited time. */
  inTime: <Opened>(name: string, opening: Promise<Opened>) => Promise<Opened>
  /** Refuses a request that arrived in another term. */
  requireTerm: (arrived: number, name: string) => void
  /** Stores a new sandbox, which may replace one. */
  created: (sandbox: Sandbox, replaced?: Sandbox) => void
  deleted: (sandbox: Sandbox) => Promise<void>
  deletedUnusable: (name: string) => Promise<void>
  /** Leaves a sandbox to other processes. Returns false while it is in use. */
  release: (sandbox: Sandbox) => boolean
  /** Leaves a sandbox that another process wants. */
  handOver: (sandbox: Sandbox) => boolean
  releaseUnused: (name: string) => void
}
