// The requirements about exchange balances.

import type { Requirements } from '../statements.ts'

export const balancesRequirements = {
  'balances.response-shape': {
    section: 'Endpoints, 11: response; Endpoints, 11: query',
    statement:
      'GET /exchanges/check-balance/{exchange_name} returns `ok: true`, a `message` and `accounts`. Each account has the strings `id`, `accountId`, `currency`, `fullTitle`, `currentRate`, `logo` and `mobileLogo`, a `balance` and a `lastUpdate`.',
    places: 'checkExchangeBalance/response checkExchangeBalance/query ExchangeBalances ExchangeAccount',
  },
  'balances.text-or-number': {
    section: 'Endpoints, 11: response',
    statement: '`balance` is a string or a number.',
    places: 'ExchangeAccount.balance',
  },
  'balances.usable-wallets-shown': {
    section: 'Endpoints, 11: sentence 2',
    statement: '`accounts` lists the wallets that the partner and the merchant have both enabled.',
    places: 'checkExchangeBalance/response ExchangeBalances.accounts',
  },
  'balances.enabled-by-the-merchant': {
    section: 'Endpoints, 11: sentence 2; Endpoints, 11: query',
    statement: '`accounts` lists only wallets that the merchant with the given `merchantId` has enabled.',
    places: 'checkExchangeBalance/response ExchangeBalances.accounts',
  },
  'balances.enabled-by-the-partner': {
    section: 'Endpoints, 11: sentence 2',
    statement: '`accounts` lists only wallets that the partner has enabled.',
    places: 'checkExchangeBalance/response ExchangeBalances.accounts',
  },
  'balances.of-the-shopper': {
    section: 'Endpoints, 11: sentence 2; What the service does, 7: sentence 1',
    statement:
      'The returned exchange balances are those of the shopper, who can avoid a wallet whose balance is below the order amount.',
    places: 'checkExchangeBalance ExchangeAccount.balance',
  },
} as const satisfies Requirements
