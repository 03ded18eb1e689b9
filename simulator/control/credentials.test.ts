// Test accounts, access tokens and assumptions, through the control API.

import { createPublicKey } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { unspecifiedIds } from '../../spec/unspecified.ts'
import { createSimulator } from '../embedding/create-simulator.ts'
import { openShop } from '../test-support/shop.ts'

describe('the credentials', () => {
  it('list every test account with its keys and tokens', async () => {
    const { merchants, shoppers, exchanges, partnerCurrencies, servicePublicKey, ...where } =
      await createSimulator().credentials()
    expect(where).toEqual({
      baseUrl: 'http://127.0.0.1:4020/api',
      controlUrl: 'http://127.0.0.1:4020/control',
    })
    expect(
      merchants.map(({ username, companyName, verified, bankAccountId }) => [
        username,
        companyName,
        verified,
        bankAccountId,
      ]),
    ).toEqual([
      ['lamp-shop', 'Lamp Shop', true, '7e52c09b-0000-4000-8000-000000000001'],
      ['tea-house', 'Tea House', false, '7e52c09b-0000-4000-8000-000000000002'],
    ])
    expect(shoppers.find(({ name }) => name === 'abroad')).toMatchObject({
      accessToken: 'shopper-abroad',
      email: 'abroad@shopper.example',
      country: 'DE',
      stockIds: ['b1d7a3e4-0000-4000-8000-000000000001'],
    })
    expect(exchanges).toHaveLength(5)
    expect(partnerCurrencies).toEqual(['BTC', 'ETH', 'USDC', 'USDT'])
    for (const key of [servicePublicKey, ...merchants.map(({ publicKey }) => publicKey)])
      expect(createPublicKey(key).asymmetricKeyType).toBe('rsa')
  })

  it.each(['decrypted', 'encrypted-merchant-id', 'access-token'] as const)(
    'have a merchantAuth that is valid with the assumption %s',
    async (form) => {
      const { shop } = await openShop({ assumptions: { 'authentication.merchant-auth': form } })
      await shop.cancel(await shop.subscribe('order-1'))
    },
  )

  it('do not change the world when they are read', async () => {
    const { snapshot, credentials } = createSimulator({
      assumptions: { 'authentication.merchant-auth': 'encrypted-merchant-id' },
    })
    const before = JSON.stringify(await snapshot())
    await credentials()
    expect(JSON.stringify(await snapshot())).toBe(before)
  })
})

describe('a token', () => {
  const accessToken = 'merchant-lamp-shop'
  const issue = { body: { accessToken } }

  it('does not expire by default', async () => {
    expect(await createSimulator().control.issueToken(issue)).toEqual({ accessToken, expiresAt: null })
  })

  it('expires on the virtual clock when an assumption says so, and can be renewed', async () => {
    const { control, clock, fetch } = createSimulator({
      assumptions: { 'authentication.token-issue': 'expiring' },
    })
    const status = async () =>
      (await fetch('/api/stores', { headers: { authorization: `Bearer ${accessToken}` } })).status
    await clock.advance({ by: 'PT59M59S' })
    expect(await status()).toBe(200)
    await clock.advance({ by: 'PT1S' })
    expect(await status()).toBe(401)
    expect((await control.issueToken(issue)).expiresAt).toBe('2026-01-05T11:00:00.000Z')
    expect(await status()).toBe(200)
  })

  it('that is unknown cannot be renewed', async () => {
    const unknown = createSimulator().control.issueToken({ body: { accessToken: 'mine' } })
    await expect(unknown).rejects.toMatchObject({ status: 404, fact: 'No such access token: "mine".' })
  })
})

describe('the assumptions', () => {
  it('are listed for every unspecified behavior, with the other options', async () => {
    const { control } = createSimulator({ assumptions: { 'errors.wording': 'terse' } })
    const { assumptions } = await control.getAssumptions()
    expect(assumptions.map(({ id }) => id)).toEqual(unspecifiedIds)
    expect(assumptions.find(({ id }) => id === 'errors.wording')).toMatchObject({ assumption: 'terse' })
    for (const { assumption, otherOptions, effect } of assumptions) {
      expect(otherOptions).not.toContain(assumption)
      expect(effect).not.toBe('')
    }
  })
})

describe('choosing an assumption', () => {
  const id = 'transactions.repeated-order'

  it('applies from now on, survives a reset, and is part of a snapshot', async () => {
    const { simulator, shop } = await openShop()
    await shop.invoice('order-1')
    const before = await simulator.snapshot()
    expect(await simulator.control.setAssumption({ params: { id }, body: { use: 'refused' } })).toMatchObject(
      {
        id,
        assumption: 'refused',
      },
    )
    await expect(shop.invoice('order-1')).rejects.toThrow()
    await simulator.reset()
    await shop.invoice('order-1')
    await expect(shop.invoice('order-1')).rejects.toThrow()
    await simulator.restore(before)
    await shop.invoice('order-1')
  })

  it('keeps the state and the other assumptions of the sandbox', async () => {
    const { simulator, shop } = await openShop({ assumptions: { 'invoices.link': 'query' } })
    await shop.qr('order-1')
    const { data, options } = await simulator.snapshot()
    const body = { use: 'evening', value: { hour: 20 } }
    await simulator.control.setAssumption({ params: { id: 'settlements.hour' }, body })
    const after = await simulator.snapshot()
    expect(JSON.stringify(after.data)).toBe(JSON.stringify(data))
    const assumptions = { 'invoices.link': 'query', 'settlements.hour': body }
    expect(after.options).toEqual({ ...options, assumptions })
  })

  it.each([
    ['settlements.never', { use: 'x' }],
    [id, { use: 'never' }],
    [id, { use: 'refused', value: 1 }],
  ])('refuses what is not permitted: %s %j', async (id, body) => {
    const simulator = createSimulator()
    const before = JSON.stringify(await simulator.snapshot())
    await expect(simulator.control.setAssumption({ params: { id }, body })).rejects.toMatchObject({
      status: 400,
    })
    expect(JSON.stringify(await simulator.snapshot())).toBe(before)
  })
})
