// The requirements about the shopper's record.

import type { Requirements } from '../statements.ts'

export const shoppersRequirements = {
  'shoppers.response-shape': {
    section: 'Endpoints, 14: response',
    statement:
      'GET /users/me returns `ok: true`, the strings `id`, `email`, `username` and `fullname`, a `profile`, the object `shopData`, the arrays `withdrawalAddresses` and `graphSettings`, and the booleans `ssoStatus`, `enableCancelSubscription`, `is2faEnabled` and `enableBankPayment`.',
    places: 'getShopper/response Shopper ShopperProfile',
  },
  'shoppers.codes-are-integers': {
    section: 'Endpoints, 14: response',
    statement: '`status`, `type`, `kybCryptoStatus` and `kybBankStatus` of a shopper are integers.',
    places: 'Shopper.status Shopper.type Shopper.kybCryptoStatus Shopper.kybBankStatus',
  },
  'shoppers.phone-country-is-an-integer': {
    section: 'Endpoints, 14: response',
    statement: '`phoneCountry` of a profile is an integer, and all other fields of a profile are strings.',
    places: 'ShopperProfile.phoneCountry ShopperProfile',
  },
  'shoppers.null-or-filled': {
    section: 'Endpoints, 14: response',
    statement:
      '`avatar` of a shopper is a string or null; `verification` and `verificationStatus` are objects or null.',
    places: 'Shopper.avatar Shopper.verification Shopper.verificationStatus',
  },
  'shoppers.of-the-token': {
    section: 'Endpoints, 14: headers; What the service does, 7: sentence 1',
    statement: 'GET /users/me returns the shopper whose token is used.',
    places: 'getShopper Shopper.id Shopper.email',
  },
} as const satisfies Requirements
