// What is kept of what a client sent: the fields that the contract names, and nothing else that came along with them.

import type { CartLine, CustomParameters, Person } from '../world/state.ts'

const lineFields = [
  'id',
  'name',
  'price',
  'quantity',
  'key',
  'totalPrice',
  'localAmount',
  'localCurrency',
  'isSubscription',
  'frequency',
  'subscriptionPeriod',
  'merchantSubscriptionId',
  'autoRenewal',
] as const satisfies readonly (keyof CartLine)[]

const personFields = ['name', 'email', 'phone', 'address'] as const satisfies readonly (keyof Person)[]

const addressFields = [
  'firstname',
  'lastname',
  'phoneNo',
  'address1',
  'address2',
  'state',
  'city',
  'zipcode',
  'country',
  'landmark',
  'email',
] as const

/** Those fields of a value that it has. */
export function fieldsOf<Value extends object, Field extends keyof Value>(
  value: Value,
  fields: readonly Field[],
): Pick<Value, Field> {
  const kept: Partial<Value> = {}
  for (const field of fields) if (value[field] !== undefined) kept[field] = value[field]
  return kept as Pick<Value, Field>
}

/** The lines of a cart. Contract: Resources, Cart item. */
export function keptCart(cart: readonly CartLine[]): CartLine[] {
  return cart.map((line) => fieldsOf(line, lineFields))
}

/** The shopper as the merchant knows them. Contract: Resources, customerInfo. */
export function keptPerson(person: Person | undefined): Person | null {
  return person === undefined ? null : fieldsOf(person, personFields)
}

/** Where the goods go. Contract: Resources, shippingAddress. */
export function keptAddress(address: object | null): Record<string, unknown> | null {
  return address === null ? null : fieldsOf<Record<string, unknown>, string>({ ...address }, addressFields)
}

/** The merchant's own parameters. Contract: Resources, customParameter. */
export function keptParameters(parameters: CustomParameters | undefined): CustomParameters | null {
  if (parameters === undefined) return null
  const { returnMethod, params } = parameters
  return {
    ...(returnMethod === undefined ? {} : { returnMethod }),
    ...(params === undefined ? {} : { params: params.map(({ name, value }) => ({ name, value })) }),
  }
}
