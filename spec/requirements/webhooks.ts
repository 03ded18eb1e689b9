// What the contract states of the merchant's webhook. Its fields, event names, signature and retries are no part of it:
// what is looked for in a delivery is looked for anywhere in it.

import type { Requirements } from '../statements.ts'

export const webhooksRequirements = {
  'webhooks.custom-parameter-get-and-post-accepted': {
    section: 'Resources, customParameter: row returnMethod',
    statement: '`returnMethod` is GET or POST.',
    observable: { yes: 'A request is refused because of one of the two.' },
    places: ['CustomParameter.returnMethod'],
  },
  'webhooks.custom-parameter-other-method-refused': {
    section: 'Resources, customParameter: row returnMethod; Endpoints, shared conventions: bullet 1',
    statement: 'A `returnMethod` other than GET and POST does not exist.',
    observable: { yes: 'A request with another method is answered with success.' },
    places: ['CustomParameter.returnMethod'],
  },
  'webhooks.custom-parameter-pairs-accepted': {
    section: 'Resources, customParameter: row params',
    statement: '`params` is an array of pairs, `name` and `value`, that the merchant is free to choose.',
    observable: { yes: 'A request is refused because of the number of its pairs, or of the text in them.' },
    places: ['CustomParameter.params', 'CustomParameterPair.name', 'CustomParameterPair.value'],
  },
  'webhooks.registered-in-the-portal': {
    section: 'Events, 1: sentence 1; Limits: row 7',
    statement: 'A merchant registers a webhook in the merchant portal, and no more than one.',
    observable: { no: 'The portal is outside the interface, and no operation shows what is registered.' },
    places: ['webhook'],
  },
  'webhooks.one-for-crypto-and-bank': {
    section: 'Events, 1: sentence 2; Limits: row 7',
    statement: 'The one webhook hears of crypto and of bank transactions.',
    observable: { yes: 'Updates of one of the two kinds come to another address, or not at all.' },
    places: ['webhook'],
  },
  'webhooks.exchange-status-changes': {
    section: 'Events, 2: sentence 1; States and transitions: row 1',
    statement: 'Every change of status of an exchange payment is reported.',
    observable: { yes: 'An exchange payment reaches its end and no update comes.' },
    places: ['webhook', 'createExchangePayment'],
  },
  'webhooks.bank-status-changes': {
    section: 'Events, 2: sentence 1',
    statement: 'Every change of status of a bank payment is reported.',
    observable: { yes: 'A bank payment reaches its end and no update comes.' },
    places: ['webhook', 'createBankPayment'],
  },
  'webhooks.wallet-status-changes': {
    section: 'Events, 2: sentence 1',
    statement: 'Every change of status of a wallet transaction is reported.',
    observable: { yes: 'A wallet pays, in part or in full, and no update comes.' },
    places: ['webhook', 'createQrTransaction'],
  },
  'webhooks.invoice-parameters': {
    section: 'Events, 3: sentence 1; Resources, customParameter: row params',
    statement: 'An update of a transaction that pays an invoice brings back the pairs of that invoice.',
    observable: { yes: 'A name or a value that the invoice sent is missing from an update, or changed.' },
    places: ['webhook', 'InvoiceRequest.customParameter', 'CustomParameter.params'],
  },
  'webhooks.qr-parameters': {
    section:
      'Events, 3: sentence 1; Resources, customParameter: row params; Endpoints, 2: row customParameter',
    statement: 'An update of a QR transaction brings back the pairs of its request.',
    observable: { yes: 'A name or a value that the request sent is missing from an update, or changed.' },
    places: ['webhook', 'QrTransactionRequest.customParameter', 'CustomParameter.params'],
  },
  'webhooks.delivered-by-get': {
    section: 'Events, 3: sentence 2; Resources, customParameter: row returnMethod',
    statement: 'Updates are delivered by GET where `returnMethod` is GET.',
    observable: { yes: 'A delivery comes by another method.' },
    places: ['webhook', 'CustomParameter.returnMethod'],
  },
  'webhooks.delivered-by-post': {
    section: 'Events, 3: sentence 2; Resources, customParameter: row returnMethod',
    statement: 'Updates are delivered by POST where `returnMethod` is POST.',
    observable: { yes: 'A delivery comes by another method.' },
    places: ['webhook', 'CustomParameter.returnMethod'],
  },
  'webhooks.get-within-2048': {
    section: 'Events, 3: sentence 3; Limits: row 1; Endpoints, 1: sentence 4',
    statement: 'A delivery by GET is not longer than 2048 characters, custom parameters included.',
    observable: { yes: 'A GET far longer than that arrives.' },
    places: ['webhook'],
  },
  'webhooks.post-within-2m': {
    section: 'Events, 3: sentence 3; Limits: row 2; Endpoints, 1: sentence 4',
    statement: 'A delivery by POST is not longer than 2M, custom parameters included.',
    observable: { yes: 'A POST longer than that, by any way of counting, arrives.' },
    places: ['webhook'],
  },
  'webhooks.recurring-payments': {
    section:
      'Events, 4: sentence 1; What the service does, 4: sentence 2; Resources, Cart item: row merchantSubscriptionId',
    statement: 'Recurring payments are reported with the merchantSubscriptionId of their subscription.',
    observable: { yes: 'A debit by the service is not reported, or not with the id that the merchant gave.' },
    places: ['webhook', 'InvoiceCartItem.merchantSubscriptionId'],
  },
} as const satisfies Requirements
