// The requirements about the transaction record.

import type { Requirements } from '../statements.ts'

export const transactionsRequirements = {
  'transactions.record-shape': {
    section:
      'Resources, Transaction record: sentence 1; Resources, Transaction record: rows nativeCurrency, currency, subscriptionIds, subscriptionOrder, localCurrency, merchant, customer, currencyInfo, txMetadata; Endpoints, 4: response; Endpoints, 5: response',
    statement:
      'Exchange and bank payments return a transaction record with the strings `nativeCurrency`, `currency` and `localCurrency`, the array `subscriptionIds`, the boolean `subscriptionOrder`, and the objects `merchant`, `customer`, `currencyInfo` and `txMetadata`.',
    places:
      'createExchangePayment/response createBankPayment/response TransactionResponse Transaction ShopData',
  },
  'transactions.uuids': {
    section: 'Resources, Transaction record: rows id, merchantId, createdBy, settlementId, txMetaId',
    statement: '`id`, `merchantId`, `createdBy`, `settlementId` and `txMetaId` of a record are UUIDs.',
    places:
      'Transaction.id Transaction.merchantId Transaction.createdBy Transaction.settlementId Transaction.txMetaId',
  },
  'transactions.codes-are-integers': {
    section:
      'Resources, Transaction record: rows status, type, statusRefund, settlementStatus; States and transitions: sentence 5',
    statement: '`status`, `type`, `statusRefund` and `settlementStatus` of a record are integers.',
    places: 'Transaction.status Transaction.type Transaction.statusRefund Transaction.settlementStatus',
  },
  'transactions.status-names': {
    section: 'States and transitions: sentence 1',
    statement: 'The statuses of a transaction are called pending, processing, canceled and completed.',
    notObservable: 'Responses do not contain the names, and each deployment has its own integers for them.',
    places: 'Transaction.status',
  },
  'transactions.native-amount-two-decimals': {
    section: 'Resources, Transaction record: row nativeAmount',
    statement: '`nativeAmount` is a string with exactly two decimals.',
    places: 'Transaction.nativeAmount TwoDecimalText',
  },
  'transactions.amounts-are-text': {
    section:
      'Resources, Transaction record: rows amount, receivedAmount, localAmount, merchantPayableAmount, txMetadata',
    statement:
      '`amount`, `receivedAmount`, `localAmount`, `merchantPayableAmount` and `txMetadata.nativeConversionRate` are strings.',
    places:
      'Transaction.amount Transaction.receivedAmount Transaction.localAmount Transaction.merchantPayableAmount Transaction.txMetadata',
  },
  'transactions.final-amounts-are-numbers': {
    section: 'Resources, Transaction record: rows receivedAmountFinal, receivedAmountCal',
    statement: '`receivedAmountFinal` and `receivedAmountCal` are numbers.',
    places: 'Transaction.receivedAmountFinal Transaction.receivedAmountCal',
  },
  'transactions.text-or-null': {
    section:
      'Resources, Transaction record: rows description, stockId, userId, partnerId, stock, partner, referenceBankProvider, errorMessage',
    statement:
      '`description`, `stockId`, `userId`, `partnerId`, `stock`, `partner`, `referenceBankProvider` and `errorMessage` are strings or null.',
    places:
      'Transaction.description Transaction.stockId Transaction.userId Transaction.partnerId Transaction.stock Transaction.partner Transaction.referenceBankProvider Transaction.errorMessage',
  },
  'transactions.transfer-reference': {
    section: 'Resources, Transaction record: row referenceBankProvider',
    statement: '`referenceBankProvider` contains the reference of the provider that executes the transfer.',
    notObservable: 'Only the provider can interpret the reference.',
    places: 'Transaction.referenceBankProvider',
  },
  'transactions.check-shape': {
    section: 'Resources, Transaction record: row check',
    statement:
      'Each element of `check` has the strings `id` and `name`, the integer `num`, and the numbers `price`, `quantity`, `localAmount` and `amountFinal`.',
    places: 'Transaction.check TransactionLine',
  },
  'transactions.check-counts-refunds': {
    section: 'Resources, Transaction record: row check',
    statement:
      '`statusRefund` of each element of `check` is an object with the integers `pending`, `success` and `rejected`.',
    places: 'TransactionLine.statusRefund',
  },
  'transactions.meta-shape': {
    section: 'Resources, Transaction record: row meta',
    statement:
      '`meta` has the strings `offerId` and `receiverAddress`, and a `hash` with the array of strings `value` and the string `network`.',
    places: 'Transaction.meta',
  },
  'transactions.shipping-address-object-or-null': {
    section: 'Resources, Transaction record: row txMetadata',
    statement: '`txMetadata.shippingAddress` is an object or null.',
    places: 'Transaction.txMetadata',
  },
  'transactions.same-shipping-address': {
    reason: 'The words list the field without its meaning. The service could normalize an address.',
    section:
      'Resources, Transaction record: row txMetadata; Endpoints, 4: row shippingAddress; Endpoints, 5: row shippingAddress',
    statement: '`txMetadata.shippingAddress` of the record is the address of the payload.',
    places:
      'Transaction.txMetadata ExchangePaymentPayload.shippingAddress BankPaymentPayload.shippingAddress',
  },
  'transactions.names-its-order': {
    reason:
      "The words list the field without its meaning. It could be the service's own number of the order.",
    section: 'Resources, Transaction record: row meta; Endpoints, 4: row offerId; Endpoints, 5: row offerId',
    statement: '`meta.offerId` of the record is the `offerId` of the payload.',
    places: 'Transaction.meta ExchangePaymentPayload.offerId BankPaymentPayload.offerId',
  },
  'transactions.names-its-merchant': {
    reason: 'The words do not say that `merchantId` of the record has the form of `clientId`.',
    section:
      'Authentication: bullet 2; Resources, Transaction record: rows merchantId, merchant; Endpoints, 4: row clientId; Endpoints, 5: row clientId',
    statement: 'The record belongs to the merchant whose identifier is the `clientId` of the payload.',
    places:
      'Transaction.merchantId Transaction.merchant ExchangePaymentPayload.clientId BankPaymentPayload.clientId',
  },
  'transactions.names-its-customer': {
    reason: 'The words list the field without its meaning. It could be the customer of the invoice.',
    section: 'Resources, Transaction record: row customer',
    statement: '`customer` has the email address and the full name of the shopper who paid.',
    places: 'Transaction.customer',
  },
  'transactions.lines-are-the-cart': {
    reason: 'The words list the field without its meaning. Only its elements suggest the cart.',
    section: 'Resources, Transaction record: row check; Endpoints, 4: row cart; Endpoints, 5: row cart',
    statement:
      'The elements of `check` are the cart items of the payload, with `id`, `name`, `price`, `quantity` and, if sent, `localAmount`.',
    places: 'Transaction.check TransactionLine',
  },
  'transactions.same-native-amount': {
    reason: 'The words list the field without its meaning. The amount could be converted.',
    section:
      'Resources, Transaction record: row nativeAmount; Endpoints, 4: row nativeAmount; Endpoints, 5: row amount',
    statement:
      '`nativeAmount` of the record is the amount of the payload. For bank payments, this applies only if the currencies are equal.',
    places: 'Transaction.nativeAmount ExchangePaymentPayload.nativeAmount BankPaymentPayload.amount',
  },
} as const satisfies Requirements
