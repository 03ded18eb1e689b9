// Settlements of crypto and bank transfers to merchants.

import { z } from 'zod'
import { component, integer, text } from '../../primitives.ts'
import { get, post, topicOperations } from '../operation.ts'
import { Instant, pageFields, pageQuery } from './primitives.ts'

const ControlSettlement = component(
  'ControlSettlement',
  z.object({
    at: Instant,
    merchantId: text,
    kind: z.enum(['crypto', 'bank']).describe('What is settled: crypto transactions, or bank transfers.'),
    currency: text,
    amount: text,
    transactions: integer,
  }),
  {
    description:
      'An amount credited to a merchant: a settlement of crypto, in the coin, or a bank transfer less the fee.',
  },
)

export const settlements = topicOperations('settlements', {
  settle: post('/control/settle', 'Settle now the crypto received so far', {
    response: z.object({ settlements: z.array(ControlSettlement) }),
  }),
  listSettlements: get('/control/settlements', 'List settlements, oldest first', {
    query: z.object(pageQuery),
    response: z.object({ ...pageFields, settlements: z.array(ControlSettlement) }),
  }),
})
