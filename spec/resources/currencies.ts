// The currencies that a merchant has enabled. Contract: Resources, Currency entry; Endpoints, 10.

import { z } from 'zod'
import { operation } from '../operation.ts'
import { boolean, field, integer, namedObject, okResult, text, uri } from '../primitives.ts'

// Many libraries write small decimals in scientific notation.
const rate = z.string().regex(/^-?[0-9]+(\.[0-9]+)?([eE][+-]?[0-9]+)?$/)

const CurrencyEntry = namedObject('CurrencyEntry', 'A currency that the merchant has enabled.', {
  id: field(text, 'Currency code.', 'BTC'),
  fullTitle: field(text, 'Display name.', 'Bitcoin'),
  logo: field(uri, 'URL of the logo.', 'https://img.example/btc.svg'),
  mobileLogo: field(uri, 'URL of the logo for mobile devices.', 'https://img.example/btc-m.svg'),
  decimals: field(integer, 'Number of decimals of an amount, for example 8.', 8),
  currentRate: field(
    rate,
    'Current rate, as decimal text that may have an exponent (`7e-7`). Against which currency is not shown.',
    '50000',
  ),
  symbol: field(text, 'Currency symbol. May be empty.', '₿'),
  isPayment: field(boolean, 'Whether it is a payment currency.', true),
  isFiat: field(boolean, 'Whether it is a fiat currency.', false),
  isEnabled: field(boolean, 'Whether it is enabled.', true),
  isStableCoin: field(boolean, 'Whether it is a stablecoin.', false),
  isTopCoin: field(boolean, 'Whether it is a top coin. What makes it one is not shown.', true),
  fiatEquivalent: field(text.nullable(), 'The equivalent fiat currency.', null),
  sort: field(integer.nullable(), 'Display order.', 1),
  network: field(
    text,
    'Template of a payment URI with the placeholders %%address%% and %%amount%%. Templates like that of ETH also use a parameter `value`. May be empty.',
    'bitcoin:%%address%%?amount=%%amount%%',
  ),
  fasterConfirmation: field(
    boolean,
    'Whether payments in this currency are faster. Clients show an icon for such currencies.',
    false,
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
  refusals: ['currencies.query'],
})
