// What the contract does not show about partial payments.

import type { UnspecifiedBehaviors } from '../statements.ts'

export const partialPaymentsUnspecified = {
  'partial-payments.refusal-shape': {
    section: 'Errors, 4',
    question: 'The form in which closing is refused.',
    places: ['closePartialPayment/refusals'],
    options: {
      common: { summary: 'Like every other refusal.' },
      'ok-false': { summary: 'HTTP 200 with `{ ok: false, result: { success: false } }`.' },
      'success-false': { summary: 'HTTP 200 with `{ ok: true, result: { success: false } }`.' },
    },
  },
  'partial-payments.closed-twice': {
    section: 'States and transitions',
    question: 'Whether a second closing succeeds.',
    places: ['closePartialPayment'],
    options: {
      refused: { summary: 'It is refused.' },
      accepted: { summary: 'It succeeds and changes nothing.' },
    },
  },
  'partial-payments.window-start': {
    section: 'Limits',
    question: 'From which of several partial payments the window runs.',
    places: ['closePartialPayment'],
    options: {
      last: { summary: 'From the last.' },
      first: { summary: 'From the first.' },
    },
  },
} as const satisfies UnspecifiedBehaviors
