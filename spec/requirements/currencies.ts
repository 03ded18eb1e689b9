// What the contract states of the list of currencies. Whether a query must be given, and what it changes, is no part of it.

import type { Requirements } from '../statements.ts'

export const currenciesRequirements = {
  'currencies.response-shape': {
    section:
      'Endpoints, 10: response; Endpoints, 10: query; Resources, Currency entry: rows id, fullTitle, logo, mobileLogo, decimals, symbol, isPayment, isFiat, isEnabled, isStableCoin, isTopCoin, network, fasterConfirmation',
    statement:
      'Asked with the total of a cart and USD, the list has `ok: true` and an array of currencies, each with its texts, the integer decimals and six booleans; symbol and network may be empty.',
    observable: { yes: 'One of these is absent, or has another type.' },
    places: ['listCurrencies', 'listCurrencies/query', 'listCurrencies/response', 'CurrencyEntry'],
  },
  'currencies.rate-is-decimal-text': {
    section: 'Resources, Currency entry: row currentRate',
    statement: 'currentRate is a decimal as text.',
    observable: { yes: 'It comes as a number, or as text that is no decimal.' },
    places: ['CurrencyEntry.currentRate'],
  },
  'currencies.logos-are-urls': {
    section: 'Resources, Currency entry: rows logo, mobileLogo',
    statement: 'logo and mobileLogo are addresses of images.',
    observable: { yes: 'One of them is text that is no address, a mere name say.' },
    places: ['CurrencyEntry.logo', 'CurrencyEntry.mobileLogo'],
  },
  'currencies.fiat-equivalent-text-or-null': {
    section: 'Resources, Currency entry: row fiatEquivalent',
    statement: 'fiatEquivalent is there: as text, or as null.',
    observable: { yes: 'The field is left out, or is neither text nor null.' },
    places: ['CurrencyEntry.fiatEquivalent'],
  },
  'currencies.sort-integer-or-null': {
    section: 'Resources, Currency entry: row sort',
    statement: 'sort is there: as an integer, or as null.',
    observable: { yes: 'The field is left out, or is neither integer nor null.' },
    places: ['CurrencyEntry.sort'],
  },
  'currencies.network-template': {
    section: 'Resources, Currency entry: row network',
    statement:
      'A network that is not empty is the template of a payment URI with %%address%% and %%amount%% in it.',
    observable: { yes: 'A network that is not empty lacks one of the two placeholders.' },
    places: ['CurrencyEntry.network'],
  },
  'currencies.eth-template-has-value': {
    section: 'Resources, Currency entry: row network',
    statement: 'A template in the manner of ETH has a parameter called `value`.',
    observable: { yes: 'The template of ETH itself has no such parameter.' },
    places: ['CurrencyEntry.network'],
  },
  'currencies.faster-confirmation-icon': {
    section: 'Resources, Currency entry: row fasterConfirmation',
    statement: 'Clients mark currencies whose payment is faster by an icon.',
    observable: {
      no: "It happens in the client's pages, and how fast a currency is confirmed is not measured here.",
    },
    places: ['CurrencyEntry.fasterConfirmation'],
  },
  'currencies.enabled-shown': {
    section: 'Endpoints, 10: sentence 1; What the service does, 7: sentence 1',
    statement: 'A currency that the merchant has enabled is listed.',
    observable: { yes: 'The coin that the merchant is paid in is not listed.' },
    places: ['listCurrencies/response', 'CurrencyEntry.id'],
  },
  'currencies.enabled-only': {
    section: 'Endpoints, 10: sentence 1; What the service does, 7: sentence 1',
    statement: 'Only currencies that the merchant of the token has enabled are listed.',
    observable: { yes: 'A currency is listed that this merchant has not enabled.' },
    places: ['listCurrencies/response', 'CurrencyEntry.id'],
  },
} as const satisfies Requirements
