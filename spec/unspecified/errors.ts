// What the contract does not show about errors.

import type { UnspecifiedBehaviors } from '../statements.ts'

export const errorsUnspecified = {
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
} as const satisfies UnspecifiedBehaviors
