// Subscriptions from their invoice to their end: renewed by the service or debited by the merchant, failed, canceled, reported.

import { beforeEach, describe, expect, it } from 'vitest'
import { dayMs } from '../../core/durations.ts'
import { debit, debitDays, drain, subscribe } from '../test-support/requests.ts'
import { TestClient } from '../test-support/test-client.ts'
import { cancel } from './subscription-billing.ts'

let client: TestClient

beforeEach(() => {
  client = new TestClient()
})

describe('a subscription', () => {
  it.each([false, true])(
    'that lives on pays its invoice if the first payment was canceled (restored: %s)',
    async (restored) => {
      client = new TestClient({ assumptions: { 'subscriptions.without-payment': 'lives' } })
      const { payment, uuid } = await subscribe(client, 'order-1', { subscriptionPeriod: '3m' })
      cancel(client.world, client.transaction(payment))
      await client.advance(31 * dayMs + 60_000)
      if (restored) await client.sandbox.restore(JSON.parse(JSON.stringify(await client.sandbox.snapshot())))
      await client.advance(60 * dayMs)
      const [first] = [...client.world.transactions].filter(({ kind }) => kind === 'subscription')
      expect(client.world.invoices.get(uuid)?.paidBy).toBe(first?.id)
      expect(debitDays(client)).toHaveLength(2)
    },
  )

  it('has its reminder of the seventh day before each bill also if it is weekly', async () => {
    client = new TestClient({ assumptions: { 'subscriptions.reminder': 'seven-and-one' } })
    await subscribe(client, 'order-1', { frequency: 'weekly' })
    await client.advance(14 * dayMs)
    const days = client.world.reminders.map(({ at, billAt }) => (billAt - at) / dayMs)
    expect(days).toEqual([7, 1, 7, 1, 7])
  })

  it('is debited with its amount as the first payment wrote it, whoever requests the debit', async () => {
    const amounts: string[] = []
    client.sandbox.outbox.onWebhook(({ facts }) => void amounts.push(facts.amount))
    const { subscriptionId } = await subscribe(client, 'order-1', { subscriptionPeriod: '3m' })
    await client.advance(70 * dayMs)
    await client.ask('debitSubscription', { body: debit(client, subscriptionId) })
    expect(new Set(amounts)).toEqual(new Set(['12.50']))
    expect(amounts.length).toBeGreaterThan(9)
  })

  it('reports every renewal to the webhook with its merchantSubscriptionId, including failed ones', async () => {
    const { subscriptionId } = await subscribe(client, 'order-1')
    const facts: unknown[] = []
    client.sandbox.outbox.onWebhook((delivery) => {
      facts.push([delivery.event.status, delivery.facts.subscription[0]?.merchantSubscriptionId])
    })
    await client.advance(32 * dayMs)
    drain(client)
    await client.advance(31 * dayMs)
    // The first three are of the payment that created it.
    const reported = ['processing', 'completed', 'pending', 'processing', 'completed', 'pending', 'canceled']
    expect(facts).toEqual(reported.map((status) => [status, 'magazine-17']))
    expect(client.subscription(subscriptionId)).toMatchObject({ debits: 2, failures: 1 })
  })
})

it('debits all items or none when a failed debit is refused', async () => {
  client = new TestClient({ assumptions: { 'subscriptions.failed-request': 'refused' } })
  const { subscriptionId } = await subscribe(client, 'order-1')
  drain(client, '0.0001')
  const one = { subscriptionId, amount: 4, currency: 'USD' }
  const refused = await client.refused('debitSubscription', { body: { items: [one, one] } })
  expect([refused.status, refused.refusal]).toEqual([400, "The shopper's balance does not cover the debit."])
  expect((await client.ask('debitSubscription', { body: { items: [one] } })).succeeded).toBe(true)
})

it('renews nothing after it is canceled', async () => {
  const { subscriptionId } = await subscribe(client, 'order-1')
  await client.result('cancelSubscription', { body: { subscriptionId } })
  await client.advance(400 * dayMs)
  expect([debitDays(client), client.subscription(subscriptionId).status]).toEqual([[], 'canceled'])
})
