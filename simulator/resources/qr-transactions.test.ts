// Creating wallet transactions, and their payment URI. Payments from a wallet are in ../control/transactions.test.ts.

import { bech32 } from '@scure/base'
import { beforeEach, describe, expect, it } from 'vitest'
import { qrTransaction } from '../test-support/requests.ts'
import { TestClient } from '../test-support/test-client.ts'

let client: TestClient

beforeEach(() => {
  client = new TestClient()
})

async function created(changes: Parameters<typeof qrTransaction>[1] = {}, merchant = client.merchant) {
  return await client.result('createQrTransaction', { merchant, body: qrTransaction('order-1', changes) })
}

describe('createQrTransaction', () => {
  it('responds with an amount in the coin, an address and a payment URI', async () => {
    const reply = await client.ask('createQrTransaction', { body: qrTransaction('order-1') })
    const { meta, id } = reply.success.result
    expect(reply.body).toEqual({
      ok: true,
      result: {
        totalAmount: '0.0008',
        currency: 'USD',
        crytoCurrency: 'BTC',
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        meta: {
          offerId: 'order-1',
          receiverAddress: expect.stringMatching(/^tb1q[0-9a-z]+$/),
          qrString: `bitcoin:${meta.receiverAddress}?amount=0.0008`,
        },
      },
    })
    expect(client.transaction(id)).toMatchObject({ kind: 'wallet', status: 'awaiting', shopper: null })
  })

  it('creates addresses with a valid checksum', async () => {
    for (const [cryptoCurrency, prefix] of [
      ['BTC', 'tb'],
      ['LTC', 'tltc'],
    ] as const) {
      const { receiverAddress } = (await created({ cryptoCurrency })).meta
      const decoded = bech32.decode(receiverAddress as `${string}1${string}`)
      expect(decoded.prefix).toBe(prefix)
      expect(bech32.fromWords(decoded.words.slice(1))).toHaveLength(20)
    }
    expect((await created({ cryptoCurrency: 'ETH' })).meta.receiverAddress).toMatch(/^0x[0-9a-f]{40}$/)
  })

  it('uses the smallest unit for the value parameter of a URI', async () => {
    const { meta } = await created({ cryptoCurrency: 'ETH' })
    expect(meta.qrString).toBe(`ethereum:${meta.receiverAddress}?value=16000000000000000`)
  })

  it('rounds up to cover the amount', async () => {
    const { meta } = await created({ amount: '0.01', cryptoCurrency: 'LTC' })
    expect(meta.qrString).toContain('amount=0.000125')
    expect((await created({ amount: '0.33' })).meta.qrString).toContain('amount=0.0000066')
  })

  it('converts other currencies', async () => {
    expect((await created({ currency: 'EUR' })).meta.qrString).toContain('amount=0.001')
  })

  it.each([
    [
      'a coin that the merchant has not enabled',
      { cryptoCurrency: 'USDT' },
      'does not accept this cryptocurrency. It is "USDT".',
    ],
    ['an unknown coin', { cryptoCurrency: 'XYZ' }, 'It is "XYZ".'],
    ['a currency that is not a coin', { cryptoCurrency: 'USD' }, 'It is "USD".'],
    ['an unknown currency', { currency: 'XYZ' }, 'Unknown currency. It is "XYZ".'],
    ['an amount of zero', { amount: '0.00' }, 'greater than zero'],
    ['a negative amount', { amount: '-1' }, 'greater than zero'],
  ])('refuses %s', async (_, changes, words) => {
    const body = qrTransaction('order-1', changes)
    expect((await client.refused('createQrTransaction', { body })).refusal).toContain(words)
  })

  it('uses the coins of the merchant', async () => {
    const { id } = await created({ cryptoCurrency: 'USDT' }, client.otherMerchant)
    expect(client.transaction(id)).toMatchObject({ merchant: client.otherMerchant.id, amount: '40' })
  })

  it('takes coins that the merchant has not enabled, but no fiat currency, under `qr-transactions.coins: all`', async () => {
    client = new TestClient({ assumptions: { 'qr-transactions.coins': 'all' } })
    await created({ cryptoCurrency: 'USDT' })
    const body = qrTransaction('order-2', { cryptoCurrency: 'USD' })
    expect((await client.refused('createQrTransaction', { body })).refusal).toContain('It is "USD".')
  })
})
