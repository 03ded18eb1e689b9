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

/** A shipping address with its required fields. */
export const address = {
  address1: '1 Sample Street',
  city: 'Springfield',
  state: 'IL',
  country: 'US',
} as const

/** A shipping address with all its fields. */
export const fullAddress = ({ emailDomain }: EmailSource) => ({
  ...address,
  firstname: 'Ada',
  lastname: 'Example',
  phoneNo: '+12025550101',
  address2: 'Second floor',
  zipcode: '62701',
  landmark: 'Next to the old lighthouse',
  email: `ada+home@${emailDomain}`,
})
