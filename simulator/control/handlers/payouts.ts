// Payees and transfers that merchants have created.

import { formatInstant } from '../../time/instants.ts'
import type { ControlResult, TopicHandlers } from '../handler-types.ts'
import { namedPage } from './page.ts'

export const payouts: TopicHandlers<'payouts'> = {
  listPayees: ({ sandbox: { world }, query }) =>
    namedPage('payees', world.payees, query, ({ merchant, addedAt, ...payee }) => ({
      ...partyOf(payee, merchant),
      addedAt: formatInstant(addedAt),
    })),
  listTransfers: ({ sandbox: { world }, query }) =>
    namedPage(
      'transfers',
      world.transfers,
      query,
      ({ merchant, amount, currency, descriptor, createdAt, ...payee }) => ({
        ...partyOf(payee, merchant),
        amount,
        currency,
        descriptor,
        createdAt: formatInstant(createdAt),
      }),
    ),
}

type Party = Omit<ControlResult<'listPayees'>['payees'][number], 'merchantId' | 'addedAt'>

function partyOf({ id, fname, lname, email, label, businessname }: Party, merchantId: string) {
  return { id, merchantId, fname, lname, email, label, businessname }
}
