// What the contract does not show about currencies.

import type { UnspecifiedBehaviors } from '../statements.ts'

export const currenciesUnspecified = {
  'currencies.unknown': {
    section: 'Resources',
    question: 'What does the service do with an amount in a currency that it does not know?',
    places:
      'InvoiceRequest.currency QrTransactionRequest.currency DebitByFields.currency DebitByItems.currency Transfer.currency',
    options: {
      refused: { effect: 'Refuses it.' },
      'as-dollars': { effect: 'Treats it as the same amount in US dollars.' },
    },
    leftOpen: [
      { schemaAt: 'InvoiceRequest.currency', is: { type: 'string' } },
      { schemaAt: 'QrTransactionRequest.currency', is: { type: 'string' } },
    ],
  },
  'currencies.query': {
    section: 'Endpoints, 10',
    question: 'Are the query parameters `amount` and `currency` required?',
    places: 'listCurrencies/query',
    options: {
      optional: { effect: 'Accepts a request without them.' },
      demanded: { effect: 'Requires both.' },
    },
    leftOpen: [{ parameter: ['listCurrencies', 'amount'] }, { parameter: ['listCurrencies', 'currency'] }],
  },
  'currencies.allowed': {
    section: 'Endpoints, 10',
    question: 'Which values may the query parameter `currency` have?',
    places: 'listCurrencies/query',
    options: {
      known: { effect: 'Accepts every fiat currency of the world.' },
      usd: { effect: 'Accepts only USD.' },
    },
    leftOpen: [{ parameter: ['listCurrencies', 'currency'] }],
  },
  'currencies.order': {
    section: 'Endpoints, 10',
    question: 'In which order are the currencies?',
    places: 'listCurrencies',
    options: { sort: { effect: 'By `sort`, and those without it last.' }, code: { effect: 'By `id`.' } },
  },
  'currencies.amount': {
    section: 'Endpoints, 10',
    question: 'What does the service do with a query parameter `amount` that is not a decimal number?',
    places: 'listCurrencies/query',
    options: { ignored: { effect: 'Ignores it.' }, refused: { effect: 'Refuses the request.' } },
    leftOpen: [{ parameter: ['listCurrencies', 'amount'] }],
  },
  'currencies.amount-decimals': {
    section: 'Resources, Transaction record; Endpoints, 2',
    question: 'With how many decimals are amounts in a crypto currency written?',
    places: 'Transaction.amount Transaction.receivedAmount QrTransaction.totalAmount',
    options: {
      shortest: {
        effect: 'Without zeros at the end. Conversions are rounded up to the decimals of the coin.',
      },
      all: { effect: 'With all decimals of the coin.' },
    },
    leftOpen: [{ schemaAt: 'Transaction.amount', is: { $ref: '#/components/schemas/DecimalText' } }],
  },
} as const satisfies UnspecifiedBehaviors
