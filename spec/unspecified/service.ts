// What the contract does not show about the service as a whole.

import type { UnspecifiedBehaviors } from '../statements.ts'

export const serviceUnspecified = {
  'service.unknown-request-fields': {
    section: 'Resources',
    question: 'What does the service do with request fields that the contract does not name?',
    places: 'service',
    options: { ignored: { effect: 'Ignores them.' }, refused: { effect: 'Refuses the request.' } },
    leftOpen: [{ unknownKeysOf: 'InvoiceRequest' }],
  },
  'service.additional-response-fields': {
    section: 'Resources',
    question: 'Do responses have fields that the contract does not list?',
    places: 'service',
    options: {
      none: { effect: 'Sends the listed fields only.' },
      some: {
        effect: 'Adds one field to every object of a response.',
        value: { name: 'serverTrace', content: 'n/a' },
      },
    },
    leftOpen: [{ unknownKeysOf: 'Transaction' }],
  },
  'service.pagination': {
    section: 'Limits',
    question: 'Are lists paginated?',
    places: 'listCurrencies listBanks',
    options: { none: { effect: 'Returns complete lists.' } },
    onlyOptionBecause: 'The contract shows no parameter that requests a page.',
    leftOpen: [
      { valueAt: ['listBanks', 'parameters'], is: undefined },
      { silentOn: /next page|page (size|number)|\bcursor\b|\boffset\b/i, example: 'Request the next page.' },
    ],
  },
  'service.cors': {
    section: 'Authentication',
    question: 'Pages of which origins may call the service from a browser (CORS)?',
    places: 'service',
    options: {
      'loopback-origins': {
        effect: 'Allows pages that this machine serves, such as `http://localhost:5173`.',
      },
      none: { effect: 'Allows no pages of other origins.' },
      'listed-origins': {
        effect: 'Allows pages of the listed origins.',
        value: { origins: ['https://shop.example'] },
      },
    },
    valueRule: { pattern: /^https?:\/\/[^/?#\s]+$/, meaning: 'an origin, such as https://shop.example' },
    leftOpen: [
      {
        silentOn: /\bCORS\b|cross-origin|access-control-/i,
        example: 'Responses carry access-control-allow-origin.',
      },
    ],
  },
  'service.version': {
    section: 'Versioning',
    question: 'How is the API versioned?',
    places: 'service',
    options: {
      none: { effect: 'Sends no version.' },
      header: { effect: 'Sends an `x-api-version` header with every response.', value: { version: '1' } },
    },
    valueRule: {
      pattern: /^[\x21-\x7e]+$/,
      meaning: 'printable ASCII without spaces, as a header value needs',
    },
    leftOpen: [{ silentOn: /api-version|versioned/i, example: 'Responses carry x-api-version.' }],
  },
} as const satisfies UnspecifiedBehaviors
