// Mutants of the balances of a shopper at an exchange.

import * as op from './operators.ts'
import { mutantsOf } from './table.ts'

const operation = 'checkExchangeBalance'
const result = op.resultOf(operation)
const isStable = (currency: unknown) => currency === 'USDC' || currency === 'USDT'

export const balances = mutantsOf({
  'balances.response-shape': [op.omit, op.setNull, op.wrongType],
  'balances.text-or-number': [
    op.setNull,
    op.wrap('amount'),
    op.mapEach('Sets the balance of stable coins in {} to null', (account) =>
      isStable(account.currency) ? { ...account, balance: null } : account,
    )(result('accounts')),
  ],
  'balances.usable-wallets-shown': [op.empty, op.dropFirst],
  'balances.enabled-by-the-merchant': [
    op.asIf(operation, 'Shows wallets that the merchant has not enabled', (call) => ({
      ...call,
      world: op.withAccounts(call.world, (accounts) => ({
        merchants: accounts.merchants.map((merchant) => ({
          ...merchant,
          enabledCurrencies: accounts.currencies.map(({ id }) => id),
        })),
      })),
    })),
    op.asIf(operation, 'Shows the wallets of the first merchant, whatever merchantId is', (call) => ({
      ...call,
      query: { ...call.query, merchantId: call.world.accounts.firstMerchant.id },
    })),
  ],
  'balances.enabled-by-the-partner': op.asIf(
    operation,
    'Shows wallets that the partner has not enabled',
    (call) => ({
      ...call,
      world: op.withAccounts(call.world, ({ currencies, partner }) => ({
        partner: { ...partner, enabledCurrencies: currencies.map(({ id }) => id) },
      })),
    }),
  ),
  'balances.of-the-shopper': [op.asFirstShopper(operation), op.set('0')],
})
