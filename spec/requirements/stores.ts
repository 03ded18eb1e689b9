// What the contract states of a merchant's store, white label and settings.

import type { Requirements } from '../statements.ts'

export const storesRequirements = {
  'stores.response-shape': {
    section: 'Endpoints, 13: response',
    statement:
      'A store has `ok: true`, a merchant with its shopData, a whiteLabel with its colorSchema and partner, and settings with three booleans and an array of tabs.',
    observable: { yes: 'One of these is absent, or has another type.' },
    places: ['getStore', 'getStore/response', 'Store', 'WhiteLabel', 'StoreSettings', 'ShopData'],
  },
  'stores.white-label-id-is-an-integer': {
    section: 'Endpoints, 13: response',
    statement: 'The id of a white label is an integer, unlike other ids; its partnerId is text.',
    observable: { yes: 'The id comes as text, or the partnerId as a number.' },
    places: ['WhiteLabel.id', 'WhiteLabel.partnerId'],
  },
  'stores.tab-labels': {
    section: 'Endpoints, 13: sentence 2; Endpoints, shared conventions: bullet 1',
    statement: 'The tabs bear no other labels than "Crypto Exchange", "Crypto Wallet" and "Bank Transfer".',
    observable: { yes: 'A tab has another label, or one in other letters.' },
    places: ['StoreSettings.tabs'],
  },
  'stores.of-the-merchant': {
    section: 'Endpoints, 13: response; What the service does, 7: sentence 1',
    statement: 'The store is that of the merchant whose token asks.',
    observable: { yes: "Another merchant's id or shop comes back." },
    places: ['getStore', 'Store.merchant'],
  },
} as const satisfies Requirements
