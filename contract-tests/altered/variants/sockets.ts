// Responses over real sockets: how their bytes are framed, divided and delayed. The contract says nothing about it, so what
// HTTP/1.1 permits is permitted.

import { createServer, type Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import { httpSend } from '../../../client/http-send.ts'
import type { TransportSeam } from '../../observe/in-process.ts'
import type { ContractVariants } from './rows.ts'

interface WireAnswer {
  status: number
  headers: readonly string[]
  body: Buffer
}

/** Writes a response to a socket and ends it. */
type Write = (socket: Socket, response: WireAnswer) => Promise<void> | void

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
const head = (status: number, headers: readonly string[], reason = ' OK', version = '1.1') =>
  `HTTP/${version} ${status}${reason}\r\n${headers.map((line) => `${line}\r\n`).join('')}\r\n`
const sized = (headers: readonly string[], body: Buffer) => [...headers, `Content-Length: ${body.length}`]

/** Sends every response through a socket that writes it in that way. */
function overSocket(write: Write): TransportSeam {
  return async (request, send) => {
    const response = await send()
    const { status } = response
    const headers = [...response.headers]
      .filter(([name]) => name !== 'content-length')
      .map(([name, value]) => `${name}: ${value}`)
    const body = Buffer.from(await response.arrayBuffer())
    const server = createServer((socket) => {
      socket.on('error', () => {})
      socket.once(
        'data',
        () => void write(socket, { status, headers: [...headers, 'Connection: close'], body }),
      )
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const address = server.address()
    const port = typeof address === 'object' && address !== null ? address.port : 0
    try {
      const received = await httpSend(`http://127.0.0.1:${port}${request.path}`, {
        method: request.method,
        headers: request.headers,
      })
      return new Response(await received.arrayBuffer(), {
        status: received.status,
        headers: received.headers,
      })
    } finally {
      server.close()
    }
  }
}

/** A whole response. */
const whole = (
  { status, headers, body }: WireAnswer,
  { reason, version }: { reason?: string; version?: string } = {},
) => Buffer.concat([Buffer.from(head(status, sized(headers, body), reason, version)), body])

const chunk = (part: Buffer, extension = '') =>
  Buffer.concat([Buffer.from(`${part.length.toString(16)}${extension}\r\n`), part, Buffer.from('\r\n')])
const parts = (body: Buffer, size: number) =>
  Array.from({ length: Math.ceil(body.length / size) }, (_, at) => body.subarray(at * size, (at + 1) * size))
const chunkedHead = (status: number, headers: readonly string[], more: readonly string[] = []) =>
  head(status, [...headers, 'Transfer-Encoding: chunked', ...more])

const early = 'HTTP/1.1 103 Early Hints\r\nLink: </a.css>; rel=preload\r\n\r\nHTTP/1.1 102 Processing\r\n\r\n'

const ways: Readonly<Record<string, Write>> = {
  'bodies without a length that end with the connection': (socket, { status, headers, body }) => {
    socket.end(Buffer.concat([Buffer.from(head(status, headers)), body]))
  },
  'bodies in chunks of seven bytes, which divide characters': (socket, { status, headers, body }) => {
    socket.write(chunkedHead(status, headers))
    for (const part of parts(body, 7)) socket.write(chunk(part))
    socket.end('0\r\n\r\n')
  },
  'bodies in chunks with extensions and trailers': (socket, { status, headers, body }) => {
    socket.write(chunkedHead(status, headers, ['Trailer: X-Checksum']))
    for (const part of parts(body, 500)) socket.write(chunk(part, ';sig="a;b"'))
    socket.end('0;last\r\nX-Checksum: 7\r\n\r\n')
  },
  'bodies in two halves with a pause': async (socket, { status, headers, body }) => {
    socket.write(head(status, sized(headers, body)))
    const half = Math.floor(body.length / 2)
    socket.write(body.subarray(0, half))
    await pause(3)
    socket.end(body.subarray(half))
  },
  'heads that arrive line by line': async (socket, { status, headers, body }) => {
    for (const line of head(status, sized(headers, body)).split(/(?<=\r\n)/)) {
      socket.write(line)
      await pause(0)
    }
    socket.end(body)
  },
  'compressed bodies': (socket, { status, headers, body }) => {
    const compressed = { status, headers: [...headers, 'Content-Encoding: gzip'], body: gzipSync(body) }
    socket.end(whole(compressed))
  },
  'HTTP/1.0': (socket, response) => void socket.end(whole(response, { version: '1.0' })),
  'heads without a reason': (socket, response) => void socket.end(whole(response, { reason: ' ' })),
  'informational responses before the final one': (socket, response) => {
    socket.write(early)
    socket.end(whole(response))
  },
  'header names in upper case, and repeated headers': (socket, { status, headers, body }) => {
    const upper = sized(headers, body).map((line) => line.replace(/^[^:]+/, (name) => name.toUpperCase()))
    const repeated = ['Set-Cookie: a=1', 'Set-Cookie: b=2', 'Vary: A', 'Vary: B']
    socket.end(Buffer.concat([Buffer.from(head(status, [...upper, ...repeated])), body]))
  },
  'responses after a pause': async (socket, response) => {
    await pause(10)
    socket.end(whole(response))
  },
  'more bytes after the response': (socket, response) => {
    socket.end(Buffer.concat([whole(response), Buffer.from('\r\n\r\n')]))
  },
}

let resets = 0
const resetting: Write = (socket, response) => {
  const { status, headers, body } = response
  resets += 1
  if (resets % 40 === 0) socket.resetAndDestroy()
  else if (resets % 40 === 20) socket.end(head(status, sized(headers, body)) + body.subarray(0, 9))
  else socket.end(whole(response))
}

const why = 'Shared conventions: responses are JSON; how HTTP carries their bytes is not shown.'

export const socketVariants: ContractVariants = {
  ...Object.fromEntries(
    Object.entries(ways).map(([name, write]) => [name, { why, transport: overSocket(write) }]),
  ),
  'connections that are reset or end early now and then': {
    why: 'Limits: nothing says that every connection lasts until its response has arrived.',
    transport: overSocket(resetting),
  },
}
