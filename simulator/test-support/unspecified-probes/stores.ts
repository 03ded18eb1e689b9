// Probes that make the options of unspecified behaviors observable. See ../probe.ts.

import { eachGranted, offers, type ProbesOf } from '../probe.ts'

export const storesProbes: ProbesOf<'stores'> = {
  'stores.settings': {
    observe: async (client) => {
      const { settings } = client.merchant
      const before = { ...settings }
      Object.assign(settings, { bank: false, wallet: false, exchange: false })
      try {
        return await eachGranted(client, offers(client, {}).slice(1))
      } finally {
        Object.assign(settings, before)
      }
    },
    expected: { shown: [true, true, true], enforced: [false, false, false] },
  },
  'stores.tabs': {
    observe: async (client) =>
      (await client.result('getStore', { merchant: client.otherMerchant })).settings.tabs.length,
    expected: { enabled: 2, all: 3 },
  },
}
