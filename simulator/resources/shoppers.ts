// The shopper behind a token.

import type { Shopper } from '../world/accounts.ts'
import type { World } from '../world/world.ts'
import { isInTheUs } from './bank-payments.ts'
import type { Handler } from './handler-types.ts'

/** Assumption `shoppers.cancel-subscription`. */
function canCancel({ assumptions, subscriptions }: World, { id }: Shopper): boolean {
  if (assumptions.is('shoppers.cancel-subscription', 'always')) return true
  return [...subscriptions].some(({ shopper, status }) => shopper === id && status === 'active')
}

export const getShopper: Handler<'getShopper'> = ({ world, shopper }) => {
  const { status, type, kybCryptoStatus, kybBankStatus } = world.assumptions.value('shoppers.status-integers')
  const { profile } = shopper
  const filled = world.assumptions.is('shoppers.profile-objects', 'filled')
  return {
    ok: true,
    result: {
      id: shopper.id, // shoppers.of-the-token
      email: shopper.email,
      username: shopper.name,
      fullname: shopper.fullname,
      avatar: null,
      profile: {
        zip: profile.zip,
        city: profile.city,
        phone: profile.phone,
        state: profile.state,
        address: profile.address,
        country: profile.country,
        lastName: profile.lastName,
        firstName: profile.firstName,
        dateOfBirth: profile.dateOfBirth,
        phoneCountry: profile.phoneCountry,
      },
      status,
      type,
      kybCryptoStatus,
      kybBankStatus,
      shopData: filled ? { companyName: shopper.fullname } : {},
      withdrawalAddresses: filled ? [{ currency: 'BTC', address: shopper.id }] : [],
      ssoStatus: false,
      enableCancelSubscription: canCancel(world, shopper),
      verification: filled ? { status } : null,
      graphSettings: filled ? [{ currency: 'USD' }] : [],
      is2faEnabled: false,
      enableBankPayment: isInTheUs(world, shopper) && shopper.banks.length > 0,
      verificationStatus: filled ? { status } : null,
    },
  }
}
