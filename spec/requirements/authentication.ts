// The requirements about authentication. An operation whose credential the contract does not show has no
// requirement here.

import type { Requirements } from '../statements.ts'

export const authenticationRequirements = {
  'authentication.qr-needs-token': {
    section: 'Authentication: row 1; Endpoints, 2: headers',
    statement: 'POST /purchase/qr/generate requires a merchant access token.',
    places: 'createQrTransaction/credential',
  },
  'authentication.qr-needs-source-header': {
    section: 'Authentication: row 6; Endpoints, 2: headers',
    statement:
      'POST /purchase/qr/generate requires the header `x-transaction-source: qr-code-api` in addition to the token.',
    places: 'createQrTransaction/headers',
  },
  'authentication.order-info-needs-token': {
    section: 'Authentication: row 1; Endpoints, 8: headers',
    statement: 'GET /invoices requires a merchant access token.',
    places: 'getInvoice/credential',
  },
  'authentication.order-info-for-its-merchant': {
    reason:
      'The words require a merchant access token, but not that of the merchant who created the invoice.',
    section: 'Authentication: row 1; Endpoints, 8: headers',
    statement: 'Only the merchant of an invoice can read its order info.',
    places: 'getInvoice/credential',
  },
  'authentication.currencies-need-token': {
    section: 'Authentication: row 1; Endpoints, 10: headers',
    statement: 'GET /currencies requires a merchant access token.',
    places: 'listCurrencies/credential',
  },
  'authentication.store-needs-token': {
    section: 'Authentication: row 1; Endpoints, 13: headers',
    statement: 'GET /stores requires a merchant access token.',
    places: 'getStore/credential',
  },
  'authentication.shopper-token-is-not-a-merchants': {
    reason: 'The words name two kinds of token. They do not say that a shopper cannot also be a merchant.',
    section: 'Authentication: row 1',
    statement: 'An operation that requires a merchant access token does not accept the token of a shopper.',
    places:
      'createQrTransaction/credential getInvoice/credential listCurrencies/credential getStore/credential',
  },
  'authentication.exchange-check-needs-token': {
    section: 'Authentication: row 2; Endpoints, 3: headers',
    statement: 'POST /exchanges/payment-validate/{exchange_name} requires a shopper access token.',
    places: 'validateExchangePayment/credential',
  },
  'authentication.exchange-payment-needs-token': {
    section: 'Authentication: row 2; Endpoints, 4: headers',
    statement: 'POST /exchanges/payments/{exchange_name} requires a shopper access token.',
    places: 'createExchangePayment/credential',
  },
  'authentication.balances-need-token': {
    section: 'Authentication: row 2; Endpoints, 11: headers',
    statement: 'GET /exchanges/check-balance/{exchange_name} requires a shopper access token.',
    places: 'checkExchangeBalance/credential',
  },
  'authentication.banks-need-token': {
    section: 'Authentication: row 2; Endpoints, 12: headers',
    statement: 'GET /banks/my requires a shopper access token.',
    places: 'listBanks/credential',
  },
  'authentication.shopper-needs-token': {
    section: 'Authentication: row 2; Endpoints, 14: headers',
    statement: 'GET /users/me requires a shopper access token.',
    places: 'getShopper/credential',
  },
  'authentication.merchant-token-is-not-a-shoppers': {
    reason: 'The words name two kinds of token. They do not say that a merchant cannot also be a shopper.',
    section: 'Authentication: row 2',
    statement: 'An operation that requires a shopper access token does not accept the token of a merchant.',
    places:
      'validateExchangePayment/credential createExchangePayment/credential checkExchangeBalance/credential listBanks/credential getShopper/credential',
  },
  'authentication.transfers-need-token': {
    section: 'Authentication: row 3; Endpoints, 6: headers',
    statement: 'POST /payout/transfer requires an access token.',
    places: 'createTransfers/credential',
  },
  'authentication.closing-needs-no-header': {
    section: 'Authentication: row 4',
    statement: 'POST /closePartialTx needs no Authorization header. The body identifies the merchant.',
    places: 'closePartialPayment/credential',
  },
  'authentication.debit-needs-merchant-auth': {
    section: 'Authentication: row 5; Endpoints, 15: row merchantAuth',
    statement: 'POST /subscription/debit requires a `merchantId` and a valid `merchantAuth`.',
    places: 'debitSubscription/credential DebitByFields.merchantAuth DebitByItems.merchantAuth',
  },
  'authentication.cancel-needs-merchant-auth': {
    section: 'Authentication: row 5; Endpoints, 16: row merchantAuth',
    statement: 'POST /subscription/cancel requires a valid `merchantAuth`.',
    places: 'cancelSubscription/credential SubscriptionCancelRequest.merchantAuth',
  },
  'authentication.merchant-auth-of-its-merchant': {
    reason:
      'The words name both fields. They do not show what `merchantAuth` contains, nor that it is valid for one merchant only. For a cancellation, they do not require `merchantId`.',
    section: 'Authentication: row 5; Endpoints, 16: row merchantId',
    statement: '`merchantAuth` is valid only with the `merchantId` of its merchant.',
    places: 'debitSubscription/credential cancelSubscription/credential SubscriptionCancelRequest.merchantId',
  },
} as const satisfies Requirements
