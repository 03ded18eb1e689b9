// A webhook receiver of a merchant's program: what it records, how it waits, and which signatures it accepts.

import { afterEach, describe, expect, it } from 'vitest'
import { createSimulator } from '../simulator/embedding/create-simulator.ts'
import type { SimulatorOptions } from '../simulator/simulator.ts'
import type { Delivery } from '../simulator/webhooks/delivery.ts'
import { qrTransaction, sampleSource } from './sample-requests.ts'
import { serviceClient } from './service-client.ts'
import { readSimulatorTarget } from './simulator-target.ts'
import { type ReceivedWebhook, WebhookReceiver, type WebhookReceiverOptions } from './webhook-receiver.ts'
import { verifyWebhookSignature } from './webhook-signature.ts'

const open: WebhookReceiver[] = []
afterEach(async () => {
  await Promise.all(open.splice(0).map((receiver) => receiver.close()))
})

async function listening(options: WebhookReceiverOptions = {}): Promise<WebhookReceiver> {
  const receiver = await WebhookReceiver.listen(options)
  open.push(receiver)
  return receiver
}

const post = (url: string, body: string) => fetch(url, { method: 'POST', body })

describe('a webhook receiver', () => {
  it('records deliveries in order, and accepts them', async () => {
    const receiver = await listening()
    expect((await post(`${receiver.url}/0?a=1`, '{"a":1}')).status).toBe(200)
    expect((await fetch(`${receiver.origin}/other`)).status).toBe(200)
    expect(receiver.received).toMatchObject([
      { method: 'POST', url: '/webhook/0?a=1', body: '{"a":1}', signature: undefined },
      { method: 'GET', url: '/other', body: '' },
    ])
  })

  it('waits until enough deliveries match', async () => {
    const receiver = await listening()
    const matches = ({ body }: ReceivedWebhook) => body === 'b'
    const found = receiver.waitFor(matches, { count: 2 })
    for (const body of ['a', 'b', 'b']) await post(receiver.url, body)
    expect(await found).toHaveLength(2)
  })

  it('stops waiting after the timeout, and returns what matches', async () => {
    const receiver = await listening()
    await post(receiver.url, 'a')
    expect(await receiver.waitFor(() => true, { count: 2, timeoutMs: 30 })).toHaveLength(1)
  })
})

/** A delivery of the simulator, and the service's key. */
async function delivered(returnMethod: 'GET' | 'POST', options: SimulatorOptions = {}) {
  const { control, fetch, onWebhook } = createSimulator(options)
  const target = await readSimulatorTarget(control)
  const requests: Delivery['request'][] = []
  onWebhook(({ request }) => void requests.push(request))
  const samples = sampleSource(target)
  const params = [{ name: 'größe', value: 'a b&c=d' }]
  const body = qrTransaction(samples, { customParameter: { returnMethod, params } })
  await serviceClient(target, { send: fetch }).createQrTransaction({ body })
  const [request] = requests
  if (request === undefined) throw new Error('Nothing was delivered.')
  return { request, key: target.servicePublicKey ?? '' }
}

describe.each(['GET', 'POST'] as const)('the signature of a delivery by %s', (method) => {
  it('is valid for the key of the service', async () => {
    const { request, key } = await delivered(method)
    expect(request.method).toBe(method)
    expect(verifyWebhookSignature(request, key)).toBe('valid')
  })

  it('is invalid after a change, and for another key', async () => {
    const { request, key } = await delivered(method)
    const changed = {
      ...request,
      url: request.url.replace('offerId=', 'offerId=x'),
      body: request.body.replace('\\"offerId\\":\\"', '\\"offerId\\":\\"x'),
    }
    expect(verifyWebhookSignature(changed, key)).toBe('invalid')
    expect(verifyWebhookSignature(request, 'no key')).toBe('invalid')
  })

  it('is missing where the service does not sign', async () => {
    const { request, key } = await delivered(method, { assumptions: { 'webhooks.signature': 'none' } })
    expect(verifyWebhookSignature(request, key)).toBe('missing')
  })
})

const signed = await delivered('POST')

describe('a webhook receiver with the key of the service', () => {
  it('accepts signed deliveries, and refuses others with 401', async () => {
    const receiver = await listening({ servicePublicKey: signed.key })
    const { body } = signed.request
    const statuses = []
    for (const text of [body, body.replace('"signature":"', '"signature":"A'), 'not JSON'])
      statuses.push((await post(receiver.url, text)).status)
    expect(statuses).toEqual([200, 401, 401])
    expect(receiver.received.map(({ signature }) => signature)).toEqual(['valid', 'invalid', 'missing'])
  })
})
