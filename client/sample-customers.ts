// A customer and addresses for sample requests.

interface EmailSource {
  /** What email addresses end in. */
  emailDomain: string
}

/** A customer with the required fields. */
export const customer = ({ emailDomain }: EmailSource) => ({
  name: 'Ada Example',
  email: `ada@${emailDomain}`,
})

/** A shipping address with its required fields. The building exists: a service may look it up. */
export const address = {
  address1: '350 Fifth Avenue',
  city: 'New York',
  state: 'NY',
  country: 'US',
} as const

/** A shipping address with all its fields. */
export const fullAddress = ({ emailDomain }: EmailSource) => ({
  ...address,
  firstname: 'Ada',
  lastname: 'Example',
  phoneNo: '+12025550101',
  address2: 'Floor 2',
  zipcode: '10118',
  landmark: 'Clock tower',
  email: `ada@${emailDomain}`,
})
