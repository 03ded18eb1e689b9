// What the contract states about banks.

import type { Requirements } from '../statements.ts'

export const banksRequirements = {
  'banks.response-shape': {
    section: 'Endpoints, 12: response',
    statement:
      'Linked banks have `ok: true`, a defaultCurrency and banks with their texts, their booleans default and connected, their integer priority, and accounts with their texts, isBalanceInfo and an integer status.',
    observable: { yes: 'One of these is absent, or has another type.' },
    places: ['listBanks/response', 'LinkedBanks', 'Bank', 'BankAccount'],
  },
  'banks.primary-boolean-or-null': {
    section: 'Endpoints, 12: response',
    statement: "An account's isPrimary is there: as a boolean, or as null.",
    observable: { yes: 'The field is left out, or is neither boolean nor null.' },
    places: ['BankAccount.isPrimary'],
  },
  'banks.balance-info-object-or-null': {
    section: 'Endpoints, 12: response',
    statement: "An account's balanceInfo is there: as an object, or as null.",
    observable: { yes: 'The field is left out, or is neither object nor null.' },
    places: ['BankAccount.balanceInfo'],
  },
  'banks.of-the-shopper': {
    section: 'Endpoints, 12: sentence 1; What the service does, 7: sentence 1',
    statement: 'The list holds the accounts that this shopper has linked.',
    observable: { yes: "A linked account is missing, or another shopper's account is listed." },
    places: ['listBanks', 'LinkedBanks.banks'],
  },
} as const satisfies Requirements
