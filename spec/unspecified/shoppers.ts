// The unspecified behaviors of shoppers.

import { effects, type UnspecifiedBehaviors } from '../statements.ts'

export const shoppersUnspecified = {
  'shoppers.status-integers': {
    section: 'Endpoints, 12; Endpoints, 14',
    question: 'What do the integers in the status, type and KYB fields of shoppers and bank accounts mean?',
    places: 'Shopper.status Shopper.type Shopper.kybCryptoStatus Shopper.kybBankStatus BankAccount.status',
    options: {
      ones: {
        effect: 'Uses 0 and 1.',
        value: { status: 1, type: 1, kybCryptoStatus: 0, kybBankStatus: 0, account: 1 },
      },
      tens: {
        effect: 'Uses multiples of ten.',
        value: { status: 10, type: 20, kybCryptoStatus: 30, kybBankStatus: 40, account: 50 },
      },
    },
    leftOpen: [{ everyPlaceIs: { type: 'integer' } }],
  },
  'shoppers.profile-objects': {
    section: 'Endpoints, 14',
    question: 'What do the objects and lists of a shopper contain?',
    places: 'Shopper.shopData Shopper.withdrawalAddresses Shopper.graphSettings Shopper.verification',
    options: effects({ empty: 'Nothing, or null.', filled: 'One element or field each.' }),
    leftOpen: [{ schemaAt: 'Shopper.graphSettings', is: { type: 'array', items: {} } }],
  },
  'shoppers.customer': {
    section: 'Resources, Transaction record; Resources, customerInfo',
    question: 'Whose email address and name are in `customer` of a transaction?',
    places: 'Transaction.customer',
    options: effects({
      shopper: 'Those of the shopper who pays.',
      invoice: 'Those in the `customerInfo` of the invoice, if it has one.',
    }),
  },
  'shoppers.cancel-subscription': {
    section: 'Endpoints, 14; Endpoints, 16',
    question: 'What does `enableCancelSubscription` say?',
    places: 'Shopper.enableCancelSubscription',
    options: effects({
      always: 'It is true, and permits nothing: merchants cancel.',
      subscribed: 'Whether the shopper has an active subscription. It permits nothing either.',
    }),
    leftOpen: [{ everyPlaceIs: { type: 'boolean' } }],
  },
} as const satisfies UnspecifiedBehaviors
