// The default world is a valid world file with two different merchants and a test shopper for each outcome.

import { describe, expect, it } from 'vitest'
import { TestClient } from '../test-support/test-client.ts'
import { defaultWorld } from './default-world.ts'

it('has a test shopper for each outcome', () => {
  expect(defaultWorld.shoppers.map(({ accessToken }) => accessToken)).toEqual([
    'shopper-ready',
    'shopper-low-balance',
    'shopper-not-whitelisted',
    'shopper-expired-link',
    'shopper-unsupported-wallet',
    'shopper-below-minimum',
    'shopper-asks-password',
    'shopper-abroad',
    'shopper-no-bank',
  ])
  for (const { name, description, accessToken } of defaultWorld.shoppers)
    expect([accessToken, description.length > 10]).toEqual([`shopper-${name}`, true])
})

describe('a world file', () => {
  it('determines the accounts and what they have', async () => {
    const world = structuredClone(defaultWorld)
    Object.assign(world.merchants[0] ?? {}, { accessToken: 'another', enabledCurrencies: ['ETH'] })
    const client = new TestClient({ world })
    const reply = await client.ask('listCurrencies', { token: 'another' })
    expect(reply.success.result.map(({ id }) => id)).toEqual(['ETH'])
    expect((await client.ask('listCurrencies', { token: 'merchant-lamp-shop' })).status).toBe(401)
  })

  it('can give a shopper another account at one exchange', async () => {
    const world = structuredClone(defaultWorld)
    const [shopper] = world.shoppers
    const account = shopper?.exchangeAccounts['*']
    if (shopper === undefined || account === undefined) throw new Error('There is no shopper.')
    shopper.exchangeAccounts.betaexchange = { ...account, balances: { BTC: '3' } }
    const client = new TestClient({ world })
    const balance = async (exchange: string) =>
      (await client.result('checkExchangeBalance', { shopper: shopper.name, exchange })).accounts[0]?.balance
    expect([await balance('alphaexchange'), await balance('betaexchange')]).toEqual(['100', '3'])
  })
})
