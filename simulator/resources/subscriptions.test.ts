// Subscriptions from their invoice to their end: renewed by the service or debited by the merchant, failed, canceled, reported.

import { beforeEach, describe, expect, it } from 'vitest'
import { dayMs } from '../../core/durations.ts'
import { debit, debitDays, drain, subscribe } from '../test-support/requests.ts'
import { TestClient, type TestRequest } from '../test-support/test-client.ts'
import { cancel } from './subscription-billing.ts'

let client: TestClient

beforeEach(() => {
  client = new TestClient()
})

async function refusal(operationId: 'debitSubscription' | 'cancelSubscription', asked: TestRequest) {
  const { status, refusal } = await client.refused(operationId, asked)
  return [status, refusal]
}

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

describe('debitSubscription', () => {
  it('responds without the envelope of other operations', async () => {
    const { subscriptionId } = await subscribe(client, 'order-1')
    const reply = await client.ask('debitSubscription', {
      body: { ...debit(client, subscriptionId, 3.5), orderId: 'bill-2' },
    })
    const [transaction] = [...client.world.transactions].slice(-1)
    expect(reply.body).toEqual({
      status: 200,
      result: {
        data: [
          {
            transactionId: transaction?.id,
            amount: 3.5,
            currency: 'USD',
            rateDivisor: 1,
            orderId: 'bill-2',
            status: 0,
            userId: client.shopper('ready').id,
            merchantId: client.merchant.id,
            subscriptionId,
          },
        ],
        errors: [],
      },
    })
    expect(transaction).toMatchObject({ kind: 'subscription', amount: '0.00007', status: 'pending' })
  })

  it('debits several subscriptions as items', async () => {
    const first = await subscribe(client, 'order-1')
    const second = await subscribe(client, 'order-2')
    const items = [first, second].map(({ subscriptionId }) => ({
      subscriptionId,
      amount: 1,
      currency: 'USD',
    }))
    const { data } = await client.result('debitSubscription', { body: { items } })
    expect(data.map((row) => row.subscriptionId)).toEqual(items.map((item) => item.subscriptionId))
  })

  it('reports an insufficient balance as an element of errors', async () => {
    const { subscriptionId } = await subscribe(client, 'order-1')
    drain(client, '0.0001')
    const one = { subscriptionId, amount: 4, currency: 'USD' }
    const reply = await client.ask('debitSubscription', { body: { items: [one, one] } })
    const { data, errors } = reply.success.result
    expect(data).toHaveLength(1)
    expect(errors).toEqual([
      { subscriptionId, transactionId: expect.any(String), message: 'Insufficient Balance' },
    ])
  })

  it('debits all items or none when a failed debit is refused', async () => {
    client = new TestClient({ assumptions: { 'subscriptions.failed-request': 'refused' } })
    const { subscriptionId } = await subscribe(client, 'order-1')
    drain(client, '0.0001')
    const one = { subscriptionId, amount: 4, currency: 'USD' }
    expect(await refusal('debitSubscription', { body: { items: [one, one] } })).toEqual([
      400,
      "The shopper's balance does not cover the debit.",
    ])
    expect((await client.ask('debitSubscription', { body: { items: [one] } })).succeeded).toBe(true)
  })

  it.each([
    ['without a subscription', { amount: 1, currency: 'USD' }, 'body.subscriptionId is missing'],
    ['without an amount', { subscriptionId: 'x', currency: 'USD' }, 'body.amount is missing'],
    ['without a currency', { subscriptionId: 'x', amount: 1 }, 'body.currency is missing'],
    [
      'without fields',
      {},
      'body.subscriptionId is missing; body.amount is missing; body.currency is missing',
    ],
    ['with no items', { items: [] }, 'body.items must not be empty'],
    ['with an incomplete item', { items: [{ amount: 1, currency: 'USD' }] }, 'items[0].subscriptionId is'],
  ])('refuses a request %s', async (_, body, words) => {
    const [status, reason] = await refusal('debitSubscription', { body })
    expect(status).toBe(400)
    expect(reason).toContain(words)
  })

  it.each([
    ['top-level fields', { subscriptionId: 'x', amount: '1', currency: 'USD' }, 'body.amount'],
    ['items', { items: [{ subscriptionId: 'x', amount: '1', currency: 'USD' }] }, 'body.items[0].amount'],
  ])('converts an amount in text of %s with --validation report', async (_, body, place) => {
    client = new TestClient({ validation: 'report' })
    const credentials = client.bodyOf('debitSubscription', { body: {} })
    const rawBody = JSON.stringify({ ...Object(credentials), ...body })
    const { headers, status } = await client.ask('debitSubscription', { rawBody })
    expect(status).toBe(404)
    expect(headers.get('x-paytwin-validation-errors')).toContain(`${place} must be a number`)
  })

  it('refuses an unknown subscription and that of another merchant', async () => {
    const unknown = [404, 'The merchant has no subscription with this id.']
    const { subscriptionId } = await subscribe(client, 'order-1')
    expect(await refusal('debitSubscription', { body: debit(client, 'nobody') })).toEqual(unknown)
    expect(await refusal('cancelSubscription', { body: { subscriptionId: 'nobody' } })).toEqual(unknown)
    const merchant = client.otherMerchant
    expect(await refusal('debitSubscription', { merchant, body: debit(client, subscriptionId) })).toEqual(
      unknown,
    )
    expect(await refusal('cancelSubscription', { merchant, body: { subscriptionId } })).toEqual(unknown)
  })

  it.each([0, -0, -12.5])('refuses an amount of %d', async (amount) => {
    const { subscriptionId } = await subscribe(client, 'order-1')
    expect(await refusal('debitSubscription', { body: debit(client, subscriptionId, amount) })).toEqual([
      400,
      expect.stringContaining('must be greater than zero'),
    ])
  })
})

describe('cancelSubscription', () => {
  it('responds without the envelope of other operations and ends renewals', async () => {
    const { subscriptionId } = await subscribe(client, 'order-1')
    const reply = await client.ask('cancelSubscription', { body: { subscriptionId } })
    expect(reply.body).toEqual({ status: 200, result: { success: true } })
    await client.advance(400 * dayMs)
    expect(debitDays(client)).toEqual([])
    expect(client.subscription(subscriptionId).status).toBe('canceled')
  })

  it('refuses a request without a subscription', async () => {
    const [status, reason] = await refusal('cancelSubscription', { body: {} })
    expect([status, reason]).toEqual([400, expect.stringContaining('body.subscriptionId is missing')])
  })

  it('refuses a canceled or ended subscription', async () => {
    const over = [400, 'The subscription is canceled or has ended.']
    const canceled = await subscribe(client, 'order-1')
    const ended = await subscribe(client, 'order-2', { subscriptionPeriod: '1m' })
    await client.ask('cancelSubscription', { body: { subscriptionId: canceled.subscriptionId } })
    await client.advance(40 * dayMs)
    for (const { subscriptionId } of [canceled, ended]) {
      expect(await refusal('cancelSubscription', { body: { subscriptionId } })).toEqual(over)
      expect(await refusal('debitSubscription', { body: debit(client, subscriptionId) })).toEqual(over)
    }
  })
})
