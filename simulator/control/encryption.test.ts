// Encryption through the control API: the service opens what it gives, under every lawful assumption.

import { describe, expect, it } from 'vitest'
import { createSimulator } from '../embedding/create-simulator.ts'
import { whyNot } from '../testing/refused.ts'

const merchantId = '8a4d1c55-0000-4000-8000-000000000001'
const payee = { id: '1', fname: 'G', lname: 'E', email: 'g@e.example', label: 'l', businessname: 'b' }
const cart = [{ id: 'lamp', name: 'Lamp', price: 10, quantity: 1 }]
const payment = {
  clientId: merchantId,
  assets: 'BTC',
  cart,
  shippingAddress: null,
  offerId: 'order-1',
  nativeAmount: '10.00',
  savepassword: false,
  code2fa: '',
  merchantStoreCurrency: 'USD',
}

const ways = [
  ['createExchangePayment', '/exchanges/payments/alphaexchange', 'shopper-ready', payment],
  [
    'validateExchangePayment',
    '/exchanges/payment-validate/alphaexchange',
    'shopper-ready',
    { clientId: merchantId, assets: 'BTC', cart, offerId: 'o', confirmation: 'true', nativeAmount: '10.00' },
  ],
  [
    'createBankPayment',
    '/purchases',
    'shopper-ready',
    {
      clientId: merchantId,
      amount: 12.5,
      accountId: 'merchant-account-lamp-shop',
      cart: [],
      stockId: 'linked-bank-ready',
      offerId: 'b1',
      merchantStoreCurrency: 'USD',
      hostedPageId: '',
      shippingAddress: null,
    },
  ],
  ['addPayees', '/payout/payee', 'merchant-lamp-shop', [payee]],
  [
    'createTransfers',
    '/payout/transfer',
    'merchant-lamp-shop',
    [{ ...payee, amount: 5, currency: 'USD', descriptor: 'd' }],
  ],
] as const

describe('a encrypted payload', () => {
  const seeds = Array.from({ length: 12 }, (_, seed) => seed)
  it.each(seeds)('is opened by the service, whatever its assumptions (seed %i)', async (vary) => {
    const simulator = createSimulator({ randomAssumptions: vary })
    const [exchange = ''] = (await simulator.credentials()).exchanges
    for (const [operationId, path, token, payload] of ways) {
      const { body } = await simulator.control.encryptPayload({ body: { operationId, merchantId, payload } })
      const response = await simulator.fetch(`/api${path.replace('alphaexchange', exchange)}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        body: JSON.stringify(body),
      })
      const text = await response.text()
      expect([operationId, /seal|plain text|Encrypted Data|decrypt/i.test(text) ? text : '']).toEqual([
        operationId,
        '',
      ])
    }
  })

  it('comes with the field that it goes into, ready to be sent', async () => {
    const { control } = createSimulator()
    const closing = { operationId: 'closePartialPayment', merchantId, payload: { offerId: 'o' } } as const
    const { field, encrypted, body } = await control.encryptPayload({ body: closing })
    expect(field).toBe('encryptedReq')
    expect(body).toEqual({ clientId: merchantId, encryptedReq: encrypted })
    expect(Buffer.from(encrypted, 'base64').subarray(0, 8).toString()).toBe('Salted__')
    const bare = createSimulator({ assumptions: { 'encryption.bank-payment-field': 'bare' } })
    const bank = { operationId: 'createBankPayment', merchantId, payload: {} } as const
    const answered = await bare.control.encryptPayload({ body: bank })
    expect(answered).toMatchObject({ field: null, body: answered.encrypted })
  })

  it('is the same for the same seed and inputs', async () => {
    const encrypted = async (seed: number) => {
      const { control } = createSimulator({ seed })
      const body = { operationId: 'createExchangePayment', merchantId, payload: payment } as const
      return [
        await control.encryptPayload({ body }),
        await control.encryptPayload({ body: { ...body, padding: 'pkcs1' } }),
      ]
    }
    expect(await encrypted(1)).toEqual(await encrypted(1))
    expect(await encrypted(1)).not.toEqual(await encrypted(2))
  })

  it('is refused where there is nothing to encrypt, or nobody to encrypt it for', async () => {
    const { control } = createSimulator()
    const payload = { operationId: 'createInvoice', merchantId, payload: {} } as const
    expect(await whyNot(control.encryptPayload({ body: payload }))).toMatchObject({
      status: 400,
      fact: 'createInvoice takes no encrypted payload.',
    })
    const nobody = { operationId: 'addPayees', merchantId: 'nobody', payload: [] } as const
    expect(await whyNot(control.encryptPayload({ body: nobody }))).toMatchObject({ status: 404 })
  })
})
