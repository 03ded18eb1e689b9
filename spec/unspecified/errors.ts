// The unspecified behaviors of refusals.

import { effects, type UnspecifiedBehaviors } from '../statements.ts'

/** Placeholders in the body of a refusal. */
export const refusalPlaceholders = ['code', 'message', 'cause', 'field', 'name'] as const

export const errorsUnspecified = {
  'errors.http-status': {
    section: 'Errors',
    question: 'Which HTTP status does a refusal have?',
    places: 'service',
    options: {
      classic: {
        effect: 'Returns a common 4xx status for each kind of refusal.',
        value: { invalid: 400, credentials: 401, refused: 400, unknown: 404, 'too-large': 413 },
      },
      uniform: {
        effect: 'Returns 400 for every refusal.',
        value: { invalid: 400, credentials: 400, refused: 400, unknown: 400, 'too-large': 400 },
      },
      fine: {
        effect: 'Returns a less common 4xx status for each kind of refusal.',
        value: { invalid: 422, credentials: 403, refused: 409, unknown: 410, 'too-large': 413 },
      },
    },
    valueRule: { min: 400, max: 499 },
    leftOpen: [{ refusalsOf: 'every operation' }],
  },
  'errors.envelope': {
    section: 'Errors',
    question: 'Which envelope do refusals have, except for those of the payout endpoints?',
    places: 'service',
    options: {
      ...effects({
        message: 'Returns `{ ok: false, statusCode, data: {}, message }`.',
        'error-object': 'Returns `{ ok: false, error: { code, message } }`.',
        problem: 'Returns `{ title, status, detail }`, without `ok`.',
      }),
      template: {
        effect:
          'Returns the first element of the value that applies: if it has an `operation`, a `cause` (a code such as `request.no-token`) or a `field`, these are those of the refusal. It says the HTTP `status` or the `body` or both; what it does not say is as with the other options. A text `"{name}"` becomes the value of that name: `{code}` is the stated code or else the HTTP status, `{message}` the text, `{cause}` its code, `{field}` the invalid field, and `{name}` the innermost one. Refusals of payouts keep their bodies, and an element for a stated error has its code and its message.',
        value: [
          { body: { success: false, problems: [{ type: '{cause}', code: '{code}', text: '{message}' }] } },
        ],
      },
    },
    valueRule: { list: 'refusals' },
    leftOpen: [{ refusalsOf: 'every operation' }],
  },
  'errors.wording': {
    section: 'Errors',
    question: 'What is the message of a refusal for which the contract states no message?',
    places: 'service',
    options: effects({
      explained:
        'States the fact, the detail and the remedy. Of the validation errors of a request, names the first three.',
      terse: 'Uses one word.',
    }),
    leftOpen: [{ errorsStatedOnlyFor: ['createExchangePayment', 'createTransfers', 'addPayees'] }],
  },
  'errors.subscription-form': {
    section: 'Errors; Endpoints, 15; Endpoints, 16',
    question: 'In which form do the subscription endpoints refuse a request?',
    places: 'debitSubscription/refusals cancelSubscription/refusals',
    options: effects({
      common: 'Refuses in the same form as the other endpoints.',
      'in-body': 'Returns HTTP 200 with `{ status: 4xx, message }`.',
    }),
    leftOpen: [{ refusalsOf: ['debitSubscription', 'cancelSubscription'] }],
  },
  'errors.precedence': {
    section: 'Errors; Authentication',
    question: 'Which refusal comes first, if both the access token and the body of a request are invalid?',
    places: 'service',
    options: effects({
      'credential-first': 'The refusal of the token.',
      'body-first': 'The refusal of the body.',
    }),
  },
} as const satisfies UnspecifiedBehaviors
