// The responses of each operation to requests that it accepts, to the byte. responses.txt has them; `npx vitest run --project quick
// simulator/resources/responses --update` writes it.

import { expect, it } from 'vitest'
import { valueAt } from '../../core/json.ts'
import { type OperationId, operationIds } from '../../spec/operations.ts'
import {
  debit,
  drain,
  exchangeCheck,
  exchangePayment,
  lamps,
  type Prepared,
  payee,
  prepare,
  qrTransaction,
  subscribe,
  transfer,
  validRequests,
} from '../test-support/requests.ts'
import { TestClient, type TestRequest } from '../test-support/test-client.ts'

type Row = [
  operationId: OperationId,
  title: string,
  request: (client: TestClient, of: Prepared) => TestRequest,
]

const valid = operationIds.map(
  (id): Row => [id, 'valid', (client, prepared) => validRequests(client, prepared)[id]],
)
const query = { amount: '40.00', currency: 'USD' }
const qr = (changes: Parameters<typeof qrTransaction>[1]) => () => ({ body: qrTransaction('o', changes) })

/** Requests that differ from the valid ones in what decides about the response. */
const rows: Row[] = [
  ...valid,
  ['getStore', 'of the second merchant', ({ otherMerchant: merchant }) => ({ merchant })],
  ['listCurrencies', 'of the second merchant', ({ otherMerchant: merchant }) => ({ merchant, query })],
  [
    'checkExchangeBalance',
    'of the second merchant',
    ({ otherMerchant: { id } }) => ({ query: { merchantId: id } }),
  ],
  [
    'checkExchangeBalance',
    'of an exchange with one coin',
    (client) => ({ exchange: client.exchange(4), query: { merchantId: client.merchant.id } }),
  ],
  ['getShopper', 'abroad', () => ({ shopper: 'abroad' })],
  ['getShopper', 'without a bank', () => ({ shopper: 'no-bank' })],
  ...['asks-password', 'not-whitelisted', 'low-balance'].map(
    (shopper): Row => [
      'validateExchangePayment',
      shopper,
      (client) => ({ shopper, payload: exchangeCheck(client) }),
    ],
  ),
  [
    'createExchangePayment',
    'in the currency of the store',
    (client) => ({ payload: exchangePayment(client, 'o', { cart: [lamps], merchantStoreCurrency: 'EUR' }) }),
  ],
  [
    'createExchangePayment',
    'to the second merchant',
    (client) => ({
      merchant: client.otherMerchant,
      payload: exchangePayment(client, 'o', { clientId: client.otherMerchant.id, assets: 'USDT' }),
    }),
  ],
  ['createQrTransaction', 'in ether', qr({ cryptoCurrency: 'ETH' })],
  ['createQrTransaction', 'rounded up', qr({ amount: '0.33' })],
  ['createQrTransaction', 'in euros', qr({ currency: 'EUR' })],
  ['createTransfers', 'of two rows', () => ({ payload: [transfer, { ...transfer, amount: 0.1 }] })],
  ['addPayees', 'of two rows', () => ({ payload: [payee, { ...payee, fname: 'Alan' }] })],
]

/** The fields of an object, one line each, except for the result. */
const fieldsOf = (indent: string, value: unknown) =>
  Object.entries(Object(value)).map(
    ([name, field]) =>
      `${indent}${name}:${name === 'result' && indent === '' ? '' : ` ${JSON.stringify(field)}`}\n`,
  )

/** The response to a request in a prepared world, as text. */
async function responseTo([operationId, title, request]: Row): Promise<string> {
  const client = new TestClient()
  const reply = await client.ask(operationId, request(client, await prepare(client)))
  expect(reply.succeeded, reply.text).toBe(true)
  const lines = [...fieldsOf('', reply.body), ...fieldsOf('  ', valueAt(reply.body, 'result'))]
  return `${operationId}, ${title}\n${lines.join('')}`
}

it('are as they were', async () => {
  const responses: string[] = []
  for (const row of rows) responses.push(await responseTo(row))
  await expect(responses.join('\n')).toMatchFileSnapshot('responses.txt')
})

it('to a debit of several subscriptions has one of each, and an error where the balance does not cover it', async () => {
  const client = new TestClient()
  const [first, second] = [await subscribe(client, 'a'), await subscribe(client, 'b')]
  drain(client, '0.0001')
  const items = [first, second].map(({ subscriptionId }) => ({ ...debit(client, subscriptionId, 4) }))
  const { data, errors } = await client.result('debitSubscription', { body: { items } })
  expect(data.map(({ subscriptionId }) => subscriptionId)).toEqual([first.subscriptionId])
  expect(errors).toEqual([
    {
      subscriptionId: second.subscriptionId,
      transactionId: expect.any(String),
      message: 'Insufficient Balance',
    },
  ])
})
