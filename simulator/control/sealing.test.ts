// Sealing through the control API: the service opens what it gives, under every lawful stand-in.

import { describe, expect, it } from 'vitest'
import { createSimulator } from '../embed.ts'
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

describe('a sealed payload', () => {
  const seeds = Array.from({ length: 12 }, (_, seed) => seed)
  it.each(seeds)('is opened by the service, whatever its stand-ins (seed %i)', async (vary) => {
    const simulator = createSimulator({ vary })
    const [exchange = ''] = (await simulator.credentials()).exchanges
    for (const [operationId, path, token, payload] of ways) {
      const { body } = await simulator.control.sealPayload({ body: { operationId, merchantId, payload } })
      const answer = await simulator.fetch(`/api${path.replace('alphaexchange', exchange)}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        body: JSON.stringify(body),
      })
      const text = await answer.text()
      expect([operationId, /seal|plain text|Encrypted Data|decrypt/i.test(text) ? text : '']).toEqual([
        operationId,
        '',
      ])
    }
  })

  it('comes with the field that it goes into, ready to be sent', async () => {
    const { control } = createSimulator()
    const closing = { operationId: 'closePartialPayment', merchantId, payload: { offerId: 'o' } } as const
    const { field, sealed, body } = await control.sealPayload({ body: closing })
    expect(field).toBe('encryptedReq')
    expect(body).toEqual({ clientId: merchantId, encryptedReq: sealed })
    expect(Buffer.from(sealed, 'base64').subarray(0, 8).toString()).toBe('Salted__')
    const bare = createSimulator({ standIns: { 'access.bank-payment-field': 'bare' } })
    const bank = { operationId: 'createBankPayment', merchantId, payload: {} } as const
    const answered = await bare.control.sealPayload({ body: bank })
    expect(answered).toMatchObject({ field: null, body: answered.sealed })
  })

  it('is the same for the same seed and inputs', async () => {
    const sealed = async (seed: number) => {
      const { control } = createSimulator({ seed })
      const body = { operationId: 'createExchangePayment', merchantId, payload: payment } as const
      return [
        await control.sealPayload({ body }),
        await control.sealPayload({ body: { ...body, padding: 'pkcs1' } }),
      ]
    }
    expect(await sealed(1)).toEqual(await sealed(1))
    expect(await sealed(1)).not.toEqual(await sealed(2))
  })

  it('is refused where there is nothing to seal, or nobody to seal it for', async () => {
    const { control } = createSimulator()
    const plain = { operationId: 'createInvoice', merchantId, payload: {} } as const
    expect(await whyNot(control.sealPayload({ body: plain }))).toMatchObject({
      status: 400,
      fact: 'createInvoice takes no sealed payload.',
    })
    const nobody = { operationId: 'addPayees', merchantId: 'nobody', payload: [] } as const
    expect(await whyNot(control.sealPayload({ body: nobody }))).toMatchObject({ status: 404 })
  })
})
