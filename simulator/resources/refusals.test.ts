// Refusals of each operation, and the limits of what it accepts: one row for each rule. None of these requests changes anything.
// Credentials, encryption and the shape of requests are tested in ../service/.

import { describe, expect, it } from 'vitest'
import { dayMs, hourMs } from '../../core/durations.ts'
import type { OperationId } from '../../spec/operations.ts'
import {
  bankPayment,
  debit,
  drain,
  exchangeCheck,
  exchangePayment,
  halfPaid,
  invoice,
  lamps,
  magazine,
  payee,
  qrTransaction,
  subscribe,
  transfer,
} from '../test-support/requests.ts'
import { TestClient, type TestRequest } from '../test-support/test-client.ts'
import { defaultWorld } from '../world/default-world.ts'

type Pay = Parameters<typeof exchangePayment>[2]
const pay =
  (changes: Pay, asked: TestRequest = {}) =>
  (client: TestClient) => ({ payload: exchangePayment(client, 'o', changes), ...asked })
const payByBank =
  (changes: Parameters<typeof bankPayment>[2], asked: TestRequest = {}) =>
  (client: TestClient) => ({ payload: bankPayment(client, 'o', changes), ...asked })
const qr = (changes: Parameters<typeof qrTransaction>[1]) => ({ body: qrTransaction('o', changes) })
const cart = (line: object) => ({ body: invoice('o', { cart: [{ ...magazine, ...line }] }) })
const unknownCoin = 'is not supported'
const minimum = 'Amount is less than minimum transaction amount supported by alphaexchange'
const kyb = 'has not completed the business verification (KYB) or has no linked bank account'

type Row = [
  operationId: OperationId,
  what: string,
  request: TestRequest | ((client: TestClient) => TestRequest),
  status: number,
  words: string,
]

const rows: Row[] = [
  ...['0', '0.00', '-40.00'].map(
    (nativeAmount): Row => ['createExchangePayment', nativeAmount, pay({ nativeAmount }), 422, minimum],
  ),
  ...['USDT', 'XYZ', 'USD', '', '__proto__', 'btc'].map(
    (assets): Row => ['createExchangePayment', `"${assets}"`, pay({ assets }), 421, unknownCoin],
  ),
  [
    'createExchangePayment',
    'a coin of another exchange',
    (client) => pay({ assets: 'ETH' }, { exchange: client.exchange(4) })(client),
    421,
    unknownCoin,
  ],
  [
    'createExchangePayment',
    'an exchange in capitals',
    pay({}, { exchange: 'ALPHAEXCHANGE' }),
    404,
    'alphaexchange, betaexchange',
  ],
  [
    'createExchangePayment',
    'numbers that no record shows',
    pay({ cart: [{ ...lamps, price: 1e308, quantity: 10 }] }),
    400,
    'too large for a number',
  ],
  [
    'validateExchangePayment',
    'no coin',
    (client) => ({ payload: exchangeCheck(client, { assets: 'USD' }) }),
    400,
    'It is "USD".',
  ],
  [
    'checkExchangeBalance',
    'an unknown merchant',
    { query: { merchantId: 'nobody' } },
    400,
    'It is "nobody".',
  ],
  ['checkExchangeBalance', 'an unknown exchange', { exchange: 'nobody' }, 404, 'Unsupported exchange'],
  ...[0, -0, -40, 0.001].map(
    (amount): Row => ['createBankPayment', `${amount}`, payByBank({ amount }), 400, 'greater than zero'],
  ),
  [
    'createBankPayment',
    'the bank of another shopper',
    payByBank({}, { token: 'shopper-low-balance' }),
    400,
    'stockId is not a linked bank of the shopper.',
  ],
  [
    'createBankPayment',
    'a merchant without KYB',
    (client) => payByBank({ clientId: client.otherMerchant.id }, { merchant: client.otherMerchant })(client),
    400,
    kyb,
  ],
  ...['XYZ', 'BTC', '', '__proto__'].map(
    (currency): Row => [
      'listCurrencies',
      `"${currency}"`,
      { query: { amount: '1', currency } },
      400,
      `The currency is "${currency}".`,
    ],
  ),
  ['createInvoice', 'a period in days', cart({ subscriptionPeriod: '30d' }), 400, 'Send a count followed by'],
  ['createInvoice', 'an item below zero', cart({ price: '-1' }), 400, 'must not be negative'],
  ['getInvoice', 'an unknown uuid', { query: { uuid: 'nobody' } }, 404, 'no invoice with this uuid'],
  [
    'createQrTransaction',
    'a coin that the merchant has not enabled',
    qr({ cryptoCurrency: 'USDT' }),
    400,
    'does not accept this cryptocurrency. It is "USDT".',
  ],
  ['createQrTransaction', 'a currency that is no coin', qr({ cryptoCurrency: 'USD' }), 400, 'It is "USD".'],
  [
    'createQrTransaction',
    'an unknown currency',
    qr({ currency: 'XYZ' }),
    400,
    'Unknown currency. It is "XYZ".',
  ],
  ['createQrTransaction', 'nothing', qr({ amount: '0.00' }), 400, 'greater than zero'],
  ['createQrTransaction', 'less than nothing', qr({ amount: '-1' }), 400, 'greater than zero'],
  [
    'closePartialPayment',
    'an unknown order',
    { payload: { offerId: 'o' } },
    400,
    'No partially paid transaction',
  ],
  [
    'debitSubscription',
    'an unknown one',
    (client) => ({ body: debit(client, 'nobody') }),
    404,
    'no subscription',
  ],
  [
    'debitSubscription',
    'nothing',
    { body: {} },
    400,
    'body.subscriptionId is missing; body.amount is missing; body.currency is missing',
  ],
  [
    'debitSubscription',
    'no items',
    { body: { items: [] } },
    400,
    'body.items must NOT have fewer than 1 items',
  ],
  [
    'debitSubscription',
    'an incomplete item',
    { body: { items: [{ amount: 1, currency: 'USD' }] } },
    400,
    'items[0].subscriptionId is',
  ],
  ['cancelSubscription', 'an unknown one', { body: { subscriptionId: 'nobody' } }, 404, 'no subscription'],
  ['cancelSubscription', 'nothing', { body: {} }, 400, 'body.subscriptionId is missing'],
]

it.each(rows)('%s refuses %s', async (operationId, _, request, status, words) => {
  const client = new TestClient()
  const reply = await client.refused(operationId, typeof request === 'function' ? request(client) : request)
  expect([reply.status, reply.text]).toEqual([
    status,
    expect.stringContaining(JSON.stringify(words).slice(1, -1)),
  ])
})

it.each([{ verified: false }, { bankAccount: null }])(
  'createBankPayment refuses a merchant with %j',
  async (change) => {
    const merchants = defaultWorld.merchants.map((merchant) => ({ ...merchant, ...change }))
    const client = new TestClient({ world: { ...defaultWorld, merchants } })
    expect((await client.refused('createBankPayment', payByBank({})(client))).refusal).toContain(kyb)
  },
)

describe('payouts', () => {
  const without = (row: object, ...keys: string[]) =>
    Object.fromEntries(Object.entries(row).filter(([name]) => !keys.includes(name)))
  const [noEmail, noAmount] = [{ ...transfer, email: 'no' }, without(transfer, 'amount')]
  const noLabel = without(payee, 'label', 'fname')

  it.each<['createTransfers' | 'addPayees', unknown[], string]>([
    ...[undefined, '', 'grace', 'grace@', '@payee', 'a b@c', null, 7].map(
      (email) =>
        ['createTransfers', [transfer, { ...transfer, email }], 'Invalid Email: Raw - 2'] as [
          'createTransfers',
          unknown[],
          string,
        ],
    ),
    ['createTransfers', [transfer, noEmail, noAmount], 'Invalid Email: Raw - 2'],
    ['createTransfers', [noAmount, noEmail], 'Invalid Email: Raw - 1'],
    ['createTransfers', [transfer, null], 'Invalid Email: Raw - 2'],
    ['createTransfers', [transfer, 'text'], 'Invalid Email: Raw - 2'],
    ['addPayees', [{}], 'Invalid Data: Row - 1, Key - id'],
    ['addPayees', [payee, noLabel, {}], 'Invalid Data: Row - 2, Key - fname'],
    ['addPayees', [payee, null], 'Invalid Data: Row - 2, Key - id'],
  ])('%s of %j is refused in the words of the contract', async (operationId, payload, errorMsg) => {
    const { status, body } = await new TestClient().refused(operationId, { payload })
    expect([status, body]).toEqual([200, { ok: true, result: { success: false, errorMsg } }])
  })
})

describe('the limit of', () => {
  it('422 is the minimum of the exchange, rounded', async () => {
    const client = new TestClient()
    const exchange = client.exchange(3)
    for (const nativeAmount of ['25', '24.995'])
      expect(
        (await client.ask('createExchangePayment', pay({ nativeAmount }, { exchange })(client))).status,
      ).toBe(200)
    const below = pay({ nativeAmount: '24.994' }, { exchange })(client)
    expect((await client.refused('createExchangePayment', below)).status).toBe(422)
  })

  it('419 is the balance at that exchange, which a payment reduces', async () => {
    const client = new TestClient()
    const status = async () => (await client.ask('createExchangePayment', pay({})(client))).status
    drain(client, '0.00079999')
    expect(await status()).toBe(419)
    drain(client, '0.0008')
    expect([await status(), await status()]).toEqual([200, 419])
    const other = pay({}, { exchange: client.exchange(1) })(client)
    expect((await client.ask('createExchangePayment', other)).status).toBe(200)
  })

  it('closing is two weeks, also with forceUpdate', async () => {
    const client = new TestClient()
    const close = async (forceUpdate?: boolean) => {
      const body = forceUpdate === undefined ? {} : { forceUpdate }
      return (await client.refused('closePartialPayment', { payload: { offerId: 'o' }, body })).refusal
    }
    const id = await halfPaid(client, 'o')
    await client.advance(14 * dayMs + 1)
    for (const forceUpdate of [undefined, true, false])
      expect(await close(forceUpdate)).toBe('More than two weeks have passed since the partial payment.')
    expect(client.transaction(id).status).toBe('partially-paid')
  })

  it('a subscription is its end, and its merchant', async () => {
    const client = new TestClient()
    const { subscriptionId } = await subscribe(client, 'a', { subscriptionPeriod: '1m' })
    const requests: [OperationId, object][] = [
      ['debitSubscription', debit(client, subscriptionId)],
      ['cancelSubscription', { subscriptionId }],
    ]
    const merchant = client.otherMerchant
    for (const [operationId, body] of requests)
      expect((await client.refused(operationId, { merchant, body })).status).toBe(404)
    for (const amount of [0, -0, -12.5])
      expect(
        (await client.refused('debitSubscription', { body: debit(client, subscriptionId, amount) })).refusal,
      ).toContain('must be greater than zero')
    await client.advance(40 * dayMs)
    for (const [operationId, body] of requests)
      expect((await client.refused(operationId, { body })).refusal).toBe(
        'The subscription is canceled or has ended.',
      )
  })

  it('a partial payment is a full one', async () => {
    const client = new TestClient()
    const id = await halfPaid(client, 'o')
    client.pay(id, '0.0004')
    for (const ms of [0, 2 * hourMs]) {
      await client.advance(ms)
      expect((await client.refused('closePartialPayment', { payload: { offerId: 'o' } })).refusal).toBe(
        'No partially paid transaction found.',
      )
    }
  })
})
