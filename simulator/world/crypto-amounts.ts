// The amounts of a transaction in crypto currency, as its record and its deliveries have them.

import type { Accounts } from './accounts.ts'
import type { Assumptions } from './assumptions.ts'
import { convert } from './money.ts'
import type { TransactionState } from './state.ts'

/** The currency in which a transaction is paid, and its amounts in it. A bank transfer has no coin: assumption `bank-payments.record-currency`. */
export function cryptoAmounts(
  { accounts, assumptions }: { readonly accounts: Accounts; readonly assumptions: Assumptions },
  { kind, merchant, amount, currency, rate }: TransactionState,
  received: string,
): { amount: string; received: string; currency: string; rate: string } {
  if (kind !== 'bank' || assumptions.is('bank-payments.record-currency', 'dollars'))
    return { amount, received, currency, rate }
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
  return { amount: inCoin(amount), received: inCoin(received), currency: coin.id, rate: coin.rate }
}
