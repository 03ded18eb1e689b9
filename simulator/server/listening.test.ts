// A simulator behind a socket: its links, unavailable addresses, and closing.

import { createServer, get } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { UsageError } from '../../core/errors.ts'
import { closeServer, listenOn } from '../../core/listening.ts'
import { Simulator, type SimulatorOptions } from '../simulator.ts'
import { createQr, payByExchange } from '../test-support/requests.ts'
import { exchangeText } from '../test-support/send-once.ts'
import { serve } from '../test-support/served.ts'
import { Shop } from '../test-support/shop.ts'
import { type Listening, type ListenOptions, listen } from './listening.ts'
import type { LogEntry } from './request-log.ts'

const open: { close: () => Promise<void> }[] = []
afterEach(async () => {
  await Promise.all(open.splice(0).map(({ close }) => close()))
})

async function listening(
  address: Partial<ListenOptions> = {},
  options: SimulatorOptions = {},
): Promise<Listening> {
  const made = await serve(options, address)
  open.push(made)
  return made
}

const invoice = {
  clientId: '8a4d1c55-0000-4000-8000-000000000001',
  ...{ amount: '5', currency: 'USD', order: 'o', cart: [{ id: 'tea' }], shippingAddress: null },
}
const post = (url: string, body: unknown) =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

it('responds that it is unavailable before it is ready', async () => {
  let early: Response | undefined
  const served = await listen({ host: '127.0.0.1', port: 0 }, async (publicUrl) => {
    early = await fetch(`${publicUrl}/ready`)
    return new Simulator({ publicUrl })
  })
  open.push(served)
  expect(early?.status).toBe(503)
  expect(early?.headers.get('retry-after')).toBe('1')
})

it.each([
  { 'x-forwarded-host': 'shop.example', 'x-forwarded-proto': 'https' },
  { forwarded: 'host=shop.example;proto=https' },
])('ignores forwarded headers: %j', async (forwarded) => {
  const { url } = await listening()
  const headers = { 'content-type': 'application/json', ...forwarded }
  const body = JSON.stringify(invoice)
  const response = await fetch(`${url}/api/hosted-page`, { method: 'POST', headers, body })
  expect(JSON.parse(await response.text()).result.url).toContain(`${url}/checkout/`)
  const page = { ...headers, origin: 'https://shop.example' }
  expect((await fetch(`${url}/control/clock`, { headers: page })).status).toBe(403)
})

it('sends the virtual time, never the time of the machine', async () => {
  const { url } = await listening({}, { start: '2027-03-01T12:00:00Z' })
  const dates = async (head: string) =>
    (await exchangeText(url, `${head}\r\nConnection: close\r\n\r\n`)).match(/^date: .*$/gim)
  expect(await dates('GET / HTTP/1.1\r\nHost: localhost')).toEqual(['date: Mon, 01 Mar 2027 12:00:00 GMT'])
  // An invalid request reaches no sandbox.
  for (const invalid of ['\r\nHost: a b?', '']) expect(await dates(`GET / HTTP/1.1${invalid}`)).toBeNull()
})

describe('the log', () => {
  async function logging(options: SimulatorOptions = {}) {
    const entries: LogEntry[] = []
    const served = await listening({ log: (entry) => void entries.push(entry) }, options)
    return { ...served, entries }
  }

  it('has an entry for each request, also where no operation is', async () => {
    const { url, entries } = await logging()
    await post(`${url}/api/hosted-page`, invoice)
    await fetch(`${url}/sandboxes/mine`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    })
    await fetch(`${url}/sandboxes/mine/api/none`)
    await fetch(`${url}/sandboxes/mine/nowhere`)
    await fetch(`${url}/health`, { headers: { host: 'a' } })
    const request = { event: 'request', ms: expect.any(Number) }
    expect(entries).toMatchObject([
      { ...request, sandbox: 'default', path: '/api/hosted-page', operation: 'createInvoice', status: 200 },
      { ...request, sandbox: 'mine', method: 'PUT', operation: 'putSandbox', status: 200 },
      { ...request, sandbox: 'mine', path: '/sandboxes/mine/api/none', operation: null, status: 404 },
      { ...request, sandbox: 'mine', path: '/sandboxes/mine/nowhere', operation: null, status: 404 },
      { ...request, path: '/health', operation: null },
    ])
  })

  it('has an entry for a connection that an injected fault dropped', async () => {
    const { url, entries } = await logging()
    await post(`${url}/control/injected-faults`, { operationId: 'createInvoice', action: { do: 'drop' } })
    await expect(post(`${url}/api/hosted-page`, invoice)).rejects.toThrow('fetch failed')
    await expect.poll(() => entries.at(-1)).toMatchObject({ path: '/api/hosted-page', status: null })
  })

  it('names accepted validation errors', async () => {
    const { url, entries } = await logging({ validation: 'report' })
    await post(`${url}/api/hosted-page`, invoice)
    await post(`${url}/api/hosted-page`, { ...invoice, amount: 5 })
    expect(entries.map((entry) => 'validationErrors' in entry && entry.validationErrors)).toEqual([
      false,
      [expect.stringContaining('amount')],
    ])
  })

  it('has the virtual time, and the first reason of a refusal without the secrets of its body', async () => {
    const { url, entries } = await logging()
    await post(`${url}/control/clock/advance`, { by: 'PT1H' })
    await post(`${url}/api/hosted-page`, { ...invoice, currency: 'Zq81-hush', note: { apiKey: 'Zq81-hush' } })
    await post(`${url}/control/clock/advance`, { by: 'soon' })
    await fetch(`${url}/nowhere`)
    const at = '2026-01-05T10:00:00.000Z'
    expect(entries).toEqual([
      expect.not.objectContaining({ reason: expect.anything() }),
      expect.objectContaining({ at, status: 400, reason: 'Unknown currency. It is "•••".' }),
      expect.objectContaining({
        at,
        status: 400,
        reason: 'Invalid duration "soon". Expected an ISO 8601 duration of whole milliseconds.',
      }),
      expect.objectContaining({ at, operation: null, status: 404 }),
    ])
    expect(entries[0]).toMatchObject({ at, operation: 'advanceClock' })
    expect(JSON.stringify(entries)).not.toContain('Zq81-hush')
  })

  it('has an entry for each attempt to deliver a webhook, also after a reset and in a new sandbox', async () => {
    const closed = await listening()
    await closed.close()
    const { url, entries } = await logging({ webhookUrl: `${closed.url}/hook?token=abcdefgh` })
    const attempts = () => entries.flatMap((entry) => (entry.event === 'webhook' ? [entry] : []))
    const payIn = async (prefix: string) => {
      const shop = await Shop.open({ url: `${url}${prefix}` })
      await payByExchange(shop, 'order-1')
      await shop.control.advanceClock({ body: { next: true } })
    }
    await payIn('')
    const attempt = { event: 'webhook', outcome: 'unreachable', status: null, seq: 0 }
    expect(attempts()[0]).toMatchObject({
      ...attempt,
      sandbox: 'default',
      url: `${closed.url}/hook?token=•••`,
    })
    await post(`${url}/control/reset`, undefined)
    await payIn('')
    await post(`${url}/control/fork`, { name: 'copy' })
    await fetch(`${url}/sandboxes/new`, { method: 'PUT', body: '{}' })
    await payIn('/sandboxes/new')
    expect(attempts().filter(({ seq }) => seq === 0)).toMatchObject([
      { sandbox: 'default' },
      { sandbox: 'default' },
      { sandbox: 'new' },
    ])
  })
})

describe('the state of the server', () => {
  it('is healthy and ready', async () => {
    const { url } = await listening()
    for (const path of ['/health', '/ready']) {
      const response = await fetch(`${url}${path}`, { headers: { origin: 'http://other.example' } })
      expect([response.status, await response.json()]).toEqual([200, { status: 'ok' }])
      expect((await fetch(`${url}${path}`, { method: 'HEAD' })).status).toBe(200)
    }
  })

  it('opens no sandbox, and is not ready while the store cannot be used', async () => {
    const { url, simulator } = await listening()
    const opened = vi.spyOn(simulator.sandboxes, 'find')
    vi.spyOn(simulator.sandboxes, 'isReady', 'get').mockReturnValueOnce(false)
    expect((await fetch(`${url}/ready`)).status).toBe(503)
    expect((await fetch(`${url}/ready`)).status).toBe(200)
    expect((await fetch(`${url}/health`)).status).toBe(200)
    expect(opened).not.toHaveBeenCalled()
  })

  it('is not ready while it shuts down, which lets a request finish', async () => {
    const { url, shutDown } = await listening()
    const action = { do: 'delay', delayMs: 400 }
    await post(`${url}/control/injected-faults`, { operationId: 'createInvoice', action })
    // Requests that have begun, because a server that shuts down closes idle connections.
    const begun = ['/ready', '/health'].map((path) => {
      const socket = connect(Number(new URL(url).port), '127.0.0.1')
      socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n`)
      return socket
    })
    const slow = post(`${url}/api/hosted-page`, invoice)
    await new Promise((resolve) => setTimeout(resolve, 150))
    const down = shutDown()
    const responses = begun.map((socket) => {
      socket.write('\r\n')
      return text(socket)
    })
    expect((await slow).status).toBe(200)
    await down
    const [ready = '', health = ''] = await Promise.all(responses)
    expect([ready.slice(0, 12), health.slice(0, 12)]).toEqual(['HTTP/1.1 503', 'HTTP/1.1 200'])
    await expect(fetch(`${url}/health`)).rejects.toThrow('fetch failed')
  })
})

it('refuses a foreign host, and in process any', async () => {
  const { url, simulator } = await listening()
  const headers = { host: 'rebound.example' }
  const status = await new Promise((resolve) => {
    get(`${url}/api/stores`, { headers }, (response) => resolve(response.resume().statusCode))
  })
  expect(status).toBe(403)
  expect((await simulator.fetch('http://rebound.example/control/clock', { headers })).status).toBe(200)
})

it('adds no header to the responses of the service, and keeps those of the control API private', async () => {
  const { url } = await listening()
  const names = async (path: string) => [...(await fetch(`${url}${path}`)).headers.keys()]
  const strict = ['cache-control', 'cross-origin-resource-policy', 'x-content-type-options']
  expect(await names('/control/clock')).toEqual(expect.arrayContaining(strict))
  expect(await names('/control/openapi.json')).toEqual(expect.arrayContaining(strict))
  expect((await names('/api/stores')).filter((name) => strict.includes(name))).toEqual([])
})

it('reports a port that is in use', async () => {
  const other = createServer()
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
  open.push({ close: () => new Promise((resolve) => other.close(() => resolve())) })
  const address = other.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const refusal = await listening({ port }).catch((error: unknown) => error)
  expect(refusal).toBeInstanceOf(UsageError)
  expect(refusal).toMatchObject({
    fact: `Port ${port} on 127.0.0.1 is in use.`,
    remedy: `Choose another port, such as ${port === 65535 ? port - 1 : port + 1}, or 0 for any free one.`,
  })
})

it('reports a host that is not an address of this machine', async () => {
  await expect(listening({ host: '192.0.2.1' })).rejects.toMatchObject({
    fact: '"192.0.2.1" is not an address of this machine.',
  })
})

it('closes the socket when the simulator cannot be created', async () => {
  const { url, close } = await listening()
  const port = Number(new URL(url).port)
  await close()
  await expect(listening({ port }, { start: 'soon' })).rejects.toMatchObject({
    fact: 'Invalid instant "soon".',
  })
  await expect(listening({ port })).resolves.toMatchObject({ url })
})

it('handles requests that a client sends at once in their order', async () => {
  // An advance waits for the receiver, so the second one arrives while the first one runs.
  const receiver = createServer((_, response) => void setTimeout(() => response.end(), 50))
  const webhookUrl = await listenOn(receiver, { host: '127.0.0.1', port: 0 })
  open.push({ close: () => closeServer(receiver) })
  const { url } = await listening({}, { webhookUrl })
  await createQr(await Shop.open({ url }), 'order-1')
  const body = '{"by":"PT1H"}'
  const head = `POST /control/clock/advance HTTP/1.1\r\nhost: ${new URL(url).host}\r\ncontent-type: application/json`
  const request = `${head}\r\ncontent-length: ${body.length}\r\n`
  const responses = await exchangeText(url, `${request}\r\n${body}${request}connection: close\r\n\r\n${body}`)
  expect(responses.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 200'])
})
