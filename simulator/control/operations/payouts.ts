// Payees and transfers that merchants have created.

import { z } from 'zod'
import { component, text } from '../../../spec/primitives.ts'
import { controlOperation } from '../operation.ts'
import { Instant } from './primitives.ts'

const party = {
  id: text,
  merchantId: text,
  fname: text,
  lname: text,
  email: text,
  label: text,
  businessname: text,
}

const ControlPayee = component('ControlPayee', z.object({ ...party, addedAt: Instant }))

const ControlTransfer = component(
  'ControlTransfer',
  z.object({ ...party, amount: text, currency: text, descriptor: text, createdAt: Instant }),
)

export const listPayees = controlOperation({
  method: 'get',
  path: '/control/payees',
  topic: 'payouts',
  summary: 'List payees, oldest first',
  response: z.object({ payees: z.array(ControlPayee) }),
})

export const listTransfers = controlOperation({
  method: 'get',
  path: '/control/transfers',
  topic: 'payouts',
  summary: 'List transfers, oldest first',
  response: z.object({ transfers: z.array(ControlTransfer) }),
})
