// A server on this machine for whoever is recorded: it hands each request on and gives back what comes.

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { causeMessage, UsageError } from '../../core/errors.ts'

export interface Served {
  /** Origin, without a slash at the end. */
  url: string
  close: () => Promise<void>
}

/** Serves; throws a StoryError for an address that cannot be had. */
export async function serveRequests(
  { host, port }: { host: string; port: number },
  handle: (request: Request) => Promise<Response>,
): Promise<Served> {
  const server = createServer(
    getRequestListener(async (request) => {
      try {
        return await handle(request)
      } catch (error) {
        const detail = causeMessage(error)
        return Response.json({ fact: 'The recorder got no answer.', detail }, { status: 502 })
      }
    }),
  )
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) =>
      reject(
        new UsageError(
          `${host}:${port} cannot be listened on.`,
          `The system says: ${error.message}.`,
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
