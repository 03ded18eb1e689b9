// The journal: its records, their order, and their redaction.

import { describe, expect, it } from 'vitest'
import { journalLines } from '../control/journal-lines.ts'
import { createSimulator } from '../embedding/create-simulator.ts'
import { Simulator } from '../simulator.ts'
import { createInvoice, payByExchange } from '../test-support/requests.ts'
import { openShop } from '../test-support/shop.ts'
import { defaultWorld } from '../world/default-world.ts'
import type { RequestEntry } from './entry.ts'
import type { Sandbox } from './sandbox.ts'

/** A sandbox with a request in its journal. */
function sandboxWith(...requests: Partial<RequestEntry>[]): Sandbox {
  const { defaultSandbox: sandbox } = new Simulator()
  for (const request of requests)
    sandbox.journal.append({
      ...{ kind: 'request', at: 0, api: 'service', isInput: true, operation: 'x', method: 'POST' },
      ...{ url: 'http://127.0.0.1:4020/x', headers: {}, text: '', events: 0, duringAdvance: false },
      ...{ response: { status: 200, text: '{}' }, ...request },
    })
  return sandbox
}

async function listed(sandbox: Sandbox) {
  const requests = sandbox.journal.list()
  return requests.map(await journalLines(sandbox, requests, () => []))
}

async function shown(text: string): Promise<string | undefined> {
  return (await listed(sandboxWith({ text })))[0]?.body
}

describe('the journal of a sandbox', () => {
  it('records requests and responses in order, with the virtual time', async () => {
    const { simulator, shop } = await openShop()
    const { uuid } = await createInvoice(shop, 'order-1')
    await simulator.clock.advance({ by: 'P1D' })
    await shop.result('getInvoice', { query: { uuid } })
    await simulator.control.getSchedule()
    const { lines } = await simulator.control.getJournal()
    expect(lines.map(({ seq, at, operation, status }) => [seq, at.slice(0, 10), operation, status])).toEqual([
      [0, '2026-01-05', 'createInvoice', 200],
      [1, '2026-01-06', 'advanceClock', 200],
      [2, '2026-01-06', 'getInvoice', 200],
    ])
    expect(lines[0]?.body).toContain('"order":"order-1"')
    expect(lines[0]?.response).toContain(uuid)
    expect(lines[2]?.path).toBe(`/api/invoices?uuid=${uuid}`)
  })

  it('records requests that are too large, get an injected fault, or have an unknown path', async () => {
    const simulator = createSimulator()
    await simulator.control.injectFault({
      body: { operationId: 'createInvoice', action: { do: 'refuse', code: 'request.invalid' } },
    })
    await simulator.fetch('/api/hosted-page', { method: 'POST', body: '{"faulty":1}' })
    await simulator.fetch('/api/hosted-page', { method: 'POST', body: 'x'.repeat(2_097_153) })
    await simulator.fetch('/api/nowhere?a=1')
    await simulator.fetch('/control/nowhere', { method: 'PUT', body: '{}' })
    await simulator.fetch('/hosted-page', { method: 'POST', body: '{}' })
    await simulator.fetch('/logos/none.svg')
    const { lines } = await simulator.control.getJournal()
    expect(
      lines.map(({ operation, method, path, body, status }) => [operation, method, path, body, status]),
    ).toEqual([
      ['injectFault', 'POST', '/control/injected-faults', expect.any(String), 200],
      ['createInvoice', 'POST', '/api/hosted-page', '{"faulty":1}', 400],
      ['createInvoice', 'POST', '/api/hosted-page', '', 413],
      [null, 'GET', '/api/nowhere?a=1', '', 404],
      [null, 'PUT', '/control/nowhere', '', 404],
      [null, 'POST', '/hosted-page', '', 404],
      [null, 'GET', '/logos/none.svg', '', 404],
    ])
  })

  it('shows decrypted payloads, and how many status changes there were', async () => {
    const { simulator, shop } = await openShop()
    await createInvoice(shop, 'order-1')
    await payByExchange(shop, 'order-1')
    await shop.ask('closePartialPayment', { payload: { offerId: 'order-1' } })
    const { lines } = await simulator.control.getJournal()
    expect(lines.map(({ operation, payload, events }) => [operation, payload, events])).toEqual([
      ['createInvoice', null, 0],
      ['createExchangePayment', expect.stringContaining('"offerId":"order-1"'), 1],
      ['closePartialPayment', '{"offerId":"order-1"}', 1],
    ])
    expect(lines[1]?.payload).toMatch(/"nativeAmount":"40.00"/)
  })

  it('shows no secret of an earlier world', async () => {
    const simulator = createSimulator()
    const world = structuredClone(defaultWorld)
    for (const shopper of world.shoppers) shopper.accessToken = `other-${shopper.accessToken}`
    for (const merchant of world.merchants) merchant.accessToken = `other-${merchant.id}`
    await simulator.fetch('/api/hosted-page', { method: 'POST', body: '{"note":"merchant-lamp-shop"}' })
    await simulator.restore(await createSimulator({ world }).snapshot())
    const text = JSON.stringify(await simulator.control.getJournal())
    expect(text).toContain('createInvoice')
    expect(text).not.toContain('merchant-lamp-shop')
  })
})

describe('a line', () => {
  it('redacts a secret that shortening cuts in two', async () => {
    const secret = 'x'.repeat(5000)
    const text = `${' '.repeat(3990)}{"accessToken":"${secret}"}`
    expect(await shown(text)).not.toContain('xxx')
    expect(await shown(`{"a":"${'y'.repeat(3980)}","code2fa":"xxxxxxxxxxxxxxxxxxxxxxxxxx"}`)).not.toContain(
      'xxx',
    )
  })

  it('redacts the secrets of the world, in the path too', async () => {
    const sandbox = sandboxWith({
      text: 'a secret-lamp-shop',
      url: 'http://127.0.0.1:4020/api/invoices?uuid=secret%2Dlamp-shop',
    })
    expect(await listed(sandbox)).toMatchObject([{ body: 'a •••', path: '/api/invoices?uuid=•••' }])
  })

  it('shows the name of a secret that has one', async () => {
    const sandbox = sandboxWith({ text: '{"by":"bank","as":"token-of-ada"}' })
    sandbox.secrets.learn([['token-of-ada', 'shopper ada']])
    expect(await listed(sandbox)).toMatchObject([{ body: '{"by":"bank","as":"<shopper ada>"}' }])
  })
})

it('has the last thousand requests in memory, and four megabytes of them', async () => {
  const sandbox = sandboxWith(...Array.from({ length: 1500 }, (_, at) => ({ text: String(at) })))
  const lines = await listed(sandbox)
  expect(lines).toHaveLength(1000)
  expect(lines[0]).toMatchObject({ seq: 500, body: '500' })
  expect(lines.at(-1)).toMatchObject({ seq: 1499, body: '1499' })
  expect([sandbox.journal.from(499), sandbox.journal.from(500)?.length]).toEqual([undefined, 1000])
  const large = sandboxWith(...Array.from({ length: 10 }, () => ({ text: 'x'.repeat(1_000_000) })))
  expect(large.journal.list()).toHaveLength(3)
})
