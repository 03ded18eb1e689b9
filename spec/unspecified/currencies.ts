// What the contract does not show about currencies.

import type { UnspecifiedBehaviors } from '../statements.ts'

export const currenciesUnspecified = {
  'currencies.unknown': {
    section: 'Resources',
    question: 'What comes of an amount in a currency that the service does not know.',
    places: ['InvoiceRequest.currency', 'QrTransactionRequest.currency', 'SubscriptionDebitRequest.currency'],
    options: {
      refused: { summary: 'It is refused.' },
      'as-dollars': { summary: 'It counts as so many US dollars.' },
    },
  },
  'currencies.query': {
    section: 'Endpoints, 10',
    question: 'Whether amount and currency must be given.',
    places: ['listCurrencies/query'],
    options: {
      optional: { summary: 'They may be left out.' },
      demanded: { summary: 'Both are demanded.' },
    },
  },
  'currencies.allowed': {
    section: 'Endpoints, 10',
    question: 'The allowed values of currency.',
    places: ['listCurrencies/query'],
    options: {
      known: { summary: 'Any fiat currency of the world.' },
      usd: { summary: 'Only USD.' },
    },
  },
} as const satisfies UnspecifiedBehaviors
