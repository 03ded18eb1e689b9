// The order of the service's steps as clients see it.

import { describe, expect, it } from 'vitest'
import { createSimulator } from '../embedding/create-simulator.ts'
import { exchangePayment } from '../test-support/requests.ts'
import { at, TestClient } from '../test-support/test-client.ts'

describe('the service', () => {
  it('refuses a request by the first of its errors', async () => {
    const client = new TestClient({ assumptions: { 'service.content-type': 'demanded' } })
    const payload = exchangePayment(client, 'order-1')
    const wrong = {
      token: null,
      exchange: 'nowhere',
      headers: { 'content-type': 'text/plain' },
      rawBody: '{',
    }
    const right: Record<string, unknown>[] = [
      {},
      { token: 'shopper-ready' },
      { exchange: client.exchange() },
      { headers: {} },
      { rawBody: '{"data":5}' },
      { rawBody: '{"data":"x"}' },
      { rawBody: undefined, payloadText: '{}' },
      { payloadText: JSON.stringify({ ...payload, clientId: 'nobody' }) },
      { payloadText: JSON.stringify(payload) },
    ]
    const messages: string[] = []
    let asked = wrong
    for (const fixed of right) {
      asked = { ...asked, ...fixed }
      const { refusal } = await client.ask('createExchangePayment', asked)
      messages.push(refusal?.split('. ')[0] ?? 'granted')
    }
    expect(messages).toEqual([
      'The request has no access token',
      'Unsupported exchange',
      'The request does not match the contract',
      'The body is not JSON',
      'The request does not match the contract',
      'The encrypted payload cannot be decrypted',
      'The decrypted payload does not match the contract',
      'clientId is not the merchant whose key encrypted the payload.',
      'granted',
    ])
  })

  it('limits the size of a request before an injected fault applies', async () => {
    const simulator = createSimulator()
    await simulator.control.injectFault({ body: { operationId: 'createInvoice', action: { do: 'drop' } } })
    const large = { method: 'POST', body: 'x'.repeat(2_097_153) }
    expect((await simulator.fetch('/api/hosted-page', large)).status).toBe(413)
    expect((await simulator.control.listInjectedFaults()).injectedFaults).toHaveLength(1)
  })

  it('responds to HEAD like to GET', async () => {
    const { fetch } = createSimulator()
    const headers = { authorization: 'Bearer merchant-lamp-shop' }
    const response = await fetch('/api/stores', { method: 'HEAD', headers })
    expect([response.status, await response.text()]).toEqual([200, ''])
  })

  it('reports an internal error with fact, detail and remedy', async () => {
    const getStore = () => {
      throw new Error('unexpected')
    }
    const simulator = createSimulator({ handlers: { getStore } })
    const headers = { authorization: 'Bearer merchant-lamp-shop' }
    const response = await simulator.fetch('/api/stores', { headers })
    expect(response.status).toBe(500)
    expect(at(await response.json(), 'detail')).toBe('unexpected')
    expect(response.headers.get('date')).toBe('Mon, 05 Jan 2026 09:00:00 GMT')
  })
})
