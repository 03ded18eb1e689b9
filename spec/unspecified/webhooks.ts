// What the contract does not show about webhooks.

import type { Schema } from '../openapi/schema.ts'
import type { UnspecifiedBehaviors } from '../statements.ts'

const returnMethod: Schema = { type: 'string', enum: ['GET', 'POST'] }

export const webhooksUnspecified = {
  'webhooks.custom-parameter-fields': {
    section: 'Resources, customParameter',
    question:
      'Are both fields of `customParameter` required, and which HTTP method delivers the webhook if none is given?',
    places: 'CustomParameter',
    options: {
      post: { effect: 'Requires neither field. Delivers by POST if no method is given.' },
      get: { effect: 'Requires neither field. Delivers by GET if no method is given.' },
    },
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
    },
    leftOpen: [
      {
        valueAt: ['document', 'webhooks', 'merchantWebhook', 'post', 'requestBody', 'content'],
        is: { '*/*': { schema: {} } },
      },
      { valueAt: ['document', 'webhooks', 'merchantWebhook', 'get', 'requestBody'], is: undefined },
    ],
  },
  'webhooks.query': {
    section: 'Events, 3',
    question: 'How are custom parameters named in the query of a GET delivery?',
    places: 'webhook',
    options: {
      plain: { effect: 'Uses their names without a prefix and puts them first.' },
      bracketed: { effect: 'Names them `params[name]`.' },
    },
    leftOpen: [{ valueAt: ['document', 'webhooks', 'merchantWebhook', 'get', 'parameters'], is: undefined }],
  },
  'webhooks.signature': {
    section: 'Events',
    question: 'How is a delivery signed?',
    places: 'webhook',
    options: {
      'rsa-sha256': { effect: "Signs the inner data by RSA-SHA256 with the service's key, in base64." },
      none: { effect: 'Does not sign.' },
    },
    leftOpen: [
      { silentOn: /sha-?256|hmac|x-signature|signed with/i, example: "Signed with the service's key." },
      { valueAt: ['document', 'webhooks', 'merchantWebhook', 'post', 'parameters'], is: undefined },
    ],
  },
  'webhooks.retries': {
    section: 'Events',
    question: 'What happens after a failed delivery?',
    places: 'webhook',
    options: {
      none: { effect: 'Does not retry. The control API can redeliver.' },
      'back-off': {
        effect: 'Retries after increasing intervals on the virtual clock.',
        value: { minutes: [1, 5, 30] },
      },
    },
    valueRule: { min: 0, max: 1e6 },
    leftOpen: [{ silentOn: /retried|back-?off|attempts?/i, example: 'Retried three times.' }],
  },
  'webhooks.first-status': {
    section: 'Events, 2',
    question: 'Is the first status of a transaction a status change?',
    places: 'webhook',
    options: { reported: { effect: 'Reports it.' }, silent: { effect: 'Does not report it.' } },
    leftOpen: [{ silentOn: /first status|on creation/i, example: 'The first status is reported.' }],
  },
  'webhooks.too-long': {
    section: 'Events, 3',
    question: 'What does the service do with a delivery that exceeds the limits?',
    places: 'webhook',
    options: { withheld: { effect: 'Does not send it, and records it with the reason.' } },
    onlyOptionBecause:
      'A shorter delivery would lose custom parameters, and another HTTP method would not be the one that the request chose.',
    leftOpen: [
      { silentOn: /withheld|shorten|truncat|not sent/i, example: 'Longer deliveries are not sent.' },
    ],
  },
} as const satisfies UnspecifiedBehaviors
