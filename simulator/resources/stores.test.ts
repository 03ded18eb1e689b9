// A merchant's store, its white label and its settings.

import { expect, it } from 'vitest'
import { TestClient } from '../test-support/test-client.ts'

const client = new TestClient()

it('shows the first merchant with every tab', async () => {
  expect((await client.ask('getStore')).body).toEqual({
    ok: true,
    result: {
      merchant: {
        id: client.merchant.id,
        shopData: {
          url: 'https://lamps.example',
          logo: 'https://lamps.example/logo.svg',
          companyName: 'Lamp Shop',
          description: 'Lamps for desks and halls',
        },
      },
      whiteLabel: {
        id: 1,
        partnerId: client.world.accounts.partner.id,
        colorSchema: {
          partnerUrl: 'https://partner.example',
          contactEmail: 'help@partner.example',
          partnerLabel: 'Example Partner',
        },
        createdAt: '2026-01-05T09:00:00.000Z',
        updatedAt: '2026-01-05T09:00:00.000Z',
        partner: { fullname: 'Example Partner' },
      },
      settings: {
        bankPaymentEnabled: true,
        walletPaymentEnabled: true,
        exchangePaymentEnabled: true,
        tabs: ['Crypto Exchange', 'Crypto Wallet', 'Bank Transfer'],
      },
    },
  })
})

it('shows the other merchant without bank transfers', async () => {
  const { merchant, settings } = (await client.ask('getStore', { merchant: client.otherMerchant })).success
    .result
  expect(merchant.id).toBe(client.otherMerchant.id)
  expect(settings).toEqual({
    bankPaymentEnabled: false,
    walletPaymentEnabled: true,
    exchangePaymentEnabled: true,
    tabs: ['Crypto Exchange', 'Crypto Wallet'],
  })
})
