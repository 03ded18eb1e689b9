// An HTTP server on this machine that passes each request to a handler.

import { createServer } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { causeMessage } from '../../core/errors.ts'
import { type Address, closeServer, listenOn } from '../../core/listening.ts'

export interface Served {
  /** Origin, without a trailing slash. */
  url: string
  close: () => Promise<void>
}

/** Starts serving. Throws a UsageError if the address cannot be used. */
export async function serveRequests(
  address: Address,
  handle: (request: Request) => Promise<Response>,
): Promise<Served> {
  const server = createServer(
    getRequestListener(async (request) => {
      try {
        return await handle(request)
      } catch (error) {
        return Response.json(
          { fact: 'The recorder received no response.', detail: causeMessage(error) },
          { status: 502 },
        )
      }
    }),
  )
  return { url: await listenOn(server, address), close: () => closeServer(server) }
}
