// What the contract does not show about shoppers.

import type { UnspecifiedBehaviors } from '../statements.ts'

export const shoppersUnspecified = {
  'shoppers.status-integers': {
    section: 'Endpoints, 12 and 14',
    question: 'The integers of status, type and KYB status of shoppers and bank accounts.',
    places: [
      'Shopper.status',
      'Shopper.type',
      'Shopper.kybCryptoStatus',
      'Shopper.kybBankStatus',
      'BankAccount.status',
    ],
    options: {
      ones: {
        summary: '1 and 0.',
        value: { status: 1, type: 1, kybCryptoStatus: 0, kybBankStatus: 0, account: 1 },
      },
      tens: {
        summary: 'Tens.',
        value: { status: 10, type: 20, kybCryptoStatus: 30, kybBankStatus: 40, account: 50 },
      },
    },
  },
} as const satisfies UnspecifiedBehaviors
