// The unspecified behaviors of exchange payments.

import type { Schema } from '../openapi/schema.ts'
import { effects, type UnspecifiedBehaviors } from '../statements.ts'

const newRate: Schema = {
  type: 'object',
  properties: { percentRate: { type: 'number' }, newFiatRate: { type: 'number' } },
  required: ['percentRate', 'newFiatRate'],
}

export const exchangePaymentsUnspecified = {
  'exchange-payments.error-carrier': {
    section: 'Errors, 1',
    question: 'Are the codes 418 to 422 the HTTP status, or part of the body?',
    places: 'createExchangePayment/refusals',
    options: effects({
      'http-status': 'Returns the code as HTTP status and as `statusCode` in the body.',
      'body-of-200': 'Returns HTTP 200 with the code as `code` in the body.',
      'body-of-400': 'Returns HTTP 400 with the code as `code` in the body.',
    }),
    leftOpen: [
      { refusalsOf: ['createExchangePayment'] },
      { valueAt: ['createExchangePayment', 'x-stated-errors', '0', 'status'], is: undefined },
      { valueAt: ['createExchangePayment', 'x-stated-errors', '0', 'httpStatus'], is: undefined },
    ],
  },
  'exchange-payments.error-precedence': {
    section: 'Errors, 1',
    question: 'Which error is returned when several apply?',
    places: 'createExchangePayment/refusals',
    options: {
      'link-first': {
        effect: 'Checks the exchange link, the coin, the minimum, the whitelist, then the balance.',
        value: [418, 421, 422, 420, 419],
      },
      'balance-first': {
        effect: 'Checks the balance, the whitelist, the minimum, the coin, then the exchange link.',
        value: [419, 420, 422, 421, 418],
      },
    },
  },
  'exchange-payments.error-exchange-name': {
    section: 'Errors, 1',
    question: 'How is the exchange written at the end of the message of error 422?',
    places: 'createExchangePayment/refusals',
    options: effects({ identifier: 'Writes it as in the path.', title: 'Capitalizes it.' }),
    leftOpen: [{ valueAt: ['createExchangePayment', 'x-stated-errors', '4', 'followedBy'], is: 'exchange' }],
  },
  'exchange-payments.validation-codes': {
    section: 'Endpoints, 3',
    question: 'Which codes does the pre-payment check return, and in which field?',
    places: 'ExchangeValidation',
    options: effects({
      field:
        'Adds a field `code`: 200, 417 if the password is missing, or the code of the error that a payment returns.',
      'by-exchange':
        'Adds a field `code`. Each exchange has other codes: the same plus a thousand times its position.',
      nested: 'Adds the same codes as `status.code`.',
      none: 'Returns the listed fields only, without a code and a message. An `amount` of zero reports an insufficient balance.',
    }),
    leftOpen: [
      {
        valueAt: ['document', 'components', 'schemas', 'ExchangeValidation', 'properties', 'code'],
        is: undefined,
      },
    ],
  },
  'exchange-payments.validation-messages': {
    section: 'Endpoints, 3',
    question: 'Which messages does the pre-payment check return, and how do they vary by exchange?',
    places: 'ExchangeValidation',
    options: effects({
      'exchange-last':
        'Adds a field `message`: empty, or the message of the error that a payment returns and the name of the exchange.',
      'exchange-first': 'Adds a field `message` that begins with the name of the exchange.',
    }),
    leftOpen: [
      {
        valueAt: ['document', 'components', 'schemas', 'ExchangeValidation', 'properties', 'message'],
        is: undefined,
      },
    ],
  },
  'exchange-payments.validation-low-balance': {
    section: 'Endpoints, 3; Errors, 3',
    question: 'By which field does the pre-payment check report an insufficient balance?',
    places: 'ExchangeValidation',
    options: effects({
      code: 'By the code and the message. The other fields are as for a payment that is accepted, whatever the check finds.',
      message: 'By the message only.',
      amount: 'By an `amount` of zero only.',
    }),
    leftOpen: [{ schemaAt: 'ExchangeValidation.amount', is: { type: 'number' } }],
  },
  'exchange-payments.validation-rate-change': {
    section: 'Endpoints, 3',
    question: 'Which rates does `newRate` compare, and in which currency are `amount` and `fee`?',
    places: 'ExchangeValidation.newRate',
    options: {
      unchanged: {
        effect:
          'Returns the price of the coin in US dollars, and no change in percent. Both amounts are in the coin.',
        value: { percentRate: 0 },
      },
      moved: {
        effect: 'Returns a change of half a percent, and the rate with that change.',
        value: { percentRate: 0.5 },
      },
    },
    leftOpen: [{ everyPlaceIs: newRate }],
  },
  'exchange-payments.exchange-identifiers': {
    section: 'Endpoints, shared conventions',
    question: 'What are the five exchange identifiers?',
    places: 'createExchangePayment/path validateExchangePayment/path checkExchangeBalance/path',
    options: {
      placeholders: {
        effect: 'Uses five neutral names.',
        value: ['alphaexchange', 'betaexchange', 'gammaexchange', 'deltaexchange', 'epsilonexchange'],
      },
      others: { effect: 'Uses five other names.', value: ['amber', 'birch', 'cedar', 'delta', 'elm'] },
    },
    valueRule: { pattern: /^[a-z0-9]+$/, meaning: 'lowercase letters and digits' },
    leftOpen: [
      { parameter: ['createExchangePayment', 'exchange_name'] },
      { parameter: ['validateExchangePayment', 'exchange_name'] },
      { parameter: ['checkExchangeBalance', 'exchange_name'] },
    ],
  },
  'exchange-payments.immediate-status-name': {
    section: 'States and transitions',
    question: 'Which of the four statuses does a new exchange payment have?',
    places: 'createExchangePayment/response',
    options: effects({
      pending: 'Returns pending.',
      processing: 'Returns processing.',
      completed: 'Returns completed: the payment is completed at once.',
    }),
    leftOpen: [{ schemaAt: 'Transaction.status', is: { type: 'integer' } }],
  },
  'exchange-payments.password': {
    section: 'Endpoints, 3',
    question: 'How does the shopper supply the exchange password, and how long is it valid?',
    places: 'ExchangeValidation.password ExchangePaymentPayload.savepassword',
    options: effects({
      'until-saved': 'Asks for it until a payment has `savepassword: true`.',
      always: 'Asks for it at every check.',
    }),
    leftOpen: [{ everyPlaceIs: { type: 'boolean' } }],
  },
  'exchange-payments.code2fa': {
    section: 'Endpoints, 4; States and transitions',
    question: 'What does a `code2fa` that is not empty do?',
    places: 'ExchangePaymentPayload.code2fa',
    options: effects({
      ignored: 'Accepts every code.',
      'six-digits': 'Returns canceled as the immediate status if the code is not six digits.',
    }),
    leftOpen: [{ everyPlaceIs: { type: 'string' } }],
  },
  'exchange-payments.failed-record': {
    section: 'Errors, 1',
    question: 'Does a payment that is refused with one of the codes 418 to 422 leave a transaction?',
    places: 'createExchangePayment/refusals',
    options: effects({
      none: 'Creates no transaction.',
      canceled: 'Creates a canceled transaction, which the webhook reports.',
    }),
  },
  'exchange-payments.authentication-cause': {
    section: 'Errors, 1; Endpoints, 3',
    question: 'What causes error 418?',
    places: 'createExchangePayment/refusals',
    options: effects({
      link: 'A missing or expired connection to the exchange.',
      'link-or-password':
        'Also a password that the exchange asks for, if it is neither saved nor saved by this payment.',
    }),
  },
  'exchange-payments.confirmation': {
    section: 'Endpoints, 3',
    question: 'What does the pre-payment check return if the shopper has not accepted the terms?',
    places: 'ExchangeValidationPayload.confirmation',
    options: effects({ ignored: 'Returns the same object.', refused: 'Refuses the check.' }),
  },
  'exchange-payments.exchange-name-case': {
    section: 'Endpoints, shared conventions',
    question: 'Is an exchange identifier in the path accepted in upper case?',
    places: 'createExchangePayment/path validateExchangePayment/path checkExchangeBalance/path',
    options: effects({ exact: 'Accepts only lower case.', any: 'Accepts upper and lower case.' }),
    leftOpen: [{ parameter: ['createExchangePayment', 'exchange_name'] }],
  },
} as const satisfies UnspecifiedBehaviors
