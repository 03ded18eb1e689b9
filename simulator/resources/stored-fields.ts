// The fields of a request that are stored: those that the contract names, without any others that were sent with them.

import type { CartLine, CustomerInfo, CustomParameters } from '../world/state.ts'

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

const customerFields = [
  'name',
  'email',
  'phone',
  'address',
] as const satisfies readonly (keyof CustomerInfo)[]

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
  return cart.map((line) => fieldsOf(line, lineFields))
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
  return {
    ...(returnMethod === undefined ? {} : { returnMethod }),
    ...(params === undefined ? {} : { params: params.map(({ name, value }) => ({ name, value })) }),
  }
}
