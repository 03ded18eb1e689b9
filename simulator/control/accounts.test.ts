// Accounts, assumptions and encrypted payloads through the control API.

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
import { createInvoice } from '../test-support/requests.ts'
import { openShop } from '../test-support/shop.ts'

it('the credentials list every test account with its keys and tokens, and reading them changes nothing', async () => {
  const assumptions = { 'authentication.merchant-auth': 'encrypted-merchant-id' } as const
  const simulator = createSimulator({ assumptions })
  const { digest } = await simulator.snapshot()
  const { merchants, shoppers, exchanges, servicePublicKey, baseUrl } = await simulator.credentials()
  expect((await simulator.snapshot()).digest).toBe(digest)
  expect([baseUrl, exchanges.length]).toEqual(['http://127.0.0.1:4020/api', 5])
  expect(merchants.map(({ username, verified }) => `${username} ${verified}`)).toEqual([
    'lamp-shop true',
    'tea-house false',
  ])
  const abroad = {
    accessToken: 'shopper-abroad',
    country: 'DE',
    stockIds: ['b1d7a3e4-0000-4000-8000-000000000001'],
  }
  expect(shoppers.find(({ name }) => name === 'abroad')).toMatchObject(abroad)
  for (const key of [servicePublicKey, ...merchants.map(({ publicKey }) => publicKey)])
    expect(createPublicKey(key).asymmetricKeyType).toBe('rsa')
})

it('the assumptions are listed for every unspecified behavior, in pages', async () => {
  const { control } = createSimulator({ assumptions: { 'errors.wording': 'terse' } })
  const { assumptions, total } = await control.getAssumptions()
  expect(assumptions.map(({ id }) => id)).toEqual(unspecifiedIds)
  const changed = assumptions.filter(({ isChanged }) => isChanged)
  expect(changed).toMatchObject([{ id: 'errors.wording', assumption: 'terse' }])
  const last = await control.getAssumptions({ query: { after: total - 3 } })
  expect(last.assumptions).toEqual(assumptions.slice(-2))
})

it('an assumption applies from now on, survives a reset, is part of a snapshot, and keeps the state', async () => {
  const { simulator, control, shop } = await openShop({ assumptions: { 'invoices.link': 'query' } })
  const id = 'transactions.repeated-order'
  await createInvoice(shop, 'order-1')
  const before = await simulator.snapshot()
  const hour = { use: 'evening', value: { hour: 20 } }
  await control.setAssumption({ params: { id: 'settlements.hour' }, body: hour })
  await control.setAssumption({ params: { id }, body: { use: 'refused' } })
  const { data, options } = await simulator.snapshot()
  expect(JSON.stringify(data)).toBe(JSON.stringify(before.data))
  expect(options.assumptions).toEqual({ 'invoices.link': 'query', 'settlements.hour': hour, [id]: 'refused' })
  await simulator.reset()
  await createInvoice(shop, 'order-1')
  await expect(createInvoice(shop, 'order-1')).rejects.toThrow()
  await simulator.restore(before)
  await createInvoice(shop, 'order-1')
})

describe('an encrypted payload', () => {
  const merchantId = '8a4d1c55-0000-4000-8000-000000000001'

  it.each([1, 2, 3, 4])('is decrypted by the service, whatever the assumptions (seed %i)', async (seed) => {
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
      expect([operationId, /Encrypted Data|decrypt/i.test(refusal) ? refusal : '']).toEqual([operationId, ''])
    }
  })

  it('comes with its field and a complete body, the same for the same seed', async () => {
    const encrypt = (seed: number, bare = false) => {
      const assumptions = bare ? { 'encryption.bank-payment-field': 'bare' as const } : {}
      const operationId = bare ? 'createBankPayment' : 'closePartialPayment'
      const body = { operationId, merchantId, payload: { offerId: 'o' } } as const
      return createSimulator({ seed, assumptions }).control.encryptPayload({ body })
    }
    const { encrypted, ...rest } = await encrypt(1)
    expect(rest).toEqual({ field: 'encryptedReq', body: { clientId: merchantId, encryptedReq: encrypted } })
    expect((await encrypt(1)).encrypted).toBe(encrypted)
    expect((await encrypt(2)).encrypted).not.toBe(encrypted)
    const bare = await encrypt(1, true)
    expect([bare.field, bare.body]).toEqual([null, bare.encrypted])
  })
})
