// What the contract does not show about linked banks.

import type { UnspecifiedBehaviors } from '../statements.ts'

export const banksUnspecified = {
  'banks.limit': {
    section: 'Endpoints, 12',
    question: 'What does the `limit` of a bank apply to?',
    places: 'Bank.limit',
    options: {
      shown: { effect: 'Returns the limit without enforcing it.' },
      enforced: { effect: 'Refuses a payment from the bank whose amount exceeds the limit.' },
    },
    leftOpen: [{ schemaAt: 'Bank.limit', is: { type: 'string' } }],
  },
} as const satisfies UnspecifiedBehaviors
