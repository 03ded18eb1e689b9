// Encrypts payloads, for clients that cannot, such as curl and scenario tools.

import { z } from 'zod'
import { operationIds } from '../../../spec/operations.ts'
import { present, text } from '../../../spec/primitives.ts'
import { controlOperation } from '../operation.ts'

const known = z.enum(operationIds as [(typeof operationIds)[number], ...typeof operationIds])

export const encryptPayload = controlOperation({
  method: 'post',
  path: '/control/encrypt',
  topic: 'encryption',
  summary: 'Encrypt a payload and put it into a request body',
  description:
    'Encrypts as a client does. The random bytes come from the sandbox, so that the same inputs produce the same text.',
  body: z.strictObject({
    operationId: known,
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
  response: z.object({ field: text.nullable(), encrypted: text, body: present }),
})
