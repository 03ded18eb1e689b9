// What the contract does not show about bank payments.

import type { UnspecifiedBehaviors } from '../statements.ts'

export const bankPaymentsUnspecified = {
  'bank-payments.duration': {
    section: 'Limits',
    question: 'Does a bank transfer take three or four working days?',
    places: 'createBankPayment',
    options: {
      drawn: { effect: 'Draws three or four from the seed.' },
      min: { effect: 'Takes three.' },
      max: { effect: 'Takes four.' },
    },
    leftOpen: [{ valueAt: ['document', 'x-limits', 'achBankingDays'], is: { min: 3, max: 4 } }],
  },
  'bank-payments.banking-days': {
    section: 'Limits',
    question: 'Which days are working days, and in which time zone?',
    places: 'createBankPayment',
    options: {
      'federal-reserve': { effect: 'Counts the banking days of the Federal Reserve, in New York time.' },
      'weekends-only': { effect: 'Counts Monday to Friday, in UTC.' },
    },
    leftOpen: [{ silentOn: /holiday|federal|new york|weekend/i, example: 'Federal holidays do not count.' }],
  },
} as const satisfies UnspecifiedBehaviors
