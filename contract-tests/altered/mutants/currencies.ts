// Mutants of the currencies that a merchant has enabled.

import * as op from './operators.ts'
import { mutantsOf } from './table.ts'

const operation = 'listCurrencies'
const result = op.resultOf(operation)
const ethWithAmount = { id: 'ETH', network: 'ethereum:%%address%%?amount=%%amount%%' }

const withAllEnabled = (call: op.CallOf<typeof operation>) => ({
  ...call,
  merchant: { ...call.merchant, enabledCurrencies: call.world.accounts.currencies.map(({ id }) => id) },
})

export const currencies = mutantsOf({
  'currencies.response-shape': [op.omit, op.wrongType, op.setNull, op.wrap('currencies')(result(''))],
  'currencies.rate-is-decimal-text': [op.asNumber, op.prefix('1,')],
  'currencies.logos-are-urls': [op.set('bitcoin'), op.empty],
  'currencies.fiat-equivalent-text-or-null': [op.omit, op.asBoolean],
  'currencies.sort-integer-or-null': [op.asText, op.plus(0.5), op.omit],
  'currencies.network-template': [
    op.set('mainnet'),
    op.replaceText('Marks the placeholders of {} with braces', /%%(\w+)%%/g, '{$1}'),
    op.replaceText('Omits the placeholder of the amount from {}', /\?.*$/, ''),
  ],
  'currencies.eth-template-has-value': op.mapEach('Names the parameter of ETH `amount` in {}', (currency) =>
    currency.id === 'ETH' ? { ...currency, ...ethWithAmount } : currency,
  )(result('')),
  'currencies.enabled-only': [
    op.asIf(operation, 'Lists currencies that the merchant has not enabled', withAllEnabled),
    op.asFirstMerchant(operation),
    op.asIf(operation, 'Lists every currency for an amount in another currency than USD', (call) =>
      call.query.currency === 'USD' ? call : withAllEnabled(call),
    ),
    op.append({ id: 'DOGE', isEnabled: false })(result('')),
  ],
  'currencies.enabled-shown': [
    op.empty(result('')),
    op.list('Omits the coins from {}', (all) => all.filter(({ isFiat }) => isFiat === true))(result('')),
  ],
})
