// Settlements of crypto and bank transfers to merchants.

import { z } from 'zod'
import { integer, namedObject, text } from '../../primitives.ts'
import { post } from '../operation.ts'
import { Instant, list } from './primitives.ts'

const ControlSettlement = namedObject(
  'ControlSettlement',
  'An amount credited to a merchant: a settlement of crypto, in the coin, or a bank transfer less the fee.',
  {
    at: Instant,
    merchantId: text,
    kind: z.enum(['crypto', 'bank']).describe('What is settled: crypto transactions, or bank transfers.'),
    currency: text,
    amount: text,
    transactions: integer,
  },
)

export const settlements = {
  settle: post('/control/settle', 'Settle now the crypto received so far', {
    response: z.object({ settlements: z.array(ControlSettlement) }),
  }),
  listSettlements: list('/control/settlements', 'List settlements, oldest first', {
    settlements: z.array(ControlSettlement),
  }),
}
