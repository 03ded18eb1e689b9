// The common part of the requests of money operations: the arithmetic of carts, and the fields that are stored of carts, customers,
// addresses and parameters: those that the contract names, without any others that were sent with them.

import { add, compare, times } from '../world/money.ts'
import { cartLineFields, customerFields } from '../world/records.ts'
import type { CartLine, CustomerInfo, CustomParameters } from '../world/state.ts'
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

/** True if assumption `transactions.amount-mismatch` refuses this amount for this cart. */
export function amountRefused(world: World, amount: string | number, cart: readonly CartLine[]): boolean {
  if (world.assumptions.is('transactions.amount-mismatch', 'accepted')) return false
  const total = cartTotal(cart)
  return total !== undefined && compare(total, amount) !== 0
}

/** True if the numbers of each line, and their product, are numbers that the record of a transaction can show. */
export function recordable(cart: readonly CartLine[]): boolean {
  return cart.every(({ price = 0, quantity = 1 }) => Number.isFinite(Number(price) * Number(quantity)))
}

export function hasSubscription(cart: readonly CartLine[]): boolean {
  return cart.some(({ isSubscription }) => isSubscription === true)
}

const addressFields = [
  ...['firstname', 'lastname', 'phoneNo', 'address1', 'address2', 'state', 'city', 'zipcode'],
  ...['country', 'landmark', 'email'],
]

/** The given fields of a value, without those that are undefined. */
export function fieldsOf<Value extends object, Field extends keyof Value>(
  value: Value,
  fields: readonly Field[],
): Pick<Value, Field> {
  const stored: Partial<Value> = {}
  for (const field of fields) if (value[field] !== undefined) stored[field] = value[field]
  return stored as Pick<Value, Field>
}

/** Contract: Resources, Cart item. */
export function storedCart(cart: readonly CartLine[]): CartLine[] {
  return cart.map((line) => fieldsOf(line, cartLineFields))
}

/** Contract: Resources, customerInfo. */
export function storedCustomer(customer: CustomerInfo | undefined): CustomerInfo | null {
  return customer === undefined ? null : fieldsOf(customer, customerFields)
}

/** Contract: Resources, shippingAddress. */
export function storedAddress(address: object | null): Record<string, unknown> | null {
  return address === null ? null : fieldsOf<Record<string, unknown>, string>({ ...address }, addressFields)
}

/** Contract: Resources, customParameter. */
export function storedParameters(parameters: CustomParameters | undefined): CustomParameters | null {
  if (parameters === undefined) return null
  const { returnMethod, params } = parameters
  // Assigned rather than spread, which would take twenty times as long.
  const stored: CustomParameters = {}
  if (returnMethod !== undefined) stored.returnMethod = returnMethod
  if (params !== undefined) stored.params = params.map(({ name, value }) => ({ name, value }))
  return stored
}
