// A merchant's store, its white label and its settings.

import { expect, it } from 'vitest'
import { exampleOf } from '../../spec/primitives.ts'
import { getStore } from '../../spec/resources/stores.ts'
import { TestClient } from '../test-support/test-client.ts'

const client = new TestClient()

it('shows the first merchant with every tab', async () => {
  const { whiteLabel, settings } = exampleOf(getStore.response).result
  expect(await client.result('getStore')).toEqual({
    merchant: { id: client.merchant.id, shopData: client.merchant.shop },
    whiteLabel: {
      ...whiteLabel,
      partnerId: client.world.accounts.partner.id,
      colorSchema: { ...whiteLabel.colorSchema, partnerLabel: 'Example Partner' },
      createdAt: '2026-01-05T09:00:00.000Z',
      updatedAt: '2026-01-05T09:00:00.000Z',
    },
    settings,
  })
})

it('shows the other merchant without bank transfers', async () => {
  const { merchant, settings } = await client.result('getStore', { merchant: client.otherMerchant })
  expect(merchant.id).toBe(client.otherMerchant.id)
  expect(settings).toEqual({
    bankPaymentEnabled: false,
    walletPaymentEnabled: true,
    exchangePaymentEnabled: true,
    tabs: ['Crypto Exchange', 'Crypto Wallet'],
  })
})
