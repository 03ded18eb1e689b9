// The currencies that a merchant has enabled. Contract: Resources, Currency entry; Endpoints, 10.

import { z } from 'zod'
import { operation } from '../operation.ts'
import { boolean, field, integer, namedObject, okResult, text } from '../primitives.ts'

// Many libraries write small decimals in scientific notation.
const rate = z.string().regex(/^-?[0-9]+(\.[0-9]+)?([eE][+-]?[0-9]+)?$/)

const CurrencyEntry = namedObject('CurrencyEntry', 'A currency that the merchant has enabled.', {
  id: field(text, 'Currency code.'),
  fullTitle: field(text, 'Display name.'),
  logo: field(text, 'URL of the logo.'),
  mobileLogo: field(text, 'URL of the logo for mobile devices.'),
  decimals: field(integer, 'Number of decimals of an amount, for example 8.'),
  currentRate: field(
    rate,
    'Current rate, as decimal text that may have an exponent (`7e-7`). Against which currency is not shown.',
  ),
  symbol: field(text, 'Currency symbol. May be empty.'),
  isPayment: field(boolean, 'Whether it is a payment currency.'),
  isFiat: field(boolean, 'Whether it is a fiat currency.'),
  isEnabled: field(boolean, 'Whether it is enabled.'),
  isStableCoin: field(boolean, 'Whether it is a stablecoin.'),
  isTopCoin: field(boolean, 'Whether it is a top coin. What makes it one is not shown.'),
  fiatEquivalent: field(text.nullable(), 'The equivalent fiat currency.'),
  sort: field(integer.nullable(), 'Display order.'),
  network: field(
    text,
    'Template of a payment URI with the placeholders %%address%% and %%amount%%. Templates like that of ETH also use a parameter `value`. May be empty.',
  ),
  fasterConfirmation: field(
    boolean,
    'Whether payments in this currency are faster. Clients show an icon for such currencies.',
  ),
})

export const listCurrencies = operation({
  method: 'get',
  path: '/currencies',
  section: 'Endpoints, 10',
  summary: 'List the currencies that the merchant has enabled',
  description:
    'Returns each currency with its current rate and what a page needs to show it. `amount` is the cart total.',
  harm: 'read',
  credential: 'merchantToken',
  query: z.object({
    amount: field(text.optional(), 'Total of the cart. Whether it is required is not shown.'),
    currency: field(
      text.optional(),
      'Currency code. Its allowed values, and whether it is required, are not shown.',
    ),
  }),
  envelope: 'ok-result',
  response: okResult(z.array(CurrencyEntry)),
  responseExample: {
    ok: true,
    result: [
      {
        id: 'BTC',
        fullTitle: 'Bitcoin',
        logo: 'https://img.example/btc.svg',
        mobileLogo: 'https://img.example/btc-m.svg',
        decimals: 8,
        currentRate: '50000',
        symbol: '₿',
        isPayment: true,
        isFiat: false,
        isEnabled: true,
        isStableCoin: false,
        isTopCoin: true,
        fiatEquivalent: null,
        sort: 1,
        network: 'bitcoin:%%address%%?amount=%%amount%%',
        fasterConfirmation: false,
      },
    ],
  },
  refusals: ['currencies.query'],
})
