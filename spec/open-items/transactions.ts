// Open items about transactions: their integers, their duration, their money, and what a repeated offer means.

import type { OpenItems } from '../statements.ts'

export const transactionItems = {
  'transaction.status-integers': {
    section: 'States and transitions',
    question: 'The integers of the status names, and of the states of a wallet payment.',
    places: ['Transaction.status', 'SubscriptionDebit.status'],
    standIns: {
      usual: {
        summary: 'As clients of services of this family are seen to expect.',
        value: {
          pending: 0,
          processing: 2,
          completed: 1,
          canceled: -1,
          awaiting: 10,
          partiallyPaid: 101,
          closed: 1011,
          timedOut: 19,
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
          partiallyPaid: 6,
          closed: 7,
          timedOut: 8,
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
          partiallyPaid: 300,
          closed: 200,
          timedOut: 100,
        },
      },
    },
  },
  'transaction.type-integers': {
    section: 'Transaction record',
    question: 'The integers of type.',
    places: ['Transaction.type'],
    standIns: {
      introduced: {
        summary: 'In order of introduction.',
        value: { exchange: 0, wallet: 1, bank: 2, subscription: 3 },
      },
      tens: { summary: 'Tens.', value: { exchange: 40, wallet: 30, bank: 20, subscription: 10 } },
    },
  },
  'transaction.settlement-integers': {
    section: 'Transaction record',
    question: 'The integers of settlementStatus.',
    places: ['Transaction.settlementStatus'],
    standIns: {
      introduced: { summary: 'In order of introduction.', value: { open: 0, settled: 1 } },
      tens: { summary: 'Tens.', value: { open: 50, settled: 60 } },
    },
  },
  'transaction.refund-integers': {
    section: 'Transaction record',
    question: 'The integers of statusRefund.',
    places: ['Transaction.statusRefund'],
    standIns: {
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
  'transaction.path': {
    section: 'States and transitions',
    question: 'The states between the first and the last.',
    places: ['Transaction.status', 'webhook'],
    standIns: {
      processing: { summary: 'pending, then processing halfway, then completed.' },
      direct: { summary: 'pending, then completed.' },
    },
  },
  'transaction.crypto-duration': {
    section: 'Limits',
    question: 'The moment between 2 minutes and 2 hours at which a crypto transaction completes.',
    places: ['createExchangePayment'],
    standIns: {
      drawn: { summary: 'Drawn from the seed.' },
      least: { summary: 'After exactly 2 minutes.' },
      most: { summary: 'After exactly 2 hours.' },
    },
  },
  'transaction.ach-duration': {
    section: 'Limits',
    question: 'Whether a bank transfer takes three or four working days.',
    places: ['createBankPayment'],
    standIns: {
      drawn: { summary: 'Drawn from the seed.' },
      least: { summary: 'Three.' },
      most: { summary: 'Four.' },
    },
  },
  'calendar.working-days': {
    section: 'Limits',
    question: 'Which days are working days, and in which time zone.',
    places: ['createBankPayment'],
    standIns: {
      federalReserve: { summary: 'The banking days of the Federal Reserve, in New York.' },
      weekendsOnly: { summary: 'Monday to Friday, in UTC.' },
    },
  },
  'transaction.merchant-payable': {
    section: 'Transaction record',
    question: 'What merchantPayableAmount is before and after the fee.',
    places: ['Transaction.merchantPayableAmount'],
    standIns: {
      afterFee: { summary: 'The native amount less the merchant fee of a bank transfer.' },
      gross: { summary: 'The native amount; the fee shows only in the credit.' },
    },
  },
  'transaction.open-references': {
    section: 'Transaction record',
    question: 'When the fields that may be null are null.',
    places: ['Transaction.partnerId', 'Transaction.partner', 'Transaction.stock', 'Transaction.description'],
    standIns: {
      null: { summary: 'Null where nothing is known.' },
      filled: { summary: 'Text everywhere.' },
    },
  },
  'offers.repeated': {
    section: 'Endpoints, 2 to 5',
    question: 'What becomes of an order or offer id that was used before.',
    places: ['createInvoice', 'createQrTransaction', 'createExchangePayment', 'createBankPayment'],
    standIns: {
      accepted: { summary: 'Accepted; a second record.' },
      refused: { summary: 'Refused, when the same kind of request bore it before.' },
    },
  },
  'offers.amount-mismatch': {
    section: 'Endpoints, 1 to 5',
    question: "What becomes of an amount that is not the cart's sum.",
    places: ['createInvoice', 'createQrTransaction', 'createExchangePayment', 'createBankPayment'],
    standIns: {
      accepted: { summary: 'Accepted.' },
      refused: { summary: 'Refused.' },
    },
  },
  'offers.without-invoice': {
    section: 'Endpoints, 4 and 5',
    question: 'Whether a payment may name an offer that no invoice has.',
    places: ['createExchangePayment', 'createBankPayment'],
    standIns: { accepted: { summary: 'It may.' } },
    soleBecause: 'Inline integrations are described without an order of calls.',
  },
  'settlement.hour': {
    section: 'What the service does, 3',
    question: 'The hour of the daily settlement of crypto.',
    places: ['Transaction.settlementStatus'],
    standIns: {
      midnight: { summary: '00:00 UTC.', value: { hour: 0 } },
      evening: { summary: '17:00 UTC.', value: { hour: 17 } },
    },
  },
  'settlement.fee-rounding': {
    section: 'What the service does, 3',
    question: 'How the merchant fee is rounded.',
    places: ['Transaction.merchantPayableAmount'],
    standIns: {
      halfEven: { summary: 'To 2 decimals, half to even.' },
      halfUp: { summary: 'To 2 decimals, half up.' },
    },
  },
} as const satisfies OpenItems
