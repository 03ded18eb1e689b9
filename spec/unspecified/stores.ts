// What the contract does not show about stores.

import type { UnspecifiedBehaviors } from '../statements.ts'

export const storesUnspecified = {
  'stores.settings': {
    section: 'Endpoints, 13',
    question: 'Whether a payment by a method that the settings of the store switch off is refused.',
    places: [
      'StoreSettings.bankPaymentEnabled',
      'StoreSettings.walletPaymentEnabled',
      'StoreSettings.exchangePaymentEnabled',
    ],
    options: {
      shown: { summary: 'The settings are shown, and refuse nothing.' },
      enforced: { summary: 'It is refused.' },
    },
  },
} as const satisfies UnspecifiedBehaviors
