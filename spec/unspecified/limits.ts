// What the contract does not show about limits.

import type { UnspecifiedBehaviors } from '../statements.ts'

export const limitsUnspecified = {
  'limits.post-size': {
    section: 'Limits',
    question: 'How many bytes 2M are.',
    places: ['service', 'webhook'],
    options: {
      binary: { summary: '2 097 152 bytes of body.', value: { bytes: 2097152 } },
      decimal: { summary: '2 000 000 bytes of body.', value: { bytes: 2000000 } },
    },
  },
  'limits.get-measure': {
    section: 'Limits',
    question: 'Which part of a GET request its 2048 characters count.',
    places: ['webhook'],
    options: {
      url: { summary: 'The whole URL.' },
      'path-and-query': { summary: 'Path and query.' },
    },
  },
  'limits.rate': {
    section: 'Limits',
    question: 'Rate limits.',
    places: ['service'],
    options: { none: { summary: 'None.' } },
    soleBecause: 'A limit on virtual time would never lift while the clock stands still.',
  },
} as const satisfies UnspecifiedBehaviors
