// The requests of the service on a socket, without objects of the Fetch API, which would take more time than the request itself. All of
// them take this way, unless a plugin is loaded: then they pass Hono.

import type { IncomingMessage, ServerResponse } from 'node:http'
import { reportInternalError } from '../sandbox/report-internal-error.ts'
import { DroppedConnection, hasNoBody, type OutgoingResponse } from '../service/request.ts'
import type { AddressedRequest, Api } from './api.ts'
import type { Target } from './request-target.ts'

/** A request of a socket as the APIs take it. */
function requestOf(incoming: IncomingMessage, url: string): AddressedRequest {
  return {
    method: incoming.method ?? 'GET',
    url,
    // Only `set-cookie`, which requests do not have, is a list.
    headers: incoming.headers as Record<string, string>,
    readText: (maxBytes) => textOf(incoming, maxBytes),
  }
}

/** Serves a request of the service. Calls the function with its response, or with the connection that was dropped. */
export async function serveSocket(
  api: Api,
  target: Target,
  { incoming, outgoing, url }: { incoming: IncomingMessage; outgoing: ServerResponse; url: string },
  ended: (responded: OutgoingResponse | DroppedConnection) => void,
): Promise<void> {
  try {
    const response = await api.handle(target, requestOf(incoming, url))
    ended(response)
    send(incoming, outgoing, response)
  } catch (error) {
    if (error instanceof DroppedConnection) ended(error)
    else reportInternalError(error)
    incoming.socket.destroy()
  }
}

/** Sends a response. */
function send(
  { method }: IncomingMessage,
  outgoing: ServerResponse,
  { status, headers, body }: OutgoingResponse,
): void {
  outgoing.statusCode = status
  // Rather than with `writeHead`, which would not know the length.
  for (const name in headers) outgoing.setHeader(name, headers[name] ?? '')
  if (hasNoBody(status) || method === 'HEAD') outgoing.end()
  else outgoing.end(typeof body === 'string' ? body : [...body].join(''))
}

const decoder = new TextDecoder()

/** The body; undefined when it has more bytes than permitted. */
async function textOf(incoming: IncomingMessage, maxBytes: number): Promise<string | undefined> {
  // As a rule the body arrives with the headers, and is here then. Listening to a stream would take longer than the request itself.
  await undefined
  const declared = incoming.headers['content-length']
  const bytes = Number(declared)
  if (bytes > maxBytes) return undefined
  if (declared !== undefined && incoming.readableLength === bytes)
    return decoder.decode(incoming.read() ?? noBytes)
  return textOfStream(incoming, maxBytes)
}

const noBytes = new Uint8Array()

function textOfStream(incoming: IncomingMessage, maxBytes: number): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let length = 0
    incoming.on('data', (chunk: Buffer) => {
      length += chunk.length
      if (length <= maxBytes) chunks.push(chunk)
      else resolve(undefined)
    })
    incoming.once('end', () => resolve(decoder.decode(Buffer.concat(chunks))))
    const dropped = () =>
      reject(new DroppedConnection('The sender closed the connection before its request was complete.'))
    incoming.once('error', dropped)
    // After its end this changes nothing.
    incoming.once('close', dropped)
  })
}
