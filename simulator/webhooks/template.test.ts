// Deliveries in a form that the user describes: assumption webhooks.payload.

import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { deliveredRequest } from '../test-support/status-changes.ts'
import { TestClient } from '../test-support/test-client.ts'

const guide = readFileSync(new URL('../../docs/guide/plugins.md', import.meta.url), 'utf8')
const [, documented = ''] = /```json webhook-form\.json\n([\s\S]*?)```/.exec(guide) ?? []

function delivered(returnMethod: 'GET' | 'POST') {
  const client = new TestClient({ assumptions: JSON.parse(documented) })
  return deliveredRequest(client, { returnMethod, params: [{ name: 'basket', value: 'b-17' }] })
}

it('sends the body of a template by POST', async () => {
  const { body } = await delivered('POST')
  expect(JSON.parse(body)).toEqual({
    status: '0',
    order: { reference: 'o1', total: '40.00 USD', customer: expect.stringContaining('@') },
    subscriptions: [],
    metadata: [{ name: 'basket', value: 'b-17' }],
  })
})

it('sends the query of a template by GET, without what has no value', async () => {
  const { url } = await delivered('GET')
  expect([...new URL(url).searchParams]).toEqual([
    ['basket', 'b-17'],
    ['order', 'o1'],
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
