// Requests that are served without objects of the Fetch API. The published types name it, so it is apart from direct.ts, whose types
// need what is not published.

import type { IncomingRequest, OutgoingResponse, Soon } from '../service/pipeline.ts'

/** A request as a socket, or a caller in process, has it. */
export interface PlainRequest extends Pick<IncomingRequest, 'method' | 'raw' | 'readText' | 'drop'> {
  /** Scheme, host and port. */
  origin: string
  /** The path and the query. */
  target: string
  /** Names in lower case, each of which was sent once. */
  headers: Readonly<Record<string, string>>
}

/** Serves ordinary requests. */
export interface DirectService {
  isOrdinary: (request: Pick<PlainRequest, 'method' | 'target' | 'headers'>) => boolean
  /** Responds to an ordinary request. Throws a DroppedConnection without a response. */
  respond: (request: PlainRequest) => Soon<OutgoingResponse>
}
