// Settlement of crypto to the merchants, and what was credited so far.

import { z } from 'zod'
import { component, text } from '../../../spec/primitives.ts'
import { controlOperation } from '../operation.ts'
import { Instant } from './primitives.ts'

export const ControlSettlement = component(
  'ControlSettlement',
  z.object({
    at: Instant,
    merchantId: text,
    kind: z.enum(['crypto', 'bank']),
    currency: text,
    amount: text,
    transactions: z.number().int(),
  }),
  {
    description:
      'A sum that reached a merchant: crypto of a settlement, in the coin; or a bank transfer less the fee.',
  },
)

export const settle = controlOperation({
  method: 'post',
  path: '/control/settle',
  topic: 'settlements',
  summary: 'Settle the crypto received so far, now',
  response: z.object({ settlements: z.array(ControlSettlement) }),
})

export const listSettlements = controlOperation({
  method: 'get',
  path: '/control/settlements',
  topic: 'settlements',
  summary: 'What the merchants were credited, oldest first',
  response: z.object({ settlements: z.array(ControlSettlement) }),
})
