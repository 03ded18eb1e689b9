// Responses that a user wrote: the templates of refusals (errors.envelope) and the values of successes (service.response-values).

import { describe, expect, it } from 'vitest'
import { exchangeCheck, exchangePayment, invoice } from '../test-support/requests.ts'
import { at, TestClient } from '../test-support/test-client.ts'

const refusing = (value: unknown) =>
  new TestClient({ assumptions: { 'errors.envelope': { use: 'template', value } } })
const responding = (value: unknown) =>
  new TestClient({ assumptions: { 'service.response-values': { use: 'written', value } } })

describe('a refusal', () => {
  it('is the first template that applies, with its values', async () => {
    const client = refusing([
      {
        operation: 'createInvoice',
        cause: 'request.invalid',
        field: 'cart',
        status: 418,
        body: { no: 'cart' },
      },
      { cause: 'request.invalid', body: { no: '{field}/{name}', code: '{code}', cause: '{cause}' } },
      { cause: 'request.no-token', status: 499 },
      { body: { said: '{message}' } },
    ])
    const { cart: _, ...withoutCart } = invoice('o')
    const asked = async (body: object) => {
      const response = await client.ask('createInvoice', { body })
      return [response.status, response.body]
    }
    expect(await asked(withoutCart)).toEqual([418, { no: 'cart' }])
    expect(await asked({ ...invoice('o'), customerInfo: { name: 'Ada' } })).toEqual([
      400,
      { no: 'customerInfo/email', code: 400, cause: 'request.invalid' },
    ])
    expect(await client.ask('getStore', { token: null })).toMatchObject({
      status: 499,
      body: { said: 'The request has no access token. Send the header Authorization: Bearer <token>.' },
    })
    expect(await client.ask('getInvoice', { query: { uuid: 'nobody' } })).toMatchObject({
      status: 404,
      body: { said: 'The merchant has no invoice with this uuid.' },
    })
  })

  it('keeps what the contract states', async () => {
    const client = refusing([
      {
        cause: 'exchange-payments.insufficient-balance',
        status: 422,
        body: { code: '{code}', is: '{message}' },
      },
      { cause: 'payouts.transfer-malformed', status: 409, body: { none: true } },
      { body: { none: true } },
    ])
    const pays = async (shopper: string) => {
      const payload = exchangePayment(client, 'order-1')
      await client.ask('createInvoice', { body: invoice('order-1') })
      const { status, body } = await client.ask('createExchangePayment', { shopper, payload })
      return [status, body]
    }
    expect(await pays('low-balance')).toEqual([422, { code: 419, is: 'Insufficient Balance' }])
    expect(await pays('expired-link')).toMatchObject([418, { statusCode: 418 }])
    const { status, body } = await client.ask('createTransfers', { encrypted: 'x' })
    expect([status, at(body, 'result', 'errorMsg')]).toEqual([409, 'Invalid Encrypted Data'])
  })

  it.each<[string, unknown, string]>([
    ['an unknown cause', [{ cause: 'request.nothing' }], 'must be the code of a refusal'],
    ['an unknown operation', [{ operation: 'pay' }], 'must be the id of an operation'],
    ['an unknown placeholder', [{ body: { text: '{reason}' } }], 'Unknown placeholder {reason}'],
    ['no list', { body: {} }, 'Invalid value for "errors.envelope"'],
    [
      'a stated error without its message',
      [{ cause: 'exchange-payments.coin-not-supported', body: { code: '{code}' } }],
      'The contract states a code and a message',
    ],
  ])('cannot be written with %s', (_, value, message) => {
    expect(() => refusing(value)).toThrow(message)
  })
})

describe('a success', () => {
  it('has the written values, and not what is left out', async () => {
    const client = responding([
      { operation: 'createInvoice', status: 202, fields: { 'result.expires': null } },
      {
        operation: 'listCurrencies',
        fields: { 'result.*.symbol': 'S', 'result.0.sort': 9, 'result.*.none.at': 1 },
      },
      { operation: 'validateExchangePayment', without: ['result.message', 'result.none'] },
    ])
    const created = await client.ask('createInvoice', { body: invoice('o') })
    expect(created).toMatchObject({ status: 202, body: { ok: true, result: { expires: null } } })
    const { body } = await client.ask('listCurrencies')
    const listed = at(body, 'result')
    expect(listed).toEqual(Array.from(Object(listed), () => expect.objectContaining({ symbol: 'S' })))
    expect([at(listed, 0, 'sort'), at(listed, 1, 'sort'), at(listed, 0, 'none')]).toEqual([9, 2, undefined])
    const checked = await client.ask('validateExchangePayment', { payload: exchangeCheck(client) })
    expect(checked.succeeded).toBe(true)
    expect(Object.keys(Object(at(checked.body, 'result')))).not.toContain('message')
  })

  it('must match the document', async () => {
    const client = responding([{ operation: 'getStore', without: ['result.settings'] }])
    expect(await client.ask('getStore')).toMatchObject({
      succeeded: false,
      refusal: expect.stringContaining('service.response-values'),
    })
  })

  it.each<[string, unknown, string]>([
    [
      'a field outside of the result',
      [{ operation: 'getStore', fields: { ok: false } }],
      'must begin with "result."',
    ],
    [
      'the stated status',
      [{ operation: 'createQrTransaction', status: 201 }],
      'The contract states the status',
    ],
    ['an unknown operation', [{ operation: 'pay' }], 'must be the id of an operation'],
  ])('cannot be written with %s', (_, value, message) => {
    expect(() => responding(value)).toThrow(message)
  })
})
