// The requirements about a merchant's store.

import type { Requirements } from '../statements.ts'

export const storesRequirements = {
  'stores.response-shape': {
    section: 'Endpoints, 13: response',
    statement:
      'GET /stores returns `ok: true`, a `merchant` with `shopData`, a `whiteLabel` with `colorSchema` and `partner`, and `settings` with the booleans `bankPaymentEnabled`, `walletPaymentEnabled` and `exchangePaymentEnabled` and the array `tabs`.',
    places: 'getStore/response Store WhiteLabel StoreSettings ShopData',
  },
  'stores.white-label-id-is-an-integer': {
    section: 'Endpoints, 13: response',
    statement: '`whiteLabel.id` is an integer, and `whiteLabel.partnerId` is a string.',
    places: 'WhiteLabel.id WhiteLabel.partnerId',
  },
  'stores.tab-labels': {
    section: 'Endpoints, 13: sentence 2; Endpoints, shared conventions: bullet 1',
    statement: 'The labels in `tabs` are "Crypto Exchange", "Crypto Wallet" and "Bank Transfer".',
    places: 'StoreSettings.tabs',
  },
  'stores.of-the-merchant': {
    section: 'Endpoints, 13: response; What the service does, 7: sentence 1',
    statement: 'GET /stores returns the store of the merchant whose token is used.',
    places: 'getStore Store.merchant',
  },
} as const satisfies Requirements
