// Deployments that are wrong about the shopper behind a token.

import { badForms, left } from '../bad-forms.ts'
import { faulty } from '../graded-deployment.ts'
import { spoiling } from '../spoiling.ts'

export const faultyShoppers = [
  ...badForms('getShopper', {
    'shoppers.response-shape': [
      ['', 'success without a shopper', 'The answer is ok, and its result is empty.', () => ({})],
      ['fullname', 'no full name', 'fullname is null.', left.null],
      ['profile.dateOfBirth', 'no date of birth', 'The profile has no dateOfBirth.', left.out],
      ['shopData', 'no shop', 'shopData is null.', left.null],
      ['graphSettings', 'settings as an object', 'graphSettings is an object.', () => ({})],
      ['is2faEnabled', 'a flag as text', 'is2faEnabled is a word.', String],
      ['enableCancelSubscription', 'a flag is missing', 'enableCancelSubscription is left out.', left.out],
      ['withdrawalAddresses', 'no addresses', 'withdrawalAddresses is null where there are none.', left.null],
    ],
    'shoppers.codes-are-integers': [
      ['status', 'the status by a word', 'status is a word.', () => 'active'],
      ['kybBankStatus', 'a code as text', 'kybBankStatus is an integer as text.', String],
      ['kybCryptoStatus', 'no code', 'kybCryptoStatus is left out.', left.out],
      ['type', 'half a type', 'type is a fraction.', () => 1.5],
    ],
    'shoppers.phone-country-is-an-integer': [
      ['profile.phoneCountry', 'a country code as text', 'phoneCountry is text.', String],
      ['profile.zip', 'a zip as a number', 'zip is a number.', Number],
    ],
    'shoppers.null-or-filled': [
      ['avatar', 'no avatar', 'avatar is left out where there is none.', left.out],
      ['verification', 'a verification for yes and no', 'verification is a boolean.', Boolean],
      ['verificationStatus', 'a verification by a word', 'verificationStatus is a word.', () => 'none'],
    ],
  }),
  faulty({
    requirement: 'shoppers.of-the-token',
    name: 'the first shopper',
    says: 'The record is that of the first shopper, whoever asks.',
    handlers: (real) => ({
      getShopper: (call) =>
        real.getShopper({ ...call, shopper: call.world.accounts.shoppers[0] ?? call.shopper }),
    }),
  }),
  faulty({
    requirement: 'shoppers.of-the-token',
    name: 'one id for everyone',
    says: 'Every shopper has the same id.',
    response: spoiling('getShopper', 'result.id', (_, { world }) => world.accounts.shoppers[0]?.id),
  }),
]
