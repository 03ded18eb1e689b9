// `--validation report`: what can be taken is taken, and every deviation is named in a header; what cannot is refused as
// ever. The strict reading refuses all of it.

import { describe, expect, it } from 'vitest'
import { type OperationId, operationIds } from '../../spec/operations.ts'
import { editsOf } from '../../spec/test-support/edits.ts'
import { type Asked, type Reply, TestClient } from '../testing/client.ts'
import {
  exchangePayment,
  expected,
  invoice,
  lamps,
  payee,
  prepare,
  qrRequest,
  transfer,
} from '../testing/requests.ts'
import { deviationsHeader } from './serve.ts'

/** What both readings say to the same request. */
async function both(
  operationId: OperationId,
  asked: Asked,
): Promise<{ strict: Reply; report: Reply; named: string }> {
  const strict = await new TestClient().ask(operationId, asked)
  const report = await new TestClient({ validation: 'report' }).ask(operationId, asked)
  return { strict, report, named: report.headers.get(deviationsHeader) ?? '' }
}

const json = (value: unknown) => ({ bytes: JSON.stringify(value) })

describe('with --validation report', () => {
  it.each<[string, OperationId, Asked, string]>([
    [
      'a number for text',
      'createInvoice',
      json({ ...invoice('o'), amount: 40 }),
      'body.amount must be string',
    ],
    [
      'text for a number',
      'createTransfers',
      { payload: [{ ...transfer, amount: '250' }] },
      'payload.0.amount must be number',
    ],
    [
      'text for a boolean',
      'createInvoice',
      json({ ...invoice('o'), cart: [{ ...lamps, isSubscription: 'false' }] }),
      'body.cart.0.isSubscription must be boolean',
    ],
    [
      'an optional field that cannot be read',
      'createInvoice',
      json({ ...invoice('o'), customParameter: { returnMethod: 'PATCH' } }),
      'body.customParameter.returnMethod must be one of ["GET","POST"]',
    ],
    [
      'a cart line’s optional field of another shape',
      'createInvoice',
      json({ ...invoice('o'), cart: [{ ...lamps, frequency: 'daily' }] }),
      'body.cart.0.frequency must be one of',
    ],
    [
      'a missing header',
      'createQrTransaction',
      { body: qrRequest('o'), headers: { 'x-transaction-source': 'web' } },
      'headers.x-transaction-source must be one of ["qr-code-api"]',
    ],
    [
      'another content type',
      'createInvoice',
      { body: invoice('o'), headers: { 'content-type': 'text/plain' } },
      'Content-Type must be application/json; it is "text/plain"',
    ],
  ])('%s is taken and named', async (_, operationId, asked, words) => {
    const { strict, report, named } = await both(operationId, asked)
    expect(strict.granted).toBe(false)
    expect(strict.headers.get(deviationsHeader)).toBeNull()
    expect(report.granted, report.text).toBe(true)
    expect(named).toContain(words)
  })

  it('every deviation is named, not only the first', async () => {
    const body = {
      ...invoice('o'),
      amount: 40,
      order: 17,
      cart: [
        { ...lamps, name: 1 },
        { ...lamps, price: true },
      ],
      customParameter: { returnMethod: 'PATCH' },
    }
    const { report, named } = await both('createInvoice', {
      ...json(body),
      headers: { 'content-type': 'text/plain' },
    })
    expect(report.granted).toBe(true)
    expect(named.split('; ')).toEqual([
      'Content-Type must be application/json',
      'it is "text/plain"',
      'body.amount must be string',
      'body.cart.0.name must be string',
      'body.cart.1.price must be number or must be string',
      'body.order must be string',
      'body.customParameter.returnMethod must be one of ["GET","POST"]',
    ])
  })

  it('the values are what a lawful request would have brought', async () => {
    const client = new TestClient({ validation: 'report' })
    const { uuid } = (await client.ask('createInvoice', json({ ...invoice('o'), amount: 40, order: 17 })))
      .response.result as {
      uuid: string
    }
    const { returnval } = (await client.ask('getInvoice', { query: { uuid } })).response.result
    expect(returnval).toMatchObject({ amount: '40', order: '17' })
  })

  it('a refused unknown field is named and let pass', async () => {
    const client = new TestClient({
      validation: 'report',
      assumptions: { 'service.unknown-request-fields': 'refused' },
    })
    const reply = await client.ask('createInvoice', { body: { ...invoice('o'), note: 1 } })
    expect(reply.granted).toBe(true)
    expect(reply.headers.get(deviationsHeader)).toContain('body must not hold "note"')
  })

  it.each<[string, OperationId, Asked]>([
    ['a missing required field', 'createInvoice', json({ ...invoice('o'), order: undefined })],
    ['a required field that cannot be read', 'createInvoice', json({ ...invoice('o'), amount: 'forty' })],
    ['a required field of another shape', 'createInvoice', json({ ...invoice('o'), cart: 'lamps' })],
    ['a body that is not JSON', 'createInvoice', { bytes: '{' }],
    ['a body of another shape', 'createInvoice', { bytes: '[]' }],
    ['a wrong token', 'getStore', { token: 'nobody' }],
    ['a missing parameter', 'getInvoice', {}],
    ['a payload that does not open', 'addPayees', { encrypted: 'nothing' }],
    ['a payee without a key', 'addPayees', { payload: [{ ...payee, id: undefined }] }],
  ])('%s is refused as ever, in the same words', async (_, operationId, asked) => {
    const { strict, report } = await both(operationId, asked)
    expect(report.granted).toBe(false)
    expect([report.status, report.text]).toEqual([strict.status, strict.text])
  })

  it('a lawful request names no deviation', async () => {
    const client = new TestClient({ validation: 'report' })
    const requests = expected(client, await prepare(client))
    for (const operationId of operationIds) {
      const reply = await client.ask(operationId, requests[operationId])
      expect(reply.granted).toBe(true)
      expect(reply.headers.get(deviationsHeader)).toBeNull()
    }
  })

  it('a header holds what a header can, however odd the deviation', async () => {
    const body = { ...invoice('o'), cart: [{ ...lamps, '\u{1f600}\r\n': 1, frequency: 'täglich\n' }] }
    const { report } = await both('createInvoice', { ...json(body) })
    expect(report.headers.get(deviationsHeader)).toMatch(/^[\x20-\x7e]{1,1000}$/)
  })
})

describe('every edit of a lawful request', () => {
  it.each(['createInvoice', 'createExchangePayment', 'closePartialPayment'] as const)(
    'that strict grants to %s is granted without a word; what is granted with one, strict refuses',
    async (operationId) => {
      const [strict, report] = [new TestClient(), new TestClient({ validation: 'report' })]
      const client = new TestClient()
      const value = operationId === 'createInvoice' ? invoice('o') : exchangePayment(client, 'o')
      const payload = operationId === 'closePartialPayment' ? { offerId: 'nobody' } : value
      const edits = editsOf(payload).filter((_, index) => index % 5 === 0)
      for (const { edit, value: edited } of edits) {
        const text = JSON.stringify(edited) ?? ''
        const asked = operationId === 'createInvoice' ? { bytes: text } : { plainText: text }
        const [first, second] = [await strict.ask(operationId, asked), await report.ask(operationId, asked)]
        expect(second.status, edit).toBeLessThan(500)
        const named = second.headers.get(deviationsHeader) !== null
        if (first.granted) expect([edit, second.granted, named]).toEqual([edit, true, false])
        else if (second.granted) expect([edit, named]).toEqual([edit, true])
      }
    },
  )
})
