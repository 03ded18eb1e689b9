// The unspecified behaviors of bank payments.

import { effects, type UnspecifiedBehaviors } from '../statements.ts'

export const bankPaymentsUnspecified = {
  'bank-payments.duration': {
    section: 'Limits',
    question: 'Does a bank transfer take three or four working days?',
    places: 'createBankPayment',
    options: effects({
      drawn: 'Draws three or four from the seed.',
      min: 'Takes three.',
      max: 'Takes four.',
    }),
    leftOpen: [{ valueAt: ['document', 'x-limits', 'achBankingDays'], is: { min: 3, max: 4 } }],
  },
  'bank-payments.banking-days': {
    section: 'Limits',
    question: 'Which days are working days, and in which time zone?',
    places: 'createBankPayment',
    options: effects({
      'federal-reserve': 'Counts the banking days of the Federal Reserve, in New York time.',
      'weekends-only': 'Counts Monday to Friday, in UTC.',
    }),
  },
  'bank-payments.record-currency': {
    section: 'Resources, Transaction record; Endpoints, 5',
    question: 'In which currency are `amount` and `currency` of the record of a bank payment?',
    places: 'Transaction.amount Transaction.currency',
    options: effects({
      dollars: 'In US dollars. `meta.hash` and `meta.receiverAddress` are empty.',
      stablecoin: 'In a stablecoin of the US dollar.',
      'first-coin': 'In the first crypto currency that the merchant has enabled.',
    }),
    leftOpen: [{ schemaAt: 'Transaction.currency', is: { type: 'string' } }],
  },
  'bank-payments.native-amount': {
    section: 'Resources, Transaction record; Endpoints, 4; Endpoints, 5',
    question:
      'In which currency is the amount of an exchange or a bank payment, and `nativeAmount` of its record?',
    places:
      'ExchangePaymentPayload.nativeAmount BankPaymentPayload.amount Transaction.nativeAmount Transaction.nativeCurrency',
    options: effects({
      dollars:
        'In US dollars, as `nativeAmount` of the pre-payment check. `localAmount` is in the store currency.',
      'store-currency':
        'In the `merchantStoreCurrency` of the request. Debits are in the currency of the store, too.',
    }),
    leftOpen: [{ schemaAt: 'Transaction.nativeCurrency', is: { type: 'string' } }],
  },
  'bank-payments.hosted-page-id': {
    section: 'Endpoints, 5',
    question: 'What does the service do with a `hostedPageId` that it does not know?',
    places: 'BankPaymentPayload.hostedPageId',
    options: effects({ ignored: 'Accepts it.', refused: 'Refuses the payment.' }),
    leftOpen: [{ everyPlaceIs: { type: 'string' } }],
  },
  'bank-payments.other-invoice': {
    section: 'Endpoints, 5; Events, 3',
    question:
      'Which invoice does a payment pay, with its custom parameters, if `hostedPageId` is the invoice of another order than `offerId`?',
    places: 'BankPaymentPayload.hostedPageId BankPaymentPayload.offerId',
    options: effects({
      'hosted-page': 'That of `hostedPageId`. Without a `hostedPageId`, that of `offerId`.',
      offer: 'That of `offerId`.',
      refused: 'Refuses the payment.',
    }),
    leftOpen: [{ everyPlaceIs: { type: 'string' } }],
  },
  'bank-payments.us-shopper': {
    section: 'What the service does, 2; Limits',
    question: 'What makes a shopper a US shopper?',
    places: 'createBankPayment',
    options: effects({ country: 'The country of the profile.', phone: 'The country code of the phone.' }),
  },
  'bank-payments.stock-id': {
    section: 'Endpoints, 5; Endpoints, 12',
    question: 'Which id of a linked bank account is the `stockId` of a payment?',
    places: 'BankPaymentPayload.stockId',
    options: effects({ bank: 'The `stockId` of the bank.', either: 'That, or the `id` of an account.' }),
    leftOpen: [{ everyPlaceIs: { type: 'string' } }],
  },
  'bank-payments.fractions': {
    section: 'Endpoints, 1; Endpoints, 2; Endpoints, 4; Endpoints, 5; Resources, Transaction record',
    question: 'What does the service do with an amount that has a fraction of a cent, such as 10.005?',
    places:
      'InvoiceRequest.amount QrTransactionRequest.amount ExchangePaymentPayload.nativeAmount BankPaymentPayload.amount',
    options: effects({
      rounded: 'Rounds it to the decimals of its currency.',
      refused: 'Refuses it. An amount has no exponent, no separators and no maximum under either option.',
    }),
    leftOpen: [{ schemaAt: 'BankPaymentPayload.amount', is: { type: 'number' } }],
  },
} as const satisfies UnspecifiedBehaviors
