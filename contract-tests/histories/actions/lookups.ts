// Lookups: currencies, balances, banks, the store and the shopper.

import type { RequestAction } from '../action.ts'
import type { Entry, State } from '../state.ts'
import { decimal } from '../values.ts'

const page = ({ random }: State) =>
  random.chance(0.1) ? { limit: random.of('1', '2'), offset: random.of('0', '1') } : {}

export const lookups: Readonly<Record<string, Entry<RequestAction>>> = {
  listCurrencies: {
    weight: 4,
    draw: (state) => {
      const { random, values } = state
      const usual = {
        amount: random.chance(0.9) ? decimal(values.cents()) : random.of('', 'many', '-5'),
        currency: random.of('USD', 'USD', 'USD', 'EUR', 'BTC', 'XTS'),
      }
      const query = random.chance(0.9) ? usual : { amount: usual.amount }
      return { operation: 'listCurrencies', merchant: state.merchant(), query: { ...query, ...page(state) } }
    },
  },
  checkExchangeBalance: {
    weight: 5,
    draw: (state) => ({
      operation: 'checkExchangeBalance',
      ...{ shopper: state.role(), exchange: state.exchange() },
      ...(state.random.chance(0.92)
        ? {
            query: { merchantId: state.random.chance(0.95) ? `⟨merchant ${state.merchant()} id⟩` : 'nobody' },
          }
        : {}),
    }),
  },
  listBanks: {
    weight: 3,
    draw: (state) => ({ operation: 'listBanks', shopper: state.role(), query: page(state) }),
  },
  getStore: { weight: 3, draw: (state) => ({ operation: 'getStore', merchant: state.merchant() }) },
  getShopper: { weight: 3, draw: (state) => ({ operation: 'getShopper', shopper: state.role() }) },
}
