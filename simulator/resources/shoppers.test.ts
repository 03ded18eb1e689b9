// The shopper behind a token.

import { describe, expect, it } from 'vitest'
import { exampleOf } from '../../spec/primitives.ts'
import { getShopper } from '../../spec/resources/shoppers.ts'
import { TestClient } from '../test-support/test-client.ts'

const client = new TestClient()

it('has every field that the contract lists', async () => {
  const { profile, ...example } = exampleOf(getShopper.response).result
  expect(await client.result('getShopper')).toEqual({
    ...example,
    id: client.shopper('ready').id,
    email: 'ready@shopper.example',
    username: 'ready',
    fullname: 'Ready Shopper',
    profile: {
      ...profile,
      phone: expect.stringMatching(/^\d{10}$/),
      address: expect.stringContaining('Sample Street'),
      lastName: 'Shopper',
      firstName: 'Ready',
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
