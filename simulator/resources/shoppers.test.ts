// The shopper behind a token.

import { describe, expect, it } from 'vitest'
import { TestClient } from '../test-support/test-client.ts'

const client = new TestClient()

it('shows all that the contract lists', async () => {
  expect((await client.ask('getShopper')).body).toEqual({
    ok: true,
    result: {
      id: client.shopper('ready').id,
      email: 'ready@shopper.example',
      username: 'ready',
      fullname: 'Ready Shopper',
      avatar: null,
      profile: {
        zip: '62701',
        city: 'Springfield',
        phone: expect.stringMatching(/^\d{10}$/),
        state: 'IL',
        address: expect.stringContaining('Sample Street'),
        country: 'US',
        lastName: 'Shopper',
        firstName: 'Ready',
        dateOfBirth: '1990-01-01',
        phoneCountry: 1,
      },
      status: 1,
      type: 1,
      kybCryptoStatus: 0,
      kybBankStatus: 0,
      shopData: {},
      withdrawalAddresses: [],
      ssoStatus: false,
      enableCancelSubscription: true,
      verification: null,
      graphSettings: [],
      is2faEnabled: false,
      enableBankPayment: true,
      verificationStatus: null,
    },
  })
})

describe.each(client.world.accounts.shoppers)('$name', ({ name, id, profile, banks }) => {
  it('is identified by the token, and can pay by bank only with a linked bank in the US', async () => {
    const { result } = (await client.ask('getShopper', { shopper: name })).success
    expect(result.id).toBe(id)
    expect(result.enableBankPayment).toBe(profile.country === 'US' && banks.length > 0)
  })
})

it('only the shopper abroad and the one without a bank cannot pay by bank', async () => {
  const unable = client.world.accounts.shoppers.filter(
    ({ profile, banks }) => profile.country !== 'US' || banks.length === 0,
  )
  expect(unable.map(({ name }) => name)).toEqual(['abroad', 'no-bank'])
})
