// What the contract states of the service as a whole: where it answers, the forms that all answers share, its limits
// and its settlement. What concerns one resource is in that resource's file; who may call is in authentication.ts.

import type { Requirements } from '../statements.ts'

export const serviceRequirements = {
  'service.whole-interface': {
    section: 'Preamble: sentences 1, 3, 4; Resources, other records: sentence 1',
    statement:
      'The document is the whole interface: what it states is to be kept, and nothing is to be added to it by guess.',
    observable: {
      no: 'It speaks of the document, and of how to read it; the service itself does nothing here.',
    },
    places: ['service'],
  },
  'service.paths-under-base-url': {
    section: 'Preamble: sentence 2',
    statement: 'Each of the sixteen operations answers at its method and path, relative to one base URL.',
    observable: {
      yes: 'An operation answers at another path, by another method or under another base URL only.',
    },
    places: ['service'],
  },
  'service.payments-and-payouts': {
    section: 'What the service does: opening',
    statement: 'Through the service a merchant website is paid by shoppers and pays out to others.',
    observable: { no: 'A summary: each part of it is a requirement of its own.' },
    places: ['service'],
  },
  'service.lookups-optional': {
    section:
      'What the service does, 7: sentences 1, 2; Endpoints, 3: sentence 1; Endpoints, 8: sentence 1; Endpoints, 11: sentence 1; Endpoints, 13: sentence 1; Endpoints, 14: sentence 1',
    statement:
      'Lookups and the pre-payment check are helpers: a payment succeeds without any of them before it.',
    observable: {
      yes: 'A payment is refused because a lookup or the pre-payment check was not called first.',
    },
    places: [
      'validateExchangePayment',
      'getInvoice',
      'listCurrencies',
      'checkExchangeBalance',
      'listBanks',
      'getStore',
      'getShopper',
    ],
  },
  'service.ok-envelope': {
    section: 'Resources, conventions: sentence 1',
    statement:
      'An answer in the form that the contract gives for it is an object with a boolean `ok` and a `result` that is an object or an array; the two subscription endpoints are the exception.',
    observable: {
      yes: 'The result stands bare, `ok` is absent or no boolean, or `result` has another name.',
    },
    places: [
      'createInvoice/response',
      'createQrTransaction/response',
      'validateExchangePayment/response',
      'createExchangePayment/response',
      'createBankPayment/response',
      'createTransfers/response',
      'addPayees/response',
      'getInvoice/response',
      'closePartialPayment/response',
      'listCurrencies/response',
      'checkExchangeBalance/response',
      'listBanks/response',
      'getStore/response',
      'getShopper/response',
    ],
  },
  'service.amounts-are-decimals': {
    section: 'Resources, conventions: sentence 2',
    statement: 'An amount that is written as text holds a plain decimal number.',
    observable: { yes: 'An amount bears a currency sign, a thousands separator, an exponent or words.' },
    places: ['DecimalText', 'TwoDecimalText'],
  },
  'service.timestamps-utc': {
    section: 'Resources, conventions: sentence 3; Resources, Transaction record: rows createdAt, updatedAt',
    statement: 'Instants are written as ISO 8601 text in UTC.',
    observable: { yes: 'An instant comes as a number, in another notation, or with an offset from UTC.' },
    places: [
      'Timestamp',
      'Transaction.createdAt',
      'Transaction.updatedAt',
      'ExchangeAccount.lastUpdate',
      'WhiteLabel.createdAt',
      'WhiteLabel.updatedAt',
    ],
  },
  'service.identifiers-are-text': {
    section: 'Resources, conventions: sentence 4',
    statement:
      'Identifiers are text in the manner of UUIDs, except where a table gives them another type; those that a table calls a UUID have a requirement of their own.',
    observable: { yes: 'An identifier comes as a number, as null, or empty.' },
    places: [
      'InvoiceLink.uuid',
      'QrTransaction.id',
      'OrderInfo.merchant_id',
      'Store.merchant',
      'Shopper.id',
      'BankAccount.id',
      'SubscriptionDebit.transactionId',
      'SubscriptionDebit.subscriptionId',
    ],
  },
  'service.responses-are-json': {
    section: 'Endpoints, shared conventions: bullet 1',
    statement: 'The answers of the operations are JSON.',
    observable: {
      yes: 'The body of an answer cannot be read as JSON, or is declared as another media type.',
    },
    places: ['service'],
  },
  'service.names-are-exact': {
    section: 'Endpoints, shared conventions: bullet 1',
    statement: 'Header names and enumerated values are to be taken letter by letter.',
    observable: { no: 'A rule for reading: each header and enumeration has a requirement of its own.' },
    places: ['service'],
  },
  'service.json-content-type': {
    section:
      'Endpoints, 3: headers; Endpoints, 4: headers; Endpoints, 9: headers; Endpoints, 10: headers; Endpoints, 11: headers; Endpoints, 12: headers; Endpoints, 13: headers; Endpoints, 14: headers',
    statement: 'Requests to the operations that list it bear `Content-Type: application/json`.',
    observable: {
      no: 'A duty of the client. Every request of the other requirements bears it; that a request without it is refused is not stated.',
    },
    places: [
      'validateExchangePayment/headers',
      'createExchangePayment/headers',
      'closePartialPayment/headers',
      'listCurrencies/headers',
      'checkExchangeBalance/headers',
      'listBanks/headers',
      'getStore/headers',
      'getShopper/headers',
    ],
  },
} as const satisfies Requirements
