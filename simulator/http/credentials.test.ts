// Who is let in: for every operation each wrong credential is refused in words that say what to do, before anything else
// of the request counts and without a trace in the world.

import { beforeAll, describe, expect, it } from 'vitest'
import { encryptPassphraseText, encryptRsaText } from '../../client/encryption.ts'
import type { Credential } from '../../spec/operation.ts'
import { type OperationId, operationIds, operations } from '../../spec/operations.ts'
import { debit, invoice, type Prepared, payee, prepare, validRequests } from '../test-support/requests.ts'
import { TestClient, type TestRequest } from '../test-support/test-client.ts'

let client: TestClient
let prepared: Prepared

beforeAll(async () => {
  client = new TestClient()
  prepared = await prepare(client)
})

async function refusal(operationId: OperationId, asked: TestRequest): Promise<[number, string | undefined]> {
  const before = client.state()
  const reply = await client.ask(operationId, { ...validRequests(client, prepared)[operationId], ...asked })
  expect(client.state()).toEqual(before)
  return [reply.status, reply.refusal]
}

function operationsWith(...credentials: Credential[]): OperationId[] {
  return operationIds.filter((id) => credentials.includes(operations[id].credential))
}

const noToken = [401, expect.stringContaining('bears no access token')]
const unknownToken = [401, expect.stringContaining('is not known here')]

describe.each(operationsWith('merchantToken', 'shopperToken', 'unstatedToken'))('%s', (operationId) => {
  const byShopper = operations[operationId].credential === 'shopperToken'

  it('refuses a request without a token', async () => {
    expect(await refusal(operationId, { token: null })).toEqual(noToken)
  })

  it('refuses another scheme than Bearer', async () => {
    for (const authorization of ['merchant-lamp-shop', 'Basic bWVyY2hhbnQ=', 'Bearer', 'Bearer a b'])
      expect(await refusal(operationId, { headers: { authorization } })).toEqual(noToken)
  })

  it('refuses a token that nobody has', async () => {
    for (const token of ['nobody', `${client.merchant.accessToken}x`, client.merchant.id, '__proto__'])
      expect(await refusal(operationId, { token })).toEqual(unknownToken)
  })

  it('refuses a token of the other kind', async () => {
    const token = byShopper ? client.merchant.accessToken : client.shopper('ready').accessToken
    expect(await refusal(operationId, { token })).toEqual(unknownToken)
  })

  it('looks at the token before the form of the request', async () => {
    expect(await refusal(operationId, { token: null, rawBody: 'no JSON', query: {} })).toEqual(noToken)
  })

  it('takes the scheme in any case', async () => {
    const token = client.tokenFor(operationId)
    const own = new TestClient()
    const asked = validRequests(own, await prepare(own))[operationId]
    const reply = await own.ask(operationId, { ...asked, headers: { authorization: `bearer  ${token} ` } })
    expect(reply.succeeded, reply.text).toBe(true)
  })
})

describe.each(operationsWith('notShown'))('%s, whose headers the contract does not show,', (operationId) => {
  it('does without a token, but refuses a wrong one', async () => {
    const own = new TestClient()
    const asked = validRequests(own, await prepare(own))[operationId]
    expect((await own.ask(operationId, { ...asked, token: null })).succeeded).toBe(true)
    expect(await refusal(operationId, { token: 'nobody' })).toEqual(unknownToken)
    const otherKind = operationId === 'createBankPayment' ? 'merchant-lamp-shop' : 'shopper-ready'
    expect(await refusal(operationId, { token: otherKind })).toEqual(unknownToken)
  })
})

describe('without a token', () => {
  it('an invoice is the first merchant’s, and with one it is that merchant’s', async () => {
    const { uuid } = (await client.ask('createInvoice', { token: null, body: invoice('whose') })).success
      .result
    expect(client.world.invoices.get(uuid)?.merchant).toBe(client.merchant.id)
    const other = await client.ask('createInvoice', {
      merchant: client.otherMerchant,
      body: invoice('whose'),
    })
    expect(client.world.invoices.get(other.success.result.uuid)?.merchant).toBe(client.otherMerchant.id)
  })

  it('payees are the merchant’s whose secret opens the payload', async () => {
    const { otherMerchant } = client
    const encrypted = encryptPassphraseText(JSON.stringify([payee]), otherMerchant.clientSecret)
    expect((await client.ask('addPayees', { token: null, encrypted })).succeeded).toBe(true)
    expect(client.world.payees.at(-1)?.merchant).toBe(otherMerchant.id)
  })

  it('payees encrypted with another secret than that of the token’s merchant are refused', async () => {
    const encrypted = encryptPassphraseText(JSON.stringify([payee]), client.otherMerchant.clientSecret)
    expect(await refusal('addPayees', { token: client.merchant.accessToken, encrypted })).toEqual([
      200,
      'Invalid Encrypted Data',
    ])
  })
})

describe('closePartialPayment', () => {
  it('refuses a clientId that names no merchant', async () => {
    const body = { clientId: 'nobody' }
    expect(await refusal('closePartialPayment', { body })).toEqual([401, expect.stringContaining('clientId')])
  })

  it('refuses a payload encrypted with the secret of another merchant', async () => {
    const body = { clientId: client.otherMerchant.id }
    expect(await refusal('closePartialPayment', { body })).toEqual([
      400,
      expect.stringContaining('cannot be opened'),
    ])
  })
})

describe.each(operationsWith('merchantAuth'))('%s', (operationId) => {
  const wrong = [401, 'merchantId and merchantAuth do not belong together.']
  const keyOf = (which: 'merchant' | 'otherMerchant') =>
    client.world.accounts.keysOf(client[which]).publicKeyPem
  const encrypted = (value: unknown, which: 'merchant' | 'otherMerchant' = 'merchant') =>
    encryptRsaText(JSON.stringify(value), keyOf(which))

  it.each([
    ['nothing', () => ''],
    ['no encrypted text', () => 'bm9ib2R5'],
    ['the token of the other merchant', () => client.otherMerchant.accessToken],
    ['a token of a shopper', () => 'shopper-ready'],
    ['the id of the other merchant', () => encrypted({ merchantId: client.otherMerchant.id })],
    ['another key than the merchant’s', () => encrypted({ merchantId: client.merchant.id }, 'otherMerchant')],
    ['another shape', () => encrypted([client.merchant.id])],
    ['no shape at all', () => encrypted(null)],
  ])('refuses a merchantAuth that holds %s', async (_, merchantAuth) => {
    const fields = { subscriptionId: prepared.subscriptionId, amount: 1, currency: 'USD' }
    expect(await refusal(operationId, { body: { ...fields, merchantAuth: merchantAuth() } })).toEqual(wrong)
  })

  it('refuses a merchantId that names no merchant', async () => {
    const fields = { subscriptionId: prepared.subscriptionId, amount: 1, currency: 'USD' }
    expect(await refusal(operationId, { body: { ...fields, merchantId: 'nobody' } })).toEqual(wrong)
  })
})

it('takes either form of merchantAuth', async () => {
  const body = debit(client, prepared.subscriptionId, 1)
  const { accessToken } = client.merchant
  expect((await client.ask('debitSubscription', { body })).succeeded).toBe(true)
  expect(
    (await client.ask('debitSubscription', { body: { ...body, merchantAuth: accessToken } })).succeeded,
  ).toBe(true)
})
