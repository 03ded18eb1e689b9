// Requests over real sockets: each arrives exactly once, whatever the server does with it.

import { createServer, type RequestListener } from 'node:http'
import { createServer as createRawServer, type Server, type Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterEach, describe, expect, it } from 'vitest'
import { httpSend, NoResponseError } from './http-send.ts'

const open: { server: Server; sockets: Set<Socket> }[] = []
afterEach(async () => {
  for (const { server, sockets } of open.splice(0)) {
    for (const socket of sockets) socket.destroy()
    await new Promise((resolve) => server.close(resolve))
  }
})

async function listen(server: Server): Promise<number> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => sockets.add(socket))
  open.push({ server, sockets })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return typeof address === 'object' ? (address?.port ?? 0) : 0
}

/** A server with the bodies of the requests that it received. */
async function serving(respond: RequestListener) {
  const received: string[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => {
      body += String(chunk)
    })
    request.on('end', () => {
      received.push(body)
      respond(request, response)
    })
  })
  return { received, url: `http://127.0.0.1:${await listen(server)}/api` }
}

/** A server that writes raw bytes once it has received a whole request. */
async function servingRaw(respond: (socket: Socket) => void) {
  const received: string[] = []
  const server = createRawServer((socket) => {
    let text = ''
    socket.on('error', () => {})
    socket.on('data', (chunk) => {
      text += String(chunk)
      const [head = '', body = ''] = text.split('\r\n\r\n')
      if (!text.includes('\r\n\r\n') || body.length < Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0))
        return
      received.push(body)
      text = ''
      respond(socket)
    })
  })
  return { received, url: `http://127.0.0.1:${await listen(server)}/api` }
}

const payment: RequestInit = { method: 'POST', body: '{"pay":1}' }

/** The error that a request ends with. */
async function errorOf(sent: Promise<Response>): Promise<NoResponseError> {
  const error: unknown = await sent.then((response) => response.text()).catch((thrown: unknown) => thrown)
  if (error instanceof NoResponseError) return error
  throw new Error(`Expected a NoResponseError, not ${String(error)}`)
}

describe('a request arrives exactly once', () => {
  it.each([421, 425, 429, 503])('if it is refused with HTTP %i', async (status) => {
    const { url, received } = await serving((_, response) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end('{"no":1}'),
    )
    const response = await httpSend(url, payment)
    expect([response.status, await response.json(), received]).toEqual([status, { no: 1 }, ['{"pay":1}']])
  })

  it.each([302, 307])('if it is redirected with HTTP %i', async (status) => {
    const { url, received } = await serving((_, response) =>
      response.writeHead(status, { location: '/api' }).end(),
    )
    const response = await httpSend(url, payment)
    expect([response.status, response.headers.get('location'), received.length]).toEqual([status, '/api', 1])
  })

  it('if the server closes each connection without notice', async () => {
    const { url, received } = await servingRaw((socket) => {
      socket.write('HTTP/1.1 200 OK\r\nconnection: keep-alive\r\ncontent-length: 2\r\n\r\n{}', () =>
        socket.destroy(),
      )
    })
    for (let count = 1; count <= 20; count += 1) {
      const init = count % 2 === 0 ? payment : {}
      expect(await (await httpSend(url, init)).text()).toBe('{}')
      expect(received.length).toBe(count)
    }
  })

  it('with its method, headers and body', async () => {
    let head: unknown
    const { url, received } = await serving(({ method, headers }, response) => {
      const { 'x-mine': mine, 'content-length': length, 'transfer-encoding': coding } = headers
      head = { method, mine, length, coding }
      response.end('{}')
    })
    await httpSend(url, { method: 'POST', headers: { 'X-Mine': 'yes' }, body: '{"é":1}' })
    expect(head).toEqual({ method: 'POST', mine: 'yes', length: '8', coding: undefined })
    expect(received).toEqual(['{"é":1}'])
  })
})

describe('a request without a whole response', () => {
  it.each<[string, (socket: Socket) => void, RegExp]>([
    ['the server hangs up', (socket) => socket.destroy(), /hang up|ECONNRESET/],
    ['the server resets the connection', (socket) => socket.resetAndDestroy(), /hang up|ECONNRESET/],
    [
      'the server responds with something else',
      (socket) => socket.end('220 mail.example\r\n'),
      /Parse Error/,
    ],
    [
      'the body ends early',
      (socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n{}'),
      /aborted/,
    ],
    [
      'the last piece is missing',
      (socket) => socket.end('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n2\r\n{}\r\n'),
      /aborted/,
    ],
    ['the protocol is changed', (socket) => socket.write('HTTP/1.1 101 Other\r\nupgrade: x\r\n\r\n'), /./],
  ])('may have arrived, and is not repeated, if %s', async (_, respond, message) => {
    const { url, received } = await servingRaw(respond)
    const error = await errorOf(httpSend(url, payment))
    expect(error.message).toMatch(message)
    expect([error.mayHaveArrived, received.length]).toEqual([true, 1])
  })

  it.each(['http://127.0.0.1:1/', 'http://localhost:1/', 'https://127.0.0.1:1/'])(
    'has not arrived if nothing listens at %s',
    async (url) => {
      const error = await errorOf(httpSend(url, payment))
      expect(error.message).toContain('ECONNREFUSED')
      expect(error.mayHaveArrived).toBe(false)
    },
  )

  it('has not arrived if the TLS handshake fails', async () => {
    const { url, received } = await serving((_, response) => response.end('{}'))
    const error = await errorOf(httpSend(url.replace('http:', 'https:'), payment))
    expect([error.mayHaveArrived, received]).toEqual([false, []])
  })

  it('ends when its signal is aborted, before and during the body', async () => {
    const hanging = await serving(() => {})
    const slow = await serving((_, response) => response.write('{'))
    for (const { url, received } of [hanging, slow]) {
      const error = await errorOf(httpSend(url, { ...payment, signal: AbortSignal.timeout(100) }))
      expect(error.message).toContain('aborted due to timeout')
      expect([error.mayHaveArrived, received.length]).toEqual([true, 1])
    }
    const signal = AbortSignal.abort(new Error('stopped'))
    expect(await errorOf(httpSend(hanging.url, { signal }))).toMatchObject({
      message: 'stopped',
      mayHaveArrived: false,
    })
  })
})

it('reads a response that is compressed although that was not asked for', async () => {
  const bytes = gzipSync('{"a":1}')
  const { url } = await serving(({ headers }, response) => {
    expect(headers['accept-encoding']).toBe('identity')
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(bytes)
  })
  expect(await (await httpSend(url)).json()).toEqual({ a: 1 })
  const broken = await serving((_, response) =>
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(bytes.subarray(0, 15)),
  )
  expect((await errorOf(httpSend(broken.url))).message).toMatch(/unexpected end|premature/i)
})

it('closes the connection if a response is too large or is not read to its end', async () => {
  let closed = 0
  const { url } = await serving((_, response) => {
    response.on('close', () => {
      closed += 1
    })
    const pour = () => {
      if (!response.destroyed) response.write(' '.repeat(1_000_000), () => setImmediate(pour))
    }
    pour()
  })
  for await (const chunk of (await httpSend(url)).body ?? []) if (chunk.length > 0) break
  await expect.poll(() => closed).toBe(1)
  expect((await errorOf(httpSend(url))).message).toContain('larger than 67108864 bytes')
  await expect.poll(() => closed).toBe(2)
})
