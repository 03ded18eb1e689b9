// Customers and shipping addresses of sample requests.

import { drawn } from './sample-ids.ts'

export const stateForms = ['codes', 'names'] as const
export const countryForms = ['US', 'USA', 'United States', 'United States of America'] as const

/** Notations of states and countries, of which the contract shows none; codes first. */
export const notations = countryForms.flatMap((country) => stateForms.map((states) => ({ states, country })))
export type Notation = (typeof notations)[number]

interface CustomerSource {
  /** The end of email addresses. */
  emailDomain: string
  /** As in the style of samples. */
  style?: { details?: string; varied?: boolean } | undefined
  /** Codes by default. */
  notation?: Notation | undefined
}

/** A customer with the required fields; with details, with all of them. */
export const customer = ({ emailDomain, style }: CustomerSource) => ({
  name: 'Ada Example',
  email: `ada@${emailDomain}`,
  ...(style?.details === undefined ? {} : { phone, address: style.details }),
})

const phone = '+12025550101'

/** A shipping address with its required fields. The building exists: a service may look it up. */
export const address = {
  address1: '350 Fifth Avenue',
  city: 'New York',
  state: 'NY',
  country: 'US',
} as const

/** Further buildings with their ZIP codes, and who lives there. */
const residents = [
  ['Ada', 'Example', '350 Fifth Avenue', 'New York', 'NY', '10118'],
  ['Grace', 'Sample', '24 Beacon Street', 'Boston', 'MA', '02133'],
  ['Alan', 'Specimen', '233 South Wacker Drive', 'Chicago', 'IL', '60606'],
  ['Mary', 'Template', '400 Broad Street', 'Seattle', 'WA', '98109'],
] as const

const stateNames = {
  DC: 'District of Columbia',
  IL: 'Illinois',
  MA: 'Massachusetts',
  NY: 'New York',
  WA: 'Washington',
} as const

/** The sample address with its required fields, in the notation of a source. */
export const requiredAddress = (source: Pick<CustomerSource, 'notation'>) => inNotation(source, address)

/** A place, whose state and country are codes, in the notation of a source. */
export const inNotation = <Place extends { state: keyof typeof stateNames; country: string }>(
  { notation }: Pick<CustomerSource, 'notation'>,
  place: Place,
) => ({
  ...place,
  state: notation?.states === 'names' ? stateNames[place.state] : place.state,
  country: notation?.country ?? place.country,
})

/** A shipping address with all its fields; where samples are varied, that of an order. */
export function fullAddress({ emailDomain, style, notation }: CustomerSource, order = '') {
  const resident = style?.varied === true ? drawn(order, residents) : residents[0]
  const [firstname, lastname, address1, city, state, zipcode] = resident
  return {
    ...inNotation({ notation }, { ...address, address1, city, state }),
    ...{ firstname, lastname, zipcode, phoneNo: phone },
    address2: 'Floor 2',
    landmark: style?.details ?? 'Clock tower',
    email: `${firstname.toLowerCase()}@${emailDomain}`,
  }
}
