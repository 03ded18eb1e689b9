// An invoice from its creation to the order that it becomes, for both merchants.

import { beforeEach, describe, expect, it } from 'vitest'
import { address, invoice, lamps, magazine } from '../test-support/requests.ts'
import { TestClient } from '../test-support/test-client.ts'

let client: TestClient

beforeEach(() => {
  client = new TestClient()
})

const uuidForm = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

describe('createInvoice', () => {
  it('returns a link that contains the uuid', async () => {
    const reply = await client.ask('createInvoice', { body: invoice('order-1') })
    const { url, uuid } = reply.success.result
    expect(uuid).toMatch(uuidForm)
    expect(reply.body).toEqual({ ok: true, result: { url: `http://127.0.0.1:4020/checkout/${uuid}`, uuid } })
    expect(url).toContain(uuid)
  })

  it('returns a new uuid for each invoice, even for the same order', async () => {
    const replies = await Promise.all(
      [1, 2, 3].map(() => client.ask('createInvoice', { body: invoice('order-1') })),
    )
    expect(new Set(replies.map((reply) => reply.success.result.uuid)).size).toBe(3)
  })

  it('accepts an invoice without any optional field', async () => {
    const body = { amount: '0', cart: [], currency: 'USD', order: '', shippingAddress: null }
    expect((await client.ask('createInvoice', { body })).succeeded).toBe(true)
  })

  it.each([
    ['a period in days', { ...magazine, subscriptionPeriod: '30d' }, 'Send a count followed by'],
    ['a subscription item below zero', { ...magazine, price: '-1' }, 'must not be negative'],
  ])('refuses %s', async (_, line, words) => {
    const { refusal } = await client.refused('createInvoice', { body: invoice('order-1', { cart: [line] }) })
    expect(refusal).toContain(words)
  })

  it('reports no transaction, because none exists yet', async () => {
    await client.ask('createInvoice', { body: invoice('order-1') })
    expect([...client.world.events]).toEqual([])
  })
})

describe('getInvoice', () => {
  it('returns the order as it was sent', async () => {
    const body = invoice('order-1', {
      cart: [lamps, magazine],
      redirectUrl: 'https://a.example',
      shippingAddress: address,
    })
    const { uuid } = await client.result('createInvoice', { body })
    expect((await client.ask('getInvoice', { query: { uuid } })).body).toEqual({
      ok: true,
      result: {
        returnval: {
          cart: [lamps, magazine],
          order: 'order-1',
          amount: '40.00',
          currency: 'USD',
          encrypted: expect.stringMatching(/^[A-Za-z0-9+/]+=*$/),
          merchant_id: client.merchant.id,
          redirectUrl: 'https://a.example',
          shippingAddress: address,
          username: 'lamp-shop',
          companyName: 'Lamp Shop',
        },
      },
    })
  })

  it('shows what changed since it was read', async () => {
    const { uuid } = await client.result('createInvoice', { body: invoice('order-1') })
    const read = async () => (await client.result('getInvoice', { query: { uuid } })).returnval
    const before = await read()
    expect(await read()).toEqual(before)
    const stored = client.world.invoices.get(uuid)
    if (stored !== undefined) stored.order = 'order-2'
    for (const _ of [1, 2]) expect(await read()).toEqual({ ...before, order: 'order-2' })
  })

  it('refuses a uuid that nobody has, and a request without one', async () => {
    expect((await client.ask('getInvoice', { query: { uuid: 'nobody' } })).status).toBe(404)
    expect((await client.ask('getInvoice')).refusal).toContain('query.uuid is missing')
  })
})

describe('an invoice', () => {
  it('that is not there has a page that says so', async () => {
    const response = await client.simulator.fetch('/checkout/nobody')
    expect(response.status).toBe(404)
    expect(await response.text()).toContain('No such invoice')
  })
})
