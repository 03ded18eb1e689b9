// What the contract states about a merchant's store.

import type { Requirements } from '../statements.ts'

export const storesRequirements = {
  'stores.response-shape': {
    section: 'Endpoints, 13: response',
    statement:
      'GET /stores returns `ok: true`, a `merchant` with `shopData`, a `whiteLabel` with `colorSchema` and `partner`, and `settings` with the booleans `bankPaymentEnabled`, `walletPaymentEnabled` and `exchangePaymentEnabled` and the array `tabs`.',
    violation: 'One of these fields is missing or has another type.',
    places: ['getStore', 'getStore/response', 'Store', 'WhiteLabel', 'StoreSettings', 'ShopData'],
  },
  'stores.white-label-id-is-an-integer': {
    section: 'Endpoints, 13: response',
    statement: '`whiteLabel.id` is an integer, and `whiteLabel.partnerId` is a string.',
    violation: '`whiteLabel.id` is a string, or `whiteLabel.partnerId` is a number.',
    places: ['WhiteLabel.id', 'WhiteLabel.partnerId'],
  },
  'stores.tab-labels': {
    section: 'Endpoints, 13: sentence 2; Endpoints, shared conventions: bullet 1',
    statement: 'The labels in `tabs` are "Crypto Exchange", "Crypto Wallet" and "Bank Transfer".',
    violation: 'A tab has another label or another spelling.',
    places: ['StoreSettings.tabs'],
  },
  'stores.of-the-merchant': {
    section: 'Endpoints, 13: response; What the service does, 7: sentence 1',
    statement: 'GET /stores returns the store of the merchant whose token is used.',
    violation: 'The response has the id or the shop of another merchant.',
    places: ['getStore', 'Store.merchant'],
  },
} as const satisfies Requirements
