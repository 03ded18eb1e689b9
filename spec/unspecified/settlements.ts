// What the contract does not show about settlements.

import type { UnspecifiedBehaviors } from '../statements.ts'

export const settlementsUnspecified = {
  'settlements.hour': {
    section: 'What the service does, 3',
    question: 'The hour of the daily settlement of crypto.',
    places: ['Transaction.settlementStatus'],
    options: {
      midnight: { summary: '00:00 UTC.', value: { hour: 0 } },
      evening: { summary: '17:00 UTC.', value: { hour: 17 } },
    },
  },
  'settlements.fee-rounding': {
    section: 'What the service does, 3',
    question: 'How the merchant fee is rounded.',
    places: ['Transaction.merchantPayableAmount'],
    options: {
      'half-even': { summary: 'To 2 decimals, half to even.' },
      'half-up': { summary: 'To 2 decimals, half up.' },
    },
  },
} as const satisfies UnspecifiedBehaviors
