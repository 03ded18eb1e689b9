// Probes that make the options of unspecified behaviors observable. See ../probe.ts.

import type { ProbesOf } from '../probe.ts'
import { createInvoice, payByExchange, subscribe } from '../requests.ts'

const customerInfo = { name: 'Other Customer', email: 'other@shop.example' }

export const shoppersProbes: ProbesOf<'shoppers'> = {
  'shoppers.status-integers': {
    observe: async (client) => {
      const { status, type, kybCryptoStatus, kybBankStatus } = await client.result('getShopper')
      const [bank] = (await client.result('listBanks')).banks
      return [status, type, kybCryptoStatus, kybBankStatus, bank?.accounts[0]?.status]
    },
    expected: { ones: [1, 1, 0, 0, 1], tens: [10, 20, 30, 40, 50] },
  },
  'shoppers.profile-objects': {
    observe: async (client) => {
      const { shopData, withdrawalAddresses, graphSettings, verification } = await client.result('getShopper')
      return [
        Object.keys(shopData).length,
        withdrawalAddresses.length,
        graphSettings.length,
        verification !== null,
      ]
    },
    expected: { empty: [0, 0, 0, false], filled: [1, 1, 1, true] },
  },
  'shoppers.customer': {
    observe: async (client) => {
      await createInvoice(client, 'o', { customerInfo })
      return (await payByExchange(client, 'o')).customer.email
    },
    expected: { shopper: 'ready@shopper.example', invoice: 'other@shop.example' },
  },
  'shoppers.cancel-subscription': {
    observe: async (client) => {
      const flag = async () => (await client.result('getShopper')).enableCancelSubscription
      const before = await flag()
      await subscribe(client, 's')
      return [before, await flag()]
    },
    expected: { always: [true, true], subscribed: [false, true] },
  },
}
