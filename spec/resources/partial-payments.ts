// Closing a partial payment, so that what was paid can be settled. Contract: Endpoints, 9.

import { z } from 'zod'
import { operation } from '../operation.ts'
import { component, Done, okResult, text } from '../primitives.ts'

export const ClosingRequest = component(
  'ClosingRequest',
  z.object({ clientId: text, encryptedReq: text, forceUpdate: z.boolean().default(true) }),
)

export const ClosingPayload = component('ClosingPayload', z.object({ offerId: text }), {
  description: 'What the encrypted text of a closing holds: the order id of the transaction.',
})

export const closePartialPayment = operation({
  method: 'post',
  path: '/closePartialTx',
  section: 'Endpoints, 9',
  summary: 'Close a partial payment, so that the paid amount can be settled',
  harm: 'money',
  credential: 'clientSecret',
  body: ClosingRequest,
  bodyExample: { clientId: '8a4d1c55-0c8d-4a55-9d0e-6f3f3c1b2a10', encryptedReq: 'c2VhbGVk' },
  encrypted: {
    field: 'encryptedReq',
    scheme: 'passphrase',
    key: 'clientSecret',
    payload: ClosingPayload,
    example: { offerId: 'order-2001' },
  },
  envelope: 'ok-result',
  response: okResult(Done),
  responseExample: { ok: true, result: { success: true } },
  refusals: [
    'partial-payments.unknown',
    'partial-payments.window-passed',
    'partial-payments.refund-requested',
  ],
})
