// Deployments that are wrong about the currencies that a merchant has enabled.

import { badForms, left } from '../bad-forms.ts'
import { faulty } from '../graded-deployment.ts'
import { spoiling } from '../spoiling.ts'

const list = 'listCurrencies'

/** Changes one field of one currency of the list. */
const ofOne = (id: string, key: string, value: unknown) =>
  spoiling(list, 'result.*', (currency) =>
    Object(currency).id === id ? { ...Object(currency), [key]: value } : currency,
  )

export const faultyCurrencies = [
  ...badForms(list, {
    'currencies.response-shape': [
      ['', 'success without currencies', 'The answer is ok, and its result is null.', left.null],
      ['*.decimals', 'decimals as text', 'decimals is text.', String],
      ['*.isStableCoin', 'nothing of stable coins', 'isStableCoin is left out.', left.out],
      ['*.symbol', 'no symbol', 'A symbol that would be empty is null.', (symbol) => symbol || null],
      ['*.fasterConfirmation', 'faster as a number', 'fasterConfirmation is 0 or 1.', Number],
      [
        '',
        'a list under another name',
        'The currencies stand in a list inside the result.',
        (currencies) => ({
          currencies,
        }),
      ],
    ],
    'currencies.rate-is-decimal-text': [
      ['*.currentRate', 'rates as numbers', 'currentRate is a number.', Number],
      ['*.currentRate', 'rates with thousands', 'currentRate bears a comma.', (rate) => `1,${rate}`],
    ],
    'currencies.logos-are-urls': [
      ['*.logo', 'a logo by its name', 'The logo is a name and no address.', () => 'bitcoin'],
      ['*.mobileLogo', 'no mobile logo', 'mobileLogo is an empty text.', () => ''],
    ],
    'currencies.fiat-equivalent-text-or-null': [
      ['*.fiatEquivalent', 'nothing where there is no equivalent', 'fiatEquivalent is left out.', left.out],
      ['*.fiatEquivalent', 'an equivalent for yes and no', 'fiatEquivalent is a boolean.', Boolean],
    ],
    'currencies.sort-integer-or-null': [
      ['*.sort', 'an order as text', 'sort is text.', String],
      ['*.sort', 'half places', 'sort is a fraction.', (sort) => Number(sort) + 0.5],
      ['*.sort', 'no order', 'sort is left out.', left.out],
    ],
    'currencies.network-template': [
      ['*.network', 'a network by its name', 'network is the name of a chain.', () => 'mainnet'],
      [
        '*.network',
        'braces in the template',
        'The places in the template are marked by braces.',
        (network) => String(network).replace(/%%(\w+)%%/g, '{$1}'),
      ],
      [
        '*.network',
        'no place for the amount',
        'The template ends after the address.',
        (network) => String(network).replace(/\?.*$/, ''),
      ],
    ],
  }),
  faulty({
    requirement: 'currencies.eth-template-has-value',
    name: 'an amount for ETH',
    says: 'The template of ETH calls its parameter `amount`.',
    response: ofOne('ETH', 'network', 'ethereum:%%address%%?amount=%%amount%%'),
  }),
  faulty({
    requirement: 'currencies.enabled-only',
    name: 'every currency',
    says: 'Every currency of the service is listed, enabled or not.',
    handlers: (real) => ({
      [list]: (call) => {
        const enabledCurrencies = call.world.accounts.currencies.map(({ id }) => id)
        return real[list]({ ...call, merchant: { ...call.merchant, enabledCurrencies } })
      },
    }),
  }),
  faulty({
    requirement: 'currencies.enabled-only',
    name: "the first merchant's currencies",
    says: 'The currencies are those of the first merchant, whoever asks.',
    handlers: (real) => ({
      [list]: (call) => real[list]({ ...call, merchant: call.world.accounts.firstMerchant }),
    }),
  }),
  faulty({
    requirement: 'currencies.enabled-only',
    name: 'a currency that is not enabled, marked as such',
    says: 'A currency that the merchant has not enabled is listed with isEnabled false.',
    response: spoiling(list, 'result', (currencies) => {
      const all = [currencies].flat()
      return [...all, { ...Object(all[0]), id: 'DOGE', isEnabled: false }]
    }),
  }),
  faulty({
    requirement: 'currencies.enabled-shown',
    name: 'no currencies',
    says: 'The list is empty.',
    response: spoiling(list, 'result', () => []),
  }),
  faulty({
    requirement: 'currencies.enabled-shown',
    name: 'fiat only',
    says: 'No coin is listed.',
    response: spoiling(list, 'result', (all) => [all].flat().filter((currency) => Object(currency).isFiat)),
  }),
]
