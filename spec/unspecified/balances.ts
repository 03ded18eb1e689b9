// What the contract does not show about balances.

import type { UnspecifiedBehaviors } from '../statements.ts'

export const balancesUnspecified = {
  'balances.merchant-id': {
    section: 'Endpoints, 11',
    question: 'Whether merchantId must be given.',
    places: ['checkExchangeBalance/query'],
    options: {
      optional: { summary: 'It may be left out; the first merchant is meant.' },
      demanded: { summary: 'It is demanded.' },
    },
  },
  'balances.amount-type': {
    section: 'Endpoints, 11',
    question: 'When a balance is text and when a number.',
    places: ['ExchangeAccount.balance'],
    options: {
      text: { summary: 'Always text.' },
      number: { summary: 'Always a number.' },
    },
  },
} as const satisfies UnspecifiedBehaviors
