// The requirements about linked banks.

import type { Requirements } from '../statements.ts'

export const banksRequirements = {
  'banks.response-shape': {
    section: 'Endpoints, 12: response',
    statement:
      'GET /banks/my returns `ok: true`, a `defaultCurrency` and `banks`. Each bank has the strings `name`, `value`, `stockId` and `limit`, the booleans `default` and `connected`, the integer `priority` and `accounts`. Each account has the strings `accountName`, `bankName`, `mask`, `id`, `customerUrl`, `customerId`, `fundingSource` and `currency`, the boolean `isBalanceInfo` and the integer `status`.',
    places: 'listBanks/response LinkedBanks Bank BankAccount',
  },
  'banks.primary-boolean-or-null': {
    section: 'Endpoints, 12: response',
    statement: '`isPrimary` of an account is a boolean or null.',
    places: 'BankAccount.isPrimary',
  },
  'banks.balance-info-object-or-null': {
    section: 'Endpoints, 12: response',
    statement: '`balanceInfo` of an account is an object or null.',
    places: 'BankAccount.balanceInfo',
  },
  'banks.of-the-shopper': {
    section: 'Endpoints, 12: sentence 1; What the service does, 7: sentence 1',
    statement: 'GET /banks/my lists the bank accounts that the shopper has linked.',
    places: 'listBanks LinkedBanks.banks',
  },
} as const satisfies Requirements
