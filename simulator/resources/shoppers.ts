// The shopper behind a token.

import type { Handler } from './handler-types.ts'

export const getShopper: Handler<'getShopper'> = ({ world, shopper }) => {
  const { status, type, kybCryptoStatus, kybBankStatus } = world.assumptions.value('shoppers.status-integers')
  const { profile } = shopper
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
      shopData: {},
      withdrawalAddresses: [],
      ssoStatus: false,
      enableCancelSubscription: true,
      verification: null,
      graphSettings: [],
      is2faEnabled: false,
      enableBankPayment: profile.country === 'US' && shopper.banks.length > 0,
      verificationStatus: null,
    },
  }
}
