// Mutants of the bank accounts that a shopper has linked.

import * as op from './operators.ts'
import { mutantsOf } from './table.ts'

export const banks = mutantsOf({
  'banks.response-shape': [op.omit, op.wrongType, op.setNull],
  'banks.primary-boolean-or-null': [op.omit, op.asNumber],
  'banks.balance-info-object-or-null': [op.omit, op.set(7), op.set([])],
  'banks.of-the-shopper': [
    op.empty,
    op.empty(op.resultOf('listBanks')('banks.*.accounts')),
    op.asFirstShopper('listBanks'),
    op.asIf('listBanks', 'Lists the banks of all shoppers', (call) => ({
      ...call,
      shopper: { ...call.shopper, banks: call.world.accounts.shoppers.flatMap(({ banks }) => banks) },
    })),
  ],
})
