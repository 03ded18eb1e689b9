// Shipping addresses and phone numbers in several notations. The contract shows no form of them, and a service may check whether
// they exist, so one of them is enough.

import { customer, fullAddress } from '../../client/sample-requests.ts'
import { firstAccepted } from '../checks/acceptance.ts'
import type { ApiResponse } from '../engine/client.ts'

type FullAddress = Record<keyof ReturnType<typeof fullAddress>, string>

export const phones = ['+12025550101', '+1 202 555 0101', '2025550101', '+12125552368'] as const

const [, spacedPhone, nationalPhone, otherPhone] = phones
const capital = { city: 'Washington', state: 'DC', zipcode: '20500' }
const tower = { address1: '350 Fifth Avenue', city: 'New York', zipcode: '10118-0110' }

/** Complete addresses: with codes and with names of states and countries, and with different phone numbers. */
export function fullAddresses(source: Parameters<typeof fullAddress>[0]): readonly FullAddress[] {
  const first = fullAddress(source)
  const { email } = customer(source)
  return [
    first,
    { ...first, ...capital, email, address1: '1600 Pennsylvania Avenue NW', phoneNo: spacedPhone },
    { ...first, ...tower, email, state: 'NY', country: 'USA', phoneNo: nationalPhone },
    { ...first, ...tower, email, state: 'New York', country: 'United States', phoneNo: otherPhone },
  ]
}

/** An address in one line. */
const lineOf = ({ address1, city, state, zipcode, country }: FullAddress) =>
  `${address1}, ${city}, ${state} ${zipcode}, ${country}`

export const addressLines = (...source: Parameters<typeof fullAddresses>) => [
  '1 Sample Street, Springfield',
  ...fullAddresses(...source).map(lineOf),
]

/** An address with its required fields and some of the others. */
export function addressWith(full: FullAddress, ...keys: (keyof FullAddress)[]): Partial<FullAddress> {
  const wanted = ['address1', 'city', 'state', 'country', ...keys]
  return Object.fromEntries(Object.entries(full).filter(([key]) => wanted.includes(key)))
}

/** Sends a request with each of several values until one is accepted. */
export const withOneOf =
  <Value>(values: readonly Value[], send: (value: Value) => Promise<ApiResponse>) =>
  (): Promise<ApiResponse> =>
    firstAccepted(...values.map((value) => () => send(value)))
