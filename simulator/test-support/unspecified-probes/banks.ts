// Probes that make the options of unspecified behaviors observable. See ../probe.ts.

import { grantedFor, type ProbesOf } from '../probe.ts'
import { bankPayment, lamps } from '../requests.ts'

export const banksProbes: ProbesOf<'banks'> = {
  'banks.limit': {
    observe: (client) =>
      grantedFor(client, 'createBankPayment', [50_000, 50_000.01], (amount) => ({
        payload: bankPayment(client, `o${amount}`, {
          amount,
          cart: [{ ...lamps, price: amount, quantity: 1 }],
        }),
      })),
    expected: { shown: [true, true], enforced: [true, false] },
  },
  'banks.balance-info': {
    observe: async (client) => {
      const [bank] = (await client.result('listBanks')).banks
      return [bank?.accounts[0]?.isBalanceInfo, bank?.accounts[0]?.balanceInfo]
    },
    expected: { none: [false, null], available: [true, { available: '50000', currency: 'USD' }] },
  },
}
