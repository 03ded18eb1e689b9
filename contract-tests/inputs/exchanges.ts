// The exchanges of a shopper, and the coins that a merchant accepts.

import type { Role } from '../../client/target.ts'
import type { Context } from '../engine/context.ts'

/** The exchanges at which the shopper of a role has its role; all exchanges by default. */
export function exchangesOf(it: Context, role: Role = 'ready'): readonly string[] {
  return it.shopperWho(role).exchanges ?? it.target.exchanges
}

/** Whether a text contains the name of an exchange, whatever its case, spaces and punctuation. */
export function namesExchange(text: string, exchange: string): boolean {
  return lettersAndDigits(text).includes(lettersAndDigits(exchange))
}

function lettersAndDigits(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
}

/** The crypto currencies that are listed for the merchant. */
export async function listedCoins(it: Context): Promise<string[]> {
  const query = { amount: it.target.known.amount, currency: 'USD' }
  const { result } = it.given(await it.client.call('listCurrencies', { query }))
  return result.filter(({ isFiat }) => !isFiat).map(({ id }) => id)
}
