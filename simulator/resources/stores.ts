// A merchant's store, its white label and its settings.

import { checkoutTabs } from '../../spec/states.ts'
import { formatInstant } from '../time/instants.ts'
import type { Merchant } from '../world/accounts.ts'
import type { World } from '../world/world.ts'
import type { Handler } from './handler-types.ts'

/** Whether assumption `stores.settings` refuses a payment by that method. */
export function methodOff(world: World, { settings }: Merchant, method: keyof Merchant['settings']): boolean {
  return world.assumptions.is('stores.settings', 'enforced') && !settings[method]
}

export const getStore: Handler<'getStore'> = ({ world, merchant }) => {
  const { partner } = world.accounts
  const begun = formatInstant(world.options.start)
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
        tabs: checkoutTabs.filter((_, index) => enabled[index]),
      },
    },
  }
}
