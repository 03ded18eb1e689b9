// Shipping addresses and phone numbers in several notations, of which one is enough. Each field is varied
// on an address that the service accepts: all combinations are too many. (permitted: customers.own-notations)

import { inNotation, notations } from '../../client/sample-customers.ts'
import { fullAddress } from '../../client/sample-requests.ts'
import type { Target } from '../../client/target.ts'
import type { ApiResponse } from '../observe/client.ts'
import { firstAcceptedOf } from './acceptance.ts'

type FullAddress = Record<keyof ReturnType<typeof fullAddress>, string>
type Send<Value> = (value: Value) => Promise<ApiResponse>

const phones = [
  '+12025550101',
  '+1 202 555 0101',
  '2025550101',
  '202-555-0101',
  '(202) 555-0101',
  '12025550101',
  '+1-202-555-0101',
]

/** Phone numbers: that of the target, if it has one, and fictitious ones. */
export const phonesOf = ({ target }: { target: Target }): readonly string[] =>
  target.known.phone === undefined ? phones : [target.known.phone, ...phones]

const buildings = [
  {
    address1: '350 Fifth Avenue',
    city: 'New York',
    state: 'NY',
    country: 'US',
    zipcodes: ['10118', '10118-0110'],
  },
  {
    address1: '1600 Pennsylvania Avenue NW',
    city: 'Washington',
    state: 'DC',
    country: 'US',
    zipcodes: ['20500', '20500-0005'],
  },
] as const

/** The places of buildings that exist: with codes and with names of states and countries. */
const places = notations.flatMap((notation) =>
  buildings.map(({ zipcodes, ...place }) => ({ required: inNotation({ notation }, place), zipcodes })),
)

/** A building in another country. */
export const abroad = { address1: 'Platz der Republik 1', city: 'Berlin', state: 'Berlin', country: 'DE' }

/** Places in one line. */
export const addressLines = [
  '350 Fifth Avenue, New York',
  '350 Fifth Avenue',
  ...places.map(
    ({ required: { address1, city, state, country }, zipcodes: [zipcode] }) =>
      `${address1}, ${city}, ${state} ${zipcode}, ${country}`,
  ),
]

/** A complete address, and others with the required fields only: one of them is in a form that the service accepts. */
export const severalAddresses = (...source: Parameters<typeof fullAddress>) => [
  fullAddress(...source),
  ...places.map(({ required }) => required),
]

/**
 * Returns a function that sends requests whose address has the four required fields and some of the others, until one is accepted.
 * The place is the one that was accepted with the required fields only.
 */
export function addressesWith(
  source: Parameters<typeof fullAddress>[0] & { target: Target },
  send: Send<Partial<FullAddress>>,
): (...keys: readonly (keyof FullAddress)[]) => Promise<ApiResponse> {
  const full: FullAddress = fullAddress(source)
  let [place] = places
  const valuesOf = (key: keyof FullAddress): readonly string[] => {
    if (key === 'phoneNo') return phonesOf(source)
    if (key === 'address2') return [full.address2, 'Apt 2', '2nd floor']
    return key === 'zipcode' && place !== undefined ? place.zipcodes : [full[key]]
  }
  return async (...keys) => {
    if (keys.length === 0) {
      const { value, response } = await firstAcceptedOf(places, ({ required }) => send(required))
      place = value
      return response
    }
    let address: Partial<FullAddress> = { ...place?.required }
    const together = Object.fromEntries(keys.map((key) => [key, valuesOf(key)[0]]))
    let response = await send({ ...address, ...together })
    if (response.outcome !== 'refusal') return response
    for (const key of keys) {
      const sendWith = (value: string) => send({ ...address, [key]: value })
      const accepted = await firstAcceptedOf(valuesOf(key), sendWith)
      response = accepted.response
      if (response.outcome === 'refusal') return response
      address = { ...address, [key]: accepted.value }
    }
    return response
  }
}
