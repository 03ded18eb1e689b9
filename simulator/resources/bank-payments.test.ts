// Paying from a linked bank account: who may pay, what the response contains, and when the money is credited.

import { beforeEach, describe, expect, it } from 'vitest'
import { dayMs } from '../../core/durations.ts'
import { exampleOf } from '../../spec/primitives.ts'
import { listBanks } from '../../spec/resources/banks.ts'
import { bankPayment, invoice } from '../test-support/requests.ts'
import { TestClient, type TestRequest } from '../test-support/test-client.ts'
import { defaultWorld } from '../world/default-world.ts'

let client: TestClient

beforeEach(() => {
  client = new TestClient()
})

type Changes = Parameters<typeof bankPayment>[2]

const payment = (changes: Changes = {}, asked: TestRequest = {}) => ({
  payload: bankPayment(client, 'offer-1', changes),
  ...asked,
})
const pay = (...how: Parameters<typeof payment>) => client.ask('createBankPayment', payment(...how))

async function refusal(...how: Parameters<typeof payment>): Promise<string | undefined> {
  return (await client.refused('createBankPayment', payment(...how))).refusal
}

describe('createBankPayment', () => {
  it('returns pending and the record of the transaction', async () => {
    const { result } = (await pay()).success
    expect(client.transaction(result.id).status).toBe('pending')
    expect(result).toMatchObject({
      status: 0,
      nativeAmount: '40.00',
      amount: '40.00',
      currency: 'USD',
      receivedAmount: '0',
      type: 2,
      stockId: 'b1d7a3e4-0000-4000-8000-000000000002',
      userId: client.shopper('ready').id,
      merchantId: client.merchant.id,
      merchantPayableAmount: '39.60',
      referenceBankProvider: expect.stringMatching(/^[0-9a-f-]{36}$/),
      meta: { hash: { value: [], network: '' }, offerId: 'offer-1', receiverAddress: '' },
      currencyInfo: { isFiat: true },
      txMetadata: { shippingAddress: null },
    })
  })

  it('makes an order of the invoice that hostedPageId names, else of the one of the offer', async () => {
    const orders = ['other', 'offer-1']
    for (const order of orders) await client.ask('createInvoice', { body: invoice(order) })
    const [other, own] = client.world.invoices
    await pay({ hostedPageId: other?.uuid ?? '' })
    await pay()
    await client.advance(14 * dayMs)
    expect([other?.paidBy, own?.paidBy]).toEqual([...client.world.transactions].map(({ id }) => id))
  })

  it('refuses the bank of another shopper than the token’s', async () => {
    expect(await refusal({}, { token: 'shopper-low-balance' })).toBe(
      'stockId is not a linked bank of the shopper.',
    )
    expect((await pay({}, { token: 'shopper-ready' })).succeeded).toBe(true)
  })

  it('refuses a merchant whose business is not verified, or who has linked no bank', async () => {
    const { otherMerchant } = client
    const words = 'has not completed the business verification (KYB) or has no linked bank account'
    expect(await refusal({ clientId: otherMerchant.id }, { merchant: otherMerchant })).toContain(words)
    for (const change of [{ verified: false }, { bankAccount: null }]) {
      const [first, ...rest] = defaultWorld.merchants
      if (first === undefined) throw new Error('There is no merchant.')
      client = new TestClient({ world: { ...defaultWorld, merchants: [{ ...first, ...change }, ...rest] } })
      expect(await refusal()).toContain(words)
    }
  })

  it.each([0, -0, -40, 0.001])('refuses an amount of %d', async (amount) => {
    expect(await refusal({ amount })).toBe('The amount must be greater than zero.')
  })
})

describe('listBanks', () => {
  it('lists the shopper’s own linked banks', async () => {
    const { id: customerId } = client.shopper('ready')
    const { banks, ...others } = exampleOf(listBanks.response).result
    expect((await client.ask('listBanks')).body).toEqual({
      ok: true,
      result: {
        ...others,
        banks: banks.map((bank) => ({
          ...bank,
          stockId: 'b1d7a3e4-0000-4000-8000-000000000002',
          limit: '50000',
          accounts: bank.accounts.map((account) => ({
            ...account,
            mask: '0002',
            id: 'ac40f2c6-0000-4000-8000-000000000002',
            customerUrl: `http://127.0.0.1:4020/customers/${customerId}`,
            customerId,
            fundingSource: expect.stringMatching(/^[0-9a-f-]{36}$/),
          })),
        })),
      },
    })
  })
})
