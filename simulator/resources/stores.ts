// A merchant's store, its white label and its settings.

import { checkoutTabs } from '../../spec/enumerations.ts'
import type { Handler } from './handler-types.ts'
import { wireInstant } from './transaction-records.ts'

export const getStore: Handler<'getStore'> = ({ world, merchant }) => {
  const { partner } = world.accounts
  const begun = wireInstant(world, world.options.start)
  const { exchange, wallet, bank } = merchant.settings
  const enabled = [exchange, wallet, bank]
  return {
    ok: true,
    result: {
      merchant: { id: merchant.id, shopData: { ...merchant.shop } }, // stores.of-the-merchant
      whiteLabel: {
        id: 1,
        partnerId: partner.id,
        colorSchema: {
          partnerUrl: partner.url,
          contactEmail: partner.contactEmail,
          partnerLabel: partner.label,
        },
        createdAt: begun,
        updatedAt: begun,
        partner: { fullname: partner.fullname },
      },
      settings: {
        bankPaymentEnabled: bank,
        walletPaymentEnabled: wallet,
        exchangePaymentEnabled: exchange,
        tabs: checkoutTabs.filter((_, index) => enabled[index] || world.assumptions.is('stores.tabs', 'all')),
      },
    },
  }
}
