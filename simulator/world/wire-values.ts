// Instants and amounts as records and deliveries have them.

import { formatInstant, type Instant } from '../time/instants.ts'
import type { Accounts } from './accounts.ts'
import type { Assumptions } from './assumptions.ts'
import { convert, toScale } from './money.ts'
import type { TransactionState } from './state.ts'

/** The currency in which a transaction is paid, and its amounts in it. A bank transfer has no coin: assumption `bank-payments.record-currency`. */
export function cryptoAmounts(
  { accounts, assumptions }: { readonly accounts: Accounts; readonly assumptions: Assumptions },
  { kind, merchant, amount, currency, rate }: TransactionState,
  received: string,
): { amount: string; received: string; currency: string; rate: string } {
  if (kind !== 'bank' || assumptions.is('bank-payments.record-currency', 'dollars'))
    return written(accounts, assumptions, { amount, received, currency, rate })
  const enabled = accounts.merchant(merchant)?.enabledCurrencies ?? []
  const coins = accounts.currencies.filter(({ isFiat }) => !isFiat)
  const coin =
    (assumptions.is('bank-payments.record-currency', 'stablecoin')
      ? coins.find(({ fiatEquivalent }) => fiatEquivalent === 'USD')
      : undefined) ??
    coins.find(({ id }) => enabled.includes(id)) ??
    coins[0]
  if (coin === undefined) return { amount, received, currency, rate }
  const inCoin = (dollars: string) => convert(dollars, 1, coin.rate, coin.decimals)
  const inCoins = { amount: inCoin(amount), received: inCoin(received), currency: coin.id, rate: coin.rate }
  return written(accounts, assumptions, inCoins)
}

type Amounts = ReturnType<typeof cryptoAmounts>

/** Amounts with the decimals of assumption `currencies.amount-decimals`. */
function written(accounts: Accounts, assumptions: Assumptions, amounts: Amounts): Amounts {
  const { amount, received, currency } = amounts
  const all = (text: string) => withDecimals({ accounts, assumptions }, text, currency)
  return { ...amounts, amount: all(amount), received: all(received) }
}

/** An amount in a coin as text. Assumption `currencies.amount-decimals`. */
export function withDecimals(
  { accounts, assumptions }: { readonly accounts: Accounts; readonly assumptions: Assumptions },
  amount: string,
  coin: string,
): string {
  const { isFiat = true, decimals = 0 } = accounts.currency(coin) ?? {}
  return isFiat || assumptions.is('currencies.amount-decimals', 'shortest')
    ? amount
    : toScale(amount, decimals)
}

/** An instant in UTC, ISO 8601. Assumption `service.timestamps`. */
export function wireInstant(
  { assumptions }: { readonly assumptions: Assumptions },
  instant: Instant,
): string {
  const text = formatInstant(instant)
  return assumptions.is('service.timestamps', 'milliseconds') ? text : `${text.slice(0, 19)}+00:00`
}
