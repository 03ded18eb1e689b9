// Payees and transfers that merchants have created.

import { formatInstant } from '../../time/instants.ts'
import type { ControlResult, TopicHandlers } from '../handler-types.ts'
import { page } from './page.ts'

export const payouts: TopicHandlers<'payouts'> = {
  listPayees: async ({ sandbox: { world }, query }) => {
    const { shown: payees, ...rest } = await page(world.payees, query, ({ merchant, addedAt, ...payee }) => ({
      ...partyOf(payee, merchant),
      addedAt: formatInstant(addedAt),
    }))
    return { ...rest, payees }
  },
  listTransfers: async ({ sandbox: { world }, query }) => {
    const { shown: transfers, ...rest } = await page(
      world.transfers,
      query,
      ({ merchant, amount, currency, descriptor, createdAt, ...payee }) => ({
        ...partyOf(payee, merchant),
        amount,
        currency,
        descriptor,
        createdAt: formatInstant(createdAt),
      }),
    )
    return { ...rest, transfers }
  },
}

type Party = Omit<ControlResult<'listPayees'>['payees'][number], 'merchantId' | 'addedAt'>

function partyOf({ id, fname, lname, email, label, businessname }: Party, merchantId: string) {
  return { id, merchantId, fname, lname, email, label, businessname }
}
