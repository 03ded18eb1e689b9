// What the contract states of the transaction record that exchange and bank payments answer with. What its integers mean
// is no part of it.

import type { Requirements } from '../statements.ts'

export const transactionsRequirements = {
  'transactions.record-shape': {
    section:
      'Resources, Transaction record: sentence 1; Resources, Transaction record: rows nativeCurrency, currency, subscriptionIds, subscriptionOrder, localCurrency, merchant, customer, currencyInfo, txMetadata; Endpoints, 4: response; Endpoints, 5: response',
    statement:
      'Exchange and bank payments answer with a transaction record that has its currencies as text, an array subscriptionIds, a boolean subscriptionOrder, and its parts merchant, customer, currencyInfo and txMetadata.',
    observable: { yes: 'One of these is absent, or has another type.' },
    places: [
      'createExchangePayment/response',
      'createBankPayment/response',
      'TransactionAnswer',
      'Transaction',
      'ShopData',
    ],
  },
  'transactions.uuids': {
    section: 'Resources, Transaction record: rows id, merchantId, createdBy, settlementId, txMetaId',
    statement: 'id, merchantId, createdBy, settlementId and txMetaId are UUIDs.',
    observable: { yes: 'One of them is null, or does not have the form of a UUID.' },
    places: [
      'Transaction.id',
      'Transaction.merchantId',
      'Transaction.createdBy',
      'Transaction.settlementId',
      'Transaction.txMetaId',
    ],
  },
  'transactions.codes-are-integers': {
    section:
      'Resources, Transaction record: rows status, type, statusRefund, settlementStatus; States and transitions: sentence 5',
    statement: 'status, type, statusRefund and settlementStatus are integers.',
    observable: { yes: 'One of them comes as a word, as text, or as a fraction.' },
    places: [
      'Transaction.status',
      'Transaction.type',
      'Transaction.statusRefund',
      'Transaction.settlementStatus',
    ],
  },
  'transactions.status-names': {
    section: 'States and transitions: sentence 1',
    statement: 'A transaction is called pending, processing, canceled or completed.',
    observable: {
      no: 'The names never appear in an answer; their integers differ from deployment to deployment.',
    },
    places: ['Transaction.status'],
  },
  'transactions.native-amount-two-decimals': {
    section: 'Resources, Transaction record: row nativeAmount',
    statement: 'nativeAmount is text with exactly two decimals.',
    observable: { yes: 'It comes as a number, or with fewer or more decimals.' },
    places: ['Transaction.nativeAmount', 'TwoDecimalText'],
  },
  'transactions.amounts-are-text': {
    section:
      'Resources, Transaction record: rows amount, receivedAmount, localAmount, merchantPayableAmount, txMetadata',
    statement:
      'amount, receivedAmount, localAmount, merchantPayableAmount and the nativeConversionRate of txMetadata are text.',
    observable: { yes: 'One of them comes as a number, as null, or not at all.' },
    places: [
      'Transaction.amount',
      'Transaction.receivedAmount',
      'Transaction.localAmount',
      'Transaction.merchantPayableAmount',
      'Transaction.txMetadata',
    ],
  },
  'transactions.final-amounts-are-numbers': {
    section: 'Resources, Transaction record: rows receivedAmountFinal, receivedAmountCal',
    statement: 'receivedAmountFinal and receivedAmountCal are numbers, unlike the other amounts.',
    observable: { yes: 'One of them comes as text, as null, or not at all.' },
    places: ['Transaction.receivedAmountFinal', 'Transaction.receivedAmountCal'],
  },
  'transactions.text-or-null': {
    section:
      'Resources, Transaction record: rows description, stockId, userId, partnerId, stock, partner, referenceBankProvider, errorMessage',
    statement:
      'description, stockId, userId, partnerId, stock, partner, referenceBankProvider and errorMessage are there: as text, or as null.',
    observable: { yes: 'One of them is left out, or is neither text nor null.' },
    places: [
      'Transaction.description',
      'Transaction.stockId',
      'Transaction.userId',
      'Transaction.partnerId',
      'Transaction.stock',
      'Transaction.partner',
      'Transaction.referenceBankProvider',
      'Transaction.errorMessage',
    ],
  },
  'transactions.transfer-reference': {
    section: 'Resources, Transaction record: row referenceBankProvider',
    statement: 'referenceBankProvider holds the reference of the provider that carries the transfer out.',
    observable: { no: 'The reference means something to that provider only.' },
    places: ['Transaction.referenceBankProvider'],
  },
  'transactions.check-shape': {
    section: 'Resources, Transaction record: row check',
    statement:
      'Each line of `check` has the texts id and name, the integer num, and the numbers price, quantity, localAmount and amountFinal.',
    observable: { yes: 'One of these is absent, or has another type: a price as text, say.' },
    places: ['Transaction.check', 'TransactionLine'],
  },
  'transactions.check-counts-refunds': {
    section: 'Resources, Transaction record: row check',
    statement: "A line's statusRefund is an object of the integers pending, success and rejected.",
    observable: { yes: 'It is a single code, or one of the three is absent or no integer.' },
    places: ['TransactionLine.statusRefund'],
  },
  'transactions.meta-shape': {
    section: 'Resources, Transaction record: row meta',
    statement:
      '`meta` has the texts offerId and receiverAddress, and a hash of an array of texts, value, and a text, network.',
    observable: { yes: 'One of these is absent, or has another type: a hash that is bare text, say.' },
    places: ['Transaction.meta'],
  },
  'transactions.shipping-address-object-or-null': {
    section: 'Resources, Transaction record: row txMetadata',
    statement: 'The shippingAddress of txMetadata is there: as an object, or as null.',
    observable: { yes: 'The field is left out, or is neither object nor null.' },
    places: ['Transaction.txMetadata'],
  },
  'transactions.names-its-order': {
    section: 'Resources, Transaction record: row meta; Endpoints, 4: row offerId; Endpoints, 5: row offerId',
    statement: 'The offerId of `meta` is that of the payload.',
    observable: { yes: 'The record names another order.' },
    places: ['Transaction.meta', 'ExchangePaymentPayload.offerId', 'BankPaymentPayload.offerId'],
  },
  'transactions.names-its-merchant': {
    section:
      'Authentication: bullet 2; Resources, Transaction record: rows merchantId, merchant; Endpoints, 4: row clientId; Endpoints, 5: row clientId',
    statement: 'The record belongs to the merchant whose identifier the payload bears as `clientId`.',
    observable: { yes: "merchantId is another, or the shopData is another merchant's." },
    places: [
      'Transaction.merchantId',
      'Transaction.merchant',
      'ExchangePaymentPayload.clientId',
      'BankPaymentPayload.clientId',
    ],
  },
  'transactions.names-its-customer': {
    section: 'Resources, Transaction record: row customer',
    statement: 'The customer of a record is the one who paid it, by email and full name.',
    observable: { yes: 'The record of a payment bears the email of another shopper.' },
    places: ['Transaction.customer'],
  },
  'transactions.lines-are-the-cart': {
    section: 'Resources, Transaction record: row check; Endpoints, 4: row cart; Endpoints, 5: row cart',
    statement:
      'The lines of `check` are the lines of the cart that was paid: id, name, price, quantity and, where it was sent, localAmount.',
    observable: { yes: 'A line is missing, added or changed.' },
    places: ['Transaction.check', 'TransactionLine'],
  },
  'transactions.same-native-amount': {
    section:
      'Resources, Transaction record: row nativeAmount; Endpoints, 4: row nativeAmount; Endpoints, 5: row amount',
    statement:
      'nativeAmount is the amount of the payload; in a bank payment, where both are in one currency.',
    observable: { yes: 'Another amount comes back, as a number.' },
    places: ['Transaction.nativeAmount', 'ExchangePaymentPayload.nativeAmount', 'BankPaymentPayload.amount'],
  },
} as const satisfies Requirements
