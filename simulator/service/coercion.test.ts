// With `--validation report`, invalid requests are coerced where possible, and a header names each validation error. What
// cannot be coerced is refused as with `--validation strict`.

import { describe, expect, it } from 'vitest'
import type { ServiceResponse } from '../../client/service-client.ts'
import type { OperationId } from '../../spec/operations.ts'
import { address, invoice, lamps, payee, qrTransaction, transfer } from '../test-support/requests.ts'
import { TestClient, type TestRequest } from '../test-support/test-client.ts'
import { validationErrorsHeader } from './request-context.ts'

/** The responses of both modes to the same request. */
async function both(
  operationId: OperationId,
  asked: TestRequest,
): Promise<{ strict: ServiceResponse; report: ServiceResponse; named: string }> {
  const assumptions = { 'service.content-type': 'demanded' } as const
  const strict = await new TestClient({ assumptions }).ask(operationId, asked)
  const report = await new TestClient({ validation: 'report', assumptions }).ask(operationId, asked)
  return { strict, report, named: report.headers.get(validationErrorsHeader) ?? '' }
}

const json = (value: unknown) => ({ rawBody: JSON.stringify(value) })

describe('with --validation report', () => {
  it.each<[string, OperationId, TestRequest, string]>([
    [
      'a number for text',
      'createInvoice',
      json({ ...invoice('o'), amount: 40 }),
      'body.amount must be a string',
    ],
    [
      'text for a number',
      'createTransfers',
      { payload: [{ ...transfer, amount: '250' }] },
      'payload[0].amount must be a number',
    ],
    [
      'text for a boolean',
      'createInvoice',
      json({ ...invoice('o'), cart: [{ ...lamps, isSubscription: 'false' }] }),
      'body.cart[0].isSubscription must be a boolean',
    ],
    [
      'an optional field that cannot be read',
      'createInvoice',
      json({ ...invoice('o'), customParameter: { returnMethod: 'PATCH' } }),
      'body.customParameter.returnMethod must be one of "GET", "POST"',
    ],
    [
      'a cart line’s optional field of another shape',
      'createInvoice',
      json({ ...invoice('o'), cart: [{ ...lamps, frequency: 'daily' }] }),
      'body.cart[0].frequency must be one of',
    ],
    [
      'a missing header',
      'createQrTransaction',
      { body: qrTransaction('o'), headers: { 'x-transaction-source': 'web' } },
      'headers.x-transaction-source must be "qr-code-api"',
    ],
    [
      'another content type',
      'createInvoice',
      { body: invoice('o'), headers: { 'content-type': 'text/plain' } },
      'Content-Type must be application/json, but it is "text/plain"',
    ],
  ])('%s is accepted and reported', async (_, operationId, asked, words) => {
    const { strict, report, named } = await both(operationId, asked)
    expect(strict.succeeded).toBe(false)
    expect(strict.headers.get(validationErrorsHeader)).toBeNull()
    expect(report.succeeded, report.text).toBe(true)
    expect(named).toContain(words)
  })

  it('every validation error is reported, not only the first', async () => {
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
    expect(report.succeeded).toBe(true)
    expect(named.split('; ')).toEqual([
      'Content-Type must be application/json, but it is "text/plain"',
      'body.amount must be a string (converted)',
      'body.cart[0].name must be a string (converted)',
      'body.cart[1].price must be a number or a string (removed)',
      'body.order must be a string (converted)',
      'body.customParameter.returnMethod must be one of "GET", "POST" (removed)',
    ])
  })

  it.each<[string, object, string]>([
    ['absent', {}, 'is missing (set to an empty text)'],
    ['null', { state: null }, 'must be a string (set to an empty text)'],
  ])('an address whose state is %s has an empty one', async (_, state, remark) => {
    const client = new TestClient({ validation: 'report' })
    const { state: __, ...stateless } = address
    const shippingAddress = { ...stateless, country: 'DE', ...state }
    const reply = await client.ask('createInvoice', json({ ...invoice('o'), shippingAddress }))
    expect(reply.headers.get(validationErrorsHeader)).toContain(`body.shippingAddress.state ${remark}`)
    const { uuid } = reply.success.result
    expect((await client.result('getInvoice', { query: { uuid } })).returnval.shippingAddress).toEqual({
      ...shippingAddress,
      state: '',
    })
  })

  it('a missing required field that may be null is set to null and named', async () => {
    const { shippingAddress: _, ...body } = invoice('o')
    const { strict, report, named } = await both('createInvoice', json(body))
    expect(strict.succeeded).toBe(false)
    expect(report.succeeded, report.text).toBe(true)
    expect(named).toBe('body.shippingAddress is missing (set to null)')
  })

  it('a small or large number becomes text without an exponent', async () => {
    const client = new TestClient({ validation: 'report' })
    for (const [amount, text] of [
      [1e-7, '0.0000001'],
      [1e21, '1000000000000000000000'],
    ] as const) {
      const body = { ...invoice(text), amount }
      const { uuid } = await client.result('createInvoice', json(body))
      const { returnval } = await client.result('getInvoice', { query: { uuid } })
      expect(returnval.amount).toBe(text)
    }
  })

  it('an unknown field that strict refuses is accepted and reported', async () => {
    const client = new TestClient({
      validation: 'report',
      assumptions: { 'service.unknown-request-fields': 'refused' },
    })
    const reply = await client.ask('createInvoice', { body: { ...invoice('o'), note: 1 } })
    expect(reply.succeeded).toBe(true)
    expect(reply.headers.get(validationErrorsHeader)).toContain('body has the unknown field "note"')
  })

  it.each<[string, OperationId, TestRequest]>([
    ['a missing required field', 'createInvoice', json({ ...invoice('o'), order: undefined })],
    ['a required field that cannot be read', 'createInvoice', json({ ...invoice('o'), amount: 'forty' })],
    ['a required field of another shape', 'createInvoice', json({ ...invoice('o'), cart: 'lamps' })],
    ['a body that is not JSON', 'createInvoice', { rawBody: '{' }],
    ['a body of another shape', 'createInvoice', { rawBody: '[]' }],
    ['a wrong token', 'getStore', { token: 'nobody' }],
    ['a missing parameter', 'getInvoice', {}],
    ['an undecryptable payload', 'addPayees', { encrypted: 'nothing' }],
    ['a payee without a key', 'addPayees', { payload: [{ ...payee, id: undefined }] }],
  ])('%s is refused as with strict', async (_, operationId, asked) => {
    const { strict, report } = await both(operationId, asked)
    expect(report.succeeded).toBe(false)
    expect([report.status, report.text]).toEqual([strict.status, strict.text])
  })

  it('the header has printable characters only, and is shortened', async () => {
    const body = { ...invoice('o'), cart: [{ ...lamps, '\u{1f600}\r\n': 1, frequency: 'täglich\n' }] }
    const { report } = await both('createInvoice', { ...json(body) })
    expect(report.headers.get(validationErrorsHeader)).toMatch(/^[\x20-\x7e]{1,1000}$/)
  })
})
