// The unspecified behaviors of settlements.

import { effects, type UnspecifiedBehaviors } from '../statements.ts'

export const settlementsUnspecified = {
  'settlements.hour': {
    section: 'What the service does, 3',
    question: 'At which hour does the daily settlement of crypto transactions run?',
    places: 'Transaction.settlementStatus',
    options: {
      midnight: { effect: 'Settles at 00:00 UTC.', value: { hour: 0 } },
      evening: { effect: 'Settles at 17:00 UTC.', value: { hour: 17 } },
    },
    valueRule: { min: 0, max: 23 },
  },
  'settlements.fee-rounding': {
    section: 'What the service does, 3',
    question: 'How are amounts rounded to the decimals of their currency, such as the merchant fee?',
    places:
      'Transaction.merchantPayableAmount Transaction.nativeAmount Transaction.localAmount BankPaymentPayload.amount',
    options: effects({
      'half-up': 'Rounds half up.',
      'half-even': 'Rounds half to even.',
    }),
  },
  'settlements.id': {
    section: 'Resources, Transaction record',
    question: 'Which transactions have the same `settlementId`?',
    places: 'Transaction.settlementId',
    options: effects({
      daily: 'Those of a merchant on the same day in UTC, also before they are settled.',
      single: 'None: each has another one.',
    }),
  },
} as const satisfies UnspecifiedBehaviors
