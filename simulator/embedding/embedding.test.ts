// Embedding beyond requests: listening, watching requests, receiving webhooks as requests, waiting for them.

import { inspect } from 'node:util'
import { describe, expect, it } from 'vitest'
import { exchangePayment, invoice, sampleSource } from '../../client/sample-requests.ts'
import { serviceClient } from '../../client/service-client.ts'
import { readSimulatorTarget } from '../../client/simulator-target.ts'
import { createSimulator } from '../index.ts'
import type { SimulatorOptions } from '../options/simulator-options.ts'

/** A simulator with an invoice, and what a shop needs to go on. */
async function withInvoice(options: SimulatorOptions = {}) {
  const simulator = createSimulator(options)
  const target = await readSimulatorTarget(simulator.control)
  const service = serviceClient(target, { send: simulator.fetch })
  const source = { ...sampleSource(target), amount: '20' }
  const { uuid } = (await service.createInvoice({ body: invoice(source, { order: 'order-1' }) })).result
  return { simulator, service, source, uuid }
}

const payment = { by: 'exchange', as: 'shopper-ready' } as const

describe('listen', () => {
  it('does not replace the globals of the process', async () => {
    const before = [globalThis.Request, globalThis.Response]
    await using _server = await createSimulator().listen()
    expect([globalThis.Request, globalThis.Response]).toEqual(before)
  })

  it('serves the same simulator at a real URL, which its links start with', async () => {
    const { simulator, service, source } = await withInvoice()
    const named = await simulator.sandbox('mine')
    const server = await simulator.listen()
    expect(server.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
    expect([simulator.baseUrl, named.baseUrl]).toEqual([
      `${server.url}/api`,
      `${server.url}/sandboxes/mine/api`,
    ])
    const { url } = (await service.createInvoice({ body: invoice(source, { order: 'order-2' }) })).result
    expect(String(url).startsWith(`${server.url}/checkout`)).toBe(true)
    expect((await fetch(String(url))).status).toBe(200)
    await server.close()
    await expect(fetch(server.url)).rejects.toThrow()
    expect((await simulator.fetch('/api/stores')).status).toBe(401)
  })

  it('leaves a chosen public URL as it is, and closes with `await using`', async () => {
    const simulator = createSimulator({ publicUrl: 'http://shop.test' })
    const urls: string[] = []
    for (const _ of [1, 2]) {
      await using server = await simulator.listen({ port: 0 })
      urls.push(server.url)
      expect((await fetch(`${server.url}/openapi.json`)).status).toBe(200)
    }
    expect(simulator.baseUrl).toBe('http://shop.test/api')
    for (const url of urls) await expect(fetch(url)).rejects.toThrow()
  })

  it('refuses a second socket and an unavailable port, and can try again', async () => {
    const [first, second] = [createSimulator(), createSimulator()]
    await using server = await first.listen()
    await expect(first.listen()).rejects.toMatchObject({ fact: 'The simulator listens already.' })
    const port = Number(new URL(server.url).port)
    await expect(second.listen({ port })).rejects.toMatchObject({
      fact: `Port ${port} on 127.0.0.1 is in use.`,
    })
    await using other = await second.listen()
    expect(other.url).not.toBe(server.url)
  })
})

describe('onRequest', () => {
  it('shows the requests to the service of this sandbox, decrypted, until it is removed', async () => {
    const { simulator, service, source } = await withInvoice()
    const seen: unknown[] = []
    const stop = simulator.onRequest(({ operation, method, url, status, payload }) => {
      seen.push([operation, method, new URL(url).pathname, status, payload !== undefined])
    })
    await service.createExchangePayment({ payload: exchangePayment(source, { offerId: 'order-1' }) })
    await simulator.fetch('/api/stores')
    await simulator.fetch('/api/nothing')
    await simulator.control.getClock()
    await (await simulator.sandbox('other')).fetch('/api/stores')
    stop()
    await simulator.fetch('/api/stores')
    expect(seen).toEqual([
      ['createExchangePayment', 'POST', '/api/exchanges/payments/alphaexchange', 200, true],
      ['getStore', 'GET', '/api/stores', 401, false],
      [null, 'GET', '/api/nothing', 404, false],
    ])
  })
})

describe('onWebhook', () => {
  it('gives a fetch handler real requests, whose response counts', async () => {
    const { simulator, uuid } = await withInvoice()
    const seen: string[] = []
    simulator.onWebhook({
      fetch: async (request) => {
        seen.push(`${request.method} ${new URL(request.url).searchParams.get('paymentStatus') ?? ''}`)
        return seen.length === 1 ? new Response('busy', { status: 503 }) : new Response(null, { status: 204 })
      },
    })
    await simulator.payInvoice(uuid, payment)
    await simulator.clock.advance({ by: 'P1D' })
    const { events } = await simulator.control.listEvents()
    expect(events.map(({ delivery, attempts }) => [delivery, attempts[0]?.httpStatus ?? null])).toEqual([
      ['failed', 503],
      ['delivered', 204],
      ['delivered', 204],
    ])
    expect(events[0]?.attempts[0]?.response).toBe('busy')
    expect(seen).toHaveLength(3)
  })
})

describe('waitForWebhook', () => {
  it('finds what was delivered before, and waits for what is delivered later', async () => {
    const { simulator, uuid } = await withInvoice()
    const later = simulator.waitForWebhook({ paymentStatus: '1', offerId: 'order-1' })
    await simulator.payInvoice(uuid, payment)
    const [first] = simulator.webhooks()
    expect((await simulator.waitForWebhook()).facts).toEqual(first?.facts)
    await simulator.clock.advance({ by: 'P1D' })
    expect((await later).facts.amount).toBe('20.00')
    expect(inspect(first)).toMatch(/^\{\s*facts: \{\s*offerId: 'order-1'/)
    expect(simulator.webhooks(({ event }) => event.status === 'completed')).toHaveLength(1)
  })

  it('says which webhooks there were when none matches in time', async () => {
    const { simulator, uuid } = await withInvoice()
    const waiting = () => simulator.waitForWebhook({ paymentStatus: '0' }, { timeoutMs: 30 })
    await expect(waiting()).rejects.toMatchObject({ detail: 'There was no webhook at all.' })
    simulator.onWebhook(() => {
      throw new Error('no database')
    })
    await simulator.payInvoice(uuid, payment)
    await expect(waiting()).rejects.toMatchObject({
      fact: 'A webhook matches, but was not delivered within 30 ms.',
      detail: expect.stringContaining('order-1 pending (failed: no database)'),
    })
    await expect(simulator.waitForWebhook({ offerId: 'other' }, { timeoutMs: 1 })).rejects.toMatchObject({
      fact: 'No webhook matched within 1 ms.',
    })
  })
})

it('can run the clock with real time until it is closed', async () => {
  const twin = createSimulator({ clock: '1000000x' })
  const start = twin.clock.now
  await expect.poll(() => twin.clock.now > start).toBe(true)
  twin.close()
  await twin.settled()
})
