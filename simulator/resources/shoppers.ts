// The shopper behind a token.

import { isInTheUs } from './bank-payments.ts'
import type { Handler } from './handler-types.ts'

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
      enableCancelSubscription: true,
      verification: filled ? { status } : null,
      graphSettings: filled ? [{ currency: 'USD' }] : [],
      is2faEnabled: false,
      enableBankPayment: isInTheUs(world, shopper) && shopper.banks.length > 0,
      verificationStatus: filled ? { status } : null,
    },
  }
}
