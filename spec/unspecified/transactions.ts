// What the contract does not show about transactions.

import type { UnspecifiedBehaviors } from '../statements.ts'

export const transactionsUnspecified = {
  'transactions.status-integers': {
    section: 'States and transitions',
    question: 'The integers of the status names, and of the states of a wallet payment.',
    places: ['Transaction.status', 'SubscriptionDebit.status'],
    options: {
      usual: {
        summary: 'As clients of services of this family are seen to expect.',
        value: {
          pending: 0,
          processing: 2,
          completed: 1,
          canceled: -1,
          awaiting: 10,
          'partially-paid': 101,
          closed: 1011,
          'timed-out': 19,
        },
      },
      counted: {
        summary: 'Counted from 1.',
        value: {
          pending: 1,
          processing: 2,
          completed: 3,
          canceled: 4,
          awaiting: 5,
          'partially-paid': 6,
          closed: 7,
          'timed-out': 8,
        },
      },
      reversed: {
        summary: 'Hundreds, downwards.',
        value: {
          pending: 800,
          processing: 700,
          completed: 600,
          canceled: 500,
          awaiting: 400,
          'partially-paid': 300,
          closed: 200,
          'timed-out': 100,
        },
      },
    },
  },
  'transactions.type-integers': {
    section: 'Transaction record',
    question: 'The integers of type.',
    places: ['Transaction.type'],
    options: {
      introduced: {
        summary: 'In order of introduction.',
        value: { exchange: 0, wallet: 1, bank: 2, subscription: 3 },
      },
      tens: { summary: 'Tens.', value: { exchange: 40, wallet: 30, bank: 20, subscription: 10 } },
    },
  },
  'transactions.settlement-integers': {
    section: 'Transaction record',
    question: 'The integers of settlementStatus.',
    places: ['Transaction.settlementStatus'],
    options: {
      introduced: { summary: 'In order of introduction.', value: { open: 0, settled: 1 } },
      tens: { summary: 'Tens.', value: { open: 50, settled: 60 } },
    },
  },
  'transactions.refund-integers': {
    section: 'Transaction record',
    question: 'The integers of statusRefund.',
    places: ['Transaction.statusRefund'],
    options: {
      twenties: {
        summary: 'From 20.',
        value: { none: 20, possible: 21, refunded: 22, declined: 23, requested: 24 },
      },
      counted: {
        summary: 'From 0.',
        value: { none: 0, possible: 1, refunded: 2, declined: 3, requested: 4 },
      },
    },
  },
  'transactions.path': {
    section: 'States and transitions',
    question: 'The states between the first and the last.',
    places: ['Transaction.status', 'webhook'],
    options: {
      processing: { summary: 'pending, then processing halfway, then completed.' },
      direct: { summary: 'pending, then completed.' },
    },
  },
  'transactions.crypto-duration': {
    section: 'Limits',
    question: 'The moment between 2 minutes and 2 hours at which a crypto transaction completes.',
    places: ['createExchangePayment'],
    options: {
      drawn: { summary: 'Drawn from the seed.' },
      min: { summary: 'After exactly 2 minutes.' },
      max: { summary: 'After exactly 2 hours.' },
    },
  },
  'transactions.merchant-payable': {
    section: 'Transaction record',
    question: 'What merchantPayableAmount is before and after the fee.',
    places: ['Transaction.merchantPayableAmount'],
    options: {
      'after-fee': { summary: 'The native amount less the merchant fee of a bank transfer.' },
      gross: { summary: 'The native amount; the fee shows only in the credit.' },
    },
  },
  'transactions.nullable-references': {
    section: 'Transaction record',
    question: 'When the fields that may be null are null.',
    places: ['Transaction.partnerId', 'Transaction.partner', 'Transaction.stock', 'Transaction.description'],
    options: {
      null: { summary: 'Null where nothing is known.' },
      filled: { summary: 'Text everywhere.' },
    },
  },
  'transactions.repeated-order': {
    section: 'Endpoints, 2 to 5',
    question: 'What becomes of an order or offer id that was used before.',
    places: ['createInvoice', 'createQrTransaction', 'createExchangePayment', 'createBankPayment'],
    options: {
      accepted: { summary: 'Accepted; a second record.' },
      refused: { summary: 'Refused, when the same kind of request bore it before.' },
    },
  },
  'transactions.amount-mismatch': {
    section: 'Endpoints, 1 to 5',
    question: "What becomes of an amount that is not the cart's sum.",
    places: ['createInvoice', 'createQrTransaction', 'createExchangePayment', 'createBankPayment'],
    options: {
      accepted: { summary: 'Accepted.' },
      refused: { summary: 'Refused.' },
    },
  },
  'transactions.without-invoice': {
    section: 'Endpoints, 4 and 5',
    question: 'Whether a payment may name an offer that no invoice has.',
    places: ['createExchangePayment', 'createBankPayment'],
    options: { accepted: { summary: 'It may.' } },
    soleBecause: 'Inline integrations are described without an order of calls.',
  },
} as const satisfies UnspecifiedBehaviors
