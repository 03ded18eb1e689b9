// The shopper behind a token. Contract: Endpoints, 14.

import { z } from 'zod'
import { operation } from '../operation.ts'
import { component, okResult, openObject, text } from '../primitives.ts'

export const ShopperProfile = component(
  'ShopperProfile',
  z.object({
    zip: text,
    city: text,
    phone: text,
    state: text,
    address: text,
    country: text,
    lastName: text,
    firstName: text,
    dateOfBirth: text,
    phoneCountry: z.number().int(),
  }),
)

export const Shopper = component(
  'Shopper',
  z.object({
    id: text,
    email: text,
    username: text,
    fullname: text,
    avatar: text.nullable(),
    profile: ShopperProfile,
    status: z.number().int(),
    type: z.number().int(),
    kybCryptoStatus: z.number().int(),
    kybBankStatus: z.number().int(),
    shopData: openObject,
    withdrawalAddresses: z.array(z.unknown()),
    ssoStatus: z.boolean(),
    enableCancelSubscription: z.boolean(),
    verification: openObject.nullable(),
    graphSettings: z.array(z.unknown()),
    is2faEnabled: z.boolean(),
    enableBankPayment: z.boolean(),
    verificationStatus: openObject.nullable(),
  }),
)

export const getShopper = operation({
  method: 'get',
  path: '/users/me',
  section: 'Endpoints, 14',
  summary: 'Read the shopper behind the token',
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
