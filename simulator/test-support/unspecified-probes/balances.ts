// Probes that make the options of unspecified behaviors observable. See ../probe.ts.

import { granted, type ProbesOf } from '../probe.ts'

export const balancesProbes: ProbesOf<'balances'> = {
  'balances.merchant-id': {
    observe: (client) => granted(client, 'checkExchangeBalance'),
    expected: { optional: true, demanded: false },
  },
  'balances.amount-type': {
    observe: async (client) => {
      const query = { merchantId: client.merchant.id }
      const { accounts } = await client.result('checkExchangeBalance', { query })
      return accounts.map(({ balance }) => balance)
    },
    expected: { text: ['100', '2000', '5000000'], number: [100, 2000, 5000000] },
  },
  'balances.unconnected': {
    observe: async (client) => {
      const reply = await client.ask('checkExchangeBalance', {
        shopper: 'expired-link',
        query: { merchantId: client.merchant.id },
      })
      return reply.succeeded && reply.success.result.accounts.length
    },
    expected: { listed: 3, empty: 0, refused: false },
  },
}
