// The unspecified behaviors of limits.

import { effects, type UnspecifiedBehaviors } from '../statements.ts'

export const limitsUnspecified = {
  'limits.post-size': {
    section: 'Limits',
    question: 'How many bytes is 2M?',
    places: 'service webhook',
    options: {
      binary: { effect: 'Accepts bodies of up to 2,097,152 bytes.', value: { bytes: 2097152 } },
      decimal: { effect: 'Accepts bodies of up to 2,000,000 bytes.', value: { bytes: 2000000 } },
    },
    valueRule: { min: 1000, max: 1e9 },
    leftOpen: [
      { valueAt: ['document', 'x-limits', 'postRequestMax'], is: '2M' },
      {
        valueAt: ['document', 'webhooks', 'merchantWebhook', 'post', 'x-limits', 'postRequestMax'],
        is: '2M',
      },
    ],
  },
  'limits.get-measure': {
    section: 'Limits',
    question: 'Which part of a GET request counts toward the limit of 2048 characters?',
    places: 'webhook',
    options: effects({ url: 'Counts the whole URL.', 'path-and-query': 'Counts the path and the query.' }),
  },
  'limits.text-length': {
    section: 'Limits',
    question: 'How long can a text of a request be, such as an order id?',
    places: 'InvoiceRequest.order',
    options: {
      none: { effect: 'As long as the request.' },
      characters: {
        effect: 'Refuses a longer text, except for credentials and encrypted ones.',
        value: { characters: 255 },
        needsOtherClient: true,
      },
    },
    valueRule: { min: 1, max: 1e6 },
    leftOpen: [{ everyPlaceIs: { type: 'string' } }],
  },
  'limits.rate': {
    section: 'Limits',
    question: 'Is the rate of requests limited?',
    places: 'service',
    options: {
      none: { effect: 'Does not limit the rate.' },
      'now-and-then': {
        effect:
          'Refuses about one of that many requests with 429 and `Retry-After: 1`, drawn from the seed, so that the next attempt usually succeeds. A limit for a time would refuse every request until the virtual clock moves.',
        value: { requests: 20 },
        needsOtherClient: true,
      },
    },
    valueRule: { min: 1, max: 1e9 },
  },
} as const satisfies UnspecifiedBehaviors
