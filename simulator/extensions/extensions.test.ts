// Extensions: operations outside the contract that an overlay adds, and what it loosens.

import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { copyJson, valueAt } from '../../core/json.ts'
import { createSimulator, type EmbeddedSimulator } from '../embedding/create-simulator.ts'
import type { SimulatorOptions } from '../options/simulator-options.ts'
import { adding, createInvoice, send, simulatorWith, token } from '../test-support/overlays.ts'
import { invoice } from '../test-support/requests.ts'
import { defaultWorld } from '../world/default-world.ts'
import { readExtension } from './overlay.ts'

const example = JSON.parse(
  readFileSync(new URL('../../docs/examples/extension.json', import.meta.url), 'utf8'),
)
const header = 'x-paytwin-outside-contract'
const plugin = await readExtension(example)

async function extended(options: SimulatorOptions = {}): Promise<EmbeddedSimulator> {
  return createSimulator({ extend: [plugin], ...options })
}

const fixed = (response: object) => ({ 'x-paytwin-behavior': { use: 'fixed-response', response } })

describe('an operation of an extension', () => {
  it('issues the token of a merchant, valid for its full time from now', async () => {
    const simulator = await extended()
    const { merchants } = await simulator.credentials()
    const body = { client_id: merchants[0]?.id, client_secret: merchants[0]?.clientSecret }
    await simulator.clock.advance({ by: 'P2D' })
    expect((await send(simulator, 'GET', '/stores')).status).toBe(401)
    const issued = await send(simulator, 'POST', '/auth/token', body)
    expect(issued).toMatchObject({
      status: 200,
      body: { access_token: token, token_type: 'Bearer', expires_in: expect.any(Number) },
    })
    expect((await send(simulator, 'GET', '/stores')).status).toBe(200)
    const wrong = await send(simulator, 'POST', '/auth/token', { ...body, client_secret: 'wrong' })
    expect(wrong).toMatchObject({ status: 401, body: { ok: false } })
    const incomplete = await send(simulator, 'POST', '/auth/token', { client_id: '1' })
    expect(incomplete).toMatchObject({ status: 400, body: { message: 'body.client_secret is missing.' } })
  })

  it('renames the order of an invoice', async () => {
    const simulator = await extended()
    const uuid = await createInvoice(simulator, 'draft-1')
    await createInvoice(simulator, 'order-2')
    const rename = (order: string) => send(simulator, 'PATCH', `/plugin/orders/${uuid}`, { order_id: order })
    expect((await rename('order-1')).body).toEqual({ order: 'order-1', previous: 'draft-1' })
    expect((await rename('order-2')).at('message')).toContain('is that of another order')
    expect((await rename('order-1')).status).toBe(200)
    expect((await send(simulator, 'GET', `/invoices?uuid=${uuid}`)).at('result', 'returnval', 'order')).toBe(
      'order-1',
    )
    await simulator.restore(await simulator.snapshot())
    await simulator.payInvoice(uuid, { as: 'shopper-ready', by: 'exchange' })
    const { transactions } = await simulator.control.listTransactions()
    expect(transactions).toMatchObject([{ offerId: 'order-1' }])
  })

  it('reads an invoice and lists transactions with the amounts as decimal text', async () => {
    const simulator = await extended({ assumptions: { 'authentication.token-issue': 'listed' } })
    const uuid = await createInvoice(simulator, 'order-1')
    const read = () => send(simulator, 'GET', `/plugin/orders/${uuid}`)
    expect((await read()).body).toMatchObject({ order: 'order-1', paid: false })
    await simulator.payInvoice(uuid, { as: 'shopper-ready', by: 'exchange' })
    await simulator.clock.advance({ by: 'PT3H' })
    expect((await read()).at('paid')).toBe(true)
    const listed = await send(simulator, 'GET', '/plugin/payments?order=order-1')
    expect(listed.body).toEqual({
      payments: [{ id: expect.any(String), amount: '40.00', status: expect.any(Number) }],
      count: 1,
    })
    expect((await send(simulator, 'GET', '/plugin/payments')).status).toBe(400)
    const other = { authorization: 'Bearer merchant-tea-house' }
    expect((await send(simulator, 'GET', `/plugin/orders/${uuid}`, undefined, other)).status).toBe(404)
    expect(
      (await send(simulator, 'GET', `/plugin/orders/${uuid}`, undefined, { authorization: '' })).status,
    ).toBe(401)
  })

  it('reads forms', async () => {
    const simulator = await simulatorWith(
      adding('/t', { requestBody: {}, 'x-paytwin-behavior': { use: 'issue-token' } }, 'post'),
    )
    const { merchants } = await simulator.credentials()
    const { id = '', clientSecret = '' } = merchants[0] ?? {}
    const body = new URLSearchParams({ clientId: id, clientSecret })
    const response = await simulator.fetch('/api/t', { method: 'POST', body })
    expect(await response.json()).toEqual({ ok: true, result: { accessToken: token, expiresAt: null } })
  })

  it('is in the journal and has the date of the sandbox', async () => {
    const simulator = await extended()
    const response = await send(simulator, 'GET', '/plugin/version')
    expect(response.headers.get('date')).toBe('Mon, 05 Jan 2026 09:00:00 GMT')
    const { lines } = await simulator.control.getJournal()
    expect(lines).toMatchObject([{ operation: 'pluginVersion', status: 200 }])
  })

  it('responds the same in two simulators', async () => {
    const outcome = async () => {
      const simulator = await extended()
      const uuid = await createInvoice(simulator, 'draft-1')
      await send(simulator, 'PATCH', `/plugin/orders/${uuid}`, { order_id: 'order-1' })
      return JSON.stringify(await simulator.snapshot())
    }
    expect(await outcome()).toBe(await outcome())
  })
})

describe('the header of what is outside the contract', () => {
  it('names the overlay on operations that it added or changed, refused or not, and on no others', async () => {
    const simulator = await extended()
    const names = async (method: string, path: string, body?: object) =>
      (await send(simulator, method, path, body)).headers.get(header)
    expect(await names('GET', '/plugin/version')).toBe('Example shop plugin')
    expect(await names('POST', '/auth/token', {})).toBe('Example shop plugin')
    expect(await names('POST', '/hosted-page', invoice('order-1'))).toBe('Example shop plugin')
    expect(await names('GET', '/stores')).toBeNull()
    expect(await names('GET', '/nothing')).toBeNull()
  })
})

describe('a loosened operation', () => {
  it('accepts what the overlay permits', async () => {
    const { shippingAddress: _, ...body } = invoice('order-1')
    expect((await send(createSimulator(), 'POST', '/hosted-page', body)).status).toBe(400)
    const simulator = await extended()
    const uuid = (await send(simulator, 'POST', '/hosted-page', body)).at('result', 'uuid')
    const read = await send(simulator, 'GET', `/invoices?uuid=${uuid}`)
    expect(read.at('result', 'returnval', 'shippingAddress')).toBeNull()
  })
})

describe('the documents', () => {
  it('stay those of the contract, except for the extended one, which marks what was added', async () => {
    const simulator = await extended()
    const read = async (path: string): Promise<unknown> => (await simulator.fetch(path)).json()
    const contract = await (await createSimulator().fetch('/openapi.json')).json()
    expect(await read('/openapi.json')).toEqual(contract)
    const document = await read('/openapi.json?as=extended')
    expect(valueAt(document, 'paths', '/auth/token', 'post', 'x-outside-contract')).toBe(true)
    expect(valueAt(document, 'paths', '/hosted-page', 'post', 'x-outside-contract')).toBeUndefined()
    expect(await (await createSimulator().fetch('/openapi.json?as=extended')).json()).toMatchObject({
      fact: 'The service has no extensions.',
    })
  })
})

describe('the assumptions of an extension', () => {
  it('are in force unless the user chose others', async () => {
    const id = 'authentication.token-issue'
    const inForce = async (simulator: EmbeddedSimulator) =>
      (await simulator.control.getAssumptions()).assumptions.find((one) => one.id === id)?.assumption
    expect(await inForce(await extended())).toBe('expiring')
    expect(await inForce(await extended({ assumptions: { [id]: 'listed' } }))).toBe('listed')
    expect(await inForce(await extended({ assumptions: { 'errors.wording': 'terse' } }))).toBe('expiring')
  })
})

describe('an overlay without actions', () => {
  const settings = (more: object) => ({
    overlay: '1.0.0',
    info: { title: 'Settings', version: '1' },
    ...more,
  })

  it('sets assumptions, the validation and the world, unless the user does', async () => {
    const overlay = settings({
      'x-paytwin-assumptions': { 'errors.wording': 'terse' },
      'x-paytwin-validation': 'report',
      'x-paytwin-world': { merchants: [{ clientId: 'shop-17', clientSecret: 'secret-17' }] },
    })
    const simulator = await simulatorWith(overlay)
    const { merchants } = await simulator.credentials()
    expect(merchants).toMatchObject([{ clientId: 'shop-17', clientSecret: 'secret-17', accessToken: token }])
    const { amount: _, ...body } = invoice('order-1')
    expect((await send(simulator, 'POST', '/hosted-page', { ...body, amount: 40 })).status).toBe(200)
    const extend = [await readExtension(overlay)]
    const strict = createSimulator({ extend, validation: 'strict', world: defaultWorld })
    expect((await strict.credentials()).merchants).toHaveLength(2)
    expect((await send(strict, 'POST', '/hosted-page', { ...body, amount: 40 })).status).toBe(400)
  })

  it('is refused if another one sets the same differently', async () => {
    const one = settings({ 'x-paytwin-validation': 'report' })
    const other = settings({ 'x-paytwin-validation': 'strict' })
    await expect(simulatorWith(one, one)).resolves.toBeDefined()
    await expect(simulatorWith(one, other)).rejects.toThrow('sets another "x-paytwin-validation"')
  })

  it.each<[object, string]>([
    [{}, 'overlay.actions is missing'],
    [{ 'x-paytwin-assumption': {} }, 'Did you mean x-paytwin-assumptions'],
    [{ 'x-paytwin-validation': 'lax' }, 'x-paytwin-validation'],
    [{ 'x-paytwin-world': { merchants: [{ id: 7 }] } }, 'Invalid "x-paytwin-world" of the overlay'],
    [{ 'x-paytwin-world': { merchants: [] } }, 'Invalid "x-paytwin-world" of the overlay'],
  ])('is refused with %j', async (more, message) => {
    await expect(simulatorWith(settings(more))).rejects.toThrow(message)
  })
})

describe('the control API', () => {
  it('names the extensions, and has no such field without any', async () => {
    expect((await (await extended()).credentials()).extensions).toEqual(['Example shop plugin'])
    expect(await createSimulator().credentials()).not.toHaveProperty('extensions')
  })
})

/** An overlay whose operation has a behavior with inputs. */
const using = (use: string, from?: object, path = '/x') =>
  adding(path, behavior({ use, ...(from && { from }) }))
const behavior = (bound: object) => ({ 'x-paytwin-behavior': bound })
const action = (one: object) => ({ ...adding('/x', fixed({})), actions: [one] })

it.each<[string, object, string]>([
  ['no overlay', {}, 'overlay.overlay is missing'],
  ['another version', { ...adding('/x', fixed({})), overlay: '2.0.0' }, 'must be "1.0.0"'],
  ['an invalid target', action({ target: '$.[', update: {} }), 'has an invalid target'],
  ['an action without effect', action({ target: '$.paths' }), 'must have "update"'],
  ['a target that matches nothing', action({ target: '$.pathz', update: {} }), 'matches nothing'],
  ['an update of a text', action({ target: '$.info.title', update: 'x' }), 'cannot update'],
  ['the removal of everything', action({ target: '$', remove: true }), 'removes the whole document'],
  [
    'the removal of an operation',
    action({ target: "$.paths['/stores']", remove: true }),
    'removes the operation "getStore"',
  ],
  [
    'an optional field without a default',
    action({ target: "$.components.schemas.InvoiceRequest.required[?@ == 'cart']", remove: true }),
    'makes InvoiceRequest.cart optional without a default',
  ],
  [
    'a limit that is not read',
    action({ target: "$['x-limits']", update: { getRequestMaxCharacters: 10 } }),
    'The overlay changes x-limits.getRequestMaxCharacters. It has 10 instead of 2048',
  ],
  [
    'a misspelt keyword',
    action({ target: '$.components.schemas.InvoiceRequest.properties.order', update: { maxLenght: 10 } }),
    'Did you mean maxLength',
  ],
  ['no behavior', adding('/x', {}), 'has no behavior'],
  ['an unknown behavior', adding('/x', behavior({ use: 'isue-token' })), 'Did you mean issue-token'],
  ['an unknown setting', adding('/x', behavior({ use: 'issue-token', each: 1 })), 'no setting "each"'],
  ['an unknown input', using('issue-token', { id: '$request.query.id' }), 'no input "id"'],
  ['an invalid expression', using('issue-token', { clientId: 'clientId' }), 'Invalid expression "clientId"'],
  [
    'an unknown path parameter',
    using('read-invoice', { uuid: '$request.path.uuid' }, '/x/{id}'),
    'has no parameter "uuid"',
  ],
  [
    'an unknown placeholder',
    adding('/x', behavior({ use: 'read-invoice', response: ['{secret}'] })),
    'Unknown placeholder {secret}',
  ],
  ['a fixed response without a body', using('fixed-response'), 'It has no response'],
  [
    'an invalid status',
    adding('/x', behavior({ use: 'fixed-response', response: {}, status: 99 })),
    'must be an HTTP status',
  ],
  [
    'an input in a body that is not read',
    adding('/x', behavior({ use: 'issue-token' }), 'post'),
    'The input "clientId" of POST /x of the overlay is in the body, but the operation has none',
  ],
  ['a GET with a body', adding('/x', { requestBody: {}, ...fixed({}) }), 'A GET has no body'],
  [
    'a body that is not read',
    adding('/x', { requestBody: { content: { 'application/xml': {} } }, ...fixed({}) }, 'post'),
    'does not read bodies of the type "application/xml"',
  ],
  [
    'an unknown decryption',
    using('read-invoice', { uuid: { in: '$request.query.x', decrypt: 'aes' } }),
    '"decrypt" must be one of passphrase, merchant-key, service-key',
  ],
  [
    'a pointer without a slash',
    using('read-invoice', { uuid: { in: '$request.query.x', decrypt: 'passphrase', at: 'uuid' } }),
    '"at" must be a JSON pointer',
  ],
  [
    'a login that proves nothing',
    using('issue-token', { clientId: '$request.query.id', clientSecret: null }),
    'Nothing in a request to GET /x of the overlay proves who sends it',
  ],
  ['a needed input set to null', using('issue-token', { clientId: null }), 'It needs the input "clientId"'],
  ['a misspelt method', adding('/x', fixed({}), 'psot'), 'adds "psot" to the path /x'],
  [
    'null in place of an operation',
    action({ target: '$.paths', update: { '/x': { get: null } } }),
    'has no operation at GET /x',
  ],
  ['no paths', action({ target: '$.paths', remove: true }), 'leaves no valid "paths"'],
  ['no schemas', action({ target: '$.components', remove: true }), 'leaves no valid "components.schemas"'],
  ['the path of an operation', adding('/stores', fixed({})), 'adds GET /stores, which exists'],
  [
    'a path that an operation has',
    adding('/exchanges/check-balance/{name}', fixed({})),
    'is the operation "checkExchangeBalance"',
  ],
  ['the id of an operation', adding('/x', { operationId: 'getStore', ...fixed({}) }), 'is taken'],
  ['an invalid path', adding('x', fixed({})), 'Invalid path "x"'],
  [
    'an invalid schema',
    adding(
      '/x',
      { requestBody: { content: { 'application/json': { schema: { type: 'txt' } } } }, ...fixed({}) },
      'post',
    ),
    'The schema of the body in application/json of POST /x of the overlay is invalid',
  ],
  [
    'an unknown assumption',
    { ...adding('/x', fixed({})), 'x-paytwin-assumptions': { 'errors.words': 'terse' } },
    'no unspecified behavior "errors.words"',
  ],
])('refuses an overlay with %s', async (_, overlay, message) => {
  await expect(simulatorWith(overlay)).rejects.toThrow(message)
})

it('refuses a path that another overlay has added', async () => {
  const first = adding('/x/{id}', fixed({}))
  await expect(simulatorWith(first, copyJson(first) as object)).resolves.toBeDefined()
  await expect(simulatorWith(first, adding('/x/{name}', fixed({})))).rejects.toThrow('which exists')
  await expect(simulatorWith(first, adding('/x/{id}', fixed({ a: 1 })))).rejects.toThrow('which exists')
})
