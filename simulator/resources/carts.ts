// The arithmetic of carts that the money operations share.

import { add, compare, times } from '../world/money.ts'
import type { CartLine } from '../world/state.ts'
import type { World } from '../world/world.ts'

const decimal = /^-?[0-9]+(\.[0-9]+)?$/

/** Price times quantity of a line, or its totalPrice where that is all there is; undefined when the line has no price. */
export function lineTotal({ price, quantity, totalPrice }: CartLine): string | undefined {
  if (price !== undefined) return times(price, quantity ?? 1)
  return totalPrice !== undefined && decimal.test(totalPrice) ? totalPrice : undefined
}

/** The sum of a cart; undefined when a line has no price. */
function cartTotal(cart: readonly CartLine[]): string | undefined {
  let total = '0'
  for (const line of cart) {
    const sum = lineTotal(line)
    if (sum === undefined) return undefined
    total = add(total, sum)
  }
  return total
}

/** Whether assumption `transactions.amount-mismatch` refuses this amount for this cart. */
export function amountRefused(world: World, amount: string | number, cart: readonly CartLine[]): boolean {
  if (world.assumptions.is('transactions.amount-mismatch', 'accepted')) return false
  const total = cartTotal(cart)
  return total !== undefined && compare(total, amount) !== 0
}

/** Whether the numbers of each line, and their product, are numbers that the record of a transaction can show. */
export function recordable(cart: readonly CartLine[]): boolean {
  return cart.every(({ price = 0, quantity = 1 }) => Number.isFinite(Number(price) * Number(quantity)))
}

export function hasSubscription(cart: readonly CartLine[]): boolean {
  return cart.some(({ isSubscription }) => isSubscription === true)
}
