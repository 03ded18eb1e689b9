// What is served directly, without objects of the Fetch API.

import type { IncomingRequest, OutgoingResponse } from '../pipeline/pipeline.ts'

/** A request as a caller in process has it. */
export interface PlainRequest extends Pick<IncomingRequest, 'method' | 'raw' | 'readText' | 'drop'> {
  /** Scheme, host and port. */
  origin: string
  /** The path and the query. */
  target: string
  /** Names in lower case, each of which was sent once. */
  headers: Readonly<Record<string, string>>
}

/** Responds to an ordinary request; undefined for every other one. Throws a DroppedConnection without a response. */
export type ServeDirectly = (request: PlainRequest) => Promise<OutgoingResponse> | undefined
