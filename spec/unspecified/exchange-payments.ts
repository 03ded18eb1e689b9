// What the contract does not show about exchange payments.

import type { UnspecifiedBehaviors } from '../statements.ts'

export const exchangePaymentsUnspecified = {
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
  'exchange-payments.validation-codes': {
    section: 'Endpoints, 3',
    question: 'The codes that vary by exchange in the pre-payment check.',
    places: ['ExchangeValidation'],
    options: {
      none: { summary: 'None beside the listed fields.' },
      field: { summary: 'A further field `code`.' },
    },
  },
  'exchange-payments.validation-rate-change': {
    section: 'Endpoints, 3',
    question: 'What newRate compares.',
    places: ['ExchangeValidation.newRate'],
    options: {
      unchanged: { summary: 'The rate of now; no change.', value: { percentRate: 0 } },
      moved: { summary: 'A change of half a per cent.', value: { percentRate: 0.5 } },
    },
  },
  'exchange-payments.exchange-identifiers': {
    section: 'Endpoints, shared conventions',
    question: 'The five exchange identifiers.',
    places: ['createExchangePayment/path', 'validateExchangePayment/path', 'checkExchangeBalance/path'],
    options: {
      placeholders: {
        summary: 'Five neutral names.',
        value: ['alphaexchange', 'betaexchange', 'gammaexchange', 'deltaexchange', 'epsilonexchange'],
      },
      others: { summary: 'Five other names.', value: ['amber', 'birch', 'cedar', 'delta', 'elm'] },
    },
  },
  'exchange-payments.immediate-status-name': {
    section: 'States and transitions',
    question: 'Which of the four statuses an exchange payment returns.',
    places: ['createExchangePayment/response'],
    options: {
      pending: { summary: 'pending.' },
      processing: { summary: 'processing.' },
    },
  },
  'exchange-payments.password': {
    section: 'Endpoints, 3',
    question: 'How the shopper supplies the exchange password, and for how long it holds.',
    places: ['ExchangeValidation.password', 'ExchangePaymentPayload.savepassword'],
    options: {
      'until-saved': { summary: 'Asked for until a payment bears savepassword true.' },
      always: { summary: 'Asked for at every check.' },
    },
  },
} as const satisfies UnspecifiedBehaviors
