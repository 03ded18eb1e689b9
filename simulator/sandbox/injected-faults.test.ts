// Injected faults, as a client of the service sees them.

import { describe, expect, it } from 'vitest'
import { createSimulator, type EmbeddedSimulator } from '../embedding/create-simulator.ts'
import { payByExchange } from '../test-support/requests.ts'
import { controlErrorOf, openShop } from '../test-support/shop.ts'

async function store(simulator: EmbeddedSimulator) {
  const headers = { authorization: 'Bearer merchant-lamp-shop' }
  return simulator.fetch('/api/stores', { headers })
}

type Fault = Parameters<EmbeddedSimulator['control']['injectFault']>[0]['body']

/** A simulator in which `getStore` fails. */
async function failing(action: Fault['action'], more: Partial<Fault> = {}) {
  const simulator = createSimulator()
  const body = { operationId: 'getStore', action, ...more } as const
  const { injectedFaults } = await simulator.control.injectFault({ body })
  return { simulator, injectedFaults }
}

describe('an injected fault', () => {
  it.each([
    [419, 419, 'Insufficient Balance'],
    ['419', 419, 'Insufficient Balance'],
    [
      'exchange-payments.authentication-failed',
      418,
      'Authentication Failed! Please try again after some time.',
    ],
    [422, 422, 'Amount is less than minimum transaction amount supported by alphaexchange'],
  ])('refuses the next exchange payment with %s, and only that', async (code, status, message) => {
    const { simulator, shop } = await openShop()
    await simulator.control.injectFault({
      body: { operationId: 'createExchangePayment', action: { do: 'refuse', code } },
    })
    await expect(payByExchange(shop, 'order-1')).rejects.toMatchObject({
      response: { status, body: { ok: false, statusCode: status, data: {}, message } },
    })
    expect((await simulator.control.listTransactions()).transactions).toEqual([])
    expect((await payByExchange(shop, 'order-1')).id).toBeTypeOf('string')
  })

  it('applies after some requests, and to so many', async () => {
    const action = { do: 'respond', status: 503, body: { message: 'down' } } as const
    const { simulator, injectedFaults } = await failing(action, { after: 1, times: 2 })
    expect(injectedFaults).toEqual([{ operationId: 'getStore', action, after: 1, times: 2 }])
    const statuses = []
    for (let call = 0; call < 4; call += 1) statuses.push((await store(simulator)).status)
    expect(statuses).toEqual([200, 503, 503, 200])
    expect((await simulator.control.listInjectedFaults()).injectedFaults).toEqual([])
  })

  it.each<[response: object, status: number, text: string, headers?: object]>([
    [{ status: 502, body: 'no upstream' }, 502, '"no upstream"'],
    [{ status: 503 }, 503, 'null'],
    [{ status: 204, body: null }, 204, ''],
    [{ status: 304, body: null }, 304, ''],
    [
      { status: 502, text: '<h1>Bad</h1>', headers: { 'Content-Type': 'text/html', 'retry-after': '5' } },
      502,
      '<h1>Bad</h1>',
      { 'content-type': 'text/html', 'retry-after': '5' },
    ],
  ])('responds with %j', async (response, status, text, headers = {}) => {
    const { fetch } = createSimulator()
    const body = JSON.stringify({ operationId: 'getStore', action: { do: 'respond', ...response } })
    expect((await fetch('/control/injected-faults', { method: 'POST', body })).status).toBe(200)
    const sent = await fetch('/api/stores')
    expect([sent.status, await sent.text()]).toEqual([status, text])
    expect(Object.fromEntries(sent.headers)).toMatchObject(headers)
  })

  it.each([
    ...['{"content-length":"1"}', '{"a b":"c"}', '{"a":"b\\r\\nc: d"}'].map((headers) => [
      `{"action":{"do":"respond","status":502,"headers":${headers}}}`,
      'Invalid header',
    ]),
    ['{"operationId":"getShop","action":{"do":"drop"}}', 'body.operationId must be one of'],
    [
      `{"action":{"do":"respond","status":200,"body":${'['.repeat(20_000)}${']'.repeat(20_000)}}}`,
      'too deep',
    ],
  ])('cannot be %.80s', async (body, words) => {
    const { fetch, control } = createSimulator()
    const refused = await fetch('/control/injected-faults', { method: 'POST', body })
    expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining(words)])
    expect((await control.listInjectedFaults()).injectedFaults).toEqual([])
  })

  it.each<[string, Partial<Fault>, number[]]>([
    ['at a path', { path: '/stores' }, [503, 200, 404]],
    ['at a path that the service does not have', { path: '/nowhere' }, [200, 200, 503]],
    ['of all operations', {}, [503, 200, 404]],
    ['of all operations, some of them', { times: 2 }, [503, 503, 404]],
    ['of all operations, for a time', { for: 'PT1H' }, [503, 503, 503]],
  ])('applies to requests %s', async (_, scope, statuses) => {
    const { fetch, control, clock } = createSimulator()
    await control.injectFault({ body: { action: { do: 'respond', status: 503 }, ...scope } })
    const headers = { authorization: 'Bearer merchant-lamp-shop' }
    const ask = async () => {
      const found = []
      for (const path of ['/stores', '/currencies', '/nowhere'])
        found.push((await fetch(`/api${path}`, { headers })).status)
      return found
    }
    expect(await ask()).toEqual(statuses)
    await clock.advance({ by: 'PT1H' })
    expect(await ask()).toEqual([200, 200, 404])
  })

  it('delays a response, not what the request does', async () => {
    const { simulator } = await failing({ do: 'delay', delayMs: 1 })
    const delayed = store(simulator)
    await simulator.clock.advance({ by: 'P1D' })
    const { status, headers } = await delayed
    expect([status, headers.get('date')]).toEqual([200, 'Mon, 05 Jan 2026 09:00:00 GMT'])
  })

  it('drops the connection', async () => {
    const { simulator } = await failing({ do: 'drop' })
    await expect(store(simulator)).rejects.toThrow('An injected fault dropped the connection.')
    expect((await store(simulator)).status).toBe(200)
  })

  it('can be removed', async () => {
    const { simulator } = await failing({ do: 'drop' })
    expect((await simulator.control.clearInjectedFaults()).injectedFaults).toEqual([])
    expect((await store(simulator)).status).toBe(200)
  })

  it.each([
    ['createInvoice', 419],
    ['createExchangePayment', 'exchange.outOfOrder'],
    ['createExchangePayment', 417],
    ['getStore', 'payouts.payee-row'],
  ] as const)('cannot refuse %s with %s, which is no code of the operation', async (operationId, code) => {
    const { control } = createSimulator()
    const error = await controlErrorOf(
      control.injectFault({ body: { operationId, action: { do: 'refuse', code } } }),
    )
    expect(error).toMatchObject({
      status: 400,
      fact: `${operationId} cannot refuse with ${JSON.stringify(code)}.`,
    })
    expect(error.remedy).toContain('Choose among: ')
    expect((await control.listInjectedFaults()).injectedFaults).toEqual([])
  })
})
