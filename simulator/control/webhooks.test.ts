// Webhooks through the control API: registration, events, redelivery and fault rules.

import { describe, expect, it } from 'vitest'
import { controlErrorOf, openShop, shopIn } from '../test-support/shop.ts'

const url = 'http://127.0.0.1:9/hook'

/** A simulator whose webhooks go to a list instead of the network. */
async function recorded() {
  const sent: string[] = []
  let outcome: 'accepted' | 'refused' = 'accepted'
  const { simulator, control, clock, shop } = await openShop({
    transport: async ({ method, url, body }) => {
      sent.push(`${method} ${url} ${body}`)
      return { outcome, httpStatus: outcome === 'accepted' ? 200 : 500, response: '' }
    },
  })
  const params = { id: shop.merchant.id }
  const refuse = () => {
    outcome = 'refused'
  }
  const redeliver = () => control.redeliver({ params: { seq: 0 } })
  const register = (to: string | null = url) => control.registerWebhook({ params, body: { url: to } })
  return { clock, control, shop, params, sent, refuse, redeliver, register, simulator }
}

describe('the webhook of a merchant', () => {
  it('that keeps timing out has its whole time again once it is registered again', async () => {
    const limits: number[] = []
    const { control, shop } = await openShop({
      transport: async (_, ms) => {
        limits.push(ms)
        return { outcome: 'timed-out', httpStatus: null, response: '' }
      },
    })
    const register = () => control.registerWebhook({ params: { id: shop.merchant.id }, body: { url } })
    await register()
    for (const order of ['a', 'b', 'c', 'd']) await shop.qr(order)
    await control.advanceClock({ body: { by: 'PT0S' } })
    await register()
    await shop.qr('e')
    await control.advanceClock({ body: { by: 'PT0S' } })
    expect(limits).toEqual([5000, 5000, 5000, 2500, 5000])
  })

  it('receives every status change while it is registered', async () => {
    const { simulator, clock, control, shop, params, sent, register } = await recorded()
    const { id } = await shop.pay('order-1')
    expect(await register()).toEqual({ merchantId: params.id, webhookUrl: url })
    expect((await simulator.credentials()).merchants[0]?.webhookUrl).toBe(url)
    await clock.advance({ until: { transaction: id, status: 'processing' }, maxDuration: 'PT2H' })
    await register(null)
    await clock.advance({ by: 'PT2H' })
    expect(sent).toHaveLength(1)
    const { events, total } = await control.listEvents({ query: { transaction: id } })
    expect(total).toBe(3)
    expect(events.map(({ seq, status, delivery }) => [seq, status, delivery])).toEqual([
      [0, 'pending', 'unregistered'],
      [1, 'processing', 'delivered'],
      [2, 'completed', 'unregistered'],
    ])
    expect(events[1]).toMatchObject({
      request: { method: 'POST', body: sent[0]?.slice(`POST ${url} `.length) },
      attempts: [{ at: events[1]?.at, outcome: 'accepted', httpStatus: 200 }],
    })
  })

  it.each([
    ['http://elsewhere.example/hook', 'Webhooks are not sent to elsewhere.example.'],
    ['ftp://127.0.0.1/', 'Invalid webhook URL "ftp://127.0.0.1/".'],
    ['', 'Invalid webhook URL "".'],
  ])('cannot be %j', async (wrong, fact) => {
    const { control, register } = await recorded()
    await expect(register(wrong)).rejects.toMatchObject({ status: 400, fact })
    const nobody = { params: { id: 'nobody' }, body: { url } }
    await expect(control.registerWebhook(nobody)).rejects.toMatchObject({ status: 404 })
  })
})

it('a control request delivers the webhooks that it causes', async () => {
  const { control, shop, sent, register } = await recorded()
  await register()
  const { id } = await shop.pay('order-1')
  await control.setTransactionStatus({ params: { id }, body: { status: 'processing' } })
  expect(sent).toHaveLength(2)
})

describe('the list of events', () => {
  it('says why nothing was sent, and to no URL', async () => {
    const { control, shop } = await recorded()
    await shop.pay('order-1')
    const { events } = await control.listEvents()
    expect(events[0]).toMatchObject({
      delivery: 'unregistered',
      reason: 'No webhook was registered for the merchant.',
      request: { method: 'POST', url: null },
    })
  })

  it.each([
    [{ outcome: 'refused', httpStatus: 500, response: 'no' }, 'The receiver responded with HTTP 500.'],
    [
      { outcome: 'timed-out', httpStatus: null, response: 'No response within 5 ms.' },
      'The receiver did not respond in time. No response within 5 ms.',
    ],
    [
      { outcome: 'unreachable', httpStatus: null, response: 'connect ECONNREFUSED 127.0.0.1:9' },
      'Connection refused: nothing listens at the URL of the webhook.',
    ],
    [{ outcome: 'unreachable', httpStatus: null, response: 'x' }, 'The receiver cannot be reached.'],
  ] as const)('says why a delivery failed: %j', async (outcome, reason) => {
    const { control, shop } = await openShop({ transport: async () => outcome })
    await control.registerWebhook({ params: { id: shop.merchant.id }, body: { url } })
    await shop.pay('order-1')
    const { events } = await control.listEvents()
    expect(events[0]).toMatchObject({ delivery: 'failed', reason, request: { url } })
  })

  it('is filtered by merchant, and read in pages', async () => {
    const { simulator, control, shop } = await recorded()
    const other = await shopIn(simulator, 1)
    for (const order of ['a', 'b', 'c']) await shop.qr(order)
    await other.qr('d')
    const seqs = async (query: { merchantId?: string; after?: number; limit?: number }) => {
      const { events, total, next } = await control.listEvents({ query })
      return [total, next, events.map(({ seq }) => seq)]
    }
    expect(await seqs({})).toEqual([4, null, [0, 1, 2, 3]])
    expect(await seqs({ merchantId: other.merchant.id })).toEqual([1, null, [3]])
    expect(await seqs({ limit: 2 })).toEqual([4, 1, [0, 1]])
    expect(await seqs({ after: 1, limit: 2 })).toEqual([4, null, [2, 3]])
    expect(await seqs({ merchantId: shop.merchant.id, limit: 1, after: 0 })).toEqual([3, 1, [1]])
  })
})

describe('redelivery', () => {
  it('sends the same request again and records it', async () => {
    const { shop, sent, refuse, redeliver, register } = await recorded()
    await register()
    await shop.pay('order-1')
    refuse()
    const { attempts, delivery } = await redeliver()
    expect(attempts.map(({ outcome }) => outcome)).toEqual(['accepted', 'refused'])
    expect(delivery).toBe('delivered')
    expect(sent[1]).toBe(sent[0])
  })

  it('requires an event and a webhook', async () => {
    const { shop, redeliver } = await recorded()
    await expect(redeliver()).rejects.toMatchObject({ status: 404 })
    await shop.pay('order-1')
    await expect(redeliver()).rejects.toMatchObject({
      status: 409,
      state: 'unregistered',
      remedy: expect.stringContaining('PUT /control/merchants/{id}/webhook'),
    })
  })

  it('requires a webhook even after a delivery', async () => {
    const { shop, redeliver, register } = await recorded()
    await register()
    await shop.pay('order-1')
    await register(null)
    await expect(redeliver()).rejects.toMatchObject({ status: 409, state: 'delivered' })
  })

  it('uses the current webhook, and keeps the record of the earlier one', async () => {
    const { control, shop, redeliver, register } = await recorded()
    await register()
    await shop.pay('order-1')
    const elsewhere = 'http://127.0.0.1:9/elsewhere'
    await register(elsewhere)
    const [before] = (await control.listEvents()).events
    expect(before).toMatchObject({ request: { url }, attempts: [{ url }] })
    const after = await redeliver()
    expect(after).toMatchObject({ request: { url: elsewhere }, attempts: [{ url }, { url: elsewhere }] })
  })

  it('does not send a request that is too long', async () => {
    const { shop, sent, redeliver, register } = await recorded()
    await register()
    const customParameter = { returnMethod: 'GET', params: [{ name: 'long', value: 'x'.repeat(2048) }] }
    await shop.qr('order-1', { customParameter })
    await expect(redeliver()).rejects.toMatchObject({
      status: 409,
      state: 'withheld',
      detail: expect.stringContaining('A GET request has at most 2048'),
    })
    expect(sent).toEqual([])
  })
})

describe('webhook fault rules', () => {
  it('drop the third delivery', async () => {
    const { clock, control, shop, sent, register } = await recorded()
    await register()
    const rules = [{ do: 'drop', count: 3 }] as const
    expect(await control.setWebhookFaultRules({ body: { rules: [...rules] } })).toEqual({ rules })
    expect(await control.getWebhookFaultRules()).toEqual({ rules })
    await shop.pay('order-1')
    await clock.advance({ by: 'PT2H' })
    expect(sent).toHaveLength(2)
    const { events } = await control.listEvents({ query: {} })
    expect(events.at(-1)).toMatchObject({ delivery: 'dropped', reason: 'Webhook fault rules: drop.' })
    expect(await control.clearWebhookFaultRules()).toEqual({ rules: [] })
    await shop.pay('order-2')
    expect(sent).toHaveLength(3)
  })

  it('cannot be for an unknown merchant', async () => {
    const { control, params } = await recorded()
    const rules = [{ do: 'drop' as const, merchantId: 'zz' }]
    const error = await controlErrorOf(control.setWebhookFaultRules({ body: { rules } }))
    expect(error).toMatchObject({ status: 404, fact: 'No such merchant: "zz".' })
    expect(error.detail).toContain(params.id)
    expect(await control.getWebhookFaultRules()).toEqual({ rules: [] })
  })
})
