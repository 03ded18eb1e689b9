// What the contract states about balances.

import type { Requirements } from '../statements.ts'

export const balancesRequirements = {
  'balances.response-shape': {
    section: 'Endpoints, 11: response; Endpoints, 11: query',
    statement:
      'Balances have `ok: true`, a `message` and `accounts`, each with the texts id, accountId, currency, fullTitle, currentRate, logo and mobileLogo, a balance and a lastUpdate.',
    observable: { yes: 'One of these is absent, or has another type.' },
    places: [
      'checkExchangeBalance/response',
      'checkExchangeBalance/query',
      'ExchangeBalances',
      'ExchangeAccount',
    ],
  },
  'balances.text-or-number': {
    section: 'Endpoints, 11: response',
    statement: 'A balance is text or a number.',
    observable: { yes: 'A balance is null, an object, or absent.' },
    places: ['ExchangeAccount.balance'],
  },
  'balances.usable-wallets-shown': {
    section: 'Endpoints, 11: sentence 2',
    statement: 'A wallet that the partner and the merchant have both enabled is shown.',
    observable: { yes: 'The wallet of a coin that both have enabled, and that is not empty, is not shown.' },
    places: ['checkExchangeBalance/response', 'ExchangeBalances.accounts'],
  },
  'balances.enabled-by-the-merchant': {
    section: 'Endpoints, 11: sentence 2; Endpoints, 11: query',
    statement: 'Only wallets that the merchant named by merchantId has enabled are shown.',
    observable: { yes: 'A wallet is shown that this merchant has not enabled.' },
    places: ['checkExchangeBalance/response', 'ExchangeBalances.accounts'],
  },
  'balances.enabled-by-the-partner': {
    section: 'Endpoints, 11: sentence 2',
    statement: 'Only wallets that the partner has enabled are shown.',
    observable: { yes: 'A wallet is shown that the partner has not enabled.' },
    places: ['checkExchangeBalance/response', 'ExchangeBalances.accounts'],
  },
  'balances.of-the-shopper': {
    section: 'Endpoints, 11: sentence 2; What the service does, 7: sentence 1',
    statement: "The balances are those of the shopper's own wallets, so that too low a one can be avoided.",
    observable: { yes: "A shopper is shown another shopper's balance." },
    places: ['checkExchangeBalance', 'ExchangeAccount.balance'],
  },
} as const satisfies Requirements
