// What the contract does not show about bank payments.

import type { UnspecifiedBehaviors } from '../statements.ts'

export const bankPaymentsUnspecified = {
  'bank-payments.duration': {
    section: 'Limits',
    question: 'Whether a bank transfer takes three or four working days.',
    places: ['createBankPayment'],
    options: {
      drawn: { summary: 'Drawn from the seed.' },
      min: { summary: 'Three.' },
      max: { summary: 'Four.' },
    },
  },
  'bank-payments.banking-days': {
    section: 'Limits',
    question: 'Which days are working days, and in which time zone.',
    places: ['createBankPayment'],
    options: {
      'federal-reserve': { summary: 'The banking days of the Federal Reserve, in New York.' },
      'weekends-only': { summary: 'Monday to Friday, in UTC.' },
    },
  },
} as const satisfies UnspecifiedBehaviors
