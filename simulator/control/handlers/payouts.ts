// Payees and transfers that merchants have created.

import { formatInstant } from '../../time/instants.ts'
import type { TopicHandlers } from '../handler-types.ts'

export const payouts: TopicHandlers<'payouts'> = {
  listPayees: ({ sandbox: { world } }) => ({
    payees: world.payees.map(({ merchant, addedAt, id, fname, lname, email, label, businessname }) => ({
      id,
      merchantId: merchant,
      fname,
      lname,
      email,
      label,
      businessname,
      addedAt: formatInstant(addedAt),
    })),
  }),
  listTransfers: ({ sandbox: { world } }) => ({
    transfers: world.transfers.map((transfer) => ({
      id: transfer.id,
      merchantId: transfer.merchant,
      fname: transfer.fname,
      lname: transfer.lname,
      email: transfer.email,
      label: transfer.label,
      businessname: transfer.businessname,
      amount: transfer.amount,
      currency: transfer.currency,
      descriptor: transfer.descriptor,
      createdAt: formatInstant(transfer.createdAt),
    })),
  }),
}
