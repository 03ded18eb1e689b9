// The balances of a shopper's exchange account. Contract: Endpoints, 11.

import { z } from 'zod'
import { operation } from '../operation.ts'
import { field, namedObject, number, okResult, Timestamp, text } from '../primitives.ts'
import { exchangeParams } from './exchange-payments.ts'

const ExchangeAccount = namedObject('ExchangeAccount', "A wallet of the shopper's exchange account.", {
  id: field(text, 'Wallet id.', 'BTC'),
  accountId: field(text, 'Id of the account at the exchange.', 'acc-1'),
  balance: field(z.union([text, number]), 'Balance of the wallet, as a string or a number.', '0.5'),
  currency: field(text, 'Currency code.', 'BTC'),
  lastUpdate: field(Timestamp, 'When the balance was last updated.', '2026-01-05T09:30:00.000Z'),
  fullTitle: field(text, 'Display name of the currency.', 'Bitcoin'),
  currentRate: field(text, 'Current rate of the currency. Against which currency is not shown.', '50000'),
  logo: field(text, 'Logo of the currency.', 'https://img.example/btc.svg'),
  mobileLogo: field(text, 'Logo of the currency for mobile devices.', 'https://img.example/btc-m.svg'),
})

const ExchangeBalances = namedObject(
  'ExchangeBalances',
  "The wallets of the shopper's exchange account that the merchant accepts.",
  {
    message: field(text, 'A message about the result. Its texts are not shown.', 'ok'),
    accounts: field(z.array(ExchangeAccount), 'The wallets that the partner and the merchant both enabled.'),
  },
)

export const checkExchangeBalance = operation({
  method: 'get',
  path: '/exchanges/check-balance/{exchange_name}',
  section: 'Endpoints, 11',
  summary: "List the shopper's exchange wallets that the partner and the merchant both enabled",
  description:
    'Optional. With the balances, so that the shopper can avoid a wallet that does not cover the order.',
  harm: 'read',
  credential: 'shopperToken',
  params: exchangeParams,
  query: z.object({
    merchantId: field(text.optional(), 'Merchant identifier. Whether it is required is not shown.'),
  }),
  envelope: 'ok-result',
  response: okResult(ExchangeBalances),
  refusals: ['transactions.unknown-exchange', 'balances.merchant', 'balances.unconnected'],
})
