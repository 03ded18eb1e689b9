// Settlements of crypto and bank transfers to merchants.

import { z } from 'zod'
import { component, text } from '../../../spec/primitives.ts'
import { controlOperation } from '../operation.ts'
import { Instant } from './primitives.ts'

const ControlSettlement = component(
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
      'An amount credited to a merchant: a settlement of crypto, in the coin, or a bank transfer less the fee.',
  },
)

export const settle = controlOperation({
  method: 'post',
  path: '/control/settle',
  topic: 'settlements',
  summary: 'Settle now the crypto received so far',
  response: z.object({ settlements: z.array(ControlSettlement) }),
})

export const listSettlements = controlOperation({
  method: 'get',
  path: '/control/settlements',
  topic: 'settlements',
  summary: 'List settlements, oldest first',
  response: z.object({ settlements: z.array(ControlSettlement) }),
})
