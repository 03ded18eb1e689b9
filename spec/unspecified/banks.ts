// The unspecified behaviors of linked banks.

import { effects, type UnspecifiedBehaviors } from '../statements.ts'

export const banksUnspecified = {
  'banks.limit': {
    section: 'Endpoints, 12',
    question: 'What does the `limit` of a bank apply to?',
    places: 'Bank.limit',
    options: effects({
      shown: 'Returns the limit without enforcing it.',
      enforced: 'Refuses a payment from the bank whose amount exceeds the limit.',
    }),
    leftOpen: [{ everyPlaceIs: { type: 'string' } }],
  },
  'banks.balance-info': {
    section: 'Endpoints, 12',
    question: 'Does a bank account have a `balanceInfo`, and what does it contain?',
    places: 'BankAccount.balanceInfo BankAccount.isBalanceInfo',
    options: effects({
      none: 'None: `isBalanceInfo` is false.',
      available: '`isBalanceInfo` is true, and the object has the available amount.',
    }),
    leftOpen: [{ schemaAt: 'BankAccount.isBalanceInfo', is: { type: 'boolean' } }],
  },
} as const satisfies UnspecifiedBehaviors
