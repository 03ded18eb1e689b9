// The requirements about the merchant's webhook.

import type { Requirements } from '../statements.ts'

export const webhooksRequirements = {
  'webhooks.custom-parameter-get-and-post-accepted': {
    section: 'Resources, customParameter: row returnMethod',
    statement: '`returnMethod` is GET or POST.',
    places: 'CustomParameter.returnMethod',
  },
  'webhooks.custom-parameter-other-method-refused': {
    section: 'Resources, customParameter: row returnMethod; Endpoints, shared conventions: bullet 1',
    statement: 'The service refuses a `returnMethod` other than GET and POST.',
    places: 'CustomParameter.returnMethod',
  },
  'webhooks.custom-parameter-pairs-accepted': {
    reason: 'The words do not say that the service accepts any text and any number of pairs.',
    section: 'Resources, customParameter: row params',
    statement: '`params` is an array of pairs of `name` and `value` that the merchant defines.',
    places: 'CustomParameter.params CustomParameterPair.name CustomParameterPair.value',
  },
  'webhooks.registered-in-the-portal': {
    section: 'Events, 1: sentence 1; Limits: row 7',
    statement: 'A merchant can register one webhook, in the merchant portal.',
    notObservable: 'The portal is outside the interface, and no operation shows the registered webhook.',
    places: 'webhook',
  },
  'webhooks.one-for-crypto-and-bank': {
    section: 'Events, 1: sentence 2; Limits: row 7',
    statement: 'One webhook receives the updates of crypto and of bank transactions.',
    places: 'webhook',
  },
  'webhooks.exchange-status-changes': {
    section: 'Events, 2: sentence 1; States and transitions: row 1',
    statement: 'Each status change of an exchange payment is reported to the webhook.',
    places: 'webhook createExchangePayment',
  },
  'webhooks.bank-status-changes': {
    section: 'Events, 2: sentence 1',
    statement: 'Each status change of a bank payment is reported to the webhook.',
    places: 'webhook createBankPayment',
  },
  'webhooks.wallet-status-changes': {
    section: 'Events, 2: sentence 1',
    statement: 'Each status change of a wallet transaction is reported to the webhook.',
    places: 'webhook createQrTransaction',
  },
  'webhooks.partial-payments': {
    reason:
      'A partial payment is none of the four statuses, so the words do not say that it changes the status.',
    section: 'Events, 2: sentence 1; States and transitions: row 3',
    statement: 'The webhook receives an update when a wallet pays a part.',
    places: 'webhook createQrTransaction',
  },
  'webhooks.invoice-parameters': {
    section: 'Events, 3: sentence 1; Resources, customParameter: row params',
    statement:
      'An update of a transaction that pays an invoice carries the custom parameters of the invoice request.',
    places: 'webhook InvoiceRequest.customParameter CustomParameter.params',
  },
  'webhooks.qr-parameters': {
    section:
      'Events, 3: sentence 1; Resources, customParameter: row params; Endpoints, 2: row customParameter',
    statement: 'An update of a QR transaction carries the custom parameters of the QR request.',
    places: 'webhook QrTransactionRequest.customParameter CustomParameter.params',
  },
  'webhooks.delivered-by-get': {
    section: 'Events, 3: sentence 2; Resources, customParameter: row returnMethod',
    statement: 'If `returnMethod` is GET, the service delivers updates by GET.',
    places: 'webhook CustomParameter.returnMethod',
  },
  'webhooks.delivered-by-post': {
    section: 'Events, 3: sentence 2; Resources, customParameter: row returnMethod',
    statement: 'If `returnMethod` is POST, the service delivers updates by POST.',
    places: 'webhook CustomParameter.returnMethod',
  },
  'webhooks.get-within-2048': {
    section: 'Events, 3: sentence 3; Limits: row 1; Endpoints, 1: sentence 5',
    statement: 'A GET delivery has at most 2048 characters, including custom parameters.',
    places: 'webhook',
  },
  'webhooks.post-within-2m': {
    section: 'Events, 3: sentence 3; Limits: row 2; Endpoints, 1: sentence 5',
    statement: 'A POST delivery has at most 2M, including custom parameters.',
    places: 'webhook',
  },
  'webhooks.recurring-payments': {
    section:
      'Events, 4: sentence 1; What the service does, 4: sentence 2; Resources, Cart item: row merchantSubscriptionId',
    statement:
      'The service reports the status of recurring payments to the webhook with the `merchantSubscriptionId`.',
    places: 'webhook InvoiceCartItem.merchantSubscriptionId',
  },
} as const satisfies Requirements
