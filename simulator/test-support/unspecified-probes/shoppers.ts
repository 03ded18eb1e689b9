// Probes that make the options of unspecified behaviors observable. See ../probe.ts.

import type { ProbesOf } from '../probe.ts'

export const shoppersProbes: ProbesOf<'shoppers'> = {
  'shoppers.status-integers': {
    observe: async (client) => {
      const { status, type, kybCryptoStatus, kybBankStatus } = (await client.ask('getShopper')).response
        .result
      const [bank] = (await client.ask('listBanks')).response.result.banks
      return [status, type, kybCryptoStatus, kybBankStatus, bank?.accounts[0]?.status]
    },
    expected: { ones: [1, 1, 0, 0, 1], tens: [10, 20, 30, 40, 50] },
  },
}
