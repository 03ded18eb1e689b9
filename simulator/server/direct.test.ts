// Requests that are served directly have the same effects and responses as through the routes: in process, and over a socket to
// the byte.

import { IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { invoice } from '../../client/sample-requests.ts'
import { Simulator } from '../simulator.ts'
import { samplesFor } from '../test-support/sales.ts'
import { exchangeText } from '../test-support/send-once.ts'
import { type Listening, listen } from './listening.ts'
import type { LogEntry } from './request-log.ts'

const body = JSON.stringify(invoice(samplesFor(''), { amount: '129.95' }))
const token = { authorization: 'Bearer merchant-lamp-shop' }
const json = { 'content-type': 'application/json', ...token }

interface Sent {
  target: string
  method?: string
  headers?: Record<string, string>
  body?: string
}
const post = (body: string, headers: Record<string, string> = json): Sent => ({
  target: '/api/hosted-page',
  method: 'POST',
  headers,
  body,
})

const uuid = '00000000-0000-4000-8000-000000000000'
const requests: Readonly<Record<string, Sent>> = {
  'an invoice': post(body),
  'an invoice of an unknown merchant': post(body, { 'content-type': 'application/json' }),
  'a body that is not JSON': post('{'),
  'a body that the document does not accept': post('{"amount":1}'),
  'a body that starts with a byte order mark': post(`\ufeff${body}`),
  'a body with half of a surrogate pair': post(body.replace('Desk', '\ud800')),
  'a body beyond the limit': post(JSON.stringify({ note: 'x'.repeat(3_000_000) })),
  'a form': post('a=1', { ...token, 'content-type': 'application/x-www-form-urlencoded' }),
  'a body without a content type': post(body, token),
  'a store': { target: '/api/stores', headers: token },
  'an invoice that is unknown': { target: `/api/invoices?uuid=${uuid}`, headers: token },
  'a query with escapes': { target: '/api/invoices?uuid=%31+2&uuid=3&&x', headers: token },
  'a query with several parameters': {
    target: '/api/currencies?amount=1&currency=USD&amount=2',
    headers: token,
  },
  'a query without a value': { target: '/api/invoices?uuid', headers: token },
  'a query without a name': { target: '/api/invoices?=1', headers: token },
  'an empty query': { target: '/api/invoices?', headers: token },
  'a query with two equals signs': { target: '/api/invoices?uuid=1=2', headers: token },
  'a query with the name of a prototype': { target: '/api/invoices?__proto__=1', headers: token },
  'a query beyond the limit': { target: `/api/invoices?uuid=${'1'.repeat(2100)}`, headers: token },
  'an unknown path': { target: '/api/nothing', headers: token },
  'a path that ends with a slash': { target: '/api/stores/', headers: token },
  'a path with dots': { target: '/api/x/../stores', headers: token },
  'a path with an escape': { target: '/api/st%6Fres', headers: token },
  'another method': { target: '/api/stores', method: 'PUT', headers: token },
  'only the head': { target: '/api/stores', method: 'HEAD', headers: token },
  'a page of this machine': { target: '/api/stores', headers: { ...token, origin: 'http://localhost:3000' } },
}
const entries = Object.entries(requests)
/** Where a sandbox is served. There is none of the last name. */
const places = ['', '/sandboxes/mine', '/sandboxes/default', '/sandboxes/none']

function journalsOf({ sandboxes }: Simulator): object {
  return sandboxes.list().map(({ name, journal }) => [name, journal.sentFrom(0)])
}

describe.each(places)('in process at "%s"', (place) => {
  const direct = new Simulator({ seed: 'same' })
  const routed = new Simulator({ seed: 'same' })
  beforeAll(async () => {
    for (const { sandboxes } of [direct, routed]) await sandboxes.put('mine', {})
  })

  it.each(entries)('%s', async (_, { target, ...init }) => {
    const responses = [
      await direct.fetch(place + target, init),
      await routed.response(new Request(new URL(place + target, routed.publicUrl), init)),
    ]
    const [one, other] = await Promise.all(
      responses.map(async (response) => [response.status, [...response.headers], await response.text()]),
    )
    expect(one).toEqual(other)
    expect(journalsOf(direct)).toEqual(journalsOf(routed))
  })
})

it.each([
  ['GET', '/api/stores', true, true],
  ['GET', '/sandboxes/mine/api/stores', true, false],
  ['HEAD', '/api/stores', false, false],
  ['GET', '/sandboxes/../api/stores', false, false],
  ['GET', '/sandboxes/%6d/api/stores', false, false],
  ['GET', '/control/clock', false, false],
  ['GET', '/sandboxes/mine/control/clock', false, false],
])('%s %s takes the direct way: %s, without the control API %s', (method, target, expected, without) => {
  const isOrdinary = (control: boolean) =>
    new Simulator({ control }).direct.isOrdinary({ method, target, headers: {} })
  expect([isOrdinary(true), isOrdinary(false)]).toEqual([expected, without])
})

describe('over a socket', () => {
  let direct: Listening
  let routed: Listening
  const logs = { direct: [] as object[], routed: [] as object[] }
  beforeAll(async () => {
    const at = async (log: object[], isRouted: boolean) => {
      const simulator = new Simulator({ seed: 'same', publicUrl: 'http://127.0.0.1:4020' })
      await simulator.sandboxes.put('mine', {})
      if (isRouted) simulator.direct.isOrdinary = () => false
      const add = (entry: LogEntry) => void log.push({ ...entry, ms: 0 })
      return listen({ host: '127.0.0.1', port: 0, log: add }, () => simulator)
    }
    direct = await at(logs.direct, false)
    routed = await at(logs.routed, true)
  })
  afterAll(async () => {
    await direct.close()
    await routed.close()
  })

  const both = async (...parts: string[]) => {
    expect(await exchangeText(direct.url, ...parts)).toBe(await exchangeText(routed.url, ...parts))
    expect(journalsOf(direct.simulator)).toEqual(journalsOf(routed.simulator))
    expect(logs.direct).toEqual(logs.routed)
  }

  const each = places.flatMap((place) => entries.map(([name, sent]) => ({ place, name, sent })))
  it.each(each)('$name at "$place"', async ({ place, sent }) => {
    const { target, method = 'GET', headers = {}, body = '' } = sent
    const length = body === '' ? {} : { 'content-length': `${Buffer.byteLength(body)}` }
    const lines = Object.entries({ host: '127.0.0.1:4020', ...headers, ...length, connection: 'close' })
    await both(
      `${method} ${place}${target} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${body}`,
    )
  })

  it('requests on a connection that stays open', async () => {
    const start = 'GET /api/stores HTTP/1.1\r\nhost: 127.0.0.1:4020\r\n'
    const last = `${start}connection: close\r\n\r\n`
    for (const more of ['\r\n', `x-note: 1\r\n\r\n`]) {
      await both(`${start}${more}`, `${start}\r\n`, last)
      await both(`${start}${more}${start}\r\n${last}`)
    }
    await both(`${start}authorization: Bearer merchant-lamp-shop\r\n\r\n`, last)
    await both('GET /api/stores HTTP/1.0\r\nhost: 127.0.0.1:4020\r\n\r\n')
    await both('GET /api/stores HTTP/1.0\r\nhost: 127.0.0.1:4020\r\nconnection: keep-alive\r\n\r\n', last)
  })

  it('takes the direct way for ordinary requests only', async () => {
    const raws: object[] = []
    const stop = direct.simulator.onResponse(({ request }) => void raws.push(request.raw))
    for (const host of ['127.0.0.1:4020', 'LOCALHOST:4020'])
      await both(`GET /api/stores HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\n\r\n`)
    stop()
    expect(raws.map((raw) => raw instanceof IncomingMessage)).toEqual([true, false])
  })

  it('a body that arrives after its headers, in two parts', async () => {
    const lines = Object.entries({ ...json, 'content-length': Buffer.byteLength(body) })
    const start = 'POST /api/hosted-page HTTP/1.1\r\nhost: 127.0.0.1:4020\r\nconnection: close\r\n'
    const head = `${start}${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`
    await both(head, body.slice(0, 10), body.slice(10))
  })

  it.each([
    ['a host that is not accepted', 'host: shop.example\r\n'],
    ['two tokens', 'host: 127.0.0.1:4020\r\nauthorization: Bearer a\r\nauthorization: Bearer b\r\n'],
    ['no host', ''],
  ])('%s', async (_, lines) => {
    await both(`GET /api/stores HTTP/1.1\r\n${lines}connection: close\r\n\r\n`)
  })

  it('a body in chunks', async () => {
    const lines = Object.entries(json).map(([name, value]) => `${name}: ${value}\r\n`)
    const chunk = `${Buffer.byteLength(body).toString(16)}\r\n${body}\r\n0\r\n\r\n`
    const start = 'POST /api/hosted-page HTTP/1.1\r\nhost: 127.0.0.1:4020\r\nconnection: close\r\n'
    await both(`${start}${lines.join('')}transfer-encoding: chunked\r\n\r\n${chunk}`)
  })

  it.each(['direct', 'routed'])(
    'a connection that closes before its request is complete: %s',
    async (way) => {
      const { simulator, url } = way === 'direct' ? direct : routed
      const socket = connect(Number(new URL(url).port), '127.0.0.1')
      const reported = vi.spyOn(console, 'error')
      const before = simulator.defaultSandbox.journal.count
      const lines = Object.entries(json).map(([name, value]) => `${name}: ${value}\r\n`)
      const host = `host: ${new URL(url).host}\r\n`
      socket.write(`POST /api/hosted-page HTTP/1.1\r\n${host}${lines.join('')}content-length: 1000\r\n\r\n{`)
      const pause = () => new Promise((resolve) => setTimeout(resolve, 50))
      await pause()
      socket.destroy()
      await pause()
      expect((await simulator.fetch('/api/stores', { headers: token })).status).toBe(200)
      expect(simulator.defaultSandbox.journal.count).toBe(before + 1)
      expect(reported).not.toHaveBeenCalled()
    },
  )
})
