// A shopper's balances at an exchange. Contract: Endpoints 11.

import { z } from 'zod'
import { operation } from '../operation.ts'
import { component, number, okResult, Timestamp, text } from '../primitives.ts'
import { exchangeParams } from './exchange-payments.ts'

export const ExchangeAccount = component(
  'ExchangeAccount',
  z.object({
    id: text,
    accountId: text,
    balance: z.union([text, number]),
    currency: text,
    lastUpdate: Timestamp,
    fullTitle: text,
    currentRate: text,
    logo: text,
    mobileLogo: text,
  }),
  { description: "A wallet of the shopper's exchange account." },
)

export const ExchangeBalances = component(
  'ExchangeBalances',
  z.object({ message: text, accounts: z.array(ExchangeAccount) }),
)

export const checkExchangeBalance = operation({
  method: 'get',
  path: '/exchanges/check-balance/{exchange_name}',
  section: 'Endpoints, 11',
  summary: "List the shopper's exchange wallets that the partner and the merchant both enabled",
  harm: 'read',
  credential: 'shopperToken',
  params: exchangeParams,
  query: z.object({ merchantId: text.optional() }),
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
  refusals: ['transactions.unknown-exchange', 'balances.merchant'],
})
