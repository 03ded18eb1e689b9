// The control API over its routes: its document, what is not there, and the forms of its refusals.

import { describe, expect, it } from 'vitest'
import { createSimulator } from '../embedding/create-simulator.ts'

interface Told {
  fact: string
  detail: string
  remedy: string
}

async function told(pending: Promise<Response>): Promise<Told & { status: number }> {
  const response = await pending
  return { status: response.status, ...((await response.json()) as Told) }
}

describe('the control document', () => {
  it('is served beside each sandbox', async () => {
    const simulator = createSimulator()
    await simulator.sandbox('mine')
    for (const path of ['/control/openapi.json', '/sandboxes/mine/control/openapi.json']) {
      const document = (await (await simulator.fetch(path)).json()) as { openapi: string; paths: object }
      expect(document.openapi).toBe('3.1.0')
      expect(document.paths).toHaveProperty('/control/clock/advance')
    }
  })

  it('is not mixed with the document of the service', async () => {
    const simulator = createSimulator()
    expect((await simulator.fetch('/control/stores')).status).toBe(404)
    expect((await simulator.fetch('/api/control/clock')).status).toBe(404)
  })
})

describe('what is not there', () => {
  it('is told with what is', async () => {
    const { fetch } = createSimulator()
    expect(await told(fetch('/control/clocks'))).toEqual({
      status: 404,
      fact: 'There is no GET /control/clocks.',
      detail: 'The service is under /api, what controls it under /control and /sandboxes.',
      remedy: 'See GET /control/openapi.json.',
    })
    expect(await told(fetch('/control/clock', { method: 'POST' }))).toMatchObject({
      status: 404,
      detail: 'At that path there is GET.',
    })
    expect(await told(fetch('/sandboxes/mine', { method: 'PATCH' }))).toMatchObject({
      detail: 'At that path there is GET, PUT, DELETE.',
    })
    expect(await told(fetch('/sandboxes/none/control/clock'))).toMatchObject({
      fact: 'There is no sandbox "none".',
    })
  })
})

describe('a request', () => {
  it('may come with any content type, as curl sends it', async () => {
    const { fetch } = createSimulator()
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const response = await fetch('/control/clock/advance', { method: 'POST', headers, body: '{"by":"P1D"}' })
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('application/json')
    expect(response.headers.get('date')).toBe('Tue, 06 Jan 2026 09:00:00 GMT')
  })

  it('is told what its query or path lacks', async () => {
    const { fetch } = createSimulator()
    expect(await told(fetch('/control/calendar'))).toMatchObject({
      status: 400,
      detail: 'In it, it lacks "bankingDays".',
    })
    expect(await told(fetch('/control/calendar?bankingDays=few'))).toMatchObject({
      status: 400,
      detail: 'In it, bankingDays must be integer.',
    })
    expect(await told(fetch('/control/transactions?merchant=1'))).toMatchObject({
      status: 400,
      detail: 'In it, it has no field "merchant".',
    })
    expect(await told(fetch('/control/events/x/redeliver', { method: 'POST' }))).toMatchObject({
      status: 400,
    })
  })

  it('is told what its body lacks, with an example', async () => {
    const { fetch } = createSimulator()
    const put = (body: string) => told(fetch('/control/shoppers/x/balances', { method: 'PUT', body }))
    expect(await put('{"exchange":"a","coin":"b","amount":5}')).toEqual({
      status: 400,
      fact: 'The body of setBalance is not as it should be.',
      detail: 'In it, amount must be string.',
      remedy: 'Send, for example, {"exchange":"alphaexchange","coin":"BTC","amount":"0"}.',
    })
    expect(await put('')).toMatchObject({ fact: 'setBalance needs a body.' })
    expect(await put('{')).toMatchObject({ fact: 'The body of setBalance is not JSON.' })
  })
})
