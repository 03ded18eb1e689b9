// The currencies that a merchant has enabled, and no other.

import { expect, it } from 'vitest'
import { exampleOf } from '../../spec/primitives.ts'
import { listCurrencies } from '../../spec/resources/currencies.ts'
import { TestClient } from '../test-support/test-client.ts'

const client = new TestClient()
const query = { amount: '40.00', currency: 'USD' }

it('lists those of each merchant, in the order of the world', async () => {
  const ids = async (merchant = client.merchant) =>
    (await client.result('listCurrencies', { merchant, query })).map(({ id }) => id)
  expect(await ids()).toEqual(['BTC', 'ETH', 'LTC', 'USDC'])
  expect(await ids(client.otherMerchant)).toEqual(['BTC', 'LTC', 'USDT'])
})

it('has every field that the contract lists of each', async () => {
  const { result } = (await client.ask('listCurrencies', { query })).success
  expect(result[0]).toEqual({
    ...exampleOf(listCurrencies.response).result[0],
    logo: 'http://127.0.0.1:4020/logos/BTC.svg',
    mobileLogo: 'http://127.0.0.1:4020/logos/BTC.svg?mobile',
  })
  expect(result.filter(({ fasterConfirmation }) => fasterConfirmation).map(({ id }) => id)).toEqual([
    'LTC',
    'USDC',
  ])
})

it.each(['XYZ', 'BTC', '', '__proto__'])('refuses "%s" for a currency', async (currency) => {
  const reply = await client.ask('listCurrencies', { query: { amount: '1', currency } })
  expect([reply.status, reply.refusal]).toEqual([
    400,
    expect.stringContaining(`The currency is "${currency}".`),
  ])
})
