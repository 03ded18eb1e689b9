// The requirements about the service as a whole.

import type { Requirements } from '../statements.ts'

export const serviceRequirements = {
  'service.whole-interface': {
    section: 'Preamble: sentences 1, 3, 4; Resources, other records: sentence 1',
    statement: 'The contract describes the whole interface, and nothing may be added to it by guessing.',
    notObservable: 'This concerns the document and its readers, not the behavior of the service.',
    places: 'service',
  },
  'service.paths-under-base-url': {
    section: 'Preamble: sentence 2',
    statement: 'Each of the 16 operations is available at its method and path, relative to one base URL.',
    places: 'service',
  },
  'service.payments-and-payouts': {
    section: 'What the service does: sentence 1',
    statement: 'A merchant website uses the service to take payments from shoppers and to make payouts.',
    notObservable: 'This is a summary. Each part of it has its own requirement.',
    places: 'service',
  },
  'service.lookups-optional': {
    section:
      'What the service does, 7: sentences 1, 2; Endpoints, 3: sentence 1; Endpoints, 8: sentence 1; Endpoints, 11: sentence 1; Endpoints, 13: sentence 1; Endpoints, 14: sentence 1',
    statement: 'The lookups and the pre-payment check are optional: a payment succeeds without them.',
    places:
      'validateExchangePayment getInvoice listCurrencies checkExchangeBalance listBanks getStore getShopper',
  },
  'service.ok-envelope': {
    section: 'Resources, conventions: sentence 1',
    statement:
      'Every response that the contract shows has a boolean `ok` and a `result` that is an object or an array, except for the two subscription endpoints.',
    places:
      'createInvoice/response createQrTransaction/response validateExchangePayment/response createExchangePayment/response createBankPayment/response createTransfers/response addPayees/response getInvoice/response closePartialPayment/response listCurrencies/response checkExchangeBalance/response listBanks/response getStore/response getShopper/response',
  },
  'service.amounts-are-decimals': {
    reason: 'The words say that amounts are often strings with decimals, and do not say when.',
    section: 'Resources, conventions: sentence 2',
    statement: 'An amount that is a string contains a plain decimal number.',
    places: 'DecimalText TwoDecimalText',
  },
  'service.timestamps-utc': {
    section: 'Resources, conventions: sentence 3; Resources, Transaction record: rows createdAt, updatedAt',
    statement: 'Every timestamp is an ISO 8601 string in UTC.',
    places:
      'Timestamp Transaction.createdAt Transaction.updatedAt ExchangeAccount.lastUpdate WhiteLabel.createdAt WhiteLabel.updatedAt',
  },
  'service.identifiers-are-text': {
    section: 'Resources, conventions: sentence 4',
    statement: 'Identifiers are strings in the style of UUIDs, unless their table gives another type.',
    places:
      'InvoiceLink.uuid QrTransaction.id OrderInfo.merchant_id Store.merchant Shopper.id BankAccount.id SubscriptionDebit.transactionId SubscriptionDebit.subscriptionId',
  },
  'service.responses-are-json': {
    section: 'Endpoints, shared conventions: bullet 1',
    statement: 'Operations respond with JSON.',
    places: 'service',
  },
  'service.json-media-type': {
    reason: 'The words do not mention a media type.',
    section: 'Endpoints, shared conventions: bullet 1',
    statement: 'Responses have the media type of JSON.',
    places: 'service',
  },
  'service.names-are-exact': {
    section: 'Endpoints, shared conventions: bullet 1',
    statement: 'Header names and enumerated values must match exactly.',
    notObservable: 'This is a rule for readers. Each header and each enumeration has its own requirement.',
    places: 'service',
  },
  'service.json-content-type': {
    section:
      'Endpoints, 3: headers; Endpoints, 4: headers; Endpoints, 9: headers; Endpoints, 10: headers; Endpoints, 11: headers; Endpoints, 12: headers; Endpoints, 13: headers; Endpoints, 14: headers',
    statement: 'Requests carry `Content-Type: application/json` where the contract lists this header.',
    notObservable:
      'This is a duty of the client. The contract does not say that the service refuses a request without it.',
    places:
      'validateExchangePayment/headers createExchangePayment/headers closePartialPayment/headers listCurrencies/headers checkExchangeBalance/headers listBanks/headers getStore/headers getShopper/headers',
  },
} as const satisfies Requirements
