// The simulator in a shop's own unit test, without a socket. The README shows it, and is held to it word for word.

import { expect, it } from 'vitest'
import { createSimulator } from './index.ts'

it('sends an issue of the magazine for every month that is paid', async () => {
  const { fetch, control, clock, onWebhook, credentials } = createSimulator()
  const [merchant] = (await credentials()).merchants
  const clientId = merchant?.id ?? ''
  const post = (path: string, body: unknown, token = merchant?.accessToken) =>
    fetch(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
    })

  // What is tested: the shop's webhook handler.
  const sent: string[] = []
  onWebhook(({ facts }) => {
    if (facts.paymentStatus === 'completed') sent.push(clock.now.slice(0, 10))
  })

  // A shopper pays an invoice whose item is a subscription that the service renews.
  const item = { id: 'magazine', name: 'Lamp Monthly', price: '12.50', quantity: 1 }
  const terms = { isSubscription: true, frequency: 'monthly', subscriptionPeriod: '1y', autoRenewal: true }
  await post('/api/hosted-page', {
    amount: '12.50',
    currency: 'USD',
    order: 'order-17',
    cart: [{ ...item, ...terms, merchantSubscriptionId: 'reader-17' }],
    shippingAddress: null,
  })
  const payload = {
    clientId,
    assets: 'BTC',
    cart: [{ ...item, localAmount: 12.5, localCurrency: 'USD' }],
    shippingAddress: null,
    offerId: 'order-17',
    nativeAmount: '12.50',
    savepassword: false,
    code2fa: '',
    merchantStoreCurrency: 'USD',
  }
  const encrypted = await control.encryptPayload({
    body: { operationId: 'createExchangePayment', merchantId: clientId, payload },
  })
  await post('/api/exchanges/payments/alphaexchange', encrypted.body, 'shopper-ready')

  // A year goes by.
  await clock.advance({ by: 'P1Y' })

  expect(sent).toHaveLength(12)
  expect([sent[0], sent[11]]).toEqual(['2026-01-05', '2026-12-05'])
})
