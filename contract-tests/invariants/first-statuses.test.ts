// A wrong status of a payment whose status no property looks at.

import { expect, it } from 'vitest'
import { interceptTransactions } from '../altered/mutants/world-seam.ts'
import { verify } from '../commands/verify.ts'
import { inProcess } from '../observe/in-process.ts'

it('finds a bank payment that is not pending at first, although no property looks at its status', async () => {
  const completedWithoutAddress = interceptTransactions((transaction) => {
    if (transaction.kind === 'bank' && transaction.shippingAddress === null) transaction.status = 'completed'
  })
  const { failures } = await verify(inProcess({ world: completedWithoutAddress }), {
    only: ['customers', 'bank-payments.pending-at-first'],
    runs: 2,
    shrink: false,
  })
  expect(failures.map(({ requirement }) => requirement)).toEqual(['bank-payments.pending-at-first'])
})
