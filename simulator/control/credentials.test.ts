// Who exists, issuing tokens, and the assumptions in force, through the control API.

import { createPublicKey } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { unspecifiedIds } from '../../spec/unspecified.ts'
import { createSimulator } from '../embedding/create-simulator.ts'
import { whyNot } from '../testing/refused.ts'
import { shopIn } from '../testing/shop.ts'

describe('the credentials', () => {
  it('name everyone who may call, with what opens the door', async () => {
    const { merchants, shoppers, exchanges, servicePublicKey, ...where } =
      await createSimulator().credentials()
    expect(where).toEqual({
      baseUrl: 'http://127.0.0.1:4020/api',
      controlUrl: 'http://127.0.0.1:4020/control',
    })
    expect(
      merchants.map(({ username, verified, bankAccountId }) => [username, verified, bankAccountId]),
    ).toEqual([
      ['lamp-shop', true, 'merchant-account-lamp-shop'],
      ['tea-house', false, 'merchant-account-tea-house'],
    ])
    expect(shoppers.find(({ accessToken }) => accessToken === 'shopper-abroad')).toMatchObject({
      country: 'DE',
      stockIds: ['linked-bank-abroad'],
    })
    expect(exchanges).toHaveLength(5)
    for (const key of [servicePublicKey, ...merchants.map(({ publicKey }) => publicKey)])
      expect(createPublicKey(key).asymmetricKeyType).toBe('rsa')
  })

  it.each(['both', 'encrypted-merchant-id', 'access-token'])(
    'hold a merchantAuth that is taken under %s',
    async (form) => {
      const simulator = createSimulator({ assumptions: { 'authentication.merchant-auth': form } })
      const shop = await shopIn(simulator)
      await shop.cancel(await shop.subscribe('order-1'))
    },
  )

  it('change nothing when they are read', async () => {
    const simulator = createSimulator({
      assumptions: { 'authentication.merchant-auth': 'encrypted-merchant-id' },
    })
    const before = JSON.stringify(await simulator.snapshot())
    await simulator.credentials()
    expect(JSON.stringify(await simulator.snapshot())).toBe(before)
  })
})

describe('a token', () => {
  const accessToken = 'merchant-lamp-shop'
  const issue = { body: { accessToken } }

  it('never expires where assumptions say so', async () => {
    expect(await createSimulator().control.issueToken(issue)).toEqual({ accessToken, expiresAt: null })
  })

  it('expires on the virtual clock otherwise, and holds anew once it is issued', async () => {
    const simulator = createSimulator({ assumptions: { 'authentication.token-issue': 'expiring' } })
    const status = async () =>
      (await simulator.fetch('/api/stores', { headers: { authorization: `Bearer ${accessToken}` } })).status
    await simulator.clock.advance({ by: 'PT59M59S' })
    expect(await status()).toBe(200)
    await simulator.clock.advance({ by: 'PT1S' })
    expect(await status()).toBe(401)
    expect((await simulator.control.issueToken(issue)).expiresAt).toBe('2026-01-05T11:00:00.000Z')
    expect(await status()).toBe(200)
  })

  it('cannot be invented', async () => {
    const error = await whyNot(createSimulator().control.issueToken({ body: { accessToken: 'mine' } }))
    expect(error).toMatchObject({ status: 404, fact: 'There is no access token "mine".' })
  })
})

describe('the assumptions', () => {
  it('are listed for every unspecified behavior, with the others that there are', async () => {
    const { control } = createSimulator({ assumptions: { 'errors.wording': 'terse' } })
    const { assumptions } = await control.getAssumptions()
    expect(assumptions.map(({ id }) => id)).toEqual(unspecifiedIds)
    expect(assumptions.find(({ id }) => id === 'errors.wording')).toMatchObject({ assumption: 'terse' })
    for (const { assumption, others, does } of assumptions) {
      expect(others).not.toContain(assumption)
      expect(does).not.toBe('')
    }
  })
})
