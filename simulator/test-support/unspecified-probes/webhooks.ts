// Probes that make the options of unspecified behaviors observable. See ../probe.ts.

import { verify } from 'node:crypto'
import { hourMs } from '../../../core/durations.ts'
import type { ProbesOf } from '../probe.ts'
import { createInvoice, createQrTransaction, debit, halfPaid, payByExchange, subscribe } from '../requests.ts'
import { deliveredRequest, deliveriesOf } from '../status-changes.ts'
import { at, type TestClient } from '../test-client.ts'

const basket = { name: 'basket', value: 'b-17' }

const delivered = (client: TestClient, returnMethod: 'GET' | 'POST') =>
  deliveredRequest(client, { returnMethod, params: [basket] })

export const webhooksProbes: ProbesOf<'webhooks'> = {
  'webhooks.custom-parameter-fields': {
    observe: async (client) => {
      const deliveries = deliveriesOf(client)
      await createQrTransaction(client, 'o')
      await createQrTransaction(client, 'p', { customParameter: {} })
      return deliveries.map(({ request }) => request.method)
    },
    expected: { post: ['POST', 'POST'], get: ['GET', 'GET'] },
  },
  'webhooks.payload': {
    observe: async (client) => {
      const body: unknown = JSON.parse((await delivered(client, 'POST')).body)
      return Object.keys(body ?? {}).slice(0, 3)
    },
    expected: {
      nested: ['type', 'data', 'signature'],
      flat: ['event_type', 'offer_id', 'transaction_id'],
      template: ['event', 'payment', 'subscriptions'],
    },
  },
  'webhooks.amounts': {
    observe: async (client) => {
      const deliveries = deliveriesOf(client)
      await createInvoice(client, 'o', { currency: 'EUR' })
      await payByExchange(client, 'o', { nativeAmount: '50.00' })
      return deliveries.map(({ facts }) => [facts.amount, facts.currency])
    },
    expected: { invoice: [['40.00', 'EUR']], native: [['50.00', 'USD']] },
  },
  'webhooks.parameters-of-both': {
    observe: async (client) => {
      const deliveries = deliveriesOf(client)
      await createInvoice(client, 'o', { customParameter: { returnMethod: 'POST', params: [basket] } })
      const own = { returnMethod: 'GET' as const, params: [{ name: 'seat', value: 's-1' }] }
      await createQrTransaction(client, 'o', { customParameter: own })
      return deliveries.map(({ method, facts }) => [method, ...facts.customParameter.map(({ name }) => name)])
    },
    expected: {
      'request-first': [['GET', 'seat', 'basket']],
      'invoice-first': [['POST', 'basket', 'seat']],
    },
  },
  'webhooks.query': {
    observe: async (client) => [...new URL((await delivered(client, 'GET')).url).searchParams][0],
    expected: { plain: ['basket', 'b-17'], bracketed: ['params[basket]', 'b-17'] },
  },
  'webhooks.signature': {
    observe: async (client) => {
      const body: unknown = JSON.parse((await delivered(client, 'POST')).body)
      const signature = at(body, 'signature')
      if (typeof signature !== 'string') return 'none'
      const signed = Buffer.from(String(at(body, 'data', 'data')))
      const { publicKey } = client.world.accounts.serviceKey
      return verify('RSA-SHA256', signed, publicKey, Buffer.from(signature, 'base64')) ? 'valid' : 'invalid'
    },
    expected: { 'rsa-sha256': 'valid', none: 'none' },
  },
  'webhooks.retries': {
    observe: async (client) => {
      const attempts: number[] = []
      const begun = client.world.now
      client.sandbox.outbox.onWebhook(() => {
        attempts.push((client.world.now - begun) / 60_000)
        throw new Error('out of order')
      })
      await createQrTransaction(client, 'o')
      await client.advance(5 * hourMs)
      return attempts
    },
    expected: { none: [0], 'back-off': [0, 1, 6, 36] },
  },
  'webhooks.first-status': {
    observe: async (client) => {
      const deliveries = deliveriesOf(client)
      await payByExchange(client, 'o')
      await client.advance(2 * hourMs)
      return deliveries.map(({ event }) => event.status)
    },
    expected: { reported: ['pending', 'processing', 'completed'], silent: ['processing', 'completed'] },
  },
  'webhooks.too-long': {
    observe: async (client) => {
      const deliveries = deliveriesOf(client)
      for (const characters of [1500, 2048]) {
        const params = [{ name: 'note', value: 'x'.repeat(characters) }]
        await createQrTransaction(client, 'o', { customParameter: { returnMethod: 'GET', params } })
      }
      return [deliveries.length, ...[...client.world.events].map(({ delivery }) => delivery)]
    },
    expected: { withheld: [0, 'withheld', 'withheld'], essential: [1, 'delivered', 'withheld'] },
  },
  'webhooks.payment-status': {
    observe: async (client) => {
      const deliveries = deliveriesOf(client)
      const id = await halfPaid(client, 'o')
      client.pay(id, client.transaction(id).amount)
      return deliveries.map(({ facts }) => facts.paymentStatus)
    },
    expected: {
      'integer-text': ['0', '101', '0'],
      words: ['pending', 'pending', 'pending'],
      'more-words': ['pending', 'partially-paid', 'pending'],
    },
  },
  'webhooks.colliding-parameters': {
    observe: async (client) => {
      const params = [{ name: 'offerId', value: 'mine' }]
      const { url } = await deliveredRequest(client, { returnMethod: 'GET', params })
      return new URL(url).searchParams.getAll('offerId')
    },
    expected: { 'custom-first': ['mine', 'o1'], 'custom-last': ['o1', 'mine'] },
  },
  'webhooks.reported-changes': {
    observe: async (client) => {
      const deliveries = deliveriesOf(client)
      await halfPaid(client, 'o')
      await client.ask('closePartialPayment', { payload: { offerId: 'o' } })
      return deliveries.map(({ event }) => event.status)
    },
    expected: { all: ['awaiting', 'partially-paid', 'closed'], named: ['awaiting', 'closed'] },
  },
  'webhooks.merchant-debits': {
    observe: async (client) => {
      const { subscriptionId } = await subscribe(client, 'o', { autoRenewal: false })
      const deliveries = deliveriesOf(client)
      await client.ask('debitSubscription', { body: { ...debit(client, subscriptionId), orderId: 'debit' } })
      await client.advance(2 * hourMs)
      return deliveries.filter(({ facts }) => facts.offerId === 'debit').map(({ event }) => event.status)
    },
    expected: { reported: ['pending', 'processing', 'completed'], silent: ['processing', 'completed'] },
  },
}
