// The unspecified behaviors of exchange balances.

import type { Schema } from '../openapi/schema.ts'
import { effects, type UnspecifiedBehaviors } from '../statements.ts'

const textOrNumber: Schema = { anyOf: [{ type: 'string' }, { type: 'number' }] }

export const balancesUnspecified = {
  'balances.merchant-id': {
    section: 'Endpoints, 11',
    question: 'Is the query parameter `merchantId` required?',
    places: 'checkExchangeBalance/query',
    options: effects({
      optional: 'Accepts a request without it, and lists the wallets that every merchant has enabled.',
      demanded: 'Requires it.',
    }),
    leftOpen: [{ parameter: ['checkExchangeBalance', 'merchantId'] }],
  },
  'balances.amount-type': {
    section: 'Endpoints, 11',
    question: 'When is a balance a string, and when a number?',
    places: 'ExchangeAccount.balance',
    options: effects({ text: 'Always returns a string.', number: 'Always returns a number.' }),
    leftOpen: [{ everyPlaceIs: textOrNumber }],
  },
  'balances.unconnected': {
    section: 'Endpoints, 11',
    question: 'What does the service return for an exchange whose connection is missing or has expired?',
    places: 'checkExchangeBalance',
    options: effects({
      listed: 'The balances that it knows.',
      empty: 'No wallets.',
      refused: 'Refuses the request.',
    }),
  },
} as const satisfies UnspecifiedBehaviors
