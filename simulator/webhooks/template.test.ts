// Deliveries in a form that the user describes: assumption webhooks.payload.

import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { deliveriesOf } from '../test-support/probe.ts'
import { qrTransaction } from '../test-support/requests.ts'
import { TestClient } from '../test-support/test-client.ts'

const guide = readFileSync(new URL('../../docs/guide/extensions.md', import.meta.url), 'utf8')
const [, documented = ''] = /```json webhook-form\.json\n([\s\S]*?)```/.exec(guide) ?? []

async function delivered(returnMethod: 'GET' | 'POST') {
  const client = new TestClient({ assumptions: JSON.parse(documented) })
  const deliveries = deliveriesOf(client)
  const customParameter = { returnMethod, params: [{ name: 'basket', value: 'b-17' }] }
  await client.ask('createQrTransaction', { body: qrTransaction('o', { customParameter }) })
  return deliveries[0]?.request
}

it('sends the body of a template by POST', async () => {
  const { body = '' } = (await delivered('POST')) ?? {}
  expect(JSON.parse(body)).toEqual({
    status: '0',
    order: { reference: 'o', total: '40.00 USD', customer: expect.stringContaining('@') },
    subscriptions: [],
    metadata: [{ name: 'basket', value: 'b-17' }],
  })
})

it('sends the query of a template by GET, without what has no value', async () => {
  const { url = '' } = (await delivered('GET')) ?? {}
  expect([...new URL(url).searchParams]).toEqual([
    ['basket', 'b-17'],
    ['order', 'o'],
    ['status', '0'],
  ])
})

it.each([
  [{ body: { order: '{orderId}' }, query: {} }, 'Unknown placeholder {orderId}'],
  [{ body: {} }, 'Invalid value for "webhooks.payload"'],
  [{ body: 'text', query: {} }, 'Invalid value for "webhooks.payload"'],
])('refuses the template %j', (value, message) => {
  const assumptions = { 'webhooks.payload': { use: 'template', value } } as const
  expect(() => new TestClient({ assumptions })).toThrow(message)
})
