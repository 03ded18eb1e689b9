// A customer and addresses for sample requests.

interface CustomerSource {
  /** What email addresses end in. */
  emailDomain: string
  style?: { details?: string } | undefined
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

/** A shipping address with all its fields. */
export const fullAddress = ({ emailDomain, style }: CustomerSource) => ({
  ...address,
  firstname: 'Ada',
  lastname: 'Example',
  phoneNo: phone,
  address2: 'Floor 2',
  zipcode: '10118',
  landmark: style?.details ?? 'Clock tower',
  email: `ada@${emailDomain}`,
})
