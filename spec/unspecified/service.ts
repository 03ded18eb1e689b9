// What the contract does not show about service.

import type { UnspecifiedBehaviors } from '../statements.ts'

export const serviceUnspecified = {
  'service.unknown-request-fields': {
    section: 'Resources',
    question: 'What becomes of request fields that the contract does not name.',
    places: ['service'],
    options: {
      ignored: { summary: 'Ignored.' },
      refused: { summary: 'Refused.' },
    },
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
