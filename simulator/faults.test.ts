// Planned faults, as a client of the service meets them.

import { describe, expect, it } from 'vitest'
import { createSimulator, type EmbeddedSimulator } from './embedding/create-simulator.ts'
import { whyNot } from './testing/refused.ts'
import { shopIn } from './testing/shop.ts'

async function store(simulator: EmbeddedSimulator) {
  const headers = { authorization: 'Bearer merchant-lamp-shop' }
  return simulator.fetch('/api/stores', { headers })
}

describe('a fault', () => {
  it.each([
    [419, 419, 'Insufficient Balance'],
    ['419', 419, 'Insufficient Balance'],
    [
      'exchange-payments.authentication-failed',
      418,
      'Authentication Failed! Please try again after some time.',
    ],
    [422, 422, 'Amount is less than minimum transaction amount supported by alphaexchange'],
  ])('refuses the next exchange payment with %s, and only that', async (code, status, message) => {
    const simulator = createSimulator()
    const shop = await shopIn(simulator)
    await simulator.control.planFault({
      body: { operationId: 'createExchangePayment', action: { do: 'refuse', code } },
    })
    await expect(shop.pay('order-1')).rejects.toThrow(
      `${status} ${JSON.stringify({ ok: false, statusCode: status, data: {}, message })}`,
    )
    expect((await simulator.control.listTransactions()).transactions).toEqual([])
    expect((await shop.pay('order-1')).id).toBeTypeOf('string')
  })

  it('strikes after some calls, and so many', async () => {
    const simulator = createSimulator()
    const action = { do: 'answer', status: 503, body: { message: 'down' } } as const
    const { faults } = await simulator.control.planFault({
      body: { operationId: 'getStore', action, after: 1, times: 2 },
    })
    expect(faults).toEqual([{ operationId: 'getStore', action, after: 1, times: 2 }])
    const statuses = []
    for (let call = 0; call < 4; call += 1) statuses.push((await store(simulator)).status)
    expect(statuses).toEqual([200, 503, 503, 200])
    expect((await simulator.control.listFaults()).faults).toEqual([])
  })

  it('answers with anything', async () => {
    const simulator = createSimulator()
    await simulator.control.planFault({
      body: { operationId: 'getStore', action: { do: 'answer', status: 502, body: 'nobody home' } },
    })
    expect(await (await store(simulator)).json()).toBe('nobody home')
  })

  it.each([204, 304])('answers with %i, which has no body', async (status) => {
    const simulator = createSimulator()
    await simulator.control.planFault({
      body: { operationId: 'getStore', action: { do: 'answer', status, body: null } },
    })
    expect((await store(simulator)).status).toBe(status)
  })

  it('answers null where no body was planned', async () => {
    const simulator = createSimulator()
    const body = JSON.stringify({ operationId: 'getStore', action: { do: 'answer', status: 503 } })
    expect((await simulator.fetch('/control/faults', { method: 'POST', body })).status).toBe(200)
    const response = await store(simulator)
    expect([response.status, await response.json()]).toEqual([503, null])
  })

  it('is not planned with a body that nothing could write again', async () => {
    const simulator = createSimulator()
    const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`
    const body = `{"operationId":"getStore","action":{"do":"answer","status":200,"body":${deep}}}`
    const refused = await simulator.fetch('/control/faults', { method: 'POST', body })
    expect(refused.status).toBe(400)
    expect(await refused.text()).toContain('nested too deep')
    expect((await simulator.control.listFaults()).faults).toEqual([])
  })

  it('hangs for a while and then goes on', async () => {
    const simulator = createSimulator()
    await simulator.control.planFault({
      body: { operationId: 'getStore', action: { do: 'hang', ms: 1 } },
    })
    expect((await store(simulator)).status).toBe(200)
  })

  it('drops the connection', async () => {
    const simulator = createSimulator()
    await simulator.control.planFault({ body: { operationId: 'getStore', action: { do: 'drop' } } })
    await expect(store(simulator)).rejects.toThrow('The connection was dropped')
    expect((await store(simulator)).status).toBe(200)
  })

  it('is forgotten when told', async () => {
    const simulator = createSimulator()
    await simulator.control.planFault({ body: { operationId: 'getStore', action: { do: 'drop' } } })
    expect((await simulator.control.clearFaults()).faults).toEqual([])
    expect((await store(simulator)).status).toBe(200)
  })

  it.each([
    ['createInvoice', 419],
    ['createExchangePayment', 'exchange.outOfOrder'],
    ['createExchangePayment', 417],
    ['getStore', 'payouts.payee-row'],
  ] as const)('cannot refuse %s with %s, which it never gives', async (operationId, code) => {
    const { control } = createSimulator()
    const error = await whyNot(control.planFault({ body: { operationId, action: { do: 'refuse', code } } }))
    expect(error).toMatchObject({
      status: 400,
      fact: `${operationId} cannot be refused with ${JSON.stringify(code)}.`,
    })
    expect(error.remedy).toContain('Choose among: ')
    expect((await control.listFaults()).faults).toEqual([])
  })

  it('cannot be planned for what is no operation', async () => {
    const { fetch } = createSimulator()
    const body = JSON.stringify({ operationId: 'getShop', action: { do: 'drop' } })
    const response = await fetch('/control/faults', { method: 'POST', body })
    expect(response.status).toBe(400)
    expect(await response.text()).toContain('operationId must be one of createInvoice, createQrTransaction')
  })
})
