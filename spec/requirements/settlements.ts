// The requirements about settlement.

import type { Requirements } from '../statements.ts'

export const settlementsRequirements = {
  'settlements.crypto-into-service-wallet': {
    section: 'What the service does, 3: sentence 1',
    statement: 'A wallet of the service receives crypto payments.',
    notObservable: 'An address does not show who owns the wallet.',
    places: 'service',
  },
  'settlements.crypto-daily': {
    section: 'What the service does, 3: sentence 1; What the service does, 2: bullet 2',
    statement: 'The service settles crypto payments to the merchant every day.',
    notObservable:
      'No operation reads a transaction again, and the settlement happens outside the interface.',
    places: 'Transaction.settlementStatus',
  },
  'settlements.bank-fee-deducted': {
    section: 'What the service does, 3: sentence 2',
    statement: 'The service deducts the configured merchant fee from a bank transfer.',
    notObservable:
      'The fee is configured outside the interface, and the contract names no field for the fee or the rest.',
    places: 'Transaction.merchantPayableAmount',
  },
  'settlements.bank-remainder-credited': {
    section: 'What the service does, 3: sentence 2',
    statement: "The service credits the rest of a bank transfer to the merchant's linked bank account.",
    notObservable: "The credit is visible only in the merchant's bank account.",
    places: 'Transaction.merchantPayableAmount',
  },
} as const satisfies Requirements
