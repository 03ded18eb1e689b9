// What the contract does not show about banks.

import type { UnspecifiedBehaviors } from '../statements.ts'

export const banksUnspecified = {
  'banks.limit': {
    section: 'Endpoints, 12',
    question: 'What the limit of a bank limits.',
    places: ['Bank.limit'],
    options: {
      shown: { summary: 'Nothing; it is shown.' },
      enforced: { summary: 'The amount of a payment from that bank.' },
    },
  },
} as const satisfies UnspecifiedBehaviors
