// Operations as shop plugins call them: they encrypt inputs, send no token, and rename an order after its payment.

import { describe, expect, it } from 'vitest'
import { encryptPassphraseText, encryptRsaText } from '../../client/encryption.ts'
import type { EmbeddedSimulator } from '../embedding/create-simulator.ts'
import { adding, createInvoice, send, simulatorWith } from '../test-support/overlays.ts'
import { magazine } from '../test-support/requests.ts'

const requestBody = { content: { 'application/json': {} } }
const noToken = { authorization: '' }

function calling(use: string, from: object, more: object = {}, body: object = requestBody) {
  return adding('/call', { requestBody: body, 'x-paytwin-behavior': { use, from, ...more } }, 'post')
}

async function merchantsOf(simulator: EmbeddedSimulator) {
  const [lamps, tea] = (await simulator.credentials()).merchants
  if (lamps === undefined || tea === undefined) throw new Error('The default world has two merchants.')
  return { lamps, tea }
}

const data = (at?: string, decrypt = 'passphrase') => ({
  in: '$request.body#/data',
  decrypt,
  ...(at === undefined ? {} : { at }),
})

describe('an encrypted input', () => {
  it('identifies the merchant whose secret or key decrypts it', async () => {
    const simulator = await simulatorWith(calling('read-invoice', { uuid: data('/page/uuid') }))
    const uuid = await createInvoice(simulator, 'order-1')
    const { lamps, tea } = await merchantsOf(simulator)
    const ask = (secret: string) =>
      send(
        simulator,
        'POST',
        '/call',
        {
          data: encryptPassphraseText(JSON.stringify({ page: { uuid } }), secret),
        },
        noToken,
      )
    expect((await ask(lamps.clientSecret)).at('result', 'invoice', 'order')).toBe('order-1')
    expect((await ask(tea.clientSecret)).status).toBe(404)
    expect(await ask('a secret of nobody')).toMatchObject({ status: 400 })
  })

  it.each(['merchant-key', 'service-key'])('is decrypted with the %s', async (scheme) => {
    const simulator = await simulatorWith(calling('read-invoice', { uuid: data('/uuid', scheme) }))
    const uuid = await createInvoice(simulator, 'order-1')
    const { lamps } = await merchantsOf(simulator)
    const { servicePublicKey } = await simulator.credentials()
    const key = scheme === 'merchant-key' ? lamps.publicKey : servicePublicKey
    const read = await send(simulator, 'POST', '/call', {
      data: encryptRsaText(JSON.stringify({ uuid }), key),
    })
    expect(read.at('result', 'invoice', 'order')).toBe('order-1')
  })

  it('can be the whole text, also in a body that is not JSON', async () => {
    const from = { uuid: { in: '$request.body', decrypt: 'passphrase' } }
    const text = { content: { 'text/plain': {} } }
    const simulator = await simulatorWith(calling('read-invoice', from, {}, text))
    const uuid = await createInvoice(simulator, 'order-1')
    const { lamps } = await merchantsOf(simulator)
    const response = await simulator.fetch('/api/call', {
      method: 'POST',
      headers: { 'content-type': 'text/plain' },
      body: encryptPassphraseText(uuid, lamps.clientSecret),
    })
    expect(await response.json()).toMatchObject({ result: { invoice: { order: 'order-1' } } })
  })

  it('is in a login that sends no secret', async () => {
    const from = { clientId: data('/clientId'), clientSecret: null }
    const simulator = await simulatorWith(calling('issue-token', from))
    const { lamps, tea } = await merchantsOf(simulator)
    const login = (clientId: string, secret: string) =>
      send(
        simulator,
        'POST',
        '/call',
        {
          data: encryptPassphraseText(JSON.stringify({ clientId }), secret),
        },
        noToken,
      )
    expect((await login(lamps.id, lamps.clientSecret)).at('result', 'accessToken')).toBe(lamps.accessToken)
    expect((await login(tea.id, lamps.clientSecret)).status).toBe(401)
  })

  it('does not belong to another merchant than the token', async () => {
    const simulator = await simulatorWith(calling('read-invoice', { uuid: data('/uuid') }))
    const uuid = await createInvoice(simulator, 'order-1')
    const { tea } = await merchantsOf(simulator)
    const encrypted = encryptPassphraseText(JSON.stringify({ uuid }), tea.clientSecret)
    expect((await send(simulator, 'POST', '/call', { data: encrypted })).status).toBe(400)
  })
})

describe('a request without a token', () => {
  it('names its merchant by clientId, where the overlay says so', async () => {
    const simulator = await simulatorWith(
      calling('list-transactions', { clientId: '$request.body#/merchant' }),
    )
    const { lamps } = await merchantsOf(simulator)
    const ask = (merchant: string) => send(simulator, 'POST', '/call', { merchant }, noToken)
    expect(await ask(lamps.id)).toMatchObject({ status: 200 })
    expect((await ask('unknown')).status).toBe(401)
    expect((await send(simulator, 'POST', '/call', {}, noToken)).status).toBe(401)
  })

  it('names its merchant by an invoice, if the overlay sets the token to null', async () => {
    const overlay = calling('read-invoice', { token: null, uuid: '$request.body#/uuid' })
    const simulator = await simulatorWith(overlay)
    const uuid = await createInvoice(simulator, 'order-1')
    expect((await send(simulator, 'POST', '/call', { uuid }, noToken)).status).toBe(200)
    expect((await send(simulator, 'POST', '/call', { uuid: 'none' }, noToken)).status).toBe(401)
    const withToken = await simulatorWith(calling('read-invoice', { uuid: '$request.body#/uuid' }))
    const other = await createInvoice(withToken, 'order-1')
    expect((await send(withToken, 'POST', '/call', { uuid: other }, noToken)).status).toBe(401)
  })
})

describe('renaming an order by its order id after the payment', () => {
  const overlay = calling('rename-order', { previousOrder: data('/orderId'), order: data('/newOrderId') })

  it('lets later webhooks and renewals carry the new id, and survives a snapshot', async () => {
    const simulator = await simulatorWith(overlay)
    const orders: string[] = []
    simulator.onWebhook(({ facts }) => {
      orders.push(facts.offerId)
    })
    const endless = { ...magazine, subscriptionPeriod: '0m' }
    const uuid = await createInvoice(simulator, 'draft-1', { cart: [endless], amount: '12.50' })
    await simulator.payInvoice(uuid, { as: 'shopper-ready', by: 'exchange' })
    expect(orders).toEqual(['draft-1'])
    await createInvoice(simulator, 'order-9')
    const { lamps } = await merchantsOf(simulator)
    const rename = (orderId: string, newOrderId: string) =>
      send(
        simulator,
        'POST',
        '/call',
        {
          data: encryptPassphraseText(JSON.stringify({ orderId, newOrderId }), lamps.clientSecret),
        },
        noToken,
      )
    expect((await rename('draft-1', 'order-9')).at('message')).toContain('is that of another order')
    expect((await rename('draft-1', 'order-1')).body).toEqual({
      ok: true,
      result: { uuid, order: 'order-1' },
    })
    expect((await rename('draft-1', 'order-2')).status).toBe(404)
    // A copy, which is validated in full.
    await simulator.restore(structuredClone(await simulator.snapshot()))
    await simulator.clock.advance({ by: 'P32D' })
    const { transactions } = await simulator.control.listTransactions()
    expect(transactions.map(({ kind, offerId, status }) => [kind, offerId, status])).toEqual([
      ['exchange', 'order-1', 'completed'],
      ['subscription', 'order-1', expect.any(String)],
    ])
    const { subscriptions } = await simulator.control.listSubscriptions()
    expect(subscriptions).toMatchObject([{ order: 'order-1' }])
    expect(new Set(orders.slice(1))).toEqual(new Set(['order-1']))
  })
})

it('reads and lists invoices that are paid in part, with the uuid of the invoice', async () => {
  const response = {
    paid: '{paid}',
    partly: '{partlyPaid}',
    state: '{paymentStatus}',
    got: '{receivedAmount}',
  }
  const each = { uuid: '{uuid}', partly: '{partlyPaid}', id: '{transaction.id}' }
  const reading = calling('read-invoice', { order: '$request.body#/order' }, { response })
  const listing = adding('/list', {
    'x-paytwin-behavior': { use: 'list-transactions', each, response: '{transactions}' },
  })
  const simulator = await simulatorWith(reading, listing)
  const uuid = await createInvoice(simulator, 'order-1')
  const read = async () => (await send(simulator, 'POST', '/call', { order: 'order-1' })).body
  expect(await read()).toEqual({ paid: false, partly: false, state: null, got: null })
  await simulator.payInvoice(uuid, { by: 'wallet', as: 'shopper-ready', coin: 'BTC', share: '0.5' })
  // A shopper who clicks twice makes a second invoice of the order.
  await createInvoice(simulator, 'order-1')
  expect(await read()).toEqual({ paid: false, partly: true, state: expect.any(String), got: '0.0004' })
  expect((await send(simulator, 'GET', '/list')).body).toEqual([
    { uuid, partly: true, id: expect.any(String) },
  ])
})

it('lets the browser of a shop send the methods of added operations', async () => {
  const simulator = await simulatorWith(
    adding('/orders/{uuid}', { 'x-paytwin-behavior': { use: 'fixed-response', response: {} } }, 'patch'),
  )
  const asked = { origin: 'http://localhost:3000', 'access-control-request-method': 'PATCH' }
  const preflight = await simulator.fetch('/api/orders/1', { method: 'OPTIONS', headers: asked })
  expect(preflight.headers.get('access-control-allow-methods')).toBe('GET, POST, PATCH')
})
