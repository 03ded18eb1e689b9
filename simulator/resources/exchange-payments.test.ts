// Exchange payments: the check, the payment with its five stated errors, and the balances, for every test account and both
// merchants.

import { beforeEach, describe, expect, it } from 'vitest'
import { hourMs } from '../../core/durations.ts'
import { exampleOf } from '../../spec/primitives.ts'
import { TransactionResponse } from '../../spec/resources/transactions.ts'
import { exchangePaymentErrors } from '../../spec/stated-errors.ts'
import { address, exchangeCheck, exchangePayment, invoice, lamps } from '../test-support/requests.ts'
import { TestClient, type TestRequest } from '../test-support/test-client.ts'

let client: TestClient

beforeEach(() => {
  client = new TestClient()
})

type Changes = Parameters<typeof exchangePayment>[2]

const payment = (changes: Changes = {}, asked: TestRequest = {}) => ({
  payload: exchangePayment(client, 'offer-1', changes),
  ...asked,
})
const pay = (...how: Parameters<typeof payment>) => client.ask('createExchangePayment', payment(...how))

async function refused(...how: Parameters<typeof payment>): Promise<[number, unknown]> {
  const { status, body } = await client.refused('createExchangePayment', payment(...how))
  return [status, body]
}

/** The form of the stated errors by default, with the text as the document writes it. */
function stated(code: number, message: string): [number, unknown] {
  return [code, { ok: false, statusCode: code, data: {}, message }]
}

const below = (exchange: string) => `Amount is less than minimum transaction amount supported by ${exchange}`

describe('the stated error', () => {
  it('422 begins just below the minimum of the exchange', async () => {
    const exchange = client.exchange(3)
    expect((await pay({ nativeAmount: '25' }, { exchange })).succeeded).toBe(true)
    expect(await refused({ nativeAmount: '24.999999999999999999' }, { exchange })).toEqual(
      stated(422, below(exchange)),
    )
  })

  it.each(['0', '0.00', '-40.00'])('422 is for %s, too', async (nativeAmount) => {
    expect(await refused({ nativeAmount })).toEqual(stated(422, below('alphaexchange')))
  })

  it('leaves no record of a negative amount, also where others leave one', async () => {
    client = new TestClient({ assumptions: { 'exchange-payments.failed-record': 'canceled' } })
    for (const nativeAmount of ['-40.00', '0.00']) await pay({ nativeAmount })
    expect(Array.from(client.world.transactions, ({ amount }) => amount)).toEqual(['0'])
  })

  it('421 is for a coin that the exchange, the merchant or the world does not have', async () => {
    const [status, body] = stated(421, exchangePaymentErrors['coin-not-supported'].message)
    for (const assets of ['USDT', 'XYZ', 'USD', '', '__proto__', 'btc'])
      expect(await refused({ assets })).toEqual([status, body])
    expect(await refused({ assets: 'ETH' }, { exchange: client.exchange(4) })).toEqual([status, body])
  })

  it('419 begins just above the balance', async () => {
    const exchange = client.world.accounts.exchange(client.exchange())
    if (exchange === undefined) throw new Error('There is no exchange.')
    client.world.setBalance(client.shopper('ready'), exchange, 'BTC', '0.00079999')
    expect(await refused()).toEqual(stated(419, 'Insufficient Balance'))
    client.world.setBalance(client.shopper('ready'), exchange, 'BTC', '0.0008')
    expect((await pay()).succeeded).toBe(true)
    expect(await refused()).toEqual(stated(419, 'Insufficient Balance'))
  })
})

describe('createExchangePayment', () => {
  it('has the amount of a line in the currency of the store, which the line need not have', async () => {
    const { result } = (await pay({ cart: [lamps], merchantStoreCurrency: 'EUR' })).success
    expect([result.localAmount, result.check[0]?.localAmount]).toEqual(['32.00', 32])
  })

  it('returns the record of the transaction', async () => {
    const cart = [{ ...lamps, localAmount: 50, localCurrency: 'EUR' }]
    const { result } = (await pay({ cart, merchantStoreCurrency: 'EUR' })).success
    const uuid = expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
    const example = exampleOf(TransactionResponse).result
    expect(result).toEqual({
      ...example,
      id: uuid,
      nativeAmount: '40.00',
      amount: '0.0008',
      check: [{ ...example.check[0], id: 'lamp', price: 20, quantity: 2, localAmount: 50, amountFinal: 0 }],
      meta: {
        hash: { value: [], network: 'BTC' },
        offerId: 'offer-1',
        receiverAddress: expect.stringMatching(/^tb1q[0-9a-z]{38}$/),
      },
      userId: client.shopper('ready').id,
      stock: 'alphaexchange',
      merchantId: client.merchant.id,
      createdBy: client.shopper('ready').id,
      settlementId: uuid,
      statusRefund: 20,
      localAmount: '32.00',
      localCurrency: 'EUR',
      merchantPayableAmount: '40.00',
      txMetaId: uuid,
      createdAt: '2026-01-05T09:00:00.000Z',
      updatedAt: '2026-01-05T09:00:00.000Z',
      merchant: { shopData: client.merchant.shop },
      customer: { email: 'ready@shopper.example', fullname: 'Ready Shopper' },
      txMetadata: { id: result.txMetaId, shippingAddress: address, nativeConversionRate: '50000' },
    })
  })

  it('deducts the amount from the balance of that exchange only', async () => {
    await pay()
    const [alpha, beta] = [client.exchange(0), client.exchange(1)].map((name) =>
      client.world.accounts.exchange(name),
    )
    if (alpha === undefined || beta === undefined) throw new Error('There are no exchanges.')
    expect(client.world.balancesOf(client.shopper('ready'), alpha).BTC).toBe('99.9992')
    expect(client.world.balancesOf(client.shopper('ready'), beta).BTC).toBe('100')
  })

  it('is accepted for every exchange and every shopper who can pay', async () => {
    for (const shopper of ['ready', 'asks-password', 'abroad', 'no-bank'])
      for (const index of [0, 1, 2, 3, 4])
        expect((await pay({}, { shopper, exchange: client.exchange(index) })).succeeded).toBe(true)
  })

  it('is for the other merchant, in its coins', async () => {
    const merchant = client.otherMerchant
    const paid = await pay({ clientId: merchant.id, assets: 'USDT' }, { merchant })
    expect(paid.success.result).toMatchObject({ merchantId: merchant.id, amount: '40', currency: 'USDT' })
    expect(await refused({ clientId: merchant.id, assets: 'ETH' }, { merchant })).toEqual(
      stated(421, exchangePaymentErrors['coin-not-supported'].message),
    )
  })

  it('refuses an exchange that is not supported, and names those that are', async () => {
    const reply = await pay({}, { exchange: 'ALPHAEXCHANGE' })
    expect([reply.status, reply.refusal]).toEqual([
      404,
      expect.stringContaining('alphaexchange, betaexchange'),
    ])
  })

  it('refuses a cart whose numbers no record can show', async () => {
    const cart = [{ ...lamps, price: 1e308, quantity: 10 }]
    expect((await pay({ cart })).refusal).toContain('too large for a number')
  })

  it('begins the subscriptions of an invoice once, however often that is paid', async () => {
    const cart = [{ id: 'a', isSubscription: true, merchantSubscriptionId: 'm-1' }]
    await client.ask('createInvoice', { body: invoice('offer-1', { cart }) })
    const first = (await pay()).success.result
    expect(first.subscriptionIds).toHaveLength(1)
    expect((await pay()).success.result.subscriptionIds).toEqual([])
    await client.advance(2 * hourMs)
    expect((await pay()).success.result.subscriptionIds).toEqual([])
    expect(client.world.subscriptions.size).toBe(1)
  })
})

describe('validateExchangePayment', () => {
  const check = (shopper: string, changes: Parameters<typeof exchangeCheck>[1] = {}) =>
    client.ask('validateExchangePayment', { shopper, payload: exchangeCheck(client, changes) })

  it('says what a payment would be', async () => {
    expect((await check('ready')).body).toEqual({
      ok: true,
      result: {
        receiverAddress: expect.stringMatching(/^tb1q[0-9a-z]{38}$/),
        receiverMemo: null,
        amount: 0.0008,
        currency: 'BTC',
        fee: 0.00001,
        password: false,
        showWhitelistElement: false,
        exchange: 'alphaexchange',
        nativeAmount: 40,
        newRate: { percentRate: 0, newFiatRate: 50000 },
        code: 200,
        message: '',
      },
    })
  })

  it('names the address at which the payment then arrives', async () => {
    const { receiverAddress } = (await check('ready')).success.result
    expect((await pay()).success.result.meta.receiverAddress).toBe(receiverAddress)
  })

  it.each([
    ['ready', { password: false, showWhitelistElement: false }],
    ['low-balance', { password: false, showWhitelistElement: false }],
    ['not-whitelisted', { password: false, showWhitelistElement: true }],
    ['asks-password', { password: true, showWhitelistElement: false }],
    ['expired-link', { password: false, showWhitelistElement: false }],
    ['unsupported-wallet', { password: false, showWhitelistElement: false }],
    ['below-minimum', { password: false, showWhitelistElement: false }],
  ])('responds with the same object for %s: conditions are fields, not errors', async (shopper, fields) => {
    const before = client.state()
    expect((await check(shopper)).success.result).toMatchObject(fields)
    expect(client.state()).toBe(before)
  })

  it('refuses what is no coin, an unknown exchange, and another confirmation than true or false', async () => {
    expect((await check('ready', { assets: 'USD' })).refusal).toContain('It is "USD".')
    const payload = exchangeCheck(client)
    expect((await client.ask('validateExchangePayment', { exchange: 'nobody', payload })).status).toBe(404)
    expect(
      (await client.ask('validateExchangePayment', { payload: { ...payload, confirmation: true } })).refusal,
    ).toContain('confirmation')
  })
})

describe('checkExchangeBalance', () => {
  const balances = (query: Record<string, string>, asked: TestRequest = {}) =>
    client.ask('checkExchangeBalance', { query, ...asked })

  it('lists the wallets that the partner, the merchant and the exchange have in common', async () => {
    const listed = async (merchantId: string, exchange = 0) =>
      (await balances({ merchantId }, { exchange: client.exchange(exchange) })).success.result.accounts.map(
        ({ id }) => id,
      )
    expect(await listed(client.merchant.id)).toEqual(['BTC', 'ETH', 'USDC'])
    expect(await listed(client.otherMerchant.id)).toEqual(['BTC', 'USDT'])
    expect(await listed(client.merchant.id, 4)).toEqual(['BTC'])
  })

  it('shows a wallet with its balance at the instant of the world', async () => {
    await pay()
    const [wallet] = (await balances({ merchantId: client.merchant.id })).success.result.accounts
    expect(wallet).toEqual({
      id: 'BTC',
      accountId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      balance: '99.9992',
      currency: 'BTC',
      lastUpdate: '2026-01-05T09:00:00.000Z',
      fullTitle: 'Bitcoin',
      currentRate: '50000',
      logo: 'http://127.0.0.1:4020/logos/BTC.svg',
      mobileLogo: 'http://127.0.0.1:4020/logos/BTC.svg?mobile',
    })
  })

  it('refuses a merchant and an exchange that nobody knows', async () => {
    expect((await balances({ merchantId: 'nobody' })).refusal).toContain('It is "nobody".')
    expect((await balances({}, { exchange: 'nobody' })).status).toBe(404)
  })
})
