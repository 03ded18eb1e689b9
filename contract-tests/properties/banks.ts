// What any deployment must say of the bank accounts that a shopper has linked: the form of the list, and whose they are.

import type { ShopperAccount } from '../../client/target.ts'
import type { Context } from '../engine/context.ts'
import { property } from '../engine/property.ts'

const reads = { resource: 'bank-payments', level: 'read' } as const

async function banksOf(it: Context, shopper: ShopperAccount) {
  return it.succeeds('banks.response-shape', await it.client.call('listBanks', { shopper })).result.banks
}

export const banks = [
  property({
    ...reads,
    title: 'a linked bank is listed with an account, and no bank of another shopper is',
    kind: 'example',
    needs: ['bankAccount'],
    checks: [
      'banks.of-the-shopper',
      'banks.response-shape',
      'banks.primary-boolean-or-null',
      'banks.balance-info-object-or-null',
    ],
    async run(it) {
      const linked = Object.values(it.target.shoppers).filter((one) => one?.stockId !== undefined)
      for (const shopper of linked) {
        if (shopper === undefined) continue
        const listed = await banksOf(it, shopper)
        const own = listed.find(({ stockId }) => stockId === shopper.stockId)
        it.check('banks.of-the-shopper', own !== undefined && own.accounts.length > 0, {
          expected: `the bank ${shopper.stockId}, which the shopper has linked, with an account`,
          actual: JSON.stringify(listed).slice(0, 300),
        })
        const others = linked.filter((other) => other?.accessToken !== shopper.accessToken)
        const strange = listed.find(({ stockId }) =>
          others.some((other) => other?.stockId === stockId && stockId !== shopper.stockId),
        )
        it.check('banks.of-the-shopper', strange === undefined, {
          expected: 'no bank that another shopper has linked',
          actual: `the bank ${strange?.stockId}`,
        })
      }
    },
  }),
  property({
    ...reads,
    title: 'who has linked no bank sees no account',
    kind: 'example',
    needs: ['shopper.noBank'],
    checks: ['banks.of-the-shopper'],
    async run(it) {
      const accounts = (await banksOf(it, it.shopperWho('noBank'))).flatMap((bank) => bank.accounts)
      it.check('banks.of-the-shopper', accounts.length === 0, {
        expected: 'no account',
        actual: JSON.stringify(accounts).slice(0, 300),
      })
    },
  }),
]
