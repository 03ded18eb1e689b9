// What any deployment must say of a merchant's store: its form, and whose it is.

import type { MerchantAccount } from '../../client/target.ts'
import type { Context } from '../engine/context.ts'
import { property } from '../engine/property.ts'

const reads = { resource: 'stores', level: 'read' } as const

async function storeOf(it: Context, merchant: MerchantAccount) {
  return it.given(await it.client.call('getStore', { merchant })).result
}

export const stores = [
  property({
    ...reads,
    title: 'a store has its form, and no tabs but the three',
    kind: 'example',
    checks: ['stores.response-shape', 'stores.white-label-id-is-an-integer', 'stores.tab-labels'],
    async run(it) {
      for (const merchant of it.target.merchants)
        it.succeeds('stores.response-shape', await it.client.call('getStore', { merchant }))
    },
  }),
  property({
    ...reads,
    title: 'each merchant sees the store of their own',
    kind: 'example',
    checks: ['stores.of-the-merchant'],
    async run(it) {
      for (const merchant of it.target.merchants) {
        const { id, shopData } = (await storeOf(it, merchant)).merchant
        const { companyName = shopData.companyName } = merchant
        const own = id === merchant.id && shopData.companyName === companyName
        it.check('stores.of-the-merchant', own, {
          expected: `the store of the merchant ${merchant.id}, called ${companyName}`,
          actual: `that of ${id}, called ${shopData.companyName}`,
        })
      }
    },
  }),
]
