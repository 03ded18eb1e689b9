// What the contract does not show about stores.

import type { UnspecifiedBehaviors } from '../statements.ts'

export const storesUnspecified = {
  'stores.settings': {
    section: 'Endpoints, 13',
    question: 'Does the service refuse a payment by a method that the settings of the store turn off?',
    places:
      'StoreSettings.bankPaymentEnabled StoreSettings.walletPaymentEnabled StoreSettings.exchangePaymentEnabled',
    options: {
      shown: { effect: 'Returns the settings without enforcing them.' },
      enforced: { effect: 'Refuses the payment.' },
    },
  },
  'stores.tabs': {
    section: 'Endpoints, 13',
    question: 'Which tabs does a store have?',
    places: 'StoreSettings.tabs',
    options: {
      enabled: { effect: 'Those of the methods that its settings enable.' },
      all: { effect: 'All three.' },
    },
  },
} as const satisfies UnspecifiedBehaviors
