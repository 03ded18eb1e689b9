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
    leftOpen: [
      {
        silentOn: /(turned|switched) off|not enabled|is disabled/i,
        example: 'Refused where it is turned off.',
      },
    ],
  },
} as const satisfies UnspecifiedBehaviors
