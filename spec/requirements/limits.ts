// What the contract states about limits.

import type { Requirements } from '../statements.ts'

export const limitsRequirements = {
  'limits.get-up-to-2048-accepted': {
    section: 'Limits: row 1',
    statement: 'A GET request of no more than 2048 characters is not too long.',
    observable: { yes: 'A GET request that stays within 2048 characters is refused for its length.' },
    places: ['service'],
  },
  'limits.get-beyond-2048-refused': {
    section: 'Limits: row 1',
    statement: 'No GET request may be longer than 2048 characters.',
    observable: {
      yes: 'A GET request far beyond 2048 characters, by any way of counting, is answered with success.',
    },
    places: ['service'],
  },
  'limits.post-up-to-2m-accepted': {
    section: 'Limits: row 2; Endpoints, 1: sentence 4',
    statement: 'A POST request of no more than 2M is not too long, custom parameters included.',
    observable: {
      yes: 'An invoice with custom parameters of well over a million characters, yet below 2M, is refused.',
    },
    places: ['service', 'createInvoice/body', 'InvoiceRequest.customParameter'],
  },
  'limits.post-beyond-2m-refused': {
    section: 'Limits: row 2; Endpoints, 1: sentence 4',
    statement: 'No POST request may be longer than 2M, custom parameters included.',
    observable: { yes: 'A request beyond 2M, by any way of counting, is answered with success.' },
    places: ['service', 'createInvoice/body'],
  },
} as const satisfies Requirements
