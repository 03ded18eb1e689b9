// The unspecified behaviors of QR transactions.

import type { Schema } from '../openapi/schema.ts'
import { effects, type UnspecifiedBehaviors } from '../statements.ts'

const meta: Schema = {
  type: 'object',
  properties: {
    offerId: { type: 'string' },
    receiverAddress: { type: 'string' },
    qrString: { type: 'string', format: 'uri' },
  },
  required: ['offerId', 'receiverAddress', 'qrString'],
}

export const qrTransactionsUnspecified = {
  'qr-transactions.total-amount': {
    section: 'Endpoints, 2',
    question: 'In which currency is `totalAmount`?',
    places: 'QrTransaction.totalAmount',
    options: effects({
      crypto: 'Returns the amount in the crypto currency, at its `currentRate`.',
      fiat: 'Returns the amount in the currency of the request.',
    }),
    leftOpen: [{ everyPlaceIs: { type: 'string' } }],
  },
  'qr-transactions.currency': {
    section: 'Endpoints, 2',
    question: 'Which currency does `currency` name if `totalAmount` is in the crypto currency?',
    places: 'QrTransaction.currency',
    options: effects({ request: 'That of the request.', 'total-amount': 'The crypto currency.' }),
    leftOpen: [{ everyPlaceIs: { type: 'string' } }],
  },
  'qr-transactions.offer-id': {
    section: 'Endpoints, 2',
    question: 'Is `meta.offerId` the `orderId` of the request?',
    places: 'QrTransaction.meta',
    options: effects({
      'order-id': 'Returns the `orderId`.',
      'own-id': 'Returns a new id. A partial payment can be closed by either id.',
    }),
    leftOpen: [{ everyPlaceIs: meta }],
  },
  'qr-transactions.expiry': {
    section: 'States and transitions',
    question: 'Does an unpaid QR transaction expire?',
    places: 'createQrTransaction',
    options: {
      never: { effect: 'Waits for a payment without a limit.' },
      'after-days': { effect: 'Times out after a number of days.', value: { days: 30 } },
    },
    valueRule: { min: 1, max: 36_500 },
  },
  'qr-transactions.overpayment': {
    section: 'Resources, Transaction record',
    question: 'How much counts as received when a wallet pays more than the amount?',
    places: 'Transaction.receivedAmount',
    options: effects({
      kept: 'Counts all of it. A payment in another coin or after closing does not arrive.',
      capped: 'Counts no more than the amount.',
    }),
    leftOpen: [{ everyPlaceIs: { $ref: '#/components/schemas/DecimalText' } }],
  },
  'qr-transactions.tolerance': {
    section: 'What the service does, 5',
    question: 'How much less than the amount counts as a full payment?',
    places: 'createQrTransaction',
    options: {
      none: { effect: 'Nothing less.' },
      percent: { effect: 'A payment that is short by a small share of the amount.', value: { percent: 1 } },
    },
    valueRule: { min: 0, max: 50 },
  },
  'qr-transactions.coins': {
    section: 'Endpoints, 2',
    question: 'In which coins can a QR transaction be paid?',
    places: 'QrTransactionRequest.cryptoCurrency',
    options: effects({
      enabled: 'In those that the merchant has enabled.',
      all: 'In every coin that the service knows.',
    }),
  },
  'qr-transactions.address': {
    section: 'Endpoints, 2',
    question: 'Does each QR transaction have a separate address?',
    places: 'createQrTransaction',
    options: effects({
      'new': 'Returns a new address for each transaction.',
      reused: 'Returns one address for each merchant and coin.',
    }),
  },
  'qr-transactions.subscription-items': {
    section: 'Endpoints, 2; Limits',
    question: 'What does the service do with a QR transaction that has subscription items?',
    places: 'createQrTransaction',
    options: effects({ ignored: 'Accepts it and creates no subscription.', refused: 'Refuses it.' }),
  },
} as const satisfies UnspecifiedBehaviors
