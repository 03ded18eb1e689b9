// Unspecified behaviors about the form of refusals and answers in general.

import type { UnspecifiedBehaviors } from '../statements.ts'

export const responseItems = {
  'errors.http-status': {
    section: 'Errors',
    question: 'HTTP status codes other than 200.',
    places: ['service'],
    options: {
      classic: {
        summary: 'One 4xx status for each kind of refusal.',
        value: { invalid: 400, credentials: 401, refused: 400, unknown: 404, 'too-large': 413 },
      },
      uniform: {
        summary: '400 for every refusal.',
        value: { invalid: 400, credentials: 400, refused: 400, unknown: 400, 'too-large': 400 },
      },
      fine: {
        summary: 'Finer 4xx statuses.',
        value: { invalid: 422, credentials: 403, refused: 409, unknown: 410, 'too-large': 413 },
      },
    },
  },
  'errors.envelope': {
    section: 'Errors',
    question: 'The error envelope of the endpoints other than payouts.',
    places: ['service'],
    options: {
      message: { summary: '`{ ok: false, statusCode, data: {}, message }`.' },
      'error-object': { summary: '`{ ok: false, error: { code, message } }`.' },
      problem: { summary: '`{ title, status, detail }`, without `ok`.' },
    },
  },
  'errors.wording': {
    section: 'Errors',
    question: 'The words of every refusal whose message the contract does not give.',
    places: ['service'],
    options: {
      explained: { summary: 'Fact, detail and remedy.' },
      terse: { summary: 'One word.' },
    },
  },
  'errors.subscription-form': {
    section: 'Errors',
    question: 'How the subscription endpoints refuse.',
    places: ['debitSubscription/refusals', 'cancelSubscription/refusals'],
    options: {
      common: { summary: 'Like every other endpoint.' },
      'in-body': { summary: 'HTTP 200 with `{ status: 4xx, message }`.' },
    },
  },
  'exchange-payments.error-carrier': {
    section: 'Errors, 1',
    question: 'Where the codes 418 to 422 stand: HTTP status or body.',
    places: ['createExchangePayment/refusals'],
    options: {
      'http-status': { summary: 'As the HTTP status, and as `statusCode` of the body.' },
      'body-of-200': { summary: 'HTTP 200, the code as `code` of the body.' },
      'body-of-400': { summary: 'HTTP 400, the code as `code` of the body.' },
    },
  },
  'exchange-payments.error-precedence': {
    section: 'Errors, 1',
    question: 'Which error is answered when several hold.',
    places: ['createExchangePayment/refusals'],
    options: {
      'link-first': {
        summary: 'Exchange link, coin, minimum, whitelist, balance.',
        value: [418, 421, 422, 420, 419],
      },
      'balance-first': {
        summary: 'Balance, whitelist, minimum, coin, exchange link.',
        value: [419, 420, 422, 421, 418],
      },
    },
  },
  'exchange-payments.error-exchange-name': {
    section: 'Errors, 1',
    question: 'How the exchange is written at the end of the message of 422.',
    places: ['createExchangePayment/refusals'],
    options: {
      identifier: { summary: 'As in the path.' },
      title: { summary: 'With a capital letter.' },
    },
  },
  'service.unknown-request-fields': {
    section: 'Resources',
    question: 'What becomes of request fields that the contract does not name.',
    places: ['service'],
    options: {
      ignored: { summary: 'Ignored.' },
      refused: { summary: 'Refused.' },
    },
  },
  'encryption.required-payload-fields': {
    section: 'Endpoints, 3 to 7',
    question: 'Which fields of a encrypted payload may be left out; its tables have no column for it.',
    places: ['ExchangePaymentPayload', 'ExchangeValidationPayload', 'BankPaymentPayload'],
    options: { all: { summary: 'All are demanded but localAmount and localCurrency of a cart line.' } },
    soleBecause:
      'The document lists them as the payload; a client that sends them all is served by every reading.',
  },
  'service.additional-response-fields': {
    section: 'Resources',
    question: 'Whether answers carry fields beyond those listed.',
    places: ['service'],
    options: {
      none: { summary: 'None.' },
      some: {
        summary: 'One more in each object of an answer.',
        value: { name: 'serverTrace', content: 'n/a' },
      },
    },
  },
  'limits.post-size': {
    section: 'Limits',
    question: 'How many bytes 2M are.',
    places: ['service', 'webhook'],
    options: {
      binary: { summary: '2 097 152 bytes of body.', value: { bytes: 2097152 } },
      decimal: { summary: '2 000 000 bytes of body.', value: { bytes: 2000000 } },
    },
  },
  'limits.get-measure': {
    section: 'Limits',
    question: 'Which part of a GET request its 2048 characters count.',
    places: ['webhook'],
    options: {
      url: { summary: 'The whole URL.' },
      'path-and-query': { summary: 'Path and query.' },
    },
  },
  'limits.rate': {
    section: 'Limits',
    question: 'Rate limits.',
    places: ['service'],
    options: { none: { summary: 'None.' } },
    soleBecause: 'A limit on virtual time would never lift while the clock stands still.',
  },
  'service.pagination': {
    section: 'Limits',
    question: 'Pagination of lists.',
    places: ['listCurrencies', 'listBanks'],
    options: { none: { summary: 'Lists are whole.' } },
    soleBecause: 'No parameter to ask for a page is shown.',
  },
  'service.version': {
    section: 'Versioning',
    question: 'The versioning scheme.',
    places: ['service'],
    options: {
      none: { summary: 'None.' },
      header: { summary: 'Answers carry an `x-api-version` header.', value: { version: '1' } },
    },
  },
} as const satisfies UnspecifiedBehaviors
