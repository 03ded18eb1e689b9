// The unspecified behaviors of stores.

import { effects, type UnspecifiedBehaviors } from '../statements.ts'

export const storesUnspecified = {
  'stores.settings': {
    section: 'Endpoints, 13',
    question: 'Does the service refuse a payment by a method that the settings of the store turn off?',
    places:
      'StoreSettings.bankPaymentEnabled StoreSettings.walletPaymentEnabled StoreSettings.exchangePaymentEnabled',
    options: effects({
      shown: 'Returns the settings without enforcing them. They do not depend on the verification (KYB).',
      enforced: 'Refuses the payment.',
    }),
  },
  'stores.tabs': {
    section: 'Endpoints, 13',
    question: 'Which tabs does a store have?',
    places: 'StoreSettings.tabs',
    options: effects({ enabled: 'Those of the methods that its settings enable.', all: 'All three.' }),
  },
} as const satisfies UnspecifiedBehaviors
