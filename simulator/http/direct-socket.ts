// Ordinary requests of a socket, served directly.

import type { IncomingMessage, ServerResponse } from 'node:http'
import { isJsonType } from './access-control.ts'
import type { PlainRequest, ServeDirectly } from './direct.ts'
import { DroppedConnection } from './incoming-request.ts'
import { hasNoBody } from './routes.ts'

/** Longer bodies are rare. */
const maxBytes = 100_000
/** A host that needs no normalization. */
const ordinaryHost = /^[a-z0-9._-]+:[1-9]\d{3,4}$/

/** Responds to an ordinary request of a socket; false for every other one. */
export function directSocket(
  serve: ServeDirectly,
  acceptsHost: (host: string) => boolean,
): (incoming: IncomingMessage, outgoing: ServerResponse) => boolean {
  return (incoming, outgoing) => {
    const { method = '', url: target = '', headers, rawHeaders } = incoming
    const { host = '', 'content-type': type = '', 'content-length': length = '' } = headers
    if (!ordinaryHost.test(host) || !acceptsHost(host)) return false
    if (method === 'POST' && !(isJsonType(type) && length !== '' && Number(length) <= maxBytes)) return false
    // A header that was sent twice has one of its values here.
    if (Object.keys(headers).length * 2 !== rawHeaders.length) return false
    const request: PlainRequest = {
      raw: incoming,
      method,
      origin: `http://${host}`,
      target,
      headers: headers as Record<string, string>,
      readText: async (max) => (Number(length) > max ? undefined : textOf(incoming)),
      drop: () => {
        incoming.socket.destroy()
        throw new DroppedConnection('An injected fault dropped the connection.')
      },
    }
    const served = serve(request)
    if (served === undefined) return false
    served.then(
      ({ status, headers, body }) => {
        outgoing.statusCode = status
        for (const name in headers) outgoing.setHeader(name, headers[name] ?? '')
        if (hasNoBody(status)) outgoing.end()
        else outgoing.end(typeof body === 'string' ? body : [...body].join(''))
      },
      () => outgoing.destroy(),
    )
    return true
  }
}

const decoder = new TextDecoder()

function textOf(incoming: IncomingMessage): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
    incoming.once('end', () => {
      const [first] = chunks
      resolve(decoder.decode(chunks.length === 1 ? first : Buffer.concat(chunks)))
    })
    const dropped = () =>
      reject(new DroppedConnection('The sender closed the connection before its request was complete.'))
    incoming.once('error', dropped)
    // After its end this changes nothing.
    incoming.once('close', dropped)
  })
}
