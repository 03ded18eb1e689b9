// The list of the bank accounts that a shopper has linked: its shape, and whose accounts it contains.

import { properties } from '../steps/property.ts'

export const banks = properties({ level: 'read' })({
  'lists the bank that a shopper has linked': {
    checks: [
      'banks.of-the-shopper',
      'banks.response-shape',
      'banks.primary-boolean-or-null',
      'banks.balance-info-object-or-null',
    ],
    async run(it) {
      // A service need not list banks outside the US.
      const { abroad: _, ...shoppers } = it.target.shoppers
      for (const shopper of Object.values(shoppers)) {
        if (shopper?.stockId === undefined && shopper !== it.shopper) continue
        const response = await it.client.call('listBanks', { shopper })
        // The client checks the shape of each success.
        if (shopper.stockId === undefined) continue
        const listed = it.succeeds('banks.response-shape', response).result.banks
        // A payment may identify a bank or one of its accounts.
        const own = listed.find(
          ({ stockId, accounts }) =>
            stockId === shopper.stockId || accounts.some(({ id }) => id === shopper.stockId),
        )
        it.check('banks.of-the-shopper', own !== undefined && own.accounts.length > 0, {
          expected: `the linked bank ${shopper.stockId} with an account`,
          actual: JSON.stringify(listed).slice(0, 300),
          // permitted: service.refuses-with-nothing
          ...(listed.length === 0 ? { of: { response, expects: 'success' as const } } : {}),
        })
      }
      if (Object.values(shoppers).every((shopper) => shopper?.stockId === undefined))
        it.notApplicable('needs shoppers.ready.stockId in the target file')
    },
  },
  'lists no account for a shopper who has linked no bank': {
    needs: ['shopper.noBank'],
    checks: ['banks.of-the-shopper'],
    async run(it) {
      const response = await it.client.call('listBanks', { shopper: it.shopperWho('noBank') })
      // permitted: service.refuses-with-nothing
      const accounts =
        response.outcome === 'refusal' ? [] : it.given(response).result.banks.flatMap((bank) => bank.accounts)
      it.check('banks.of-the-shopper', accounts.length === 0, {
        expected: 'no account',
        actual: JSON.stringify(accounts).slice(0, 300),
      })
    },
  },
})
