// The shopper that a token belongs to. Contract: Endpoints, 14.

import { z } from 'zod'
import { operation } from '../operation.ts'
import { boolean, email, field, integer, namedObject, okResult, openObject, text } from '../primitives.ts'

const ShopperProfile = namedObject('ShopperProfile', "The shopper's profile.", {
  zip: field(text, 'ZIP code.', '62701'),
  city: field(text, 'City.', 'Springfield'),
  phone: field(text, 'Phone number.', '2025550100'),
  state: field(text, 'State.', 'IL'),
  address: field(text, 'Address.', '1 Sample Street'),
  country: field(text, 'Country.', 'US'),
  lastName: field(text, 'Last name.', 'Example'),
  firstName: field(text, 'First name.', 'Ada'),
  dateOfBirth: field(text, 'Date of birth.', '1990-01-01'),
  phoneCountry: field(integer, 'Country code of the phone number.', 1),
})

const Shopper = namedObject('Shopper', 'A shopper.', {
  id: field(text, 'Shopper id.', '5a0b9c3e-0000-4000-8000-000000000002'),
  email: field(email, 'Email address.', 'ada@shop.example'),
  username: field(text, 'User name.', 'ada'),
  fullname: field(text, 'Full name.', 'Ada Example'),
  avatar: field(text.nullable(), 'Avatar, or null.', null),
  profile: field(ShopperProfile, 'Profile.'),
  status: field(integer, 'Status code. Its meaning is not shown.', 1),
  type: field(integer, 'Type code. Its meaning is not shown.', 1),
  kybCryptoStatus: field(integer, 'Code of the KYB status for crypto. Its meaning is not shown.', 0),
  kybBankStatus: field(integer, 'Code of the KYB status for bank transfers. Its meaning is not shown.', 0),
  shopData: field(openObject, 'Data about a shop. Its fields are not shown.', {}),
  withdrawalAddresses: field(z.array(z.unknown()), 'Withdrawal addresses. Their form is not shown.', []),
  ssoStatus: field(boolean, 'Whether single sign-on is used.', false),
  enableCancelSubscription: field(boolean, 'Whether canceling a subscription is enabled.', true),
  verification: field(openObject.nullable(), 'Verification, or null. Its fields are not shown.', null),
  graphSettings: field(z.array(z.unknown()), 'Graph settings. Their form is not shown.', []),
  is2faEnabled: field(boolean, 'Whether two-factor authentication is enabled.', false),
  enableBankPayment: field(boolean, 'Whether bank payment is enabled.', true),
  verificationStatus: field(
    openObject.nullable(),
    'Verification status, or null. Its fields are not shown.',
    null,
  ),
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
  refusals: [],
})
