// Payees and transfers that merchants have created.

import { z } from 'zod'
import { component, text } from '../../primitives.ts'
import { get, topicOperations } from '../operation.ts'
import { Instant, pageFields, pageQuery } from './primitives.ts'

const name = { fname: text, lname: text, email: text, label: text, businessname: text }
const party = { id: text, merchantId: text, ...name }

const ControlPayee = component('ControlPayee', z.object({ ...party, addedAt: Instant }))

const ControlTransfer = component(
  'ControlTransfer',
  z.object({ ...party, amount: text, currency: text, descriptor: text, createdAt: Instant }),
)

export const payouts = topicOperations('payouts', {
  listPayees: get('/control/payees', 'List payees, oldest first', {
    query: z.object(pageQuery),
    response: z.object({ ...pageFields, payees: z.array(ControlPayee) }),
  }),
  listTransfers: get('/control/transfers', 'List transfers, oldest first', {
    query: z.object(pageQuery),
    response: z.object({ ...pageFields, transfers: z.array(ControlTransfer) }),
  }),
})
