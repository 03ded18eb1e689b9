// Payees and transfers that merchants have created.

import { z } from 'zod'
import { component, text } from '../../primitives.ts'
import { Instant, list } from './primitives.ts'

const name = { fname: text, lname: text, email: text, label: text, businessname: text }
const party = { id: text, merchantId: text, ...name }

const ControlPayee = component('ControlPayee', z.object({ ...party, addedAt: Instant }))

const ControlTransfer = component(
  'ControlTransfer',
  z.object({ ...party, amount: text, currency: text, descriptor: text, createdAt: Instant }),
)

export const payouts = {
  listPayees: list('/control/payees', 'List payees, oldest first', { payees: z.array(ControlPayee) }),
  listTransfers: list('/control/transfers', 'List transfers, oldest first', {
    transfers: z.array(ControlTransfer),
  }),
}
