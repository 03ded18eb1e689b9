// The stated errors of an exchange payment: which of them applies to a shopper at an exchange, and the codes and messages
// by which the check before a payment reports it.

import { type ExchangePaymentError, exchangePaymentErrors } from '../../spec/stated-errors.ts'
import type { Currency, Exchange, Merchant, Shopper } from '../world/accounts.ts'
import { compare, convert } from '../world/money.ts'
import type { World } from '../world/world.ts'
import { covers } from './balances.ts'

/** A finding of the pre-payment check: an error that a payment returns, or the missing password. */
export type Condition = ExchangePaymentError | 'password-missing'

/** The coin, if it can be used from this account to pay this merchant. */
function usableCoin(
  world: World,
  call: { merchant: Merchant; shopper: Shopper; exchange: Exchange },
  id: string,
) {
  const coin = world.accounts.currency(id)
  const account = world.accounts.exchangeAccount(call.shopper, call.exchange)
  if (coin === undefined || coin.isFiat || account === undefined) return undefined
  if (account.unsupportedCoins.includes(id) || !call.exchange.coins.includes(id)) return undefined
  return call.merchant.enabledCurrencies.includes(id) ? coin : undefined
}

/** The first of the five stated errors that applies, in the order of assumption `exchange-payments.error-precedence`. */
export function exchangeError(
  world: World,
  call: { merchant: Merchant; shopper: Shopper; exchange: Exchange },
  coinId: string,
  nativeAmount: string,
  savesPassword: boolean,
): ExchangePaymentError | undefined {
  const account = world.accounts.exchangeAccount(call.shopper, call.exchange)
  const coin = usableCoin(world, call, coinId)
  const holds: Record<ExchangePaymentError, boolean> = {
    // exchange-payments.error-authentication-failed-418
    'authentication-failed':
      account === undefined || account.linkExpired || (!savesPassword && lacksPassword(world, call)),
    // exchange-payments.error-coin-not-supported-421
    'coin-not-supported': coin === undefined,
    // exchange-payments.error-below-minimum-422
    'below-minimum': compare(nativeAmount, account?.minimum ?? call.exchange.minimum) < 0,
    // exchange-payments.error-whitelist-pending-420
    'address-not-whitelisted': account?.whitelisted === false,
    // exchange-payments.error-insufficient-balance-419
    'insufficient-balance':
      coin !== undefined &&
      !covers(world, call.shopper, call.exchange, coin, cryptoAmount(coin, nativeAmount)),
  }
  const names = Object.keys(holds) as ExchangePaymentError[]
  const codes: readonly number[] = world.assumptions.value('exchange-payments.error-precedence')
  return names
    .filter((name) => holds[name])
    .sort(
      (a, b) => codes.indexOf(exchangePaymentErrors[a].code) - codes.indexOf(exchangePaymentErrors[b].code),
    )[0]
}

/** True if assumption `exchange-payments.authentication-cause` refuses a payment for the password that it lacks. */
function lacksPassword(
  world: World,
  { shopper, exchange }: { shopper: Shopper; exchange: Exchange },
): boolean {
  return (
    world.assumptions.is('exchange-payments.authentication-cause', 'link-or-password') &&
    world.accounts.exchangeAccount(shopper, exchange)?.asksPassword === true &&
    !world.passwordSaved(shopper, exchange)
  )
}

/** A sum in US dollars as an amount of a coin, rounded up to the coin's decimals. */
export function cryptoAmount(coin: Currency, nativeAmount: string | number): string {
  return convert(nativeAmount, 1, coin.rate, coin.decimals)
}

/** The code of a condition. Assumption `exchange-payments.validation-codes`. */
export function validationCode(
  { accounts, assumptions }: World,
  exchange: Exchange,
  condition: Condition | undefined,
): object {
  const ok = condition === undefined ? 200 : 417
  const code =
    condition === undefined || condition === 'password-missing' ? ok : exchangePaymentErrors[condition].code
  if (assumptions.is('exchange-payments.validation-codes', 'nested')) return { status: { code } }
  if (assumptions.is('exchange-payments.validation-codes', 'field')) return { code }
  return { code: 1000 * (accounts.exchanges.indexOf(exchange) + 1) + code }
}

/** The message of a condition. Assumption `exchange-payments.validation-messages`. */
export function validationMessage(
  { assumptions }: World,
  { name }: Exchange,
  condition: Condition | undefined,
): string {
  const isFirst = assumptions.is('exchange-payments.validation-messages', 'exchange-first')
  if (condition === undefined) return isFirst ? `${name}: OK` : ''
  const text =
    condition === 'password-missing'
      ? 'The exchange password is missing.'
      : exchangePaymentErrors[condition].message
  if (condition === 'below-minimum') return `${isFirst ? `${name}: ` : ''}${text}${name}`
  return isFirst ? `${name}: ${text}` : `${text} (${name})`
}
