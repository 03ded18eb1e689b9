// The requirements about the list of currencies.

import type { Requirements } from '../statements.ts'

export const currenciesRequirements = {
  'currencies.response-shape': {
    section:
      'Endpoints, 10: response; Endpoints, 10: query; Resources, Currency entry: rows id, fullTitle, logo, mobileLogo, decimals, symbol, isPayment, isFiat, isEnabled, isStableCoin, isTopCoin, network, fasterConfirmation',
    statement:
      'For the total of a cart and USD, GET /currencies returns `ok: true` and an array of currencies. Each has the strings `id`, `fullTitle`, `logo`, `mobileLogo`, `symbol` and `network`, the integer `decimals`, and the booleans `isPayment`, `isFiat`, `isEnabled`, `isStableCoin`, `isTopCoin` and `fasterConfirmation`. `symbol` and `network` may be empty.',
    places: 'listCurrencies/query listCurrencies/response CurrencyEntry',
  },
  'currencies.rate-is-decimal-text': {
    section: 'Resources, Currency entry: row currentRate',
    statement: '`currentRate` is a decimal string.',
    places: 'CurrencyEntry.currentRate',
  },
  'currencies.logos-are-urls': {
    section: 'Resources, Currency entry: rows logo, mobileLogo',
    statement: '`logo` and `mobileLogo` are image URLs.',
    places: 'CurrencyEntry.logo CurrencyEntry.mobileLogo',
  },
  'currencies.fiat-equivalent-text-or-null': {
    section: 'Resources, Currency entry: row fiatEquivalent',
    statement: '`fiatEquivalent` is a string or null.',
    places: 'CurrencyEntry.fiatEquivalent',
  },
  'currencies.sort-integer-or-null': {
    section: 'Resources, Currency entry: row sort',
    statement: '`sort` is an integer or null.',
    places: 'CurrencyEntry.sort',
  },
  'currencies.network-template': {
    section: 'Resources, Currency entry: row network',
    statement:
      'A `network` that is not empty is the template of a URI. %%address%% and %%amount%% are its placeholders.',
    places: 'CurrencyEntry.network',
  },
  'currencies.eth-template-has-value': {
    reason: 'The words do not say which templates are like that of ETH.',
    section: 'Resources, Currency entry: row network',
    statement: 'A template like that of ETH has a parameter `value`.',
    places: 'CurrencyEntry.network',
  },
  'currencies.faster-confirmation-icon': {
    section: 'Resources, Currency entry: row fasterConfirmation',
    statement: 'Clients show an icon for currencies with faster payment.',
    notObservable:
      'This happens on the pages of the client, and the speed of a payment is not measured here.',
    places: 'CurrencyEntry.fasterConfirmation',
  },
  'currencies.enabled-shown': {
    reason:
      'The words restrict the list to enabled currencies. They do not say that every enabled currency is listed for every amount.',
    section: 'Endpoints, 10: sentence 1; What the service does, 7: sentence 1',
    statement: 'GET /currencies lists the currencies that the merchant has enabled.',
    places: 'listCurrencies/response CurrencyEntry.id',
  },
  'currencies.enabled-only': {
    section: 'Endpoints, 10: sentence 1; What the service does, 7: sentence 1',
    statement: 'GET /currencies lists only currencies that the merchant whose token is used has enabled.',
    places: 'listCurrencies/response CurrencyEntry.id',
  },
} as const satisfies Requirements
