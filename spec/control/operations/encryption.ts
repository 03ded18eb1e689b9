// Encrypts payloads, for clients that cannot, such as curl and scenario tools.

import { z } from 'zod'
import { present, text } from '../../primitives.ts'
import { post } from '../operation.ts'
import { ServiceOperation } from './primitives.ts'

export const encryption = {
  encryptPayload: post('/control/encrypt', 'Encrypt a payload and put it into a request body', {
    description:
      'Encrypts as a client does. The random bytes come from the sandbox, so that the same inputs produce the same text.',
    body: z.strictObject({
      operationId: ServiceOperation,
      merchantId: text,
      payload: present,
      padding: z.enum(['oaep', 'pkcs1']).optional(),
    }),
    bodyExamples: {
      closing: {
        operationId: 'closePartialPayment',
        merchantId: '8a4d1c55-0000-4000-8000-000000000001',
        payload: { offerId: 'order-1001' },
      },
    },
    response: z.object({
      field: text.nullable(),
      encrypted: text,
      body: present.describe('The request body with the encrypted text.'),
    }),
  }),
}
