// An HTTP server on this machine that passes each request to a handler.

import { createServer } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { causeMessage } from '../../core/errors.ts'
import { readLimited } from '../../core/limited-body.ts'
import { type Address, closeServer, listenOn } from '../../core/listening.ts'

export interface Served {
  /** Origin, without a trailing slash. */
  url: string
  close: () => Promise<void>
}

/** Handles a request, whose body has been read. */
export type Handler = (request: Request, body: Uint8Array) => Promise<Response>

const maxBodyBytes = 16_000_000

/** Starts serving. Throws a UsageError if the address cannot be used. */
export async function serveRequests(address: Address, handle: Handler): Promise<Served> {
  const server = createServer(
    getRequestListener(async (request) => {
      try {
        const { bytes, rest } = await readLimited(request.body, maxBodyBytes)
        if (rest === undefined) return await handle(request, bytes)
        return refused(413, {
          fact: 'The body of the request is too large.',
          detail: `The recorder keeps bodies in memory, at most ${maxBodyBytes} bytes each.`,
          remedy: 'Send a smaller body.',
        })
      } catch (error) {
        return refused(502, {
          fact: 'The recorder received no response.',
          detail: `${causeMessage(error)}.`,
          remedy: 'Send the request again.',
        })
      }
    }),
  )
  return { url: await listenOn(server, address), close: () => closeServer(server) }
}

function refused(status: number, body: { fact: string; detail: string; remedy: string }): Response {
  return Response.json(body, { status, headers: { connection: 'close' } })
}
