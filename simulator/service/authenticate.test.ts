// Every operation refuses each wrong credential before it validates the rest of the request, and changes nothing.

import { describe, expect, it } from 'vitest'
import { encryptPassphraseText, encryptRsaText } from '../../client/encryption.ts'
import { isObject } from '../../core/json.ts'
import type { Credential, Operation } from '../../spec/operation.ts'
import { type OperationId, operationIds, operations } from '../../spec/operations.ts'
import { exchangePayment, invoice, payee, prepare, validRequests } from '../test-support/requests.ts'
import { TestClient, type TestRequest } from '../test-support/test-client.ts'
import { defaultWorld } from '../world/default-world.ts'
import { merchantHeader } from './request-context.ts'

const client = new TestClient()
const prepared = await prepare(client)

async function refusal(operationId: OperationId, asked: TestRequest): Promise<[number, string | undefined]> {
  const valid = validRequests(client, prepared)[operationId]
  const { status, refusal } = await client.refused(operationId, { ...valid, ...asked })
  return [status, refusal]
}

function operationsWith(...credentials: Credential[]): OperationId[] {
  return operationIds.filter((id) => credentials.includes(operations[id].credential))
}

const noToken = [401, expect.stringContaining('The request has no access token.')]
const unknownToken = [401, expect.stringContaining('The access token is not valid')]

describe.each(operationsWith('merchantToken', 'shopperToken', 'unstatedToken'))('%s', (operationId) => {
  const isShopperOperation = operations[operationId].credential === 'shopperToken'

  it('refuses a request without a token', async () => {
    expect(await refusal(operationId, { token: null })).toEqual(noToken)
  })

  it('refuses another scheme than Bearer', async () => {
    for (const authorization of ['merchant-lamp-shop', 'Basic bWVyY2hhbnQ=', 'Bearer', 'Bearer a b'])
      expect(await refusal(operationId, { headers: { authorization } })).toEqual(noToken)
  })

  it('refuses an unknown token', async () => {
    for (const token of ['nobody', `${client.merchant.accessToken}x`, client.merchant.id, '__proto__'])
      expect(await refusal(operationId, { token })).toEqual(unknownToken)
  })

  it('refuses a token of the other kind', async () => {
    const token = isShopperOperation ? client.merchant.accessToken : client.shopper('ready').accessToken
    expect(await refusal(operationId, { token })).toEqual(unknownToken)
  })

  it('checks the token before the rest of the request', async () => {
    expect(await refusal(operationId, { token: null, rawBody: 'no JSON', query: {} })).toEqual(noToken)
  })

  it('accepts the scheme in any case', async () => {
    const token = client.tokenFor(operationId)
    const own = new TestClient()
    const asked = validRequests(own, await prepare(own))[operationId]
    const reply = await own.ask(operationId, { ...asked, headers: { authorization: `bearer  ${token} ` } })
    expect(reply.succeeded, reply.text).toBe(true)
  })
})

describe.each(operationsWith('notShown'))('%s, whose headers the contract does not show,', (operationId) => {
  it('needs no token, but refuses a wrong one', async () => {
    const own = new TestClient()
    const asked = validRequests(own, await prepare(own))[operationId]
    const named = operationId === 'createInvoice' ? { redirectUrl: 'https://lamps.example/thanks' } : {}
    const body = isObject(asked.body) ? { ...asked.body, ...named } : asked.body
    const reply = await own.ask(operationId, { ...asked, body, token: null })
    expect(reply.succeeded).toBe(true)
    expect(reply.headers.get(merchantHeader)).toMatch(`${own.merchant.id} (identified by `)
    expect((await own.ask(operationId, asked)).headers.get(merchantHeader)).toBeNull()
    expect(await refusal(operationId, { token: 'nobody' })).toEqual(unknownToken)
    const row: Operation = operations[operationId]
    const isMerchantToken = 'assumedToken' in row && row.assumedToken.kind === 'merchant'
    const otherKind = isMerchantToken ? 'shopper-ready' : 'merchant-lamp-shop'
    expect(await refusal(operationId, { token: otherKind })).toEqual(unknownToken)
  })
})

describe('without a token', () => {
  async function invoiceFor(own: TestClient, body: Record<string, unknown> = {}) {
    const request = { ...invoice('whose'), ...body }
    const reply = await own.ask('createInvoice', { token: null, body: request })
    const merchant = reply.succeeded ? own.world.invoices.get(reply.success.result.uuid)?.merchant : undefined
    return { merchant, named: reply.headers.get(merchantHeader), text: reply.text, status: reply.status }
  }

  it('an invoice belongs to the merchant that the request identifies, and the response names it', async () => {
    const { id } = client.otherMerchant
    expect(await invoiceFor(client, { clientId: id })).toMatchObject({
      merchant: id,
      named: `${id} (identified by clientId)`,
    })
    expect(await invoiceFor(client, { merchantId: id })).toMatchObject({ merchant: id })
    expect(await invoiceFor(client, { redirectUrl: 'https://tea.example/paid?by=me' })).toMatchObject({
      merchant: id,
      named: `${id} (identified by redirectUrl)`,
    })
    expect(client.sandbox.journal.list().at(-1)?.entry.actsFor).toBe(`${id} (identified by redirectUrl)`)
  })

  it.each([{}, { redirectUrl: 'https://shop.example' }, { redirectUrl: 'no URL' }, { clientId: 'nobody' }])(
    'an invoice with %j, which identifies no merchant, is refused',
    async (body) => {
      const { status, text, named } = await invoiceFor(client, body)
      expect([status, named]).toEqual([401, null])
      expect(text).toContain('Send the header Authorization')
    },
  )

  it('an invoice belongs to the only merchant of the world', async () => {
    const world = { ...defaultWorld, merchants: defaultWorld.merchants.slice(1) }
    const only = world.merchants[0]?.id
    expect(await invoiceFor(new TestClient({ world }))).toMatchObject({
      merchant: only,
      named: `${only} (identified by being the only merchant)`,
    })
  })

  it('an invoice belongs to the first merchant if an assumption says so', async () => {
    const own = new TestClient({ assumptions: { 'authentication.invoice-headers': 'first-merchant' } })
    expect(await invoiceFor(own)).toMatchObject({
      merchant: own.merchant.id,
      named: `${own.merchant.id} (identified by assumption authentication.invoice-headers)`,
    })
  })

  it('payees of merchants with one key belong to none of them', async () => {
    const merchants = defaultWorld.merchants.map((one) => ({
      ...one,
      privateKey: defaultWorld.merchants[0]?.privateKey ?? '',
    }))
    const own = new TestClient({
      world: { ...defaultWorld, merchants },
      assumptions: { 'encryption.payouts': 'rsa' },
    })
    const reply = await own.ask('addPayees', { token: null, payload: [payee] })
    expect([reply.status, own.world.payees]).toEqual([401, []])
  })

  it('payees belong to the merchant whose secret decrypts the payload', async () => {
    const { otherMerchant } = client
    const encrypted = encryptPassphraseText(JSON.stringify([payee]), otherMerchant.clientSecret)
    expect((await client.ask('addPayees', { token: null, encrypted })).succeeded).toBe(true)
    expect(client.world.payees.at(-1)?.merchant).toBe(otherMerchant.id)
  })

  it('payees encrypted with the secret of another merchant than the token’s are refused', async () => {
    const encrypted = encryptPassphraseText(JSON.stringify([payee]), client.otherMerchant.clientSecret)
    expect(await refusal('addPayees', { token: client.merchant.accessToken, encrypted })).toEqual([
      200,
      'Invalid Encrypted Data',
    ])
  })
})

describe('closePartialPayment', () => {
  it('refuses a clientId that is not a merchant', async () => {
    const body = { clientId: 'nobody' }
    expect(await refusal('closePartialPayment', { body })).toEqual([401, expect.stringContaining('clientId')])
  })

  it('refuses a payload encrypted with the secret of another merchant', async () => {
    const body = { clientId: client.otherMerchant.id }
    expect(await refusal('closePartialPayment', { body })).toEqual([
      400,
      expect.stringContaining('cannot be decrypted'),
    ])
  })
})

describe.each(operationsWith('merchantAuth'))('%s', (operationId) => {
  const wrong = [401, 'merchantAuth is not valid for merchantId.']
  const keyOf = (which: 'merchant' | 'otherMerchant') =>
    client.world.accounts.keysOf(client[which]).publicKeyPem
  const encrypted = (value: unknown, which: 'merchant' | 'otherMerchant' = 'merchant') =>
    encryptRsaText(JSON.stringify(value), keyOf(which))

  it.each([
    ['nothing', () => ''],
    ['a text that is not encrypted', () => 'bm9ib2R5'],
    ['the token of the other merchant', () => client.otherMerchant.accessToken],
    ['a token of a shopper', () => 'shopper-ready'],
    ['the id of the other merchant', () => encrypted({ merchantId: client.otherMerchant.id })],
    [
      'a text encrypted with another key',
      () => encrypted({ merchantId: client.merchant.id }, 'otherMerchant'),
    ],
    ['another shape', () => encrypted([client.merchant.id])],
    ['null', () => encrypted(null)],
  ])('refuses a merchantAuth with %s', async (_, merchantAuth) => {
    const fields = { subscriptionId: prepared.subscriptionId, amount: 1, currency: 'USD' }
    expect(await refusal(operationId, { body: { ...fields, merchantAuth: merchantAuth() } })).toEqual(wrong)
  })

  it('refuses a merchantId that is not a merchant', async () => {
    const fields = { subscriptionId: prepared.subscriptionId, amount: 1, currency: 'USD' }
    expect(await refusal(operationId, { body: { ...fields, merchantId: 'nobody' } })).toEqual(wrong)
  })
})

describe('a merchant whose client id is not its id', () => {
  const worldWith = (clientId: string | undefined) => ({
    ...defaultWorld,
    merchants: defaultWorld.merchants.map((merchant, at) =>
      at === 0 ? { ...merchant, clientId } : merchant,
    ),
  })

  it('is named by it in requests, by either in payments, and by its id in responses', async () => {
    const own = new TestClient({ world: worldWith('shop-17') })
    const { success } = await own.ask('createExchangePayment', { payload: exchangePayment(own, 'o') })
    expect(success.result.merchantId).toBe(own.merchant.id)
    const payload = exchangePayment(own, 'p', { clientId: own.merchant.id })
    expect((await own.ask('createExchangePayment', { payload })).status).toBe(200)
    const closing = { body: { clientId: own.merchant.id }, payload: { offerId: 'o' } }
    expect((await own.refused('closePartialPayment', closing)).status).toBe(401)
    const body = { ...invoice('q'), clientId: 'shop-17' }
    const named = await own.ask('createInvoice', { token: null, body })
    expect(named.headers.get(merchantHeader)).toContain(own.merchant.id)
    expect(own.accountOf(own.merchant).clientId).toBe('shop-17')
  })

  it('shares it with no other merchant', () => {
    const world = worldWith(defaultWorld.merchants[1]?.id)
    expect(() => new TestClient({ world })).toThrow('Invalid world')
  })
})
