// Checks the store: its form, and that it belongs to the merchant of the token.

import { properties } from '../steps/property.ts'

export const stores = properties({ level: 'read' })({
  'returns a store with at most the three documented tabs': {
    checks: ['stores.response-shape', 'stores.white-label-id-is-an-integer', 'stores.tab-labels'],
    async run(it) {
      for (const merchant of it.target.merchants)
        it.succeeds('stores.response-shape', await it.client.call('getStore', { merchant }))
    },
  },
  'returns the store of the merchant who sends the request': {
    checks: ['stores.of-the-merchant'],
    async run(it) {
      const stores = new Set<string>()
      for (const merchant of it.target.merchants) {
        const { result } = it.given(await it.client.call('getStore', { merchant }))
        const { id, shopData } = result.merchant
        const { companyName = shopData.companyName } = merchant
        // The contract does not say that the id has the form of clientId, so only an id of another merchant is wrong, or the
        // same store for two.
        const others = it.target.merchants.filter((other) => other !== merchant)
        const store = JSON.stringify([id, shopData.companyName])
        const isForeign = stores.has(store) || others.some((other) => other.id === id)
        stores.add(store)
        it.check('stores.of-the-merchant', !isForeign && shopData.companyName === companyName, {
          expected: `the store of merchant ${merchant.id} with the company name ${companyName}`,
          actual: `the store of ${id} with the company name ${shopData.companyName}`,
        })
      }
    },
  },
})
