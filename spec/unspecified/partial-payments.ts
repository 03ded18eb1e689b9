// The unspecified behaviors of closing partial payments.

import { effects, type UnspecifiedBehaviors } from '../statements.ts'

export const partialPaymentsUnspecified = {
  'partial-payments.refusal-shape': {
    section: 'Errors, 4',
    question: 'In which form does POST /closePartialTx refuse to close?',
    places: 'closePartialPayment/refusals',
    options: effects({
      common: 'Refuses in the same form as the other endpoints.',
      'ok-false': 'Returns HTTP 200 with `{ ok: false, result: { success: false } }`.',
      'success-false': 'Returns HTTP 200 with `{ ok: true, result: { success: false } }`.',
    }),
    leftOpen: [{ refusalsOf: ['closePartialPayment'] }],
  },
  'partial-payments.closed-twice': {
    section: 'States and transitions',
    question: 'Can a closed partial payment be closed again?',
    places: 'closePartialPayment',
    options: effects({
      refused: 'Refuses the second closing.',
      accepted: 'Accepts the second closing and changes nothing.',
    }),
  },
  'partial-payments.window-start': {
    section: 'Limits',
    question: 'If there are several partial payments, which one starts the two weeks?',
    places: 'closePartialPayment',
    options: effects({ last: 'The last one.', first: 'The first one.' }),
  },
  'partial-payments.window-end': {
    section: 'States and transitions; Limits',
    question: 'When exactly do the two weeks end?',
    places: 'closePartialPayment',
    options: effects({
      'to-the-millisecond': 'After 14 times 24 hours.',
      'end-of-day': 'At the end of the day in UTC on which the 14 times 24 hours are over.',
    }),
  },
  'partial-payments.unknown-order': {
    section: 'Endpoints, 9; Errors, 4',
    question: 'How does POST /closePartialTx respond to an order without an open partial payment?',
    places: 'closePartialPayment',
    options: effects({
      refused: 'Refuses the request, be the order unknown, unpaid, paid, canceled or not paid by a wallet.',
      accepted: 'Returns success and changes nothing if no merchant has the order.',
    }),
  },
  'partial-payments.unclosed': {
    section: 'States and transitions',
    question: 'What happens to a partial payment that is not closed before the two weeks are over?',
    places: 'closePartialPayment webhook',
    options: effects({
      stays: 'It stays open. A wallet can still pay the rest.',
      'times-out': 'It times out. A wallet cannot pay the rest any more.',
    }),
  },
  'partial-payments.several': {
    section: 'Endpoints, 9',
    question: 'Which partial payments are closed if several transactions have the order id?',
    places: 'closePartialPayment',
    options: effects({ last: 'Closes the newest one.', all: 'Closes all of them that can be closed.' }),
  },
} as const satisfies UnspecifiedBehaviors
