// The unspecified behaviors of currencies.

import { effects, type UnspecifiedBehaviors } from '../statements.ts'

export const currenciesUnspecified = {
  'currencies.unknown': {
    section: 'Resources',
    question: 'What does the service do with an amount in a currency that it does not know?',
    places:
      'InvoiceRequest.currency QrTransactionRequest.currency DebitByFields.currency DebitByItems.currency Transfer.currency',
    options: effects({
      refused: 'Refuses it. Codes are in upper case.',
      'as-dollars': 'Treats it as the same amount in US dollars.',
    }),
    leftOpen: [
      { schemaAt: 'InvoiceRequest.currency', is: { type: 'string' } },
      { schemaAt: 'QrTransactionRequest.currency', is: { type: 'string' } },
    ],
  },
  'currencies.query': {
    section: 'Endpoints, 10',
    question: 'Are the query parameters `amount` and `currency` required?',
    places: 'listCurrencies/query',
    options: effects({ optional: 'Accepts a request without them.', demanded: 'Requires both.' }),
    leftOpen: [{ parameter: ['listCurrencies', 'amount'] }, { parameter: ['listCurrencies', 'currency'] }],
  },
  'currencies.allowed': {
    section: 'Endpoints, 10',
    question: 'Which values may the query parameter `currency` have?',
    places: 'listCurrencies/query',
    options: effects({
      known: 'Accepts every fiat currency of the world. `currentRate` is in US dollars in any case.',
      usd: 'Accepts only USD.',
    }),
    leftOpen: [{ parameter: ['listCurrencies', 'currency'] }],
  },
  'currencies.order': {
    section: 'Endpoints, 10',
    question: 'In which order are the currencies?',
    places: 'listCurrencies',
    options: effects({ sort: 'By `sort`, and those without it last.', code: 'By `id`.' }),
  },
  'currencies.amount': {
    section: 'Endpoints, 10',
    question: 'What does the service do with a query parameter `amount` that is not a decimal number?',
    places: 'listCurrencies/query',
    options: effects({
      ignored: 'Ignores it, as it does every amount: the list does not depend on it.',
      refused: 'Refuses the request.',
    }),
    leftOpen: [{ parameter: ['listCurrencies', 'amount'] }],
  },
  'currencies.amount-decimals': {
    section: 'Resources, Transaction record; Endpoints, 2',
    question: 'With how many decimals are amounts in a crypto currency written?',
    places: 'Transaction.amount Transaction.receivedAmount QrTransaction.totalAmount',
    options: effects({
      shortest: 'Without zeros at the end. Conversions are rounded up to the decimals of the coin.',
      all: 'With all decimals of the coin.',
    }),
    leftOpen: [{ schemaAt: 'Transaction.amount', is: { $ref: '#/components/schemas/DecimalText' } }],
  },
} as const satisfies UnspecifiedBehaviors
