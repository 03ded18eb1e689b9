// A merchant's store, its white label and its settings. Contract: Endpoints, 13.

import { z } from 'zod'
import { checkoutTabs } from '../enumerations.ts'
import { operation } from '../operation.ts'
import { boolean, field, integer, namedObject, okResult, present, Timestamp, text } from '../primitives.ts'
import { ShopData } from './transactions.ts'

const WhiteLabel = namedObject(
  'WhiteLabel',
  'The white label of a store. The types of some fields are not stated.',
  {
    id: field(integer, 'White-label id.', 1),
    partnerId: field(text, 'Partner id.', 'partner-1'),
    colorSchema: field(
      z.object({
        partnerUrl: field(present, 'URL of the partner.', 'https://partner.example'),
        contactEmail: field(present, 'Email address of the contact.', 'help@partner.example'),
        partnerLabel: field(present, 'Label of the partner.', 'Partner'),
      }),
      'Appearance of the white label. The types of its fields are not stated.',
    ),
    createdAt: field(Timestamp, 'When the white label was created.', '2026-01-05T09:30:00.000Z'),
    updatedAt: field(Timestamp, 'When the white label was last updated.', '2026-01-05T09:30:00.000Z'),
    partner: field(
      z.object({ fullname: field(present, 'Full name of the partner.', 'Example Partner') }),
      'The partner.',
    ),
  },
)

const StoreSettings = namedObject('StoreSettings', 'The settings of a store.', {
  bankPaymentEnabled: field(boolean, 'Whether bank payment is enabled.', true),
  walletPaymentEnabled: field(boolean, 'Whether wallet payment is enabled.', true),
  exchangePaymentEnabled: field(boolean, 'Whether exchange payment is enabled.', true),
  tabs: field(z.array(z.enum(checkoutTabs)), 'Labels of the tabs.', [
    'Crypto Exchange',
    'Crypto Wallet',
    'Bank Transfer',
  ]),
})

const Store = namedObject('Store', "A merchant's store.", {
  merchant: field(
    z.object({
      id: field(text, 'Merchant identifier.', '8a4d1c55-0000-4000-8000-000000000001'),
      shopData: field(ShopData, "The merchant's shop."),
    }),
    'The merchant.',
  ),
  whiteLabel: field(WhiteLabel, 'The white label.'),
  settings: field(StoreSettings, 'The settings.'),
})

export const getStore = operation({
  method: 'get',
  path: '/stores',
  section: 'Endpoints, 13',
  summary: "Read the merchant's store",
  description:
    'Optional. Returns the name and logo of the store, and which of the exchange, wallet and bank payments it has enabled.',
  harm: 'read',
  credential: 'merchantToken',
  envelope: 'ok-result',
  response: okResult(Store),
  refusals: [],
})
