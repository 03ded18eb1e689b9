// What the contract states of wallet transactions made through the API. Who may make one is told at authentication, what
// follows when the shopper pays at partial-payments and webhooks.

import type { Requirements } from '../statements.ts'

export const qrTransactionsRequirements = {
  'qr-transactions.created': {
    section:
      'What the service does, 2: bullet 2; Endpoints, 2: rows amount, currency, cryptoCurrency, orderId, cart, customerInfo',
    statement: 'A complete request makes a transaction that waits for a wallet.',
    observable: {
      yes: 'A complete request is not answered with a transaction, or two requests with the same one.',
    },
    places: ['createQrTransaction', 'QrTransactionRequest'],
  },
  'qr-transactions.status-200': {
    section: 'Endpoints, 2: response',
    statement: 'Success has the HTTP status 200.',
    observable: { yes: 'The transaction comes with another status.' },
    places: ['createQrTransaction/response'],
  },
  'qr-transactions.response-shape': {
    section: 'Endpoints, 2: response',
    statement:
      'The answer has `ok: true` and the texts totalAmount, currency and id, and inside `meta` the texts offerId, receiverAddress and qrString.',
    observable: { yes: 'One of these is absent, or has another type.' },
    places: ['createQrTransaction/response', 'QrTransaction', 'QrTransaction.meta'],
  },
  'qr-transactions.cryto-currency-spelling': {
    section: 'Endpoints, 2: sentence 1',
    statement: 'The answer names the crypto currency in `crytoCurrency`, without the second p of crypto.',
    observable: { yes: 'The field has the corrected name only.' },
    places: ['QrTransaction.crytoCurrency'],
  },
  'qr-transactions.same-crypto-currency': {
    section: 'Endpoints, 2: response; Endpoints, 2: row cryptoCurrency',
    statement: 'The crypto currency of the answer is the one that was asked for.',
    observable: { yes: 'Another code comes back.' },
    places: ['QrTransaction.crytoCurrency'],
  },
  'qr-transactions.same-amount': {
    section: 'Endpoints, 2: response; Endpoints, 2: rows amount, currency',
    statement: '`totalAmount`, when it is in the currency of the request, is the amount of the request.',
    observable: { yes: 'The currency is the same and the amount is another, as a number.' },
    places: ['QrTransaction.totalAmount', 'QrTransaction.currency'],
  },
  'qr-transactions.uri-names-receiver': {
    section: 'Endpoints, 2: sentence 2',
    statement: '`qrString` is a payment URI for the receiver address.',
    observable: { yes: '`qrString` is no URI, or the address in it is not `receiverAddress`.' },
    places: ['QrTransaction.meta'],
  },
  'qr-transactions.uri-names-amount': {
    section: 'Endpoints, 2: sentence 2',
    statement: '`qrString` asks for the amount of the transaction.',
    observable: { yes: 'The URI bears no amount, or twice the price does not make twice the amount.' },
    places: ['QrTransaction.meta'],
  },
  'qr-transactions.optional-fields': {
    section: 'Endpoints, 2: rows customParameter, cart',
    statement:
      'A request needs neither `customParameter` nor subscription fields in its cart, and may have a `customParameter`.',
    observable: { yes: 'A request is refused because it lacks them, or because of its customParameter.' },
    places: ['QrTransactionRequest.customParameter', 'QrCartItem'],
  },
  'qr-transactions.required-fields-refused': {
    section:
      'Endpoints, 2: rows amount, currency, cryptoCurrency, orderId, cart, customerInfo; Resources, Cart item: rows id, name, price, quantity',
    statement:
      'Without `amount`, `currency`, `cryptoCurrency`, `orderId`, `cart` or `customerInfo`, or with a line that lacks id, name, price or quantity, a request is not complete.',
    observable: { yes: 'A request that lacks one of them is answered with a transaction.' },
    places: ['createQrTransaction/body', 'QrTransactionRequest', 'QrCartItem'],
  },
} as const satisfies Requirements
