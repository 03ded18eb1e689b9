// What the contract does not show about qr transactions.

import type { UnspecifiedBehaviors } from '../statements.ts'

export const qrTransactionsUnspecified = {
  'qr-transactions.total-amount': {
    section: 'Endpoints, 2',
    question: 'Which currency totalAmount is in.',
    places: ['QrTransaction.totalAmount', 'QrTransaction.currency'],
    options: {
      fiat: { summary: "The request's currency." },
      crypto: { summary: 'The crypto currency.' },
    },
  },
  'qr-transactions.offer-id': {
    section: 'Endpoints, 2',
    question: "Whether meta.offerId is the request's orderId.",
    places: ['QrTransaction.meta'],
    options: {
      'order-id': { summary: 'It is.' },
      'own-id': { summary: 'It is an id of its own; closing takes the order id and this one.' },
    },
  },
  'qr-transactions.expiry': {
    section: 'States and transitions',
    question: 'Whether an unpaid QR transaction ends by itself.',
    places: ['createQrTransaction'],
    options: {
      never: { summary: 'It waits for ever.' },
      'after-days': { summary: 'It times out.', value: { days: 30 } },
    },
  },
  'qr-transactions.overpayment': {
    section: 'Resources, Transaction record',
    question: 'What becomes of more than the amount.',
    places: ['Transaction.receivedAmount'],
    options: {
      kept: { summary: 'It counts as received.' },
      capped: { summary: 'No more than the amount counts as received.' },
    },
  },
} as const satisfies UnspecifiedBehaviors
