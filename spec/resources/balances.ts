// The balances of a shopper's exchange account. Contract: Endpoints, 11.

import { z } from 'zod'
import { operation } from '../operation.ts'
import { field, namedObject, number, okResult, Timestamp, text } from '../primitives.ts'
import { exchangeParams } from './exchange-payments.ts'

const ExchangeAccount = namedObject('ExchangeAccount', "A wallet of the shopper's exchange account.", {
  id: field(text, 'Wallet id.'),
  accountId: field(text, 'Id of the account at the exchange.'),
  balance: field(z.union([text, number]), 'Balance of the wallet, as a string or a number.'),
  currency: field(text, 'Currency code.'),
  lastUpdate: field(Timestamp, 'When the balance was last updated.'),
  fullTitle: field(text, 'Display name of the currency.'),
  currentRate: field(text, 'Current rate of the currency. Against which currency is not shown.'),
  logo: field(text, 'Logo of the currency.'),
  mobileLogo: field(text, 'Logo of the currency for mobile devices.'),
})

const ExchangeBalances = namedObject(
  'ExchangeBalances',
  "The wallets of the shopper's exchange account that the merchant accepts.",
  {
    message: field(text, 'A message about the result. Its texts are not shown.'),
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
  responseExample: {
    ok: true,
    result: {
      message: 'ok',
      accounts: [
        {
          id: 'BTC',
          accountId: 'acc-1',
          balance: '0.5',
          currency: 'BTC',
          lastUpdate: '2026-01-05T09:30:00.000Z',
          fullTitle: 'Bitcoin',
          currentRate: '50000',
          logo: 'https://img.example/btc.svg',
          mobileLogo: 'https://img.example/btc-m.svg',
        },
      ],
    },
  },
  refusals: ['transactions.unknown-exchange', 'balances.merchant', 'balances.unconnected'],
})
