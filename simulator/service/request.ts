// A request and a response without their socket, as both APIs take and give them. Types, and the one class of errors around them.

import type { RequestEntry } from '../sandbox/entry.ts'

export interface IncomingRequest {
  /** In upper case; a HEAD request is a GET request. */
  readonly method: string
  readonly url: string
  /** The path below the server of its API: `/hosted-page`, `/control/clock`. */
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  /** Reads the body; undefined when it has more bytes than that. */
  readonly readText: (maxBytes: number) => string | undefined | Promise<string | undefined>
}

export interface OutgoingResponse {
  status: number
  headers: Record<string, string>
  /** The text, or the pieces of a text that may be too long for one string. */
  body: string | Iterable<string>
  /** The delay, in real milliseconds. */
  delayMs?: number
  /** The request in the journal of its sandbox; absent for one that is not in it. */
  entry?: RequestEntry
}

/** A connection that was closed before its request or its response was complete. */
export class DroppedConnection extends Error {
  override name = 'DroppedConnection'
  /** The request in the journal, if an injected fault closed the connection. */
  readonly entry: RequestEntry | undefined

  constructor(message: string, entry?: RequestEntry) {
    super(message)
    this.entry = entry
  }
}

/** True if responses of a status have no body, whatever an injected fault says. */
export function hasNoBody(status: number): boolean {
  return status === 204 || status === 205 || status === 304
}
