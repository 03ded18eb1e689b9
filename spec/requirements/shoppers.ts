// What the contract states of the shopper's own record.

import type { Requirements } from '../statements.ts'

export const shoppersRequirements = {
  'shoppers.response-shape': {
    section: 'Endpoints, 14: response',
    statement:
      'A shopper has `ok: true`, the texts id, email, username and fullname, a profile, the object shopData, the arrays withdrawalAddresses and graphSettings, and four booleans.',
    observable: { yes: 'One of these is absent, or has another type.' },
    places: ['getShopper/response', 'Shopper', 'ShopperProfile'],
  },
  'shoppers.codes-are-integers': {
    section: 'Endpoints, 14: response',
    statement: 'status, type, kybCryptoStatus and kybBankStatus are integers.',
    observable: { yes: 'One of them comes as text, as a fraction, or not at all.' },
    places: ['Shopper.status', 'Shopper.type', 'Shopper.kybCryptoStatus', 'Shopper.kybBankStatus'],
  },
  'shoppers.phone-country-is-an-integer': {
    section: 'Endpoints, 14: response',
    statement: 'Of a profile only phoneCountry is an integer; everything else in it is text.',
    observable: { yes: 'phoneCountry comes as text, or another field as a number.' },
    places: ['ShopperProfile.phoneCountry', 'ShopperProfile'],
  },
  'shoppers.null-or-filled': {
    section: 'Endpoints, 14: response',
    statement:
      'avatar is there as text or null; verification and verificationStatus are there as object or null.',
    observable: { yes: 'One of the three is left out, or is of another type.' },
    places: ['Shopper.avatar', 'Shopper.verification', 'Shopper.verificationStatus'],
  },
  'shoppers.of-the-token': {
    section: 'Endpoints, 14: headers; What the service does, 7: sentence 1',
    statement: 'The record is that of the shopper whose token asks.',
    observable: { yes: 'The record of another shopper comes back.' },
    places: ['getShopper', 'Shopper.id', 'Shopper.email'],
  },
} as const satisfies Requirements
