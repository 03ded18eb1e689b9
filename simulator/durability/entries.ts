// The content of the log of a sandbox, as JSON.

import { crc32 } from 'node:zlib'
import type { LoggedNumber, LoggedRequest } from '../sandbox/input-log.ts'
import type { JournalEnd } from '../sandbox/journal.ts'
import type { Snapshot } from '../sandbox/snapshot.ts'
import type { Instant } from '../time/instants.ts'
import type { Outcome } from '../webhooks/http-transport.ts'

/** Something that happened to a sandbox and does not follow from its state. */
export type Entry =
  /** `check` is the checksum of the response's body. */
  | { request: LoggedRequest; check?: number }
  /** The response to an earlier request. */
  | { response: LoggedNumber; check: number }
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

/** The checksum of a response; undefined when its body is streamed. */
export function checksum(body: string | Iterable<string>): number | undefined {
  return typeof body === 'string' ? crc32(body) : undefined
}
