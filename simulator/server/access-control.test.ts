// Who may call a served simulator: hosts, origins, content types and tokens, each as a table.

import { describe, expect, it } from 'vitest'
import { accessGuard, accessPolicy, type ServedAt } from './access-control.ts'

const local = { host: '127.0.0.1', publicUrl: 'http://127.0.0.1:4020', control: true }
const host = '127.0.0.1:4020'

type Sent = Record<string, string>

/** The status and body of the refusal of a request; undefined if it is accepted. */
function refusal(served: ServedAt, path: string, headers: Sent = {}, method = 'GET') {
  const guard = accessGuard(accessPolicy(served))
  return guard(new Request(`http://127.0.0.1:4020${path}`, { method, headers: { host, ...headers } }))
}
const status = (...asked: Parameters<typeof refusal>) => refusal(...asked)?.status

describe('a host', () => {
  const named = {
    ...local,
    host: 'Box',
    publicUrl: 'https://shop.example/twin',
    token: 'secret-of-the-server',
  }

  it.each<[host: string, isAccepted: boolean, served?: ServedAt]>([
    ...[
      '127.0.0.1',
      'localhost:4020',
      'LOCALHOST',
      'a.localhost',
      '[::1]:4020',
      '10.1.2.3:80',
      '[fe80::1]',
    ].map((host): [string, boolean] => [host, true]),
    ...[
      'evil.example',
      'localhost.evil.example',
      '127.0.0.1.evil.example',
      'notlocalhost',
      'a, localhost',
    ].map((host): [string, boolean] => [host, false]),
    ...['', ':4020', '1.2.3', '[evil]', 'ä/sandboxes/a.localhost', 'a b.localhost', 'shop.example'].map(
      (host): [string, boolean] => [host, false],
    ),
    ['box', true, named],
    ['BOX:80', true, named],
    ['shop.example:4020', true, named],
  ])('"%s" is accepted: %s', (host, isAccepted, served = local) => {
    for (const path of ['/', '/api/stores', '/control/clock', '/checkout/1', '/sandboxes/a/api/stores']) {
      const refused = served === named && path === '/control/clock' ? 401 : undefined
      expect(status(served, path, { host })).toBe(isAccepted ? refused : 403)
    }
  })

  it('has a refusal that names --public-url', async () => {
    expect(await refusal(local, '/api/stores', { host: 'twin:4020' })?.json()).toEqual({
      fact: 'The host "twin:4020" is not accepted.',
      detail: expect.stringContaining('loopback'),
      remedy: expect.stringContaining('--public-url http://twin:4020'),
    })
  })
})

const guarded = [
  '/control',
  '/control/clock',
  '/control/openapi.json',
  '/sandboxes',
  '/sandboxes/a',
  '/sandboxes/a/control/reset',
  '/%63ontrol/reset',
  '/api/../control/reset',
  '/api/%2e%2e/control/reset',
  '/sandboxes/a/api/../control/reset',
  '/later',
]
const open = [
  '/',
  '/?a',
  '/health',
  '/ready',
  '/api/stores',
  '/api/control/clock',
  '/openapi.json',
  '/docs',
  '/assets/live.js',
  '/favicon.ico',
  '/checkout',
  '/checkout/1',
  '/checkout?uuid=1',
  '/customers/1',
  '/logos/BTC.svg',
  '/sandboxes/a/api/stores',
  '/sandboxes/a/checkout/1',
  '/sandboxes/control/api/stores',
  '/sandboxes/a/openapi.json',
]
const foreign: Sent[] = [
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site' },
  { 'sec-fetch-site': '' },
  { 'sec-fetch-site': 'same-origin, cross-site' },
  { origin: 'null' },
  { origin: 'http://evil.example' },
  { origin: 'http://127.0.0.1' },
  { origin: 'http://127.0.0.1:4021' },
  { origin: 'https://127.0.0.1:4020' },
  { origin: 'http://127.0.0.1:4020.evil.example' },
  { origin: 'http://127.0.0.1:4020', 'sec-fetch-site': 'cross-site' },
  { origin: 'http://evil.example', upgrade: 'websocket' },
]

it.each([
  ['http://evil.example', 'The request comes from http://evil.example.'],
  ['null', 'The request comes from a page of another origin.'],
])('the refusal of a request with the origin %s says where it comes from', async (origin, detail) => {
  expect(await refusal(local, '/control/clock', { origin })?.json()).toMatchObject({
    fact: 'The control API refuses requests from other web pages.',
    detail,
  })
})

describe.each(foreign)('a request of another origin with %o', (headers) => {
  it.each(guarded)('is refused at %s', (path) => {
    for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'HEAD']) {
      const refused = refusal(local, path, { ...headers, 'content-type': 'application/json' }, method)
      expect(refused?.status).toBe(403)
      expect(
        [...(refused?.headers.keys() ?? [])].filter((name) => name.startsWith('access-control')),
      ).toEqual([])
    }
  })

  it.each(open)('is accepted at %s', (path) => {
    expect(status(local, path, headers)).toBeUndefined()
    const json = { ...headers, 'content-type': 'application/json' }
    expect(status({ ...local, host: '0.0.0.0' }, path, json, 'POST')).toBeUndefined()
  })

  it.each(['/api/closePartialTx', '/sandboxes/a/api/closePartialTx', '/checkout/1/pay'])(
    'is refused at %s if a form can send it',
    (path) => {
      for (const type of [
        'text/plain',
        'application/x-www-form-urlencoded',
        'multipart/form-data; boundary=x',
      ])
        expect(status(local, path, { ...headers, 'content-type': type }, 'POST')).toBe(403)
      expect(status(local, path, headers, 'POST')).toBe(403)
    },
  )
})

describe('a request of the own page', () => {
  const json = { 'content-type': 'application/json' }

  it.each<Sent>([
    { 'sec-fetch-site': 'same-origin' },
    { 'sec-fetch-site': 'none' },
    { 'sec-fetch-site': 'same-origin', origin: `http://${host}` },
    { origin: 'http://LOCALHOST:4020'.toLowerCase(), host: 'LOCALHOST:4020' },
    { 'sec-fetch-mode': 'cors', 'user-agent': 'node' },
  ])('is accepted with %o', (headers) => {
    expect(status(local, '/control/clock', headers)).toBeUndefined()
    expect(status(local, '/control/clock/advance', { ...headers, ...json }, 'POST')).toBeUndefined()
  })

  it('is accepted if it has the origin of the public URL', () => {
    const proxied = { ...local, publicUrl: 'https://localhost:8443/twin' }
    const headers = { ...json, origin: 'https://localhost:8443' }
    expect(status(proxied, '/control/reset', headers, 'POST')).toBeUndefined()
    expect(status(local, '/control/reset', headers, 'POST')).toBe(403)
  })
})

describe('a content type', () => {
  const signs: Sent[] = [
    { origin: `http://${host}` },
    { 'sec-fetch-site': 'same-origin' },
    { 'sec-fetch-dest': 'empty' },
    { referer: 'http://evil.example/' },
    { cookie: 'a=b' },
    { 'user-agent': 'Mozilla/5.0 (X11)' },
  ]
  const json = [
    'application/json',
    'application/json; charset=utf-8',
    'Application/JSON',
    'application/merge-patch+json',
  ]
  const others = [
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=a',
    'text/xml',
    '',
    'application/jsonp',
    'text/plain; application/json',
  ]

  it.each(signs)('is JSON if the request may be of a page: %o', (sign) => {
    const post = (headers: Sent) => status(local, '/control/reset', { ...sign, ...headers }, 'POST')
    for (const type of json) expect(post({ 'content-type': type })).toBeUndefined()
    for (const type of others) expect([type, post({ 'content-type': type })]).toEqual([type, 415])
    expect(post({})).toBe(415)
    expect(status(local, '/control/clock', sign)).toBeUndefined()
  })

  it.each(['curl/8.5.0', 'node', 'python-requests/2.31'])('is any other with %s', (agent) => {
    for (const type of others)
      expect(
        status(local, '/control/reset', { 'user-agent': agent, 'content-type': type }, 'POST'),
      ).toBeUndefined()
  })
})

describe('a token', () => {
  const tokenOf = (served: Partial<ServedAt>) => accessPolicy({ ...local, ...served }).token
  const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`

  it.each<Partial<ServedAt>>([
    {},
    { host: 'localhost' },
    { host: '::1' },
    { host: '127.8.8.8' },
    { publicUrl: 'http://[::1]:1' },
    { host: '0.0.0.0', control: false },
  ])('is not required with %o', (served) => expect(tokenOf(served)).toBeUndefined())

  it.each<Partial<ServedAt>>([
    { host: '0.0.0.0' },
    { host: '::' },
    { host: '192.168.1.2' },
    { host: 'box' },
    { host: '127.evil.example' },
    { publicUrl: 'https://shop.example' },
  ])('is random with %o', (served) => {
    expect(tokenOf(served)).toMatch(/^[\w-]{24}$/)
    expect(tokenOf(served)).not.toBe(tokenOf(served))
    expect(tokenOf({ ...served, token: 'mine-and-long-enough' })).toBe('mine-and-long-enough')
  })

  const served = { ...local, token: 'se:cret-of-the-server' }
  it.each([
    [undefined, 'Bearer se:cret-of-the-server'],
    [undefined, 'bearer se:cret-of-the-server'],
    [undefined, basic('anyone:se:cret-of-the-server')],
    ...['', 'se:cret-of-the-server', 'Bearer', 'Bearer se', 'Bearer se:cret-of-the-server2'].map(
      (text) => [401, text] as const,
    ),
    [401, 'Digest se:cret-of-the-server'],
    [401, basic('se:cret-of-the-server')],
    [401, 'Basic %%%'],
  ] as const)('leads to %s as "%s"', (expected, authorization) => {
    for (const path of guarded) expect(status(served, path, { authorization })).toBe(expected)
    for (const path of open) expect(status(served, path, { authorization })).toBeUndefined()
  })

  it('is asked for in a form that browsers show', async () => {
    const refused = refusal(served, '/control/clock')
    expect(refused?.headers.get('www-authenticate')).toBe('Basic realm="paytwin control"')
    expect(await refused?.json()).toMatchObject({
      fact: 'The control API requires a token.',
      remedy: expect.stringContaining('Authorization: Bearer'),
    })
  })

  it('cannot be short where others can reach the control API', () => {
    const short = 'fifteen-letters'
    for (const elsewhere of [{ host: '0.0.0.0' }, { publicUrl: 'https://shop.example' }])
      expect(() => tokenOf({ ...elsewhere, token: short })).toThrow(
        'The token of the control API is too short.',
      )
    expect(tokenOf({ token: short })).toBe(short)
    expect(tokenOf({ host: '0.0.0.0', token: `${short}!` })).toBe(`${short}!`)
    expect(tokenOf({ host: '0.0.0.0', token: short, control: false })).toBeUndefined()
  })

  it.each(['with space', 'ä', 'line\nbreak'])('cannot be %j', (token) => {
    expect(() => tokenOf({ token })).toThrow('Invalid token of the control API.')
  })
})
