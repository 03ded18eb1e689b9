// What the contract states of who may call. How a refusal looks is no part of it: a refusal is anything but the success
// answer. Operations whose credential the contract does not name have no row here.

import type { Requirements } from '../statements.ts'

const withoutToken = 'The success answer comes although the header is missing or its token is made up.'

export const authenticationRequirements = {
  'authentication.qr-needs-token': {
    section: 'Authentication: row 1; Endpoints, 2: headers',
    statement: 'A QR transaction is made for the bearer of a merchant access token only.',
    observable: { yes: withoutToken },
    places: ['createQrTransaction/credential'],
  },
  'authentication.qr-needs-source-header': {
    section: 'Authentication: row 6; Endpoints, 2: headers',
    statement:
      'A request for a QR transaction bears the header `x-transaction-source: qr-code-api` beside its token.',
    observable: { yes: 'A transaction is made although the header is missing or has another value.' },
    places: ['createQrTransaction/headers'],
  },
  'authentication.order-info-needs-token': {
    section: 'Authentication: row 1; Endpoints, 8: headers',
    statement: 'Order info is given to the bearer of a merchant access token only.',
    observable: { yes: withoutToken },
    places: ['getInvoice/credential'],
  },
  'authentication.order-info-for-its-merchant': {
    section: 'Authentication: row 1; Endpoints, 8: headers',
    statement: 'The merchant token that reads an order is that of the merchant whose invoice it is.',
    observable: { yes: "Another merchant's token reads the order." },
    places: ['getInvoice/credential'],
  },
  'authentication.currencies-need-token': {
    section: 'Authentication: row 1; Endpoints, 10: headers',
    statement: 'Currencies are listed for the bearer of a merchant access token only.',
    observable: { yes: withoutToken },
    places: ['listCurrencies/credential'],
  },
  'authentication.store-needs-token': {
    section: 'Authentication: row 1; Endpoints, 13: headers',
    statement: 'A store is shown to the bearer of a merchant access token only.',
    observable: { yes: withoutToken },
    places: ['getStore/credential'],
  },
  'authentication.shopper-token-is-not-a-merchants': {
    section: 'Authentication: row 1',
    statement: "Where a merchant's token is asked for, a shopper's does not serve.",
    observable: { yes: "The success answer comes for a shopper's token." },
    places: [
      'createQrTransaction/credential',
      'getInvoice/credential',
      'listCurrencies/credential',
      'getStore/credential',
    ],
  },
  'authentication.exchange-check-needs-token': {
    section: 'Authentication: row 2; Endpoints, 3: headers',
    statement: 'A pre-payment check is made for the bearer of a shopper access token only.',
    observable: { yes: withoutToken },
    places: ['validateExchangePayment/credential'],
  },
  'authentication.exchange-payment-needs-token': {
    section: 'Authentication: row 2; Endpoints, 4: headers',
    statement: 'An exchange payment is made for the bearer of a shopper access token only.',
    observable: { yes: withoutToken },
    places: ['createExchangePayment/credential'],
  },
  'authentication.balances-need-token': {
    section: 'Authentication: row 2; Endpoints, 11: headers',
    statement: 'Exchange balances are shown to the bearer of a shopper access token only.',
    observable: { yes: withoutToken },
    places: ['checkExchangeBalance/credential'],
  },
  'authentication.banks-need-token': {
    section: 'Authentication: row 2; Endpoints, 12: headers',
    statement: 'Linked banks are shown to the bearer of a shopper access token only.',
    observable: { yes: withoutToken },
    places: ['listBanks/credential'],
  },
  'authentication.shopper-needs-token': {
    section: 'Authentication: row 2; Endpoints, 14: headers',
    statement: 'A shopper is shown to the bearer of a shopper access token only.',
    observable: { yes: withoutToken },
    places: ['getShopper/credential'],
  },
  'authentication.merchant-token-is-not-a-shoppers': {
    section: 'Authentication: row 2',
    statement: "Where a shopper's token is asked for, a merchant's does not serve.",
    observable: { yes: "The success answer comes for a merchant's token." },
    places: [
      'validateExchangePayment/credential',
      'createExchangePayment/credential',
      'checkExchangeBalance/credential',
      'listBanks/credential',
      'getShopper/credential',
    ],
  },
  'authentication.transfers-need-token': {
    section: 'Authentication: row 3; Endpoints, 6: headers',
    statement: 'Transfers are made for the bearer of an access token only, of whichever kind it is.',
    observable: { yes: withoutToken },
    places: ['createTransfers/credential'],
  },
  'authentication.closing-needs-no-header': {
    section: 'Authentication: row 4',
    statement: 'A partial payment is closed without an Authorization header: the body says who asks.',
    observable: { yes: 'A closing that bears no such header is refused, though nothing else forbids it.' },
    places: ['closePartialPayment/credential'],
  },
  'authentication.debit-needs-merchant-auth': {
    section: 'Authentication: row 5; Endpoints, 15: row merchantAuth',
    statement: 'A debit is made only for a merchantId that comes with the merchantAuth belonging to it.',
    observable: {
      yes: 'A debit is made although merchantAuth is missing, made up, or that of another merchant.',
    },
    places: ['debitSubscription/credential', 'SubscriptionDebitRequest.merchantAuth'],
  },
  'authentication.cancel-needs-merchant-auth': {
    section: 'Authentication: row 5; Endpoints, 16: row merchantAuth',
    statement:
      'A subscription is cancelled only for a merchantId that comes with the merchantAuth belonging to it.',
    observable: {
      yes: 'Success is answered although merchantAuth is missing, made up, or that of another merchant.',
    },
    places: ['cancelSubscription/credential', 'SubscriptionCancelRequest.merchantAuth'],
  },
} as const satisfies Requirements
