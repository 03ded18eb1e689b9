// Probes that make the options of unspecified behaviors observable. See ../probe.ts.

import { bankPayment, exchangePayment, qrRequest } from '../../testing/requests.ts'
import { eachGranted, type ProbesOf } from '../probe.ts'

export const storesProbes: ProbesOf<'stores'> = {
  'stores.settings': {
    observe: async (client) => {
      const { settings } = client.merchant
      const before = { ...settings }
      Object.assign(settings, { bank: false, wallet: false, exchange: false })
      try {
        return await eachGranted(client, [
          ['createExchangePayment', { payload: exchangePayment(client, 'o') }],
          ['createQrTransaction', { body: qrRequest('o') }],
          ['createBankPayment', { payload: bankPayment(client, 'o') }],
        ])
      } finally {
        Object.assign(settings, before)
      }
    },
    expected: { shown: [true, true, true], enforced: [false, false, false] },
  },
}
