// Requests are built from the operation rows: method, path, headers, credentials, and the field and scheme of encrypted
// payloads, under every assumption that a client can act on.

import { describe, expect, it } from 'vitest'
import { createSimulator } from '../simulator/embedding/create-simulator.ts'
import type { OperationId } from '../spec/operations.ts'
import { type ClientAssumptions, clientAssumptions } from './assumptions.ts'
import { accessToken, operationRequest, payloadEncryption, type RequestOptions } from './operation-request.ts'
import { readSimulatorTarget } from './simulator-target.ts'
import type { Target } from './target.ts'

const target = await readSimulatorTarget(createSimulator().control)
const [merchant, otherMerchant] = target.merchants
if (merchant === undefined || otherMerchant === undefined) throw new Error('The simulator lacks merchants.')

const assuming = (assumptions: Partial<ClientAssumptions>): Target => ({
  ...target,
  assumptions: { ...clientAssumptions(), ...assumptions },
})
const bodyOf = (id: OperationId, options: RequestOptions = {}, from = target): unknown =>
  JSON.parse(operationRequest(id, from, { payload: {}, ...options }).body ?? 'null')

describe('a path', () => {
  it('has the query and the exchange, encoded', () => {
    const query = { merchantId: 'a b&c' }
    expect(operationRequest('checkExchangeBalance', target, { exchange: 'x/y', query }).path).toBe(
      '/exchanges/check-balance/x%2Fy?merchantId=a+b%26c',
    )
  })
})

describe('an access token', () => {
  it('of payouts can be another one of the merchant', () => {
    const withPayouts = { ...target, merchants: [{ ...merchant, payoutToken: 'for-payouts' }] }
    expect(accessToken('createTransfers', withPayouts)).toBe('for-payouts')
    expect(accessToken('addPayees', withPayouts)).toBe('for-payouts')
    expect(accessToken('getStore', withPayouts)).toBe(merchant.accessToken)
  })

  it('is that of the account, or any other, or none', () => {
    const headers = (options: RequestOptions) => operationRequest('getStore', target, options).headers
    expect(headers({ merchant: otherMerchant }).authorization).toBe('Bearer merchant-tea-house')
    expect(headers({ token: 'mine' }).authorization).toBe('Bearer mine')
    expect(headers({ token: null })).toEqual({
      accept: 'application/json',
      'content-type': 'application/json',
    })
  })
})

describe('headers', () => {
  it('include those that the row requires, can be replaced, and omitted', () => {
    const name = 'x-transaction-source'
    const source = (value?: string | null) =>
      operationRequest(
        'createQrTransaction',
        target,
        value === undefined ? {} : { headers: { [name]: value } },
      ).headers[name]
    expect(source()).toBe('qr-code-api')
    expect(source('web')).toBe('web')
    expect(source(null)).toBeUndefined()
  })
})

describe('credentials in a body', () => {
  it('are added, and can be replaced', () => {
    const { id, merchantAuth } = merchant
    expect(bodyOf('cancelSubscription', { body: { subscriptionId: 's' } })).toEqual({
      merchantId: id,
      merchantAuth,
      subscriptionId: 's',
    })
    expect(bodyOf('closePartialPayment', { merchant: otherMerchant })).toMatchObject({
      clientId: otherMerchant.id,
    })
    expect(bodyOf('closePartialPayment', { body: { clientId: 'nobody', forceUpdate: false } })).toMatchObject(
      { clientId: 'nobody', forceUpdate: false },
    )
  })

  it('are not added on request', () => {
    expect(bodyOf('cancelSubscription', { body: {}, addCredentials: false })).toEqual({})
    expect(bodyOf('closePartialPayment', { addCredentials: false, field: null })).toEqual({})
  })
})

describe('an encrypted payload', () => {
  it('is in the assumed field, or the whole body', () => {
    const other = assuming({
      'encryption.bank-payment-field': 'encryptedReq',
      'encryption.payee-field': 'bare',
    })
    expect(bodyOf('createBankPayment', {}, other)).toEqual({ encryptedReq: expect.any(String) })
    expect(bodyOf('addPayees', {}, other)).toEqual(expect.any(String))
    expect(bodyOf('createExchangePayment', { field: 'payload' }, other)).toEqual({
      payload: expect.any(String),
    })
  })

  it('uses the assumed padding, and any other encryption on request', () => {
    const padded = assuming({ 'encryption.rsa-padding': 'pkcs1' })
    expect(payloadEncryption('createBankPayment', padded)).toMatchObject({ padding: 'pkcs1' })
    const encryption = { scheme: 'none', text: 'as it is' } as const
    expect(bodyOf('createBankPayment', { encryption })).toEqual({ data: 'as it is' })
  })

  it('is required', () => {
    expect(() => operationRequest('addPayees', target)).toThrow('A request of addPayees needs a payload.')
  })

  it("is rejected without the service's key where that is assumed", () => {
    const { servicePublicKey: _, ...rest } = assuming({ 'encryption.exchange-validation': 'service-key' })
    expect(() => payloadEncryption('validateExchangePayment', rest)).toThrow(
      "The target lacks the service's public key.",
    )
  })
})

it('has the token and the headers that the target declares for the operation and the merchant', () => {
  const declared: Target = {
    ...target,
    operations: { createTransfers: { token: 'approved', headers: { 'X-Approval': 'yes' } } },
    merchants: [{ ...merchant, headers: { 'x-shop': 'lamps' } }, otherMerchant],
  }
  const own = operationRequest('createTransfers', declared, { payload: [] }).headers
  expect(own).toMatchObject({ authorization: 'Bearer approved', 'x-approval': 'yes', 'x-shop': 'lamps' })
  const others = operationRequest('createTransfers', declared, { payload: [], merchant: otherMerchant })
  expect(others.headers.authorization).toBe(`Bearer ${otherMerchant.accessToken}`)
  expect(others.headers).not.toHaveProperty('x-shop')
  expect(operationRequest('addPayees', declared, { payload: [] }).headers).not.toHaveProperty('x-approval')
})
