// Sends requests over sockets as `fetch` does, but each exactly once: `fetch` sends a request again after a 421, which has its own
// meaning in the contract.

import { type Agent, request } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'

/** Statuses whose responses have no body. */
const withoutBody = new Set([204, 205, 304])

/** Sends a request, on a new connection by default. Rejects when the connection fails. */
export function sendOnce(
  url: string,
  { method = 'GET', headers, body, signal }: RequestInit,
  agent: Agent | false = false,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const all = new Headers(headers)
    const bytes = typeof body === 'string' ? Buffer.from(body) : undefined
    // Without it, the body of a DELETE would have no framing.
    if (bytes !== undefined) all.set('content-length', String(bytes.byteLength))
    const sent = request(url, {
      method,
      agent,
      headers: Object.fromEntries(all),
      ...(signal ? { signal } : {}),
    })
    sent.once('error', reject)
    sent.once('response', (incoming) => {
      const { statusCode: status = 0 } = incoming
      const heads = Object.entries(incoming.headers).map(([name, value]) => [name, String(value)])
      const toResponse = (read: string) =>
        new Response(withoutBody.has(status) ? null : read, { status, headers: Object.fromEntries(heads) })
      text(incoming).then(toResponse).then(resolve, reject)
    })
    sent.end(bytes)
  })
}

/** Sends texts on a new connection, one after the other. Returns what is received until the server closes it. */
export async function exchangeText(url: string, ...parts: readonly string[]): Promise<string> {
  const socket = connect({ port: Number(new URL(url).port), host: '127.0.0.1', noDelay: true })
  const received = text(socket)
  for (const part of parts) {
    socket.write(part)
    await sleep(10)
  }
  return received
}
