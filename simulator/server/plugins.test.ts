// Plugins: what they serve in front of the contract, what they may use, and that no request passes them by.

import { describe, expect, it, onTestFinished } from 'vitest'
import { encryptPassphraseText, encryptRsaText } from '../../client/encryption.ts'
import { valueAt } from '../../core/json.ts'
import { createSimulator } from '../embedding/create-simulator.ts'
import type { SimulatorOptions } from '../options/simulator-options.ts'
import type { Plugin } from '../plugin.ts'
import { Simulator } from '../simulator.ts'
import { invoice, magazine } from '../test-support/requests.ts'
import { defaultWorld } from '../world/default-world.ts'

const authorization = 'Bearer merchant-lamp-shop'

const post = (body: unknown, headers = {}): RequestInit => ({
  method: 'POST',
  headers: { authorization, 'content-type': 'application/json', ...headers },
  body: typeof body === 'string' ? body : JSON.stringify(body),
})

const schemes = ['passphrase', 'merchant-key', 'service-key'] as const

/** The routes that the tests call. */
const shop: Plugin = ({ service, sandboxOf, bodyOf, changeBody }) => {
  service.post('/auth/token', async (context) => {
    const { client_id: id, client_secret: secret } = await bodyOf(context)
    const sandbox = await sandboxOf(context)
    return context.json(sandbox.issueToken(sandbox.merchantOf({ id, secret })))
  })
  service.post('/auth/login/:scheme', async (context) => {
    const { data } = await bodyOf(context)
    const scheme = schemes.find((one) => one === context.req.param('scheme')) ?? 'passphrase'
    const { value, merchant } = (await sandboxOf(context)).decrypt(data, scheme)
    return context.json({ value, merchant: merchant.username })
  })
  service.post('/orders/rename', async (context) => {
    const sandbox = await sandboxOf(context)
    const merchant = sandbox.merchantOf({ token: context.req.header('authorization') })
    const { uuid, previousOrder, order } = await context.req.json()
    return context.json(sandbox.renameOrder({ merchant, uuid, previousOrder, order }))
  })
  service.get('/orders/:uuid', async (context) => {
    const sandbox = await sandboxOf(context)
    const { invoice, payment, paymentStatus } = sandbox.readInvoice({ uuid: context.req.param('uuid') })
    const record = payment && sandbox.transactionRecord(payment)
    return context.json({ order: invoice.order, paymentStatus, received: record?.receivedAmount })
  })
  service.post(
    '/hosted-page',
    changeBody((body) => ({ shippingAddress: null, ...body, amount: String(body.amount) })),
  )
  return {
    validation: 'report',
    assumptions: { 'webhooks.signature': 'none', 'errors.wording': 'terse' },
    world: { merchants: [{ username: 'lamps', clientId: 'shop-17' }, {}] },
  }
}

/** A simulator, and a function that sends to its service and returns status, body, and the name of the plugin that responded. */
function withPlugins(options: SimulatorOptions = { plugins: [shop] }) {
  const simulator = createSimulator(options)
  const send = async (path: string, init: RequestInit = { headers: { authorization } }) => {
    const response = await simulator.fetch(`/api${path}`, init)
    const body: unknown = await response.json()
    return { status: response.status, body, by: response.headers.get('x-paytwin-outside-contract') }
  }
  return { simulator, send }
}

/** The ways to the service of a simulator to its sandboxes, and the journals of these. */
async function waysTo(options: SimulatorOptions) {
  const simulator = createSimulator({ publicUrl: 'http://127.0.0.1:1', ...options })
  const server = await simulator.listen()
  onTestFinished(server.close)
  const mine = await simulator.sandbox('mine')
  const ways = ['/api', '/sandboxes/mine/api'].flatMap((base) => [
    {
      way: `in process at ${base}`,
      send: (path: string, init: RequestInit) => simulator.fetch(base + path, init),
    },
    {
      way: `on a socket at ${base}`,
      send: (path: string, init: RequestInit) => fetch(server.url + base + path, init),
    },
  ])
  return { ways, journals: () => Promise.all([simulator, mine].map(({ control }) => control.getJournal())) }
}

it('every request of the service passes a plugin, and its response is the same as without one', async () => {
  const origin = 'http://localhost:3000'
  const preflight = { origin, 'access-control-request-method': 'POST' }
  const requests: [path: string, init: RequestInit][] = [
    ['/stores', { headers: { authorization } }],
    ['/stores', { method: 'HEAD', headers: { authorization } }],
    ['/%73tores?x=%20', {}],
    ['/hosted-page', post(invoice('order-1'), { origin })],
    ['/hosted-page', post('{')],
    ['/hosted-page', post('x'.repeat(3_000_000))],
    ['/hosted-page', { method: 'OPTIONS', headers: preflight }],
    ['', {}],
    ['//nowhere/', { method: 'DELETE' }],
  ]
  const seen: string[] = []
  const watch: Plugin = ({ service }) => {
    service.use(async ({ req }, next) => {
      await next()
      seen.push(`${req.method} ${req.path}`)
    })
    return undefined
  }
  const plain = await waysTo({})
  const watched = await waysTo({ plugins: [watch, watch] })
  for (const [index, { way, send }] of watched.ways.entries())
    for (const [path, init] of requests) {
      seen.length = 0
      const [actual, expected] = await Promise.all(
        [send, plain.ways[index]?.send].map(async (to) => {
          const response = await to?.(path, init)
          // These are about the connection.
          const ofConnection = ['connection', 'keep-alive', 'content-length']
          const headers = [...(response?.headers ?? [])].filter(([name]) => !ofConnection.includes(name))
          return [response?.status, headers, await response?.text()]
        }),
      )
      expect({ way, path, is: actual }).toEqual({ way, path, is: expected })
      expect({ way, path, seen: seen.length }).toEqual({ way, path, seen: 2 })
    }
  expect(await watched.journals()).toEqual(await plain.journals())
})

it('a fault drops the connection of a request that passes a plugin', async () => {
  const { simulator } = withPlugins()
  const server = await simulator.listen()
  onTestFinished(server.close)
  await simulator.control.injectFault({ body: { operationId: 'getStore', action: { do: 'drop' } } })
  await expect(fetch(`${server.url}/api/stores`)).rejects.toThrow('fetch failed')
})

it('responds to its routes with its name, in the journal, and to pages of other origins', async () => {
  const { simulator, send } = withPlugins()
  const observed: unknown[] = []
  simulator.onRequest(({ operation, body, response }) => observed.push([operation, body, response]))
  const asked = post({ client_id: 'nobody' }, { origin: 'http://localhost:3000' })
  const response = await simulator.fetch('/api/auth/token', asked)
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'x-paytwin-outside-contract': 'shop',
    'access-control-allow-origin': 'http://localhost:3000',
    date: 'Mon, 05 Jan 2026 09:00:00 GMT',
  })
  const { lines } = await simulator.control.getJournal()
  expect(lines).toMatchObject([{ operation: null, path: '/api/auth/token', status: 401 }])
  expect(observed).toEqual([[null, '{"client_id":"nobody"}', await response.text()]])
  expect([(await send('/stores')).by, (await send('/nowhere')).by]).toEqual([null, null])
  expect((await simulator.credentials()).plugins).toEqual(['shop'])
  expect(await (await simulator.fetch('/health')).json()).toEqual({ status: 'ok', plugins: ['shop'] })
})

describe('a plugin', () => {
  const { simulator, send } = withPlugins({
    plugins: [shop],
    assumptions: { 'authentication.token-issue': 'expiring' },
  })
  const issued = {
    accessToken: 'merchant-lamp-shop',
    expiresInSeconds: 3600,
    expiresAt: '2026-01-05T10:00:00.000Z',
  }
  const login = { client_id: 'shop-17', client_secret: 'secret-lamp-shop' }
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  const id = '8a4d1c55-0000-4000-8000-000000000001'

  it.each<[what: string, body: unknown, status: number, expected: unknown, headers?: object]>([
    ['issues the token of a client id', login, 200, issued],
    ["issues the token of a merchant's id", { ...login, client_id: id }, 200, issued],
    ['reads a form', new URLSearchParams(login).toString(), 200, issued, form],
    ['refuses another secret', { ...login, client_secret: 'x' }, 401, { message: 'credentials' }],
    ['refuses a missing secret', { client_id: 'shop-17' }, 401, { message: 'credentials' }],
    ['refuses a list', [login], 400, { message: 'invalid' }],
    ['refuses a body that is too large', 'x'.repeat(3_000_000), 413, { message: 'too-large' }],
  ])('%s', async (_, body, status, expected, headers) => {
    expect(await send('/auth/token', post(body, headers))).toMatchObject({
      status,
      body: expected,
      by: 'shop',
    })
  })

  it.each<
    [
      scheme: string,
      text: unknown,
      key: 'lamps' | 'tea' | 'service' | 'none',
      status: number,
      expected: object,
    ]
  >([
    ['passphrase', { a: 1 }, 'lamps', 200, { value: { a: 1 }, merchant: 'lamps' }],
    ['passphrase', { a: 1 }, 'tea', 200, { merchant: 'tea-house' }],
    ['passphrase', { clientId: 'shop-17' }, 'lamps', 200, { merchant: 'lamps' }],
    ['passphrase', { clientId: 'shop-17' }, 'tea', 401, { message: 'credentials' }],
    ['passphrase', { a: 1 }, 'none', 400, { message: 'invalid' }],
    ['merchant-key', { merchantId: id }, 'lamps', 200, { merchant: 'lamps' }],
    ['service-key', { clientId: id }, 'service', 200, { merchant: 'lamps' }],
    ['service-key', id, 'service', 200, { value: id, merchant: 'lamps' }],
    ['service-key', { a: 1 }, 'service', 401, { message: 'credentials' }],
  ])('decrypts with the %s %j of %s: %i', async (scheme, value, key, status, expected) => {
    const { merchants, servicePublicKey } = await simulator.credentials()
    const [lamps, tea] = merchants
    const merchant = key === 'tea' ? tea : lamps
    const text = typeof value === 'string' ? value : JSON.stringify(value)
    const data =
      scheme === 'passphrase'
        ? encryptPassphraseText(text, key === 'none' ? 'x' : (merchant?.clientSecret ?? ''))
        : encryptRsaText(text, scheme === 'service-key' ? servicePublicKey : (merchant?.publicKey ?? ''))
    expect(await send(`/auth/login/${scheme}`, post({ data }))).toMatchObject({ status, body: expected })
  })
})

it('renames an order before and after its payment, and shows its invoice to a page', async () => {
  const { simulator, send } = withPlugins()
  const orders: string[] = []
  simulator.onWebhook(({ facts }) => void orders.push(facts.offerId))
  const cart = [{ ...magazine, subscriptionPeriod: '0m' }]
  const { shippingAddress: _, ...loose } = invoice('draft-1', { cart })
  const created = await send('/hosted-page', post({ ...loose, amount: 12.5 }))
  const uuid = String(valueAt(created.body, 'result', 'uuid'))
  await send('/hosted-page', post(invoice('order-9')))
  const rename = (body: object) => send('/orders/rename', post(body))
  const read = async () => (await send(`/orders/${uuid}`, {})).body
  expect(await rename({ uuid, order: 'draft-2' })).toMatchObject({ body: { previousOrder: 'draft-1' } })
  expect(await read()).toEqual({ order: 'draft-2', paymentStatus: null })
  await simulator.payInvoice(uuid, { as: 'shopper-ready', by: 'exchange' })
  const refused = [
    { order: 'order-9', previousOrder: 'draft-2' },
    { order: 'x', previousOrder: 'draft-1' },
    { uuid },
  ]
  const statuses = await Promise.all(refused.map(async (body) => (await rename(body)).status))
  expect(statuses).toEqual([400, 404, 400])
  expect((await rename({ previousOrder: 'draft-2', order: 'order-1' })).status).toBe(200)
  await simulator.restore(structuredClone(await simulator.snapshot()))
  await simulator.clock.advance({ by: 'P32D' })
  expect(await read()).toEqual({ order: 'order-1', paymentStatus: '1', received: expect.any(String) })
  expect(new Set(orders)).toEqual(new Set(['draft-2', 'order-1']))
  expect(orders.lastIndexOf('draft-2')).toBe(0)
  expect((await send('/orders/none', {})).status).toBe(404)
})

it('sets defaults, which what the user chooses replaces', () => {
  const other: Plugin = () => ({ validation: 'strict', world: { merchants: [{ clientSecret: 'other' }] } })
  const settings = (options: SimulatorOptions) => {
    const { options: chosen, world } = new Simulator(options).defaultSandbox
    const { assumptions, accounts } = world
    const names = accounts.merchants.map(({ username, clientSecret }) => `${username} ${clientSecret}`)
    return [chosen.validation, assumptions.name('webhooks.signature'), ...names]
  }
  const assumptions = { 'webhooks.signature': 'rsa-sha256' } as const
  const [lamps, tea] = ['secret-lamp-shop', 'tea-house secret-tea-house']
  expect(settings({ plugins: [shop] })).toEqual(['report', 'none', `lamps ${lamps}`, tea])
  expect(settings({ plugins: [shop, other] })).toEqual(['strict', 'none', 'lamps other'])
  const user = { validation: 'strict', world: defaultWorld, assumptions } as const
  expect(settings({ plugins: [shop], ...user })).toEqual(['strict', 'rsa-sha256', `lamp-shop ${lamps}`, tea])
  expect(settings({ plugins: [shop], randomAssumptions: 1 })[0]).toBe('report')
})

it.each<[returned: unknown, message: string]>([
  [{ routes: [] }, 'Plugin broken: Unknown option "routes" of a plugin.'],
  [{ assumptions: { nothing: 'x' } }, 'Plugin broken: There is no unspecified behavior "nothing".'],
  [Promise.resolve(), 'Plugin broken: It returns a promise.'],
])('refuses a plugin that returns %j', (returned, message) => {
  const broken = () => returned as undefined
  expect(() => createSimulator({ plugins: [broken] })).toThrow(message)
})
