// The currencies that a merchant has enabled.

import type { Currency } from '../world/accounts.ts'
import type { Handler } from './handler-types.ts'
import { pageOf } from './list-pages.ts'
import { refuse } from './refusals.ts'

/** Assumption `currencies.order`. */
function bySort(one: Currency, other: Currency): number {
  const last = Number.MAX_SAFE_INTEGER
  return (one.sort ?? last) - (other.sort ?? last)
}

function byCode({ id: one }: Currency, { id: other }: Currency): number {
  return one < other ? -1 : 1
}

export const listCurrencies: Handler<'listCurrencies'> = ({ world, merchant, query }) => {
  const missing = query.amount === undefined || query.currency === undefined
  if (missing && world.assumptions.is('currencies.query', 'demanded')) return refuse('currencies.query')
  if (query.currency !== undefined) {
    const known = world.accounts.currency(query.currency)?.isFiat === true
    if (!known || (query.currency !== 'USD' && world.assumptions.is('currencies.allowed', 'usd')))
      return refuse('currencies.query', `The currency is "${query.currency}".`)
  }
  const { amount = '0' } = query
  if (!/^-?\d+(\.\d+)?$/.test(amount) && world.assumptions.is('currencies.amount', 'refused'))
    return refuse('currencies.query', `The amount is "${amount}".`)
  // currencies.enabled-shown, currencies.enabled-only
  const enabled = world.accounts.currencies
    .filter(({ id }) => merchant.enabledCurrencies.includes(id))
    .sort(world.assumptions.is('currencies.order', 'sort') ? bySort : byCode)
  return {
    ok: true,
    result: pageOf(world, query, enabled).map((currency) => ({
      id: currency.id,
      fullTitle: currency.title,
      logo: `${world.options.publicUrl}/logos/${currency.id}.svg`, // currencies.logos-are-urls
      mobileLogo: `${world.options.publicUrl}/logos/${currency.id}.svg?mobile`,
      decimals: currency.decimals,
      currentRate: currency.rate,
      symbol: currency.symbol,
      isPayment: true,
      isFiat: currency.isFiat,
      isEnabled: true,
      isStableCoin: currency.isStableCoin,
      isTopCoin: currency.isTopCoin,
      fiatEquivalent: currency.fiatEquivalent,
      sort: currency.sort,
      network: currency.network, // currencies.network-template
      fasterConfirmation: currency.fasterConfirmation,
    })),
  }
}
