// The requirements about wallet transactions that are created through the API.

import type { Requirements } from '../statements.ts'

export const qrTransactionsRequirements = {
  'qr-transactions.created': {
    section:
      'What the service does, 2: bullet 2; Endpoints, 2: rows amount, currency, cryptoCurrency, orderId, cart, customerInfo',
    statement: 'A complete request to POST /purchase/qr/generate creates a wallet transaction.',
    places: 'createQrTransaction QrTransactionRequest',
  },
  'qr-transactions.status-200': {
    section: 'Endpoints, 2: response',
    statement: 'A successful response of POST /purchase/qr/generate has the HTTP status 200.',
    places: 'createQrTransaction/response',
  },
  'qr-transactions.response-shape': {
    section: 'Endpoints, 2: response; Endpoints, 2: sentence 2',
    statement:
      'POST /purchase/qr/generate returns `ok: true`, the strings `totalAmount`, `currency` and `id`, and in `meta` the strings `offerId` and `receiverAddress` and the payment URI `qrString`.',
    places: 'createQrTransaction/response QrTransaction QrTransaction.meta',
  },
  'qr-transactions.cryto-currency-spelling': {
    section: 'Endpoints, 2: sentence 1',
    statement:
      'The crypto currency is in the field `crytoCurrency`, which is spelled without the second p of crypto.',
    places: 'QrTransaction.crytoCurrency',
  },
  'qr-transactions.same-crypto-currency': {
    reason: 'The words list the field without its meaning. It could have another form than in the request.',
    section: 'Endpoints, 2: response; Endpoints, 2: row cryptoCurrency',
    statement: '`crytoCurrency` is the `cryptoCurrency` of the request.',
    places: 'QrTransaction.crytoCurrency',
  },
  'qr-transactions.uri-names-receiver': {
    reason:
      'The words do not say that the URI has the address as text. It could refer to a payment request, or encode the address.',
    section: 'Endpoints, 2: sentence 2',
    statement: '`qrString` contains `receiverAddress`.',
    places: 'QrTransaction.meta',
  },
  'qr-transactions.uri-names-amount': {
    reason: 'The words do not say in which unit and form the URI has the amount.',
    section: 'Endpoints, 2: sentence 2',
    statement: '`qrString` contains the amount of the transaction.',
    places: 'QrTransaction.meta',
  },
  'qr-transactions.optional-fields': {
    section: 'Endpoints, 2: rows customParameter, cart',
    statement: '`customParameter` and the subscription fields of a cart item are optional in a QR request.',
    places: 'QrTransactionRequest.customParameter QrCartItem',
  },
  'qr-transactions.required-fields-refused': {
    section:
      'Endpoints, 2: rows amount, currency, cryptoCurrency, orderId, cart, customerInfo; Resources, Cart item: rows id, name, price, quantity',
    statement:
      'The service refuses a QR request without `amount`, `currency`, `cryptoCurrency`, `orderId`, `cart` or `customerInfo`, or with a cart item without `id`, `name`, `price` or `quantity`.',
    places: 'createQrTransaction/body QrTransactionRequest QrCartItem',
  },
} as const satisfies Requirements
