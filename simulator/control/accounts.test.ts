// Accounts, tokens, assumptions, balances, encryption and planned faults, through the control API.

import { createPublicKey } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import {
  bankPayment,
  exchangeCheck,
  exchangePayment,
  payee,
  sampleSource,
  transfer,
} from '../../client/sample-requests.ts'
import { callService } from '../../client/service-client.ts'
import { readSimulatorTarget } from '../../client/simulator-target.ts'
import { unspecifiedIds } from '../../spec/unspecified.ts'
import { createSimulator } from '../embedding/create-simulator.ts'
import { openShop } from '../test-support/shop.ts'

describe('the credentials', () => {
  it('list every test account with its keys and tokens, and change nothing', async () => {
    const simulator = createSimulator({
      assumptions: { 'authentication.merchant-auth': 'encrypted-merchant-id' },
    })
    const before = JSON.stringify(await simulator.snapshot())
    const { merchants, shoppers, exchanges, servicePublicKey, ...where } = await simulator.credentials()
    expect(JSON.stringify(await simulator.snapshot())).toBe(before)
    expect(where).toMatchObject({
      baseUrl: 'http://127.0.0.1:4020/api',
      controlUrl: 'http://127.0.0.1:4020/control',
    })
    expect(merchants.map(({ username, verified }) => [username, verified])).toEqual([
      ['lamp-shop', true],
      ['tea-house', false],
    ])
    expect(shoppers.find(({ name }) => name === 'abroad')).toMatchObject({
      ...{ accessToken: 'shopper-abroad', email: 'abroad@shopper.example', country: 'DE' },
      stockIds: ['b1d7a3e4-0000-4000-8000-000000000001'],
    })
    expect(exchanges).toHaveLength(5)
    for (const key of [servicePublicKey, ...merchants.map(({ publicKey }) => publicKey)])
      expect(createPublicKey(key).asymmetricKeyType).toBe('rsa')
  })

  it.each(['decrypted', 'encrypted-merchant-id', 'access-token'] as const)(
    'have a merchantAuth that is valid with the assumption %s',
    async (form) => {
      const { shop } = await openShop({ assumptions: { 'authentication.merchant-auth': form } })
      await shop.cancel(await shop.subscribe('order-1'))
    },
  )
})

it('a token expires on the virtual clock where an assumption says so, and can be renewed', async () => {
  const accessToken = 'merchant-lamp-shop'
  const issue = { body: { accessToken } }
  expect(await createSimulator().control.issueToken(issue)).toEqual({ accessToken, expiresAt: null })
  const { control, clock, fetch } = createSimulator({
    assumptions: { 'authentication.token-issue': 'expiring' },
  })
  const headers = { authorization: `Bearer ${accessToken}` }
  const status = async () => (await fetch('/api/stores', { headers })).status
  await clock.advance({ by: 'PT59M59S' })
  expect(await status()).toBe(200)
  await clock.advance({ by: 'PT1S' })
  expect(await status()).toBe(401)
  expect((await control.issueToken(issue)).expiresAt).toBe('2026-01-05T11:00:00.000Z')
  expect(await status()).toBe(200)
  const unknown = control.issueToken({ body: { accessToken: 'mine' } })
  await expect(unknown).rejects.toMatchObject({ status: 404, fact: 'No such access token: "mine".' })
})

describe('the assumptions', () => {
  const id = 'transactions.repeated-order'

  it('are listed for every unspecified behavior, in pages', async () => {
    const { control } = createSimulator({ assumptions: { 'errors.wording': 'terse' } })
    const { assumptions, total } = await control.getAssumptions()
    expect(assumptions.map((one) => one.id)).toEqual(unspecifiedIds)
    expect(assumptions.find((one) => one.id === 'errors.wording')).toMatchObject({
      assumption: 'terse',
      isChanged: true,
    })
    const last = await control.getAssumptions({ query: { after: total - 3 } })
    expect(last.assumptions).toEqual(assumptions.slice(-2))
  })

  it('apply from now on, survive a reset, are part of a snapshot, and keep the state', async () => {
    const { simulator, control, shop } = await openShop({ assumptions: { 'invoices.link': 'query' } })
    await shop.invoice('order-1')
    const before = await simulator.snapshot()
    const body = { use: 'evening', value: { hour: 20 } }
    await control.setAssumption({ params: { id: 'settlements.hour' }, body })
    expect(await control.setAssumption({ params: { id }, body: { use: 'refused' } })).toMatchObject({
      assumption: 'refused',
    })
    const { data, options } = await simulator.snapshot()
    expect(JSON.stringify(data)).toBe(JSON.stringify(before.data))
    expect(options.assumptions).toEqual({
      'invoices.link': 'query',
      'settlements.hour': body,
      [id]: 'refused',
    })
    await simulator.reset()
    await shop.invoice('order-1')
    await expect(shop.invoice('order-1')).rejects.toThrow()
    await simulator.restore(before)
    await shop.invoice('order-1')
  })

  it.each([
    ['settlements.never', { use: 'x' }],
    [id, { use: 'never' }],
    [id, { use: 'refused', value: 1 }],
  ])('are not set to what is not permitted: %s %j', async (unknown, body) => {
    const simulator = createSimulator()
    const before = JSON.stringify(await simulator.snapshot())
    const call = simulator.control.setAssumption({ params: { id: unknown }, body })
    await expect(call).rejects.toMatchObject({ status: 400 })
    expect(JSON.stringify(await simulator.snapshot())).toBe(before)
  })
})

const exchange = 'alphaexchange'
it.each([
  ['nobody', { exchange, coin: 'BTC', amount: '1' }, 404],
  ['shopper-ready', { exchange: 'nowhere', coin: 'BTC', amount: '1' }, 404],
  ['shopper-ready', { exchange, coin: 'USD', amount: '1' }, 404],
  ['shopper-ready', { exchange, coin: 'BTC', amount: '0.000000001' }, 400],
  ['shopper-ready', { exchange, coin: 'BTC', amount: '-1' }, 400],
])('a balance of %s cannot be set by %j', async (id, body, status) => {
  const { control } = createSimulator()
  await expect(control.setBalance({ params: { id }, body })).rejects.toMatchObject({ status })
})

it.each([
  ['http://elsewhere.example/hook', 'Webhooks are not sent to elsewhere.example.'],
  ['ftp://127.0.0.1/', 'Invalid webhook URL "ftp://127.0.0.1/".'],
  ['', 'Invalid webhook URL "".'],
])('a webhook cannot be %j', async (url, fact) => {
  const { control } = createSimulator()
  const register = (id: string) => control.registerWebhook({ params: { id }, body: { url } })
  await expect(register('merchant-lamp-shop')).rejects.toMatchObject({ status: 400, fact })
  await expect(register('nobody')).rejects.toMatchObject({ status: 404 })
})

describe('an encrypted payload', () => {
  const merchantId = '8a4d1c55-0000-4000-8000-000000000001'

  it.each(Array.from({ length: 12 }, (_, seed) => seed))(
    'is decrypted by the service, whatever the assumptions (seed %i)',
    async (seed) => {
      const { control, fetch } = createSimulator({ randomAssumptions: seed })
      const target = await readSimulatorTarget(control)
      const samples = sampleSource(target)
      const payloads = {
        createExchangePayment: exchangePayment(samples),
        validateExchangePayment: exchangeCheck(samples),
        createBankPayment: bankPayment(samples),
        addPayees: [payee(samples)],
        createTransfers: [transfer(payee(samples))],
      }
      for (const operationId of Object.keys(payloads) as (keyof typeof payloads)[]) {
        const payload = payloads[operationId]
        const { body } = await control.encryptPayload({ body: { operationId, merchantId, payload } })
        const options = { rawBody: JSON.stringify(body) }
        const { refusal = '' } = await callService(operationId, target, options, fetch)
        expect([operationId, /Encrypted Data|decrypt/i.test(refusal) ? refusal : '']).toEqual([
          operationId,
          '',
        ])
      }
    },
  )

  it('comes with its field and a complete body, the same for the same seed', async () => {
    const encrypt = (seed: number, bare = false) => {
      const { control } = createSimulator({
        seed,
        assumptions: bare ? { 'encryption.bank-payment-field': 'bare' } : {},
      })
      const operationId = bare ? 'createBankPayment' : 'closePartialPayment'
      return control.encryptPayload({ body: { operationId, merchantId, payload: { offerId: 'o' } } })
    }
    const { field, encrypted, body } = await encrypt(1)
    expect([field, body]).toEqual(['encryptedReq', { clientId: merchantId, encryptedReq: encrypted }])
    expect([(await encrypt(1)).encrypted === encrypted, (await encrypt(2)).encrypted === encrypted]).toEqual([
      true,
      false,
    ])
    const bare = await encrypt(1, true)
    expect([bare.field, bare.body]).toEqual([null, bare.encrypted])
  })

  it('requires an operation with one, and a known merchant', async () => {
    const { control } = createSimulator()
    const payload = { operationId: 'createInvoice', merchantId, payload: {} } as const
    const fact = 'createInvoice takes no encrypted payload.'
    await expect(control.encryptPayload({ body: payload })).rejects.toMatchObject({ status: 400, fact })
    const nobody = { operationId: 'addPayees', merchantId: 'nobody', payload: [] } as const
    await expect(control.encryptPayload({ body: nobody })).rejects.toMatchObject({ status: 404 })
  })
})

it('webhook fault rules drop the third delivery, and are for known merchants', async () => {
  const { control, clock, shop, onWebhook } = await openShop()
  let received = 0
  onWebhook(() => {
    received += 1
  })
  const rules = [{ do: 'drop' as const, count: 3 }]
  expect(await control.setWebhookFaultRules({ body: { rules } })).toEqual({ rules })
  const unknown = control.setWebhookFaultRules({ body: { rules: [{ do: 'drop', merchantId: 'zz' }] } })
  await expect(unknown).rejects.toMatchObject({ status: 404, fact: 'No such merchant: "zz".' })
  expect(await control.getWebhookFaultRules()).toEqual({ rules })
  await shop.pay('order-1')
  await clock.advance({ by: 'PT2H' })
  expect(received).toBe(2)
  const { events } = await control.listEvents()
  expect(events.at(-1)).toMatchObject({ delivery: 'dropped', reason: 'Webhook fault rules: drop.' })
  expect(await control.clearWebhookFaultRules()).toEqual({ rules: [] })
})

it('a sandbox has at most 100 injected faults', async () => {
  const { control } = createSimulator()
  const inject = () => control.injectFault({ body: { operationId: 'getStore', action: { do: 'drop' } } })
  for (let count = 0; count < 100; count += 1) await inject()
  await expect(inject()).rejects.toMatchObject({ status: 409, fact: 'There are too many injected faults.' })
  expect((await control.clearInjectedFaults()).total).toBe(0)
})
