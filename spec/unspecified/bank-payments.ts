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
  },
  'bank-payments.record-currency': {
    section: 'Resources, Transaction record; Endpoints, 5',
    question: 'In which currency are `amount` and `currency` of the record of a bank payment?',
    places: 'Transaction.amount Transaction.currency',
    options: {
      dollars: { effect: 'In US dollars.' },
      stablecoin: { effect: 'In a stablecoin of the US dollar.' },
      'first-coin': { effect: 'In the first crypto currency that the merchant has enabled.' },
    },
    leftOpen: [{ schemaAt: 'Transaction.currency', is: { type: 'string' } }],
  },
  'bank-payments.native-amount': {
    section: 'Resources, Transaction record; Endpoints, 5',
    question: 'In which currency is the amount of a bank payment?',
    places: 'BankPaymentPayload.amount Transaction.nativeAmount Transaction.nativeCurrency',
    options: {
      dollars: { effect: 'In US dollars.' },
      'store-currency': { effect: 'In the `merchantStoreCurrency` of the request.' },
    },
    leftOpen: [{ schemaAt: 'Transaction.nativeCurrency', is: { type: 'string' } }],
  },
  'bank-payments.hosted-page-id': {
    section: 'Endpoints, 5',
    question: 'What does the service do with a `hostedPageId` that it does not know?',
    places: 'BankPaymentPayload.hostedPageId',
    options: { ignored: { effect: 'Accepts it.' }, refused: { effect: 'Refuses the payment.' } },
    leftOpen: [{ schemaAt: 'BankPaymentPayload.hostedPageId', is: { type: 'string' } }],
  },
  'bank-payments.us-shopper': {
    section: 'What the service does, 2; Limits',
    question: 'What makes a shopper a US shopper?',
    places: 'createBankPayment',
    options: {
      country: { effect: 'The country of the profile.' },
      phone: { effect: 'The country code of the phone.' },
    },
  },
  'bank-payments.stock-id': {
    section: 'Endpoints, 5; Endpoints, 12',
    question: 'Which id of a linked bank account is the `stockId` of a payment?',
    places: 'BankPaymentPayload.stockId',
    options: {
      bank: { effect: 'The `stockId` of the bank.' },
      either: { effect: 'That, or the `id` of an account.' },
    },
    leftOpen: [{ schemaAt: 'BankPaymentPayload.stockId', is: { type: 'string' } }],
  },
  'bank-payments.fractions': {
    section: 'Endpoints, 5; Resources, Transaction record',
    question: 'What does the service do with a bank payment of a fraction of a cent, such as 10.005?',
    places: 'BankPaymentPayload.amount',
    options: {
      rounded: { effect: 'Rounds it to two decimals.' },
      refused: { effect: 'Refuses it.' },
    },
    leftOpen: [{ schemaAt: 'BankPaymentPayload.amount', is: { type: 'number' } }],
  },
} as const satisfies UnspecifiedBehaviors
