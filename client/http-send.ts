// Sends one request over HTTP, exactly once. `fetch` repeats a request after HTTP 421, which is an error of payments in the
// contract. Each request has a connection to itself: the server may close an idle connection at any time, and then nobody
// knows whether a request on it arrived; and what a server sends beyond one response cannot be taken for the next.

import { Agent as HttpAgent, type IncomingMessage, request as requestHttp } from 'node:http'
import { Agent as HttpsAgent, request as requestHttps } from 'node:https'
import { pipeline, Readable } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { errorMessage, UsageError } from '../core/errors.ts'

/** There is no response, or it ended early. */
export class NoResponseError extends Error {
  override readonly name = 'NoResponseError'
  readonly mayHaveArrived: boolean

  constructor(message: string, { mayHaveArrived }: { mayHaveArrived: boolean }) {
    super(message)
    this.mayHaveArrived = mayHaveArrived
  }
}

const maxTimeMs = 300_000
const maxHeaderBytes = 1_048_576
const maxBodyBytes = 67_108_864

const http = { request: requestHttp, agent: new HttpAgent({ keepAlive: false }), connected: 'connect' }
const https = {
  request: requestHttps,
  agent: new HttpsAgent({ keepAlive: false }),
  connected: 'secureConnect',
}

/**
 * Sends a request exactly once and does not follow redirects. Rejects with a NoResponseError if no response arrives, and
 * so does reading a body that ends early or is too large. Of `init`, it uses the method, headers, body and signal.
 */
export function httpSend(url: string, init: RequestInit = {}): Promise<Response> {
  const { method = 'GET', body, signal } = init
  if (body !== undefined && body !== null && typeof body !== 'string' && !(body instanceof Uint8Array))
    throw new UsageError('The body of a request is a text or bytes.', 'It is something else.', 'Encode it.')
  return new Promise((resolve, reject) => {
    if (signal?.aborted) throw noResponse(signal.reason, false)
    const { request: open, agent, connected } = new URL(url).protocol === 'https:' ? https : http
    // A compressed response is read too, but there is no need for one.
    const headers = { accept: '*/*', 'accept-encoding': 'identity', 'user-agent': 'paytwin' }
    const request = open(url, {
      method,
      agent,
      headers: { ...headers, ...Object.fromEntries(new Headers(init.headers)) },
      maxHeaderSize: maxHeaderBytes,
    })
    let mayHaveArrived = false
    let incoming: IncomingMessage | undefined
    const abort = (reason: unknown) => {
      const error = noResponse(reason, mayHaveArrived)
      if (incoming === undefined) request.destroy(error)
      else incoming.destroy(error)
    }
    const onAbort = () => abort(signal?.reason)
    const timer = setTimeout(() => abort(new Error(`no response within ${maxTimeMs} ms`)), maxTimeMs)
    signal?.addEventListener('abort', onAbort, { once: true })
    request.once('socket', (socket) =>
      socket.once(connected, () => {
        mayHaveArrived = true
      }),
    )
    request.once('response', (response) => {
      incoming = response
      try {
        resolve(responseOf(response))
      } catch (error) {
        response.destroy()
        reject(noResponse(error, true))
      }
    })
    request.once('upgrade', (_, socket) => {
      socket.destroy()
      reject(noResponse(new Error('the response changes the protocol'), true))
    })
    // After the response has arrived, the body itself reports errors.
    request.on('error', (error) => reject(noResponse(error, mayHaveArrived)))
    request.once('close', () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', onAbort)
      reject(noResponse(new Error('the connection was closed'), mayHaveArrived))
    })
    request.end(body ?? undefined)
  })
}

function responseOf(incoming: IncomingMessage): Response {
  const { statusCode: status = 0, rawHeaders } = incoming
  // A Response that something replaced may check this only when it is read.
  if (status < 200 || status > 599) throw new RangeError(`the response has the status ${status}`)
  const headers = new Headers()
  for (let at = 0; at < rawHeaders.length; at += 2)
    headers.append(rawHeaders[at] ?? '', rawHeaders[at + 1] ?? '')
  const hasNoBody = [204, 205, 304].includes(status)
  if (hasNoBody) incoming.resume()
  const body = hasNoBody ? null : Readable.toWeb(Readable.from(bounded(decoded(incoming))))
  return new Response(body as ReadableStream | null, { status, headers })
}

/** The bytes of a body up to the maximum size. Leaving the loop closes the connection. */
async function* bounded(chunks: Readable): AsyncGenerator<Uint8Array> {
  let bytes = 0
  try {
    for await (const chunk of chunks) {
      bytes += chunk.length
      if (bytes > maxBodyBytes) throw new Error(`the response is larger than ${maxBodyBytes} bytes`)
      yield chunk
    }
  } catch (error) {
    throw noResponse(error, true)
  }
}

const decoders: Readonly<Record<string, () => NodeJS.ReadWriteStream>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
}

function decoded(incoming: IncomingMessage): Readable {
  const decoder = decoders[incoming.headers['content-encoding']?.trim().toLowerCase() ?? '']
  // An error reaches whoever reads the result.
  return decoder === undefined ? incoming : Readable.from(pipeline(incoming, decoder(), () => {}))
}

function noResponse(error: unknown, mayHaveArrived: boolean): NoResponseError {
  if (error instanceof NoResponseError) return error
  // With several addresses, the message is empty.
  const causes = error instanceof AggregateError ? error.errors.map(errorMessage).join(', ') : ''
  return new NoResponseError(causes || errorMessage(error), { mayHaveArrived })
}
