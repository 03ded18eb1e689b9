// The content of the log of a sandbox, as JSON.

import { crc32 } from 'node:zlib'
import type { LoggedNumber, LoggedRequest } from '../sandbox/input-log.ts'
import type { JournalEnd } from '../sandbox/journal.ts'
import type { Snapshot } from '../sandbox/snapshot.ts'
import type { Instant } from '../time/instants.ts'
import type { Outcome } from '../webhooks/http-transport.ts'

/** The known part of a response. */
export interface Answer {
  /** The checksum of its body. */
  check: number
  /** Absent when it is a success, and in data of earlier versions. */
  isRefused?: true
}

/** Something that happened to a sandbox and does not follow from its state. */
export type Entry =
  | ({ request: LoggedRequest } & Partial<Answer>)
  /** The response to an earlier request. */
  | ({ response: LoggedNumber } & Answer)
  | { outcome: Outcome }
  | { tick: Instant }
  | { turn: true }
  | { memoryFull: true }

/** The start of the log of a sandbox. */
export interface Start {
  publicUrl: string
  snapshot: Snapshot
  /** Not there in data of earlier versions. */
  journal?: JournalEnd
}

/** Undefined when the body of the response is streamed. */
export function answerOf(status: number, body: string | Iterable<string>): Answer | undefined {
  if (typeof body !== 'string') return undefined
  return { check: crc32(body), ...(status >= 400 ? { isRefused: true } : {}) }
}
