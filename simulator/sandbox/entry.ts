// The entries of a journal: everything that happens to a sandbox and does not follow from its state. Types only.

import type { OrderRenaming } from '../resources/invoices.ts'
import type { Instant } from '../time/instants.ts'
import type { Outcome } from '../webhooks/http-transport.ts'
import type { Snapshot } from './snapshot.ts'

/** A response as it was sent. */
export interface SentResponse {
  status: number
  /** Empty for a response that was streamed. */
  text: string
}

/** A request as it was received, and what became of it. */
export interface RequestEntry {
  kind: 'request'
  at: Instant
  /** Null when it reached none. */
  api: 'service' | 'control' | null
  /** False when it changed nothing here, so that it does not happen again in a replay. */
  isInput: boolean
  /** Null when no operation has the path and method. */
  operation: string | null
  method: string
  url: string
  /** Names in lower case. */
  headers: Readonly<Record<string, string>>
  /** The body. */
  text: string
  /** The decrypted payload; absent if there is none. */
  payload?: unknown
  /** The merchant that a request without a credential acts for, and what identified it. */
  actsFor?: string
  /** Validation errors that `--validation report` accepted. */
  validationErrors?: readonly string[]
  /** The number of status events when it was handled. */
  events: number
  /** True if it arrived while the clock was advancing. */
  duringAdvance: boolean
  /** Absent until it is sent, and when an injected fault dropped the connection. */
  response?: SentResponse
}

/** A change of the world that no request of the contract makes. */
export type Change =
  | { do: 'issue-token'; token: string }
  | ({ do: 'rename-order'; merchant: string } & OrderRenaming)

/** An entry of a journal. Each has the virtual instant at which it happened. */
export type Entry =
  /** The state in which the journal begins, or begins again. */
  | { kind: 'start'; at: Instant; publicUrl: string; snapshot: Snapshot }
  | RequestEntry
  /** The response to an earlier request, which took its time. */
  | { kind: 'response'; at: Instant; to: number; response: SentResponse }
  /** The outcome of the first delivery in line. */
  | { kind: 'outcome'; at: Instant; outcome: Outcome }
  /** A change of the world that a plugin makes. The request that caused it does not happen again in a replay. */
  | { kind: 'change'; at: Instant; change: Change }
  /** An advance of a clock that runs with real time. */
  | { kind: 'clock'; at: Instant; to: Instant }
  /** The end of a turn of other tasks in an advance, which ends if the memory is full. */
  | { kind: 'turn'; at: Instant; isMemoryFull: boolean }
