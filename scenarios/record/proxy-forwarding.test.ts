// A recording proxy passes everything on, and neither side can stop it.

import { createServer, type RequestListener, type Server } from 'node:http'
import { connect } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { closeServer, listenOn } from '../../core/listening.ts'
import { proxyTo } from '../test-support/proxied.ts'

const here = { host: '127.0.0.1', port: 0 }

const open: Server[] = []
afterEach(() => Promise.all(open.splice(0).map(closeServer)))

/** A proxy in front of a deployment that responds like this. */
async function proxying(respond: RequestListener) {
  const server = createServer(respond)
  open.push(server)
  return proxyTo(await listenOn(server, here))
}

/** Sends raw lines and returns all that is received. */
function raw(url: string, lines: readonly string[]): Promise<string> {
  return new Promise((resolve) => {
    let received = ''
    const socket = connect(Number(new URL(url).port), '127.0.0.1')
    socket.setEncoding('utf8').on('data', (text: string) => {
      received += text
      if (received.includes('"done"')) socket.destroy()
    })
    socket.on('close', () => resolve(received))
    socket.write(`${lines.join('\r\n')}\r\n\r\n`)
  })
}

describe('a recording proxy', () => {
  it('drops the headers that belong to one connection, in both directions', async () => {
    const { url, stop } = await proxying((request, response) => {
      response.setHeader('connection', 'x-private')
      response.setHeader('x-private', 'p')
      response.setHeader('keep-alive', 'timeout=77')
      response.setHeader('proxy-authenticate', 'Basic')
      response.setHeader('x-public', 'q')
      response.end(JSON.stringify({ names: request.rawHeaders, done: 'done' }))
    })
    const received = await raw(url, [
      'GET /stores HTTP/1.1',
      'Host: localhost:1234',
      'Connection: x-secret, keep-alive',
      'X-Secret: s',
      'X-Kept: k',
      'TE: trailers',
      'Keep-Alive: timeout=5',
      'Proxy-Authorization: Basic eDp5',
      'Proxy-Connection: keep-alive',
    ])
    expect(received).toContain('x-kept')
    for (const name of ['x-secret', 'proxy-', '"te"', 'localhost:1234'])
      expect(received.toLowerCase()).not.toContain(name)
    expect(received).toContain('x-public: q')
    for (const name of ['x-private', 'timeout=77']) expect(received).not.toContain(name)
    await stop()
  })

  it('refuses other hosts, and requests of other web pages that need no permission of the deployment', async () => {
    let requests = 0
    const { url, stop } = await proxying((_, response) => {
      requests += 1
      response.end('{"done"}')
    })
    const post = ['POST /invoices HTTP/1.1', 'Content-Length: 2', 'Connection: close']
    const page = ['Host: localhost', 'Origin: http://evil.example', 'Sec-Fetch-Site: cross-site']
    const json = 'Content-Type: application/json'
    const rebound = await raw(url, [...post, 'Host: rebind.evil.example', json, '', '{}'])
    expect(rebound).toMatch(
      /^HTTP\/1.1 403 [\s\S]*The host \\"rebind.evil.example\\" is not one of this recorder\./,
    )
    for (const type of ['Content-Type: text/plain', 'X-None: 1', 'Content-Type: application/jsonp'])
      expect(await raw(url, [...post, ...page, type, '', '{}'])).toMatch(/^HTTP\/1.1 403 /)
    expect(requests).toBe(0)
    // A shop's own page.
    expect(await raw(url, [...post, ...page, json, '', '{}'])).toMatch(/^HTTP\/1.1 200 /)
    const preflight = ['OPTIONS /invoices HTTP/1.1', 'Connection: close', ...page]
    expect(await raw(url, preflight)).toMatch(/^HTTP\/1.1 200 /)
    expect(requests).toBe(2)
    await stop()
  })

  it('passes bytes on as they are, and responses without a body', async () => {
    const bytes = Uint8Array.from({ length: 256 }, (_, index) => index)
    const { url, stop } = await proxying((request, response) => {
      if (request.method === 'DELETE') response.writeHead(204).end()
      else request.pipe(response)
    })
    const echoed = await fetch(`${url}/stores`, { method: 'POST', body: bytes })
    expect(new Uint8Array(await echoed.arrayBuffer())).toEqual(bytes)
    expect((await fetch(`${url}/stores`, { method: 'DELETE' })).status).toBe(204)
    await stop()
  })

  it('refuses a request that is too large for its memory', async () => {
    let requests = 0
    const { url, stop } = await proxying((_, response) => {
      requests += 1
      response.end('{}')
    })
    const response = await fetch(`${url}/stores`, { method: 'POST', body: new Uint8Array(17_000_000) })
    expect(response.status).toBe(413)
    expect(await response.json()).toMatchObject({ fact: 'The body of the request is too large.' })
    expect(requests).toBe(0)
    await stop()
  })

  it('passes a large response on without recording it', async () => {
    const large = ' '.repeat(20_000_000)
    const { url, stop } = await proxying((_, response) => response.end(large))
    expect((await (await fetch(`${url}/stores`)).text()).length).toBe(large.length)
    const { calls, remarks } = await stop()
    expect(calls).toBe(0)
    expect(remarks).toEqual(['call 1, getStore, has no response and is not in the scenario'])
  })

  it('responds with 502 if the deployment does not, and leaves the call out', async () => {
    const { url, stop } = await proxyTo('http://127.0.0.1:1')
    const response = await fetch(`${url}/stores`)
    expect(response.status).toBe(502)
    expect(await response.json()).toEqual({
      fact: 'No response from http://127.0.0.1:1.',
      detail: expect.any(String),
      remedy: expect.stringContaining('--proxy'),
    })
    expect(await stop()).toMatchObject({ calls: 0, remarks: [expect.stringContaining('has no response')] })
  })

  it('continues when a client disconnects, and keeps the calls that have a response', async () => {
    let closed = () => {}
    const upstreamClosed = new Promise<void>((resolve) => {
      closed = resolve
    })
    const { url, stop } = await proxying((request, response) => {
      if (request.url === '/stores') response.end('{}')
      else response.once('close', closed)
    })
    const hanging = fetch(`${url}/banks/my`, { signal: AbortSignal.timeout(100) })
    await expect(hanging).rejects.toThrow()
    await upstreamClosed
    expect((await fetch(`${url}/stores`)).status).toBe(200)
    const { scenario, calls } = await stop()
    expect(calls).toBe(1)
    expect(scenario.workflows[0]?.steps.map(({ stepId }) => stepId)).toEqual(['get-store'])
  })
})
