// What shows the form of a delivery to the merchant's webhook, and what follows one that failed.

import { verify } from 'node:crypto'
import { exchangePayment, qrTransaction } from '../requests.ts'
import { at, type TestClient } from '../test-client.ts'
import { deliveriesOf, hours, type Observations } from './observation.ts'

const basket = { name: 'basket', value: 'b-17' }

/** The request of the first delivery of a QR transaction. */
async function delivered(client: TestClient, returnMethod: 'GET' | 'POST') {
  const deliveries = deliveriesOf(client)
  const customParameter = { returnMethod, params: [basket] }
  await client.ask('createQrTransaction', { body: qrTransaction('o', { customParameter }) })
  const [delivery] = deliveries
  if (delivery === undefined) throw new Error('Nothing was delivered.')
  return delivery.request
}

export const webhookObservations = {
  'webhooks.payload': {
    observe: async (client) => {
      const body: unknown = JSON.parse((await delivered(client, 'POST')).body)
      return Object.keys(body ?? {}).slice(0, 3)
    },
    shows: { nested: ['type', 'data', 'signature'], flat: ['event_type', 'offer_id', 'transaction_id'] },
  },
  'webhooks.query': {
    observe: async (client) => [...new URL((await delivered(client, 'GET')).url).searchParams][0],
    shows: { plain: ['basket', 'b-17'], bracketed: ['params[basket]', 'b-17'] },
  },
  'webhooks.signature': {
    observe: async (client) => {
      const body: unknown = JSON.parse((await delivered(client, 'POST')).body)
      const signature = at(body, 'signature')
      if (typeof signature !== 'string') return 'none'
      const signed = Buffer.from(String(at(body, 'data', 'data')))
      const { publicKey } = client.world.accounts.serviceKey
      return verify('RSA-SHA256', signed, publicKey, Buffer.from(signature, 'base64'))
        ? 'holds'
        : 'does not hold'
    },
    shows: { 'rsa-sha256': 'holds', none: 'none' },
  },
  'webhooks.retries': {
    observe: async (client) => {
      const attempts: number[] = []
      const begun = client.world.now
      client.sandbox.outbox.onWebhook(() => {
        attempts.push((client.world.now - begun) / 60_000)
        throw new Error('out of order')
      })
      await client.ask('createQrTransaction', { body: qrTransaction('o') })
      await client.advance(5 * hours)
      return attempts
    },
    shows: { none: [0], 'back-off': [0, 1, 6, 36] },
  },
  'webhooks.first-status': {
    observe: async (client) => {
      const deliveries = deliveriesOf(client)
      await client.ask('createExchangePayment', { payload: exchangePayment(client, 'o') })
      await client.advance(2 * hours)
      return deliveries.map(({ event }) => event.status)
    },
    shows: { reported: ['pending', 'processing', 'completed'], silent: ['processing', 'completed'] },
  },
  'webhooks.too-long': {
    observe: async (client) => {
      const deliveries = deliveriesOf(client)
      const customParameter = {
        returnMethod: 'GET' as const,
        params: [{ name: 'note', value: 'x'.repeat(2048) }],
      }
      await client.ask('createQrTransaction', { body: qrTransaction('o', { customParameter }) })
      return [deliveries.length, client.world.events[0]?.delivery]
    },
    shows: { withheld: [0, 'withheld'] },
  },
} as const satisfies Partial<Observations>
