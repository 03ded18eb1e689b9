// The exchanges of a shopper, and the currencies that a merchant accepts.

import type { RequestOptions } from '../../client/operation-request.ts'
import type { MerchantAccount, ShopperAccount } from '../../client/target.ts'
import type { Role } from '../../client/target-accounts.ts'
import { Decimal } from '../../core/decimal.ts'
import { valueAt } from '../../core/json.ts'
import { type OperationId, operations } from '../../spec/operations.ts'
import type { RequirementId } from '../../spec/requirements.ts'
import type { ApiResponse } from '../observe/client.ts'
import { decimalOf } from '../observe/decimals.ts'
import { reportsNothing } from '../observe/response-outcome.ts'
import type { Context } from './context.ts'
import { sendComplete } from './requests.ts'

/** The exchanges at which the shopper of a role has its role; all exchanges by default. */
export function exchangesOf(it: Context, role: Role = 'ready'): readonly string[] {
  return it.shopperWho(role).exchanges ?? it.target.exchanges
}

/** Invalid requests, each with the reason; in a plain run the same at each other exchange, if the operation is one at an exchange. */
export function atEachExchange(
  it: Context,
  operationId: OperationId,
  invalid: readonly (readonly [because: string, options: RequestOptions])[],
): readonly (readonly [because: string, options: RequestOptions])[] {
  const isAtExchange = operations[operationId].path.endsWith('{exchange_name}')
  const [, ...others] = isAtExchange && it.style === undefined ? exchangesOf(it) : []
  // permitted: service.refuses-after-a-while
  const few = it.isolates ? invalid : invalid.slice(0, 2)
  return [
    ...invalid,
    ...others.flatMap((exchange) =>
      few.map(([because, options]) => [`${because}, at ${exchange}`, { ...options, exchange }] as const),
    ),
  ]
}

/** True if the balances show that the shopper of a role has connected an exchange: the contract does not say that it is every one. */
export async function hasConnected(it: Context, role: Role, exchange: string): Promise<boolean> {
  const shopper = it.shopperWho(role)
  const response = await sendComplete(it, 'checkExchangeBalance', { shopper, exchange })
  return response.outcome !== 'refusal' && !reportsNothing(response, undefined)
}

/** Why nothing is known about a shopper at exchanges that the shopper may not have connected. */
export const notConnected = (role: Role, exchanges: string) =>
  `the shopper ${role} may not have connected ${exchanges}: shoppers.${role}.exchanges in the target file names the exchanges of the shopper`

/** The wallets of a role's shopper at an exchange, and what each is worth. */
export async function walletsOf(it: Context, role: Role, exchange: string) {
  const response = await sendComplete(it, 'checkExchangeBalance', { shopper: it.shopperWho(role), exchange })
  return it.given(response).result.accounts.map(({ currency, balance, currentRate }) => ({
    coin: currency,
    balance: Number(balance),
    worth: Number(balance) * Number(currentRate),
  }))
}

/** The balance of a shopper in a coin at an exchange; undefined if the response has none. */
export async function balanceAt(it: Context, shopper: ShopperAccount, exchange: string, coin: string) {
  const response = await sendComplete(it, 'checkExchangeBalance', { shopper, exchange })
  if (response.outcome !== 'success') return undefined
  const balances = response.success.result.accounts.flatMap(({ currency, balance }) =>
    currency === coin ? (decimalOf(balance) ?? []) : [],
  )
  return balances.length === 0 ? undefined : Decimal.sum(...balances)
}

/** The coin and the amount of a payment, if they are not the known ones. */
export interface Paid {
  coin?: string | undefined
  amount?: string | undefined
}

/**
 * True if the wallets of a role's shopper at an exchange may not cover a payment, at the rate of the wallet or at the listed one: the
 * contract does not say what they are rates of.
 */
export async function mayLackFunds(
  it: Context,
  role: Role,
  exchange: string,
  { coin: wanted = it.coin, amount = it.amount }: Paid = {},
): Promise<boolean> {
  const wallets = await walletsOf(it, role, exchange)
  const listed = (await listedCoins(it)).find(({ id }) => id === wanted)
  return !wallets.some(({ coin, balance, worth }) => {
    const least = Math.min(worth, listed === undefined ? worth : balance * listed.rate)
    return coin === wanted && least >= Number(amount)
  })
}

/** Ends the run without a verdict if the store of the merchant says that it does not take such payments. */
export async function preconditionEnabled(
  it: Context,
  setting: 'walletPaymentEnabled' | 'exchangePaymentEnabled',
): Promise<void> {
  const { json } = await sendComplete(it, 'getStore')
  it.precondition(
    valueAt(json, 'result', 'settings', setting) !== false,
    `the store of the merchant says ${setting}: false`,
  )
}

/** True if a text contains the name of an exchange, whatever its case, spaces and punctuation. */
export function namesExchange(text: string, exchange: string): boolean {
  return lettersAndDigits(text).includes(lettersAndDigits(exchange))
}

/** A text in lower case without its spaces and punctuation. */
export function lettersAndDigits(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
}

/** The crypto currencies that are listed for the merchant, with their rates. */
export async function listedCoins(it: Context): Promise<{ id: string; rate: number }[]> {
  const { result } = it.given(await sendComplete(it, 'listCurrencies'))
  const coins = result.filter(({ isFiat }) => !isFiat)
  return coins.map(({ id, currentRate }) => ({ id, rate: Number(currentRate) }))
}

/** Checks that requests return the coin that they choose, in each that is accepted: an exchange need not support every one. */
export async function returnsEachCoin(
  it: Context,
  requirement: RequirementId,
  send: (coin: string) => Promise<ApiResponse<'createExchangePayment' | 'validateExchangePayment'>>,
): Promise<void> {
  for (const { id: coin } of await listedCoins(it)) {
    const response = await send(coin)
    if (response.outcome !== 'refusal') it.checkEqual(requirement, it.given(response).result.currency, coin)
  }
}

/** The merchants that have enabled the known coin of the target, as far as the target file says. */
export function merchantsWithCoin(it: Context): readonly MerchantAccount[] {
  return it.target.merchants.filter(({ enabledCurrencies = [it.coin] }) =>
    enabledCurrencies.includes(it.coin),
  )
}

/** The merchants whose enabled currencies the target file has. Not applicable if there is none. */
export function merchantsWithCurrencies(
  it: Context,
): [merchant: MerchantAccount, enabled: readonly string[]][] {
  const merchants = it.target.merchants.flatMap((merchant): [MerchantAccount, readonly string[]][] =>
    merchant.enabledCurrencies === undefined ? [] : [[merchant, merchant.enabledCurrencies]],
  )
  if (merchants.length === 0) it.notApplicable('needs enabledCurrencies of a merchant in the target file')
  return merchants
}
