// The unspecified behaviors of webhooks.

import type { Schema } from '../openapi/schema.ts'
import { effects, type UnspecifiedBehaviors } from '../statements.ts'

/** Placeholders in a template of a delivery. */
export const webhookPlaceholders = [
  ...['type', 'offerId', 'transactionId', 'status', 'paymentStatus', 'amount', 'currency'],
  ...['nativeAmount', 'nativeCurrency'],
  ...['cryptoAmount', 'cryptoCurrency', 'receivedAmount', 'isSubscription', 'subscription', 'subscriptionId'],
  ...['merchantSubscriptionId', 'customerInfo', 'customParameter', 'data', 'signature'],
] as const

const returnMethod: Schema = { type: 'string', enum: ['GET', 'POST'] }

export const webhooksUnspecified = {
  'webhooks.custom-parameter-fields': {
    section: 'Resources, customParameter',
    question:
      'Are both fields of `customParameter` required, and which HTTP method delivers the webhook if none is given?',
    places: 'CustomParameter',
    options: effects({
      post: 'Requires neither field. Delivers by POST if no method is given.',
      get: 'Requires neither field. Delivers by GET if no method is given.',
    }),
    leftOpen: [
      { optional: 'CustomParameter.returnMethod' },
      { optional: 'CustomParameter.params' },
      { schemaAt: 'CustomParameter.returnMethod', is: returnMethod },
    ],
  },
  'webhooks.payload': {
    section: 'Events',
    question: 'Which fields does the payload have, and what are the event types called?',
    places: 'webhook',
    options: {
      nested: { effect: 'Sends `{ type, data: { data: "<JSON>", … }, signature }`.' },
      flat: { effect: 'Sends a flat object with snake_case names.' },
      template: {
        effect:
          'Sends the value: `body` by POST, and the fields of `query` by GET, after the custom parameters. A text `"{name}"` becomes the value of that name, and is left out of a query if there is none. `{data}` is the text of all values, and `{signature}` its signature.',
        value: {
          body: {
            event: '{type}',
            payment: {
              ...{ order: '{offerId}', id: '{transactionId}', state: '{paymentStatus}', code: '{status}' },
              ...{ amount: '{amount}', currency: '{currency}', received: '{receivedAmount}' },
              ...{ cryptoAmount: '{cryptoAmount}', cryptoCurrency: '{cryptoCurrency}' },
            },
            ...{ subscriptions: '{subscription}', parameters: '{customParameter}' },
            ...{ content: '{data}', signature: '{signature}' },
          },
          query: {
            ...{ order: '{offerId}', id: '{transactionId}', state: '{paymentStatus}', code: '{status}' },
            ...{ amount: '{amount}', currency: '{currency}', received: '{receivedAmount}' },
            ...{ cryptoAmount: '{cryptoAmount}', cryptoCurrency: '{cryptoCurrency}' },
            subscription: '{merchantSubscriptionId}',
          },
        },
      },
    },
    valueRule: { placeholders: webhookPlaceholders },
    leftOpen: [
      {
        valueAt: ['document', 'webhooks', 'merchantWebhook', 'post', 'requestBody', 'content'],
        is: { '*/*': { schema: {} } },
      },
      { valueAt: ['document', 'webhooks', 'merchantWebhook', 'get', 'requestBody'], is: undefined },
    ],
  },
  'webhooks.amounts': {
    section: 'Events',
    question: 'Which amount and currency does a delivery have?',
    places: 'webhook',
    options: effects({
      invoice:
        'Those of the invoice, or of a debit as it was requested. Without an invoice, those of the payment.',
      native:
        'The native amount and currency of the record. A template may have both pairs under either option.',
    }),
  },
  'webhooks.parameters-of-both': {
    section: 'Events, 3; Resources, customParameter',
    question: 'Which `customParameter` holds for a QR transaction of an invoice, if both have one?',
    places: 'webhook createQrTransaction',
    options: effects({
      'request-first':
        'The method of the QR request, and its parameters before those of the invoice. A method that one lacks is that of the other.',
      'invoice-first': 'The method of the invoice, and its parameters first.',
    }),
  },
  'webhooks.query': {
    section: 'Events, 3',
    question: 'How are custom parameters named in the query of a GET delivery?',
    places: 'webhook',
    options: effects({
      plain: 'Uses their names without a prefix.',
      bracketed: 'Names them `params[name]`.',
    }),
    leftOpen: [{ valueAt: ['document', 'webhooks', 'merchantWebhook', 'get', 'parameters'], is: undefined }],
  },
  'webhooks.signature': {
    section: 'Events',
    question: 'How is a delivery signed?',
    places: 'webhook',
    options: effects({
      'rsa-sha256': "Signs the inner data by RSA-SHA256 with the service's key, in base64.",
      none: 'Does not sign.',
    }),
    leftOpen: [{ valueAt: ['document', 'webhooks', 'merchantWebhook', 'post', 'parameters'], is: undefined }],
  },
  'webhooks.retries': {
    section: 'Events',
    question: 'What happens after a failed delivery: one without a status of 2xx in time?',
    places: 'webhook',
    options: {
      none: { effect: 'Does not retry. The control API can redeliver.' },
      'back-off': {
        effect: 'Retries after increasing intervals on the virtual clock.',
        value: { minutes: [1, 5, 30] },
      },
    },
    valueRule: { min: 0, max: 1e6 },
  },
  'webhooks.first-status': {
    section: 'Events, 2',
    question: 'Is the first status of a transaction a status change?',
    places: 'webhook',
    options: effects({ reported: 'Reports it.', silent: 'Does not report it.' }),
  },
  'webhooks.too-long': {
    section: 'Events, 3',
    question: 'What does the service do with a delivery that exceeds the limits?',
    places: 'webhook',
    options: effects({
      withheld: 'Does not send it, and records it with the reason.',
      essential:
        'Sends only the custom parameters, the order id, the transaction id and the status by GET. Does not send it if that is too long.',
    }),
  },
  'webhooks.payment-status': {
    section: 'Events; States and transitions',
    question: 'How does a delivery write the status of the payment?',
    places: 'webhook',
    options: effects({
      'integer-text': 'Writes the integer as text, and no status name.',
      words:
        'Writes one of the four status names: pending for a partial payment, completed for a closed one. The integer is in another field.',
      'more-words': 'The same, but a partial payment is partially-paid and a closed one closed.',
    }),
  },
  'webhooks.colliding-parameters': {
    section: 'Events, 3',
    question: 'What does a GET delivery do with a custom parameter that has the name of another parameter?',
    places: 'webhook',
    options: effects({
      'custom-first': 'Sends both, the custom parameter first.',
      'custom-last': 'Sends both, the custom parameter last.',
    }),
  },
  'webhooks.reported-changes': {
    section: 'Events, 2; States and transitions',
    question:
      'Does the webhook report changes that change none of the four status names, such as a partial payment?',
    places: 'webhook',
    options: effects({
      all: 'Reports them: a partial payment, the payment of a QR transaction, and its closing.',
      named: 'Reports only a change from one of the four status names to another one.',
    }),
  },
  'webhooks.merchant-debits': {
    section: 'Events, 4; Endpoints, 15',
    question:
      'Does the webhook report the first status of a debit that the merchant requests, of a subscription without automatic renewal?',
    places: 'webhook debitSubscription',
    options: effects({
      reported: 'Reports it as for other transactions. The debit is pending and completes later.',
      silent: 'Reports later statuses only: the response contains the first one.',
    }),
  },
} as const satisfies UnspecifiedBehaviors
