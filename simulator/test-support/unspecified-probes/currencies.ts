// Probes that make the options of unspecified behaviors observable. See ../probe.ts.

import { eachGranted, grantedFor, type ProbesOf } from '../probe.ts'
import {
  createQrTransaction,
  debit,
  invoice,
  payByExchange,
  qrTransaction,
  subscribe,
  transfer,
} from '../requests.ts'

export const currenciesProbes: ProbesOf<'currencies'> = {
  'currencies.unknown': {
    observe: async (client) => {
      const { subscriptionId } = await subscribe(client, 's')
      return eachGranted(client, [
        ['createInvoice', { body: invoice('o', { currency: 'SEK' }) }],
        ['createQrTransaction', { body: qrTransaction('o', { currency: 'SEK' }) }],
        ['debitSubscription', { body: debit(client, subscriptionId, 12.5, 'SEK') }],
        ['createTransfers', { payload: [{ ...transfer, currency: 'SEK' }] }],
      ])
    },
    expected: { refused: [false, false, false, false], 'as-dollars': [true, true, true, true] },
  },
  'currencies.query': {
    observe: (client) =>
      eachGranted(client, [
        ['listCurrencies', {}],
        ['listCurrencies', { query: { amount: '1' } }],
        ['listCurrencies', { query: { amount: '1', currency: 'USD' } }],
      ]),
    expected: { optional: [true, true, true], demanded: [false, false, true] },
  },
  'currencies.allowed': {
    observe: (client) =>
      grantedFor(client, 'listCurrencies', ['USD', 'EUR', 'BTC', 'XYZ'], (currency) => ({
        query: { amount: '1', currency },
      })),
    expected: { known: [true, true, false, false], usd: [true, false, false, false] },
  },
  'currencies.order': {
    observe: async (client) => {
      const { currencies } = client.world.accounts
      const before = currencies.map(({ sort }) => sort)
      for (const [index, currency] of currencies.entries())
        Object.assign(currency, { sort: index === 2 ? null : -index })
      const listed = await client.result('listCurrencies')
      for (const [index, currency] of currencies.entries()) Object.assign(currency, { sort: before[index] })
      return listed.map(({ id }) => id)
    },
    expected: { sort: ['USDC', 'LTC', 'ETH', 'BTC'], code: ['BTC', 'ETH', 'LTC', 'USDC'] },
  },
  'currencies.amount': {
    observe: (client) =>
      grantedFor(client, 'listCurrencies', ['12.50', 'abc'], (amount) => ({ query: { amount } })),
    expected: { ignored: [true, true], refused: [true, false] },
  },
  'currencies.amount-decimals': {
    observe: async (client) => {
      const { totalAmount } = await createQrTransaction(client, 'o')
      const { amount, receivedAmount } = await payByExchange(client, 'p')
      return [totalAmount, amount, receivedAmount]
    },
    expected: { shortest: ['0.0008', '0.0008', '0'], all: ['0.00080000', '0.00080000', '0.00000000'] },
  },
}
