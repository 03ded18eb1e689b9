// The requirements about limits.

import type { Requirements } from '../statements.ts'

export const limitsRequirements = {
  'limits.get-up-to-2048-accepted': {
    reason: 'The words give a maximum length. They do not say that every shorter request is accepted.',
    section: 'Limits: row 1',
    statement: 'The service accepts GET requests of up to 2048 characters.',
    places: 'service',
  },
  'limits.get-beyond-2048-refused': {
    reason: 'The words give a maximum length. They do not say that the service refuses what exceeds it.',
    section: 'Limits: row 1',
    statement: 'The service refuses GET requests longer than 2048 characters.',
    places: 'service',
  },
  'limits.post-up-to-2m-accepted': {
    reason: 'The words give a maximum length. They do not say that every shorter request is accepted.',
    section: 'Limits: row 2; Endpoints, 1: sentence 5',
    statement: 'The service accepts POST requests of up to 2M, including custom parameters.',
    places: 'service createInvoice/body InvoiceRequest.customParameter',
  },
  'limits.post-beyond-2m-refused': {
    reason: 'The words give a maximum length. They do not say that the service refuses what exceeds it.',
    section: 'Limits: row 2; Endpoints, 1: sentence 5',
    statement: 'The service refuses POST requests larger than 2M, including custom parameters.',
    places: 'service createInvoice/body',
  },
} as const satisfies Requirements
