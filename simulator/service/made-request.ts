// A request that does not come from a socket.

import type { LoggedRequest } from '../sandbox/input-log.ts'
import type { IncomingRequest } from './pipeline.ts'

/** The request with these contents, as the pipelines take it. */
export function madeRequest({
  method,
  url,
  path,
  query = {},
  headers = {},
  text,
}: Pick<LoggedRequest, 'method' | 'url' | 'path' | 'text'> & Partial<LoggedRequest>): IncomingRequest {
  return {
    raw: {},
    method,
    url,
    path,
    query,
    header: (name) => headers[name.toLowerCase()],
    headers: () => headers,
    readText: async () => text,
    drop: () => {
      throw new Error('An injected fault dropped the connection.')
    },
  }
}
