// Open items about the form of refusals and answers in general.

import type { OpenItems } from '../statements.ts'

export const answerItems = {
  'errors.http-status': {
    section: 'Errors',
    question: 'HTTP status codes other than 200.',
    places: ['service'],
    standIns: {
      classic: {
        summary: 'One 4xx status for each kind of refusal.',
        value: { invalid: 400, credentials: 401, refused: 400, unknown: 404, tooLarge: 413 },
      },
      uniform: {
        summary: '400 for every refusal.',
        value: { invalid: 400, credentials: 400, refused: 400, unknown: 400, tooLarge: 400 },
      },
      fine: {
        summary: 'Finer 4xx statuses.',
        value: { invalid: 422, credentials: 403, refused: 409, unknown: 410, tooLarge: 413 },
      },
    },
  },
  'errors.envelope': {
    section: 'Errors',
    question: 'The error envelope of the endpoints other than payouts.',
    places: ['service'],
    standIns: {
      message: { summary: '`{ ok: false, statusCode, data: {}, message }`.' },
      errorObject: { summary: '`{ ok: false, error: { code, message } }`.' },
      problem: { summary: '`{ title, status, detail }`, without `ok`.' },
    },
  },
  'errors.wording': {
    section: 'Errors',
    question: 'The words of every refusal whose message the contract does not give.',
    places: ['service'],
    standIns: {
      explained: { summary: 'Fact, detail and remedy.' },
      terse: { summary: 'One word.' },
    },
  },
  'errors.subscription-form': {
    section: 'Errors',
    question: 'How the subscription endpoints refuse.',
    places: ['debitSubscription/refusals', 'cancelSubscription/refusals'],
    standIns: {
      common: { summary: 'Like every other endpoint.' },
      inBody: { summary: 'HTTP 200 with `{ status: 4xx, message }`.' },
    },
  },
  'exchange-errors.carrier': {
    section: 'Errors, 1',
    question: 'Where the codes 418 to 422 stand: HTTP status or body.',
    places: ['createExchangePayment/refusals'],
    standIns: {
      httpStatus: { summary: 'As the HTTP status, and as `statusCode` of the body.' },
      bodyOf200: { summary: 'HTTP 200, the code as `code` of the body.' },
      bodyOf400: { summary: 'HTTP 400, the code as `code` of the body.' },
    },
  },
  'exchange-errors.precedence': {
    section: 'Errors, 1',
    question: 'Which error is answered when several hold.',
    places: ['createExchangePayment/refusals'],
    standIns: {
      linkFirst: {
        summary: 'Exchange link, coin, minimum, whitelist, balance.',
        value: [418, 421, 422, 420, 419],
      },
      balanceFirst: {
        summary: 'Balance, whitelist, minimum, coin, exchange link.',
        value: [419, 420, 422, 421, 418],
      },
    },
  },
  'exchange-errors.exchange-name': {
    section: 'Errors, 1',
    question: 'How the exchange is written at the end of the message of 422.',
    places: ['createExchangePayment/refusals'],
    standIns: {
      identifier: { summary: 'As in the path.' },
      title: { summary: 'With a capital letter.' },
    },
  },
  'requests.unknown-fields': {
    section: 'Resources',
    question: 'What becomes of request fields that the contract does not name.',
    places: ['service'],
    standIns: {
      ignored: { summary: 'Ignored.' },
      refused: { summary: 'Refused.' },
    },
  },
  'requests.sealed-fields': {
    section: 'Endpoints, 3 to 7',
    question: 'Which fields of a sealed payload may be left out; its tables have no column for it.',
    places: ['ExchangePaymentPayload', 'ExchangeValidationPayload', 'BankPaymentPayload'],
    standIns: { all: { summary: 'All are demanded but localAmount and localCurrency of a cart line.' } },
    soleBecause:
      'The document lists them as the payload; a client that sends them all is served by every reading.',
  },
  'answers.additional-fields': {
    section: 'Resources',
    question: 'Whether answers carry fields beyond those listed.',
    places: ['service'],
    standIns: {
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
    standIns: {
      binary: { summary: '2 097 152 bytes of body.', value: { bytes: 2097152 } },
      decimal: { summary: '2 000 000 bytes of body.', value: { bytes: 2000000 } },
    },
  },
  'limits.get-measure': {
    section: 'Limits',
    question: 'Which part of a GET request its 2048 characters count.',
    places: ['webhook'],
    standIns: {
      url: { summary: 'The whole URL.' },
      pathAndQuery: { summary: 'Path and query.' },
    },
  },
  'limits.rate': {
    section: 'Limits',
    question: 'Rate limits.',
    places: ['service'],
    standIns: { none: { summary: 'None.' } },
    soleBecause: 'A limit on virtual time would never lift while the clock stands still.',
  },
  'answers.pagination': {
    section: 'Limits',
    question: 'Pagination of lists.',
    places: ['listCurrencies', 'listBanks'],
    standIns: { none: { summary: 'Lists are whole.' } },
    soleBecause: 'No parameter to ask for a page is shown.',
  },
  'service.version': {
    section: 'Versioning',
    question: 'The versioning scheme.',
    places: ['service'],
    standIns: {
      none: { summary: 'None.' },
      header: { summary: 'Answers carry an `x-api-version` header.', value: { version: '1' } },
    },
  },
} as const satisfies OpenItems
