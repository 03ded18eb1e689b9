// The shopper that a token belongs to. Contract: Endpoints, 14.

import { z } from 'zod'
import { operation } from '../operation.ts'
import { boolean, field, integer, namedObject, okResult, openObject, text } from '../primitives.ts'

const ShopperProfile = namedObject('ShopperProfile', "The shopper's profile.", {
  zip: field(text, 'ZIP code.'),
  city: field(text, 'City.'),
  phone: field(text, 'Phone number.'),
  state: field(text, 'State.'),
  address: field(text, 'Address.'),
  country: field(text, 'Country.'),
  lastName: field(text, 'Last name.'),
  firstName: field(text, 'First name.'),
  dateOfBirth: field(text, 'Date of birth.'),
  phoneCountry: field(integer, 'Country code of the phone number.'),
})

const Shopper = namedObject('Shopper', 'A shopper.', {
  id: field(text, 'Shopper id.'),
  email: field(text, 'Email address.'),
  username: field(text, 'User name.'),
  fullname: field(text, 'Full name.'),
  avatar: field(text.nullable(), 'Avatar, or null.'),
  profile: field(ShopperProfile, 'Profile.'),
  status: field(integer, 'Status code. Its meaning is not shown.'),
  type: field(integer, 'Type code. Its meaning is not shown.'),
  kybCryptoStatus: field(integer, 'Code of the KYB status for crypto. Its meaning is not shown.'),
  kybBankStatus: field(integer, 'Code of the KYB status for bank transfers. Its meaning is not shown.'),
  shopData: field(openObject, 'Data about a shop. Its fields are not shown.'),
  withdrawalAddresses: field(z.array(z.unknown()), 'Withdrawal addresses. Their form is not shown.'),
  ssoStatus: field(boolean, 'Whether single sign-on is used.'),
  enableCancelSubscription: field(boolean, 'Whether canceling a subscription is enabled.'),
  verification: field(openObject.nullable(), 'Verification, or null. Its fields are not shown.'),
  graphSettings: field(z.array(z.unknown()), 'Graph settings. Their form is not shown.'),
  is2faEnabled: field(boolean, 'Whether two-factor authentication is enabled.'),
  enableBankPayment: field(boolean, 'Whether bank payment is enabled.'),
  verificationStatus: field(openObject.nullable(), 'Verification status, or null. Its fields are not shown.'),
})

export const getShopper = operation({
  method: 'get',
  path: '/users/me',
  section: 'Endpoints, 14',
  summary: 'Read the shopper behind the token',
  description: 'Optional. Returns the profile of the shopper.',
  harm: 'read',
  credential: 'shopperToken',
  envelope: 'ok-result',
  response: okResult(Shopper),
  responseExample: {
    ok: true,
    result: {
      id: '0c5a9b1e-3d62-4f7b-8a21-7b1d4e5f6a01',
      email: 'ada@shop.example',
      username: 'ada',
      fullname: 'Ada Example',
      avatar: null,
      profile: {
        zip: '62701',
        city: 'Springfield',
        phone: '2025550100',
        state: 'IL',
        address: '1 Sample Street',
        country: 'US',
        lastName: 'Example',
        firstName: 'Ada',
        dateOfBirth: '1990-01-01',
        phoneCountry: 1,
      },
      status: 1,
      type: 1,
      kybCryptoStatus: 0,
      kybBankStatus: 0,
      shopData: {},
      withdrawalAddresses: [],
      ssoStatus: false,
      enableCancelSubscription: true,
      verification: null,
      graphSettings: [],
      is2faEnabled: false,
      enableBankPayment: true,
      verificationStatus: null,
    },
  },
  refusals: [],
})
