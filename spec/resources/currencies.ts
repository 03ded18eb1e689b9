// The currencies that a merchant has enabled. Contract: Resources, Currency entry; Endpoints, 10.

import { z } from 'zod'
import { operation } from '../operation.ts'
import { component, DecimalText, okResult, text } from '../primitives.ts'

export const CurrencyEntry = component(
  'CurrencyEntry',
  z.object({
    id: text,
    fullTitle: text,
    logo: text,
    mobileLogo: text,
    decimals: z.number().int(),
    currentRate: DecimalText,
    symbol: text,
    isPayment: z.boolean(),
    isFiat: z.boolean(),
    isEnabled: z.boolean(),
    isStableCoin: z.boolean(),
    isTopCoin: z.boolean(),
    fiatEquivalent: text.nullable(),
    sort: z.number().int().nullable(),
    network: text,
    fasterConfirmation: z.boolean(),
  }),
)

export const listCurrencies = operation({
  method: 'get',
  path: '/currencies',
  section: 'Endpoints, 10',
  summary: 'List the currencies that the merchant has enabled',
  harm: 'read',
  credential: 'merchantToken',
  query: z.object({ amount: text.optional(), currency: text.optional() }),
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
