// The unspecified behaviors of transactions and their record.

import type { Schema } from '../openapi/schema.ts'
import { effects, type UnspecifiedBehaviors } from '../statements.ts'

const textOrNull: Schema = { type: ['string', 'null'] }

export const transactionsUnspecified = {
  'transactions.status-integers': {
    section: 'States and transitions',
    question: 'Which integers represent the statuses, including those of a wallet payment?',
    places: 'Transaction.status SubscriptionDebit.status',
    options: {
      usual: {
        effect:
          'Uses the integers that clients know. A status that they do not know shares the integer of one that they do, because some clients ship at any other positive integer.',
        value: {
          ...{ pending: 0, processing: 0, completed: 1, canceled: -1 },
          ...{ awaiting: 0, 'partially-paid': 101, closed: 1011, 'timed-out': -1 },
        },
      },
      counted: {
        effect: 'Counts from 1.',
        value: {
          ...{ pending: 1, processing: 2, completed: 3, canceled: 4 },
          ...{ awaiting: 5, 'partially-paid': 6, closed: 7, 'timed-out': 8 },
        },
      },
      reversed: {
        effect: 'Counts down in hundreds.',
        value: {
          ...{ pending: 800, processing: 700, completed: 600, canceled: 500 },
          ...{ awaiting: 400, 'partially-paid': 300, closed: 200, 'timed-out': 100 },
        },
      },
    },
    leftOpen: [
      { schemaAt: 'Transaction.status', is: { type: 'integer' } },
      { schemaAt: 'SubscriptionDebit.status', is: { type: 'integer' } },
    ],
  },
  'transactions.type-integers': {
    section: 'Resources, Transaction record',
    question: 'Which integers represent the types of transactions?',
    places: 'Transaction.type',
    options: {
      introduced: {
        effect: 'Counts the types from 0, in the order of the contract.',
        value: { exchange: 0, wallet: 1, bank: 2, subscription: 3 },
      },
      tens: {
        effect: 'Counts down in tens.',
        value: { exchange: 40, wallet: 30, bank: 20, subscription: 10 },
      },
    },
    leftOpen: [{ everyPlaceIs: { type: 'integer' } }],
  },
  'transactions.settlement-integers': {
    section: 'Resources, Transaction record',
    question: 'Which integers represent the settlement statuses?',
    places: 'Transaction.settlementStatus',
    options: {
      introduced: { effect: 'Uses 0 and 1.', value: { open: 0, settled: 1 } },
      tens: { effect: 'Uses 50 and 60.', value: { open: 50, settled: 60 } },
    },
    leftOpen: [{ everyPlaceIs: { type: 'integer' } }],
  },
  'transactions.refund-integers': {
    section: 'Resources, Transaction record',
    question: 'Which integers represent the refund statuses?',
    places: 'Transaction.statusRefund',
    options: {
      twenties: {
        effect: 'Counts from 20.',
        value: { none: 20, possible: 21, refunded: 22, declined: 23, requested: 24 },
      },
      counted: {
        effect: 'Counts from 0.',
        value: { none: 0, possible: 1, refunded: 2, declined: 3, requested: 4 },
      },
    },
    leftOpen: [{ everyPlaceIs: { type: 'integer' } }],
  },
  'transactions.path': {
    section: 'States and transitions',
    question: 'Which states does a transaction have between its first and its last state?',
    places: 'Transaction.status webhook',
    options: effects({
      processing: 'Goes from pending to processing halfway, then to completed.',
      direct: 'Goes from pending to completed.',
    }),
  },
  'transactions.crypto-duration': {
    section: 'Limits',
    question:
      'When, between 2 minutes and 2 hours, does a crypto transaction complete, be it paid from an exchange or a wallet?',
    places: 'createExchangePayment createQrTransaction',
    options: effects({
      drawn: 'Draws the instant from the seed.',
      min: 'Completes after exactly 2 minutes.',
      max: 'Completes after exactly 2 hours.',
    }),
    leftOpen: [{ valueAt: ['document', 'x-limits', 'cryptoMinutes'], is: { min: 2, max: 120 } }],
  },
  'transactions.merchant-payable': {
    section: 'Resources, Transaction record',
    question: 'Is the merchant fee already deducted from `merchantPayableAmount`?',
    places: 'Transaction.merchantPayableAmount',
    options: effects({
      'after-fee': 'Returns the native amount minus the merchant fee of a bank transfer.',
      gross: 'Returns the native amount. Only the credit shows the fee.',
    }),
    leftOpen: [{ everyPlaceIs: { $ref: '#/components/schemas/DecimalText' } }],
  },
  'transactions.nullable-references': {
    section: 'Resources, Transaction record',
    question: 'When are nullable fields null?',
    places: 'Transaction.partnerId Transaction.partner Transaction.stock Transaction.description',
    options: effects({
      null: 'Returns null where it has no value, such as `errorMessage` of a payment that did not fail.',
      filled: 'Returns text in every field.',
    }),
    leftOpen: [{ everyPlaceIs: textOrNull }],
  },
  'transactions.repeated-order': {
    section: 'Endpoints, 1; Endpoints, 2; Endpoints, 4; Endpoints, 5',
    question: 'What does the service do with an order id or offer id that was used before?',
    places: 'createInvoice createQrTransaction createExchangePayment createBankPayment',
    options: effects({
      accepted:
        'Accepts it and creates a second record. The checkout page pays its own invoice. A payment that has only the id pays the newest unpaid invoice with that id.',
      refused: 'Refuses it if the same kind of request used it before.',
    }),
  },
  'transactions.amount-mismatch': {
    section: 'Endpoints, 1; Endpoints, 2; Endpoints, 4; Endpoints, 5',
    question: 'What does the service do with an amount that differs from the sum of the cart?',
    places: 'createInvoice createQrTransaction createExchangePayment createBankPayment',
    options: effects({ accepted: 'Accepts it.', refused: 'Refuses it.' }),
  },
  'transactions.without-invoice': {
    section: 'Endpoints, 4; Endpoints, 5',
    question: 'Can a payment have an `offerId` that no invoice has?',
    places: 'createExchangePayment createBankPayment',
    options: {
      accepted: { effect: 'Accepts the payment.' },
      refused: { effect: 'Refuses the payment.', needsOtherClient: true },
    },
  },
  'transactions.zero-amount': {
    section: 'Endpoints, 1; Endpoints, 2; Endpoints, 4; Endpoints, 5',
    question: 'What does the service do with an amount of zero or less?',
    places: 'createInvoice createQrTransaction createExchangePayment createBankPayment',
    options: effects({
      'payments-refused':
        'Refuses a payment of zero or less. Accepts an invoice, whose page offers no way to pay.',
      refused: 'Refuses an invoice and a payment of zero or less.',
      'free-first-period':
        'As by default, but an exchange payment of zero begins the subscriptions of an invoice of zero: their first period is free.',
    }),
  },
  'transactions.empty-order': {
    section: 'Endpoints, 1; Endpoints, 2; Endpoints, 4; Endpoints, 5',
    question: 'Can an order id or offer id be an empty text?',
    places:
      'InvoiceRequest.order QrTransactionRequest.orderId ExchangePaymentPayload.offerId BankPaymentPayload.offerId',
    options: effects({ accepted: 'Accepts it like any other text.', refused: 'Refuses it.' }),
    leftOpen: [{ everyPlaceIs: { type: 'string' } }],
  },
  'transactions.store-currency': {
    section: 'Endpoints, 4; Endpoints, 5',
    question: 'What does the service do with a `merchantStoreCurrency` that it does not know?',
    places: 'ExchangePaymentPayload.merchantStoreCurrency BankPaymentPayload.merchantStoreCurrency',
    options: effects({
      'as-dollars': 'Accepts it. The local amount is the amount in US dollars.',
      refused: 'Refuses the payment.',
    }),
    leftOpen: [{ everyPlaceIs: { type: 'string' } }],
  },
  'transactions.check-numbers': {
    section: 'Resources, Transaction record',
    question: 'Which `num` does the first element of `check` have?',
    places: 'Transaction.check',
    options: effects({ 'from-one': 'It is 1.', 'from-zero': 'It is 0.' }),
  },
  'transactions.conversion-rate': {
    section: 'Resources, Transaction record',
    question: 'In which direction is `nativeConversionRate`?',
    places: 'Transaction.txMetadata',
    options: effects({ 'per-coin': 'The fiat for one coin.', 'per-fiat': 'The coins for one unit of fiat.' }),
  },
  'transactions.final-amounts': {
    section: 'Resources, Transaction record',
    question:
      'What are `receivedAmountFinal`, `receivedAmountCal` and `amountFinal` before a payment completes?',
    places: 'Transaction.receivedAmountFinal Transaction.receivedAmountCal TransactionLine.amountFinal',
    options: effects({
      received: 'What has been received: zero at first, as `receivedAmount`.',
      expected: 'What will be received: the full amounts.',
    }),
    leftOpen: [
      { schemaAt: 'Transaction.receivedAmountFinal', is: { type: 'number' } },
      { schemaAt: 'Transaction.receivedAmountCal', is: { type: 'number' } },
    ],
  },
} as const satisfies UnspecifiedBehaviors
