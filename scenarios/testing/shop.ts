// A shop that knows a deployment by HTTP only, and encrypts with the libraries of merchants; and the first walk through the
// service that such a shop makes.

import { encryptPassphrase, encryptRsa } from '../../contract-tests/encryption.ts'
import { meetAccounts } from '../targets.ts'

/** An answer's JSON. */
export type Json = Record<string, unknown>

async function json(response: Response): Promise<Json> {
  return JSON.parse(await response.text())
}

/** A shop that knows its simulator by HTTP only, and encrypts with the libraries of merchants. */
export class Shop {
  private readonly url: string

  constructor(url: string) {
    this.url = url
  }

  async post(
    path: string,
    body: unknown,
    token?: string,
    headers: Record<string, string> = {},
  ): Promise<Json> {
    const response = await fetch(`${this.url}${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...headers,
      },
      body: JSON.stringify(body),
    })
    return json(response)
  }

  async put(path: string, body: unknown): Promise<Json> {
    const headers = { 'content-type': 'application/json' }
    return json(await fetch(`${this.url}${path}`, { method: 'PUT', headers, body: JSON.stringify(body) }))
  }

  async get(path: string, token?: string): Promise<Json> {
    const headers = token === undefined ? {} : { headers: { authorization: `Bearer ${token}` } }
    return json(await fetch(`${this.url}${path}`, headers))
  }
}

/** The text at a path of an answer. */
export function at(response: Json, ...path: string[]): string {
  let value: unknown = response
  for (const key of path)
    value = typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined
  if (typeof value !== 'string')
    throw new Error(`There is no text at ${path.join('.')} of ${JSON.stringify(response)}.`)
  return value
}

export const lamp = { id: 'lamp', name: 'Desk lamp', price: 40, quantity: 1 }
export const customerInfo = { name: 'Ada Example', email: 'ada@shop.example' }

/** The first walk through the service: invoice to order, QR by half and closed, bank, payouts, subscription. */
export async function walkThrough(url: string, webhook: string): Promise<void> {
  const shop = new Shop(url)
  const { merchants, shoppers } = await meetAccounts(fetch, url)
  const [merchant] = merchants
  const ready = shoppers.ready
  if (merchant === undefined || ready === undefined) throw new Error('The world lacks its people.')
  const rsa = (payload: unknown) => ({ data: encryptRsa(payload, merchant.publicKey) })
  const secret = (payload: unknown) => ({ encryptedReq: encryptPassphrase(payload, merchant.clientSecret) })
  const local = { ...lamp, localAmount: 40, localCurrency: 'USD' }
  const payment = {
    clientId: merchant.id,
    cart: [local],
    shippingAddress: null,
    merchantStoreCurrency: 'USD',
  }

  await shop.put(`/control/merchants/${merchant.id}/webhook`, { url: webhook })
  const invoice = await shop.post(
    '/api/hosted-page',
    {
      amount: '40.00',
      currency: 'USD',
      order: 'walk-1',
      cart: [
        {
          id: 'tea',
          name: 'Tea',
          price: '40.00',
          quantity: 1,
          isSubscription: true,
          frequency: 'monthly',
          subscriptionPeriod: '1y',
          merchantSubscriptionId: 'tea-1',
          autoRenewal: false,
        },
      ],
      customerInfo,
      shippingAddress: null,
    },
    merchant.accessToken,
  )
  const uuid = at(invoice, 'result', 'uuid')
  await shop.get(`/api/invoices?uuid=${uuid}`, merchant.accessToken)
  const paid = await shop.post(
    '/api/exchanges/payments/alphaexchange',
    rsa({
      ...payment,
      assets: 'BTC',
      offerId: 'walk-1',
      nativeAmount: '40.00',
      savepassword: false,
      code2fa: '',
    }),
    ready.accessToken,
  )
  const transaction = at(paid, 'result', 'id')
  await shop.post('/control/clock/advance', {
    until: { transaction, status: 'completed' },
    maxDuration: 'PT2H',
  })
  await shop.get(`/control/transactions/${transaction}`)

  const qr = await shop.post(
    '/api/purchase/qr/generate',
    {
      amount: '40.00',
      currency: 'USD',
      cryptoCurrency: 'BTC',
      orderId: 'walk-2',
      cart: [lamp],
      customerInfo,
    },
    merchant.accessToken,
    { 'x-transaction-source': 'qr-code-api' },
  )
  await shop.post(`/control/transactions/${at(qr, 'result', 'id')}/pay`, { share: '0.5' })
  const offerId = at(qr, 'result', 'meta', 'offerId')
  await shop.post('/api/closePartialTx', { clientId: merchant.id, ...secret({ offerId }) })

  await shop.post(
    '/api/purchases',
    rsa({
      ...payment,
      amount: 40,
      accountId: merchant.bankAccountId,
      stockId: ready.stockId,
      offerId: 'walk-3',
      hostedPageId: '',
    }),
    ready.accessToken,
  )
  await shop.post('/control/clock/advance', { bankingDays: 4 })

  const payee = {
    id: 'p1',
    fname: 'Grace',
    lname: 'Hopper',
    email: 'grace@payee.example',
    label: 'supplier',
    businessname: 'Co',
  }
  await shop.post('/api/payout/payee', secret([payee]), merchant.accessToken)
  await shop.post('/api/payout/payee', secret([{ ...payee, email: undefined }]), merchant.accessToken)
  await shop.post(
    '/api/payout/transfer',
    secret([{ ...payee, amount: 5, currency: 'USD', descriptor: 'd' }]),
    merchant.accessToken,
  )

  const [subscriptionId = ''] = (
    (await shop.get(`/control/subscriptions?merchantId=${merchant.id}`)).subscriptions as { id: string }[]
  ).map(({ id }) => id)
  const holder = { merchantId: merchant.id, merchantAuth: merchant.merchantAuth, subscriptionId }
  await shop.post('/api/subscription/debit', { ...holder, amount: 40, currency: 'USD' })
  await shop.post('/api/subscription/cancel', holder)
  await shop.post('/control/clock/advance', { by: 'PT1S' })
  await shop.get(`/control/events?merchantId=${merchant.id}`)
}
