// The unspecified behaviors of the service as a whole.

import { effects, type UnspecifiedBehaviors } from '../statements.ts'

export const serviceUnspecified = {
  'service.unknown-request-fields': {
    section: 'Resources',
    question: 'What does the service do with request fields that the contract does not name?',
    places: 'service',
    options: effects({
      ignored: 'Ignores them.',
      refused:
        'Refuses the request, also if another request has the field, such as `key` of an item of an invoice in a payment.',
    }),
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
  'service.response-values': {
    section: 'Resources',
    question: 'Which values do fields of responses have where the contract gives only a type?',
    places: 'service',
    options: {
      usual: { effect: 'Those of the world, and of the other assumptions.' },
      written: {
        effect:
          'Those of the value: a list with an `operation`, and the HTTP `status` of a success, its `fields` by their paths, or the paths of fields that it is `without`. `*` in a path stands for each element of a list. The responses must match the document.',
        value: [{ operation: 'getStore', fields: { 'result.whiteLabel.id': 7 } }],
      },
    },
    valueRule: { list: 'responses' },
  },
  'service.pagination': {
    section: 'Limits',
    question: 'Are lists paginated?',
    places: 'listCurrencies listBanks',
    options: effects({
      none: 'Returns complete lists.',
      'on-request':
        'Returns a complete list, unless the query has `limit` or `offset`: then at most `limit` elements from the index `offset` on.',
    }),
    leftOpen: [{ valueAt: ['listBanks', 'parameters'], is: undefined }],
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
  },
  'service.wrong-method': {
    section: 'Endpoints',
    question: 'How does the service respond to a path with a method that it does not have there?',
    places: 'service',
    options: effects({
      unknown: 'Refuses it like an unknown path.',
      'not-allowed': 'Returns 405 with the header `Allow`.',
    }),
  },
  'service.success-status': {
    section: 'Errors; Endpoints',
    question: 'Which HTTP status does a success have where the contract shows none?',
    places: 'service',
    options: effects({
      ok: 'Returns 200.',
      created: 'Returns 201 for a new invoice, payment, transfer or payee, and 200 otherwise.',
    }),
  },
  'service.media-type': {
    section: 'Endpoints, shared conventions',
    question: 'Which media type do JSON responses have?',
    places: 'service',
    options: effects({
      plain: 'Sends `application/json`.',
      charset: 'Sends `application/json; charset=utf-8`.',
    }),
  },
  'service.content-type': {
    section: 'Endpoints',
    question: 'Does the service refuse a request without `Content-Type: application/json`?',
    places: 'service',
    options: {
      any: { effect: 'Reads each body as JSON, whatever its content type is.' },
      demanded: { effect: 'Refuses a POST request.' },
      'demanded-by-all': { effect: 'Refuses a GET request, too.', needsOtherClient: true },
    },
  },
  'service.null-values': {
    section: 'Resources',
    question: 'What does the service do with null in place of an optional field of a request?',
    places: 'service',
    options: effects({ refused: 'Refuses the request.', absent: 'Treats the field as absent.' }),
    leftOpen: [{ optional: 'InvoiceRequest.redirectUrl' }],
  },
  'service.text-forms': {
    section: 'Resources, customerInfo; Resources, shippingAddress',
    question: 'Does the service check the form of an email address and of a country in a request?',
    places: 'CustomerInfo.email ShippingAddress.email ShippingAddress.country',
    options: effects({
      any: 'Accepts any text.',
      checked: 'Refuses an email without `@` between two texts, and a country that is not two letters.',
    }),
    leftOpen: [{ schemaAt: 'ShippingAddress.country', is: { type: 'string' } }],
  },
  'service.timestamps': {
    section: 'Resources, conventions',
    question: 'How precise is a timestamp of a response, and how does it name UTC?',
    places: 'service',
    options: effects({ milliseconds: 'Milliseconds and `Z`.', seconds: 'Seconds and `+00:00`.' }),
  },
  'service.paths': {
    section: 'Endpoints, shared conventions',
    question: 'Does a path have a slash at its end?',
    places: 'service',
    options: effects({
      exact: 'Only the exact path exists, in its case.',
      slash: 'A slash at its end is ignored.',
    }),
  },
} as const satisfies UnspecifiedBehaviors
