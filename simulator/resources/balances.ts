// The balances of shoppers at exchanges: reading, withdrawing and crediting them.

import { derivedUuid } from '../../core/derived-uuid.ts'
import type { Currency, Exchange, Shopper } from '../world/accounts.ts'
import { add, compare, subtract } from '../world/money.ts'
import type { TransactionState } from '../world/state.ts'
import type { World } from '../world/world.ts'
import type { Handler } from './handler-types.ts'
import { refuse } from './refusals.ts'
import { wireInstant } from './transaction-records.ts'

/** True if the shopper's balance of a coin at an exchange covers an amount. */
export function covers(
  world: World,
  shopper: Shopper,
  exchange: Exchange,
  coin: Currency,
  amount: string,
): boolean {
  return compare(world.balancesOf(shopper, exchange)[coin.id] ?? '0', amount) >= 0
}

/** Takes an amount of a coin from the shopper's balance; false, with nothing taken, when that does not cover it. */
export function withdraw(
  world: World,
  shopper: Shopper,
  exchange: Exchange,
  coin: Currency,
  amount: string,
): boolean {
  const left = subtract(world.balancesOf(shopper, exchange)[coin.id] ?? '0', amount)
  if (left.startsWith('-')) return false
  world.setBalance(shopper, exchange, coin.id, left)
  return true
}

/** Credits the shopper's balance with the amount of an exchange payment that was canceled. */
export function creditBack(world: World, transaction: TransactionState): void {
  const { kind, errorMessage, amount } = transaction
  const taken = (kind === 'exchange' || kind === 'subscription') && errorMessage === null
  const shopper = world.accounts.shopper(transaction.shopper ?? '')
  const exchange = world.accounts.exchange(transaction.exchange ?? '')
  if (!taken || shopper === undefined || exchange === undefined) return
  const held = world.balancesOf(shopper, exchange)[transaction.currency] ?? '0'
  world.setBalance(shopper, exchange, transaction.currency, add(held, amount))
}

export const checkExchangeBalance: Handler<'checkExchangeBalance'> = ({
  world,
  shopper,
  exchange,
  query,
}) => {
  if (query.merchantId === undefined && world.assumptions.is('balances.merchant-id', 'demanded'))
    return refuse('balances.merchant', 'It is missing (assumption balances.merchant-id).')
  const { merchantId } = query
  const merchants = world.accounts.merchants.filter(({ id }) => merchantId === undefined || id === merchantId)
  if (merchants.length === 0) return refuse('balances.merchant', `It is "${merchantId}".`)
  const account = world.accounts.exchangeAccount(shopper, exchange)
  const isExpired = account === undefined || account.linkExpired
  if (isExpired && world.assumptions.is('balances.unconnected', 'refused'))
    return refuse('balances.unconnected')
  const isEmpty = isExpired && world.assumptions.is('balances.unconnected', 'empty')
  const balances = world.balancesOf(shopper, exchange) // balances.of-the-shopper
  // balances.usable-wallets-shown
  const enabled = world.accounts.currencies.filter(
    ({ id, isFiat }) =>
      !isFiat &&
      !isEmpty &&
      world.accounts.partner.enabledCurrencies.includes(id) && // balances.enabled-by-the-partner
      merchants.every(({ enabledCurrencies }) => enabledCurrencies.includes(id)) && // balances.enabled-by-the-merchant
      exchange.coins.includes(id),
  )
  return {
    ok: true,
    result: {
      message: 'Balances of the wallets that can be used here',
      accounts: enabled.map((coin) => ({
        id: coin.id,
        accountId: derivedUuid(`${shopper.id} ${exchange.name} ${coin.id}`),
        balance: world.assumptions.is('balances.amount-type', 'text')
          ? (balances[coin.id] ?? '0')
          : Number(balances[coin.id] ?? 0),
        currency: coin.id,
        lastUpdate: wireInstant(world, world.now),
        fullTitle: coin.title,
        currentRate: coin.rate,
        logo: `${world.options.publicUrl}/logos/${coin.id}.svg`,
        mobileLogo: `${world.options.publicUrl}/logos/${coin.id}.svg?mobile`,
      })),
    },
  }
}
