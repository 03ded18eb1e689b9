// The whole service once, as a merchant meets it: the built program in a process of its own, over real HTTP, with
// payloads encrypted by the libraries that merchants use. Each scenario tells one way in which money moves.

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { operationIds } from '../spec/operations.ts'
import { type ControlClient, controlClient } from './control/client.ts'
import { encryptForKey, encryptWithPassphrase } from './testing/encryption.ts'
import { type ServedProgram, serveProgram } from './testing/program.ts'

let program: ServedProgram
let control: ControlClient
let merchant: Awaited<ReturnType<ControlClient['getCredentials']>>['merchants'][number]

beforeAll(async () => {
  program = await serveProgram()
  control = controlClient({ fetch, baseUrl: program.url })
  const [first] = (await control.getCredentials()).merchants
  if (first === undefined) throw new Error('Nobody sells anything here.')
  merchant = first
})

afterAll(async () => {
  expect(await program.stop()).toMatchObject({ code: 0, stderr: '' })
})

interface Asked {
  token?: string
  headers?: Record<string, string>
  /** A POST where there is one. */
  body?: unknown
}

/** Calls the service; every answer of these scenarios is a 200. */
async function ask(path: string, { token, headers = {}, body }: Asked): Promise<unknown> {
  const response = await fetch(`${program.url}/api${path}`, {
    headers: {
      'content-type': 'application/json',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...headers,
    },
    ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
  })
  const text = await response.text()
  expect([path, response.status, text]).toEqual([path, 200, expect.any(String)])
  return JSON.parse(text)
}

/** The text at a path of an answer. */
function textAt(response: unknown, ...path: (string | number)[]): string {
  const value = path.reduce<unknown>((within, step) => Object(within)[step], response)
  if (typeof value !== 'string')
    throw new Error(`No text at ${path.join('.')} of ${JSON.stringify(response)}`)
  return value
}

const encrypted = (payload: unknown) => encryptForKey(JSON.stringify(payload), merchant.publicKey)
const secretly = (payload: unknown) => encryptWithPassphrase(JSON.stringify(payload), merchant.clientSecret)

const ada = { name: 'Ada Example', email: 'ada@shop.example' }
const address = { address1: '1 Sample Street', city: 'Springfield', state: 'IL', country: 'US' }
const lamp = { id: 'lamp', name: 'Desk lamp', price: '129.95', quantity: 1 }

/** The plain text of an exchange payment of one item. */
const exchangePayment = (
  offerId: string,
  item: { id: string; name: string; price: string; quantity: number },
) => ({
  clientId: merchant.id,
  assets: 'BTC',
  cart: [{ ...item, localAmount: Number(item.price), localCurrency: 'USD' }],
  shippingAddress: address,
  offerId,
  nativeAmount: item.price,
  savepassword: false,
  code2fa: '',
  merchantStoreCurrency: 'USD',
})

describe('an invoice', () => {
  it('is created, read back, opened, paid through an exchange, and becomes an order', async () => {
    const created = await ask('/hosted-page', {
      token: merchant.accessToken,
      body: {
        amount: '129.95',
        currency: 'USD',
        order: 'order-1001',
        cart: [lamp],
        redirectUrl: 'https://shop.example/thanks',
        customParameter: { returnMethod: 'POST', params: [{ name: 'basket', value: 'b-17' }] },
        customerInfo: ada,
        shippingAddress: address,
      },
    })
    const uuid = textAt(created, 'result', 'uuid')
    const link = textAt(created, 'result', 'url')

    expect(await ask(`/invoices?uuid=${uuid}`, { token: merchant.accessToken })).toMatchObject({
      ok: true,
      result: {
        returnval: { order: 'order-1001', amount: '129.95', cart: [lamp], shippingAddress: address },
      },
    })
    expect(await (await fetch(link)).text()).toContain('129.95 USD')
    expect(await ask('/stores', { token: merchant.accessToken })).toMatchObject({
      result: { merchant: { id: merchant.id }, settings: { exchangePaymentEnabled: true } },
    })
    const currencies = await ask('/currencies?amount=129.95&currency=USD', { token: merchant.accessToken })
    expect(currencies).toMatchObject({ result: merchant.enabledCurrencies.map((id) => ({ id })) })

    const shopper = 'shopper-ready'
    expect(await ask('/users/me', { token: shopper })).toMatchObject({ ok: true })
    const balances = `/exchanges/check-balance/alphaexchange?merchantId=${merchant.id}`
    expect(textAt(await ask(balances, { token: shopper }), 'result', 'accounts', 0, 'currency')).toBe('BTC')
    const validation = {
      clientId: merchant.id,
      assets: 'BTC',
      cart: [lamp],
      offerId: 'order-1001',
      confirmation: 'true',
      nativeAmount: '129.95',
    }
    expect(
      await ask('/exchanges/payment-validate/alphaexchange', {
        token: shopper,
        body: { data: encrypted(validation) },
      }),
    ).toMatchObject({ result: { password: false, showWhitelistElement: false, currency: 'BTC' } })

    const paid = await ask('/exchanges/payments/alphaexchange', {
      token: shopper,
      body: { data: encrypted(exchangePayment('order-1001', lamp)) },
    })
    const transaction = textAt(paid, 'result', 'id')
    await control.advanceClock({
      body: { until: { transaction, status: 'completed' }, limit: 'PT2H' },
    })
    expect(await control.getTransaction({ params: { id: transaction } })).toMatchObject({
      status: 'completed',
      invoice: uuid,
      nativeAmount: '129.95',
      received: '0.002599',
    })
    expect(await (await fetch(link)).text()).toContain('Paid.')

    await control.advanceClock({ body: { by: 'P1D' } })
    expect(await control.listSettlements()).toMatchObject({
      settlements: [{ merchantId: merchant.id, kind: 'crypto', currency: 'BTC' }],
    })
  })
})

describe('a QR transaction', () => {
  it('is paid half from a wallet, and closed by the merchant', async () => {
    const generated = await ask('/purchase/qr/generate', {
      token: merchant.accessToken,
      headers: { 'x-transaction-source': 'qr-code-api' },
      body: {
        amount: '100.00',
        currency: 'USD',
        cryptoCurrency: 'BTC',
        orderId: 'order-2001',
        cart: [{ ...lamp, price: '100.00' }],
        customerInfo: ada,
      },
    })
    expect(textAt(generated, 'result', 'crytoCurrency')).toBe('BTC')
    expect(textAt(generated, 'result', 'meta', 'qrString')).toBe(
      `bitcoin:${textAt(generated, 'result', 'meta', 'receiverAddress')}?amount=0.002`,
    )
    const id = textAt(generated, 'result', 'id')
    expect(await control.payFromWallet({ params: { id }, body: { share: '0.5' } })).toMatchObject({
      status: 'partially-paid',
      received: '0.001',
    })
    await control.advanceClock({ body: { by: 'P1D' } })
    expect(
      await ask('/closePartialTx', {
        body: { clientId: merchant.id, encryptedReq: secretly({ offerId: 'order-2001' }) },
      }),
    ).toEqual({ ok: true, result: { success: true } })
    expect(await control.getTransaction({ params: { id } })).toMatchObject({ status: 'closed' })
  })
})

describe('a bank payment', () => {
  it('is pending at first and reaches the merchant, less the fee, within four working days', async () => {
    const banks = await ask('/banks/my', { token: 'shopper-ready' })
    const pending = await ask('/purchases', {
      token: 'shopper-ready',
      body: {
        data: encrypted({
          clientId: merchant.id,
          amount: 200,
          accountId: merchant.bankAccountId,
          cart: [{ ...lamp, price: '200.00', localAmount: 200, localCurrency: 'USD' }],
          stockId: textAt(banks, 'result', 'banks', 0, 'stockId'),
          offerId: 'order-3001',
          merchantStoreCurrency: 'USD',
          hostedPageId: '',
          shippingAddress: address,
        }),
      },
    })
    const params = { id: textAt(pending, 'result', 'id') }
    expect(await control.getTransaction({ params })).toMatchObject({ kind: 'bank', status: 'pending' })
    await control.advanceClock({ body: { bankingDays: 4 } })
    expect(await control.getTransaction({ params })).toMatchObject({ status: 'completed' })
    const { settlements } = await control.listSettlements()
    expect(settlements).toContainEqual(expect.objectContaining({ kind: 'bank', amount: '198.00' }))
  })
})

describe('a payout', () => {
  const payee = {
    id: 'payee-1',
    fname: 'Grace',
    lname: 'Example',
    email: 'grace@supplier.example',
    label: 'lamp supplier',
    businessname: 'Lamp Works',
  }

  it('goes to a payee who was added before', async () => {
    expect(
      await ask('/payout/payee', { token: merchant.accessToken, body: { encryptedReq: secretly([payee]) } }),
    ).toMatchObject({ ok: true, result: { success: true, insertedCount: 1, errorMsg: '' } })
    const transfer = { ...payee, amount: 75.5, currency: 'USD', descriptor: 'January' }
    expect(
      await ask('/payout/transfer', {
        token: merchant.accessToken,
        body: { encryptedReq: secretly([transfer]) },
      }),
    ).toMatchObject({ result: { success: true, insertedCount: 1, receivers: [{ Email: payee.email }] } })
    expect(await control.listTransfers()).toMatchObject({
      transfers: [{ email: payee.email, amount: '75.5' }],
    })
  })
})

describe('a subscription', () => {
  const magazine = {
    id: 'magazine',
    name: 'Lamp Monthly',
    price: '12.50',
    quantity: 1,
    isSubscription: true,
    frequency: 'monthly',
    subscriptionPeriod: '1y',
    merchantSubscriptionId: 'magazine-17',
    autoRenewal: false,
  }

  it('begins with a paid invoice, is debited by the merchant, and is cancelled', async () => {
    await ask('/hosted-page', {
      token: merchant.accessToken,
      body: {
        amount: '12.50',
        currency: 'USD',
        order: 'order-4001',
        cart: [magazine],
        shippingAddress: null,
      },
    })
    const paid = await ask('/exchanges/payments/betaexchange', {
      token: 'shopper-ready',
      body: { data: encrypted(exchangePayment('order-4001', magazine)) },
    })
    const subscriptionId = textAt(paid, 'result', 'subscriptionIds', 0)
    const { merchantAuth, id: merchantId } = merchant

    await control.advanceClock({ body: { by: 'P1M' } })
    const debited = await ask('/subscription/debit', {
      body: { merchantAuth, merchantId, subscriptionId, amount: 12.5, currency: 'USD' },
    })
    expect(debited).toMatchObject({
      status: 200,
      result: { data: [{ amount: 12.5, currency: 'USD', merchantId, subscriptionId }], errors: [] },
    })
    expect(await control.getSubscription({ params: { id: subscriptionId } })).toMatchObject({
      status: 'active',
      merchantSubscriptionId: 'magazine-17',
      debits: 2,
    })

    const cancelled = await ask('/subscription/cancel', {
      body: { merchantAuth, merchantId, subscriptionId },
    })
    expect(cancelled).toEqual({ status: 200, result: { success: true } })
    expect(await control.getSubscription({ params: { id: subscriptionId } })).toMatchObject({
      status: 'canceled',
      nextBillAt: null,
    })
  })
})

it('has called every operation of the contract', async () => {
  const { lines } = await control.getJournal()
  expect(new Set(lines.map(({ operation }) => operation))).toEqual(
    new Set([...operationIds, 'advanceClock', 'payFromWallet']),
  )
})
