// Requests of the control API: its document, unknown paths, and errors.

import { describe, expect, it } from 'vitest'
import { createSimulator } from '../embedding/create-simulator.ts'

async function errorOf(pending: Promise<Response>): Promise<object> {
  const response = await pending
  return { status: response.status, ...((await response.json()) as object) }
}

describe('the control document', () => {
  it('is served for each sandbox', async () => {
    const { fetch, sandbox } = createSimulator()
    await sandbox('mine')
    for (const path of ['/control/openapi.json', '/sandboxes/mine/control/openapi.json']) {
      const document = (await (await fetch(path)).json()) as { openapi: string; paths: object }
      expect(document.openapi).toBe('3.1.0')
      expect(document.paths).toHaveProperty('/control/clock/advance')
    }
  })

  it('is separate from the document of the service', async () => {
    const { fetch } = createSimulator()
    expect((await fetch('/control/stores')).status).toBe(404)
    expect((await fetch('/api/control/clock')).status).toBe(404)
  })
})

describe('an unknown path', () => {
  it('is an error that shows what exists', async () => {
    const { fetch } = createSimulator()
    expect(await errorOf(fetch('/control/clocks'))).toEqual({
      status: 404,
      fact: 'No such control operation: GET /control/clocks.',
      detail: 'Nothing is at this path.',
      remedy: 'See GET /control/openapi.json.',
    })
    expect(await errorOf(fetch('/control/clock', { method: 'POST' }))).toMatchObject({
      status: 404,
      detail: 'The methods of this path are GET.',
    })
    expect(await errorOf(fetch('/sandboxes/mine', { method: 'PATCH' }))).toMatchObject({
      detail: 'The methods of this path are GET, PUT, DELETE.',
    })
    expect(await errorOf(fetch('/sandboxes/none/control/clock'))).toMatchObject({
      fact: 'There is no sandbox "none".',
    })
  })
})

describe('a request', () => {
  it('may have any content type, as curl sends it', async () => {
    const { fetch } = createSimulator()
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const response = await fetch('/control/clock/advance', { method: 'POST', headers, body: '{"by":"P1D"}' })
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('application/json')
    expect(response.headers.get('date')).toBe('Tue, 06 Jan 2026 09:00:00 GMT')
  })

  it('with an invalid body is an error that shows an example', async () => {
    const { fetch } = createSimulator()
    const put = (body: string) => errorOf(fetch('/control/shoppers/x/balances', { method: 'PUT', body }))
    expect(await put('{"exchange":"a","coin":"b","amount":5}')).toEqual({
      status: 400,
      fact: 'Invalid body of setBalance.',
      detail: 'body.amount must be a string.',
      remedy: 'Send, for example, {"exchange":"alphaexchange","coin":"BTC","amount":"0"}.',
    })
    expect(await put('')).toMatchObject({ fact: 'setBalance requires a body.' })
    expect(await put('{')).toMatchObject({ fact: 'The body of setBalance is not JSON.' })
  })
})
