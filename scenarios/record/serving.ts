// An HTTP server on this machine that passes each request to a handler.

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { UsageError } from '../../core/errors.ts'

export interface Served {
  /** Origin, without a trailing slash. */
  url: string
  close: () => Promise<void>
}

/** Starts serving. Throws a UsageError if the address cannot be used. */
export async function serveRequests(
  { host, port }: { host: string; port: number },
  handle: (request: Request) => Promise<Response>,
): Promise<Served> {
  const server = createServer(
    getRequestListener(async (request) => {
      try {
        return await handle(request)
      } catch (error) {
        const reason = error instanceof Error && error.cause instanceof Error ? error.cause : error
        return Response.json(
          {
            fact: 'The recorder received no response.',
            detail: reason instanceof Error ? reason.message : String(reason),
          },
          { status: 502 },
        )
      }
    }),
  )
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) =>
      reject(
        new UsageError(
          `Cannot listen on ${host}:${port}.`,
          `The system reported: ${error.message}.`,
          'Choose another port with --port, or any free one with --port 0.',
        ),
      ),
    )
    server.listen(port, host, resolve)
  })
  const { port: taken } = server.address() as AddressInfo
  return {
    url: `http://${host}:${taken}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
