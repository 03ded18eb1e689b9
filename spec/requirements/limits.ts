// What the contract states about limits.

import type { Requirements } from '../statements.ts'

export const limitsRequirements = {
  'limits.get-up-to-2048-accepted': {
    section: 'Limits: row 1',
    statement: 'The service accepts GET requests of up to 2048 characters.',
    violation: 'The service refuses a GET request of at most 2048 characters because of its length.',
    places: ['service'],
  },
  'limits.get-beyond-2048-refused': {
    section: 'Limits: row 1',
    statement: 'The service refuses GET requests longer than 2048 characters.',
    violation: 'A GET request succeeds although it exceeds 2048 characters, however they are counted.',
    places: ['service'],
  },
  'limits.post-up-to-2m-accepted': {
    section: 'Limits: row 2; Endpoints, 1: sentence 4',
    statement: 'The service accepts POST requests of up to 2M, including custom parameters.',
    violation:
      'The service refuses an invoice that is smaller than 2M but has more than a million characters of custom parameters.',
    places: ['service', 'createInvoice/body', 'InvoiceRequest.customParameter'],
  },
  'limits.post-beyond-2m-refused': {
    section: 'Limits: row 2; Endpoints, 1: sentence 4',
    statement: 'The service refuses POST requests larger than 2M, including custom parameters.',
    violation: 'A POST request succeeds although it exceeds 2M, however the bytes are counted.',
    places: ['service', 'createInvoice/body'],
  },
} as const satisfies Requirements
