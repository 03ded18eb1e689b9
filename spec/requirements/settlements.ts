// What the contract states about settlements.

import type { Requirements } from '../statements.ts'

export const settlementsRequirements = {
  'settlements.crypto-into-service-wallet': {
    section: 'What the service does, 3: sentence 1',
    statement: "Crypto payments arrive in a wallet of the service, not of the merchant's.",
    observable: { no: 'An address does not tell whose wallet it belongs to.' },
    places: ['service'],
  },
  'settlements.crypto-daily': {
    section: 'What the service does, 3: sentence 1; What the service does, 2: bullet 2',
    statement: 'Crypto payments are passed on to the merchant every day.',
    observable: {
      no: 'No operation reads a transaction again later, and the credit happens outside the interface.',
    },
    places: ['Transaction.settlementStatus'],
  },
  'settlements.bank-fee-deducted': {
    section: 'What the service does, 3: sentence 2',
    statement: "The merchant's configured fee is taken off a bank transfer.",
    observable: {
      no: 'The fee is configured outside the interface, and no field is stated to hold it or what is left after it.',
    },
    places: ['Transaction.merchantPayableAmount'],
  },
  'settlements.bank-remainder-credited': {
    section: 'What the service does, 3: sentence 2',
    statement:
      "What is left of a bank transfer after the fee is credited to the merchant's linked bank account.",
    observable: { no: "The credit is an entry in the merchant's bank, outside the interface." },
    places: ['Transaction.merchantPayableAmount'],
  },
} as const satisfies Requirements
