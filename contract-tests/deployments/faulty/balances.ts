// Deployments that are wrong about the balances of a shopper's wallets.

import type { Handlers } from '../../targets/in-process.ts'
import { faulty } from '../graded-deployment.ts'
import { absent, spoiling } from '../spoiling.ts'

const ask = 'checkExchangeBalance'
type Ask = Parameters<Handlers[typeof ask]>[0]

/** A world's cast in which some have enabled every currency. */
function lenient(call: Ask, who: 'merchants' | 'partner'): Ask {
  const { accounts } = call.world
  const enabledCurrencies = accounts.currencies.map(({ id }) => id)
  const open =
    who === 'partner'
      ? { partner: { value: { ...accounts.partner, enabledCurrencies } } }
      : {
          merchant: {
            value: (id: string) => {
              const merchant = accounts.merchant(id)
              return merchant && { ...merchant, enabledCurrencies }
            },
          },
        }
  return { ...call, world: Object.create(call.world, { accounts: { value: Object.create(accounts, open) } }) }
}

export const faultyBalances = [
  faulty({
    requirement: 'balances.response-shape',
    name: 'success without wallets',
    says: 'The answer is ok, and its result is empty.',
    response: spoiling(ask, 'result', () => ({})),
  }),
  faulty({
    requirement: 'balances.response-shape',
    name: 'no accountId',
    says: 'A wallet lacks its accountId.',
    response: spoiling(ask, 'result.accounts.*.accountId', () => absent),
  }),
  faulty({
    requirement: 'balances.response-shape',
    name: 'rates as numbers',
    says: "A wallet's currentRate is a number.",
    response: spoiling(ask, 'result.accounts.*.currentRate', Number),
  }),
  faulty({
    requirement: 'balances.response-shape',
    name: 'no message',
    says: 'The message is null.',
    response: spoiling(ask, 'result.message', () => null),
  }),
  faulty({
    requirement: 'balances.text-or-number',
    name: 'no balance of one wallet',
    says: 'The balance of a stable coin is null.',
    response: spoiling(ask, 'result.accounts', (accounts) =>
      [accounts].flat().map((account) => {
        const { currency } = Object(account)
        return currency === 'USDC' || currency === 'USDT' ? { ...Object(account), balance: null } : account
      }),
    ),
  }),
  faulty({
    requirement: 'balances.text-or-number',
    name: 'a balance with its coin',
    says: 'A balance is an object of an amount and a coin.',
    response: spoiling(ask, 'result.accounts.*.balance', (amount) => ({ amount, coin: 'BTC' })),
  }),
  faulty({
    requirement: 'balances.usable-wallets-shown',
    name: 'no wallets at all',
    says: 'No wallet is ever shown.',
    response: spoiling(ask, 'result.accounts', () => []),
  }),
  faulty({
    requirement: 'balances.usable-wallets-shown',
    name: 'one wallet is forgotten',
    says: 'The first wallet of the list is not shown.',
    response: spoiling(ask, 'result.accounts', (accounts) => [accounts].flat().slice(1)),
  }),
  faulty({
    requirement: 'balances.enabled-by-the-merchant',
    name: 'asks nobody but the partner',
    says: 'Wallets are shown that the partner has enabled and the merchant has not.',
    handlers: (real) => ({ [ask]: (call) => real[ask](lenient(call, 'merchants')) }),
  }),
  faulty({
    requirement: 'balances.enabled-by-the-merchant',
    name: 'always the first merchant',
    says: 'The wallets shown are those of the first merchant, whoever is asked for.',
    handlers: (real) => ({
      [ask]: (call) =>
        real[ask]({ ...call, query: { ...call.query, merchantId: call.world.accounts.firstMerchant.id } }),
    }),
  }),
  faulty({
    requirement: 'balances.enabled-by-the-partner',
    name: 'asks nobody but the merchant',
    says: 'Wallets are shown that the merchant has enabled and the partner has not.',
    handlers: (real) => ({ [ask]: (call) => real[ask](lenient(call, 'partner')) }),
  }),
  faulty({
    requirement: 'balances.of-the-shopper',
    name: "the first shopper's balances",
    says: "Every shopper is shown the first shopper's balances.",
    handlers: (real) => ({
      [ask]: (call) => real[ask]({ ...call, shopper: call.world.accounts.shoppers[0] ?? call.shopper }),
    }),
  }),
  faulty({
    requirement: 'balances.of-the-shopper',
    name: 'every balance is zero',
    says: 'Every balance is told to be zero.',
    response: spoiling(ask, 'result.accounts.*.balance', () => '0'),
  }),
]
