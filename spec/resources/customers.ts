// Customer data, shipping addresses and custom parameters in requests.
// Contract: Resources, customerInfo; Resources, shippingAddress; Resources, customParameter.

import { z } from 'zod'
import { returnMethods } from '../enumerations.ts'
import { component, email, field, namedObject, text } from '../primitives.ts'

export const CustomerInfo = component(
  'CustomerInfo',
  z.object({
    name: field(text, 'Name of the customer.'),
    email: field(email, 'Email address of the customer.'),
    phone: field(text.optional(), 'Phone number of the customer.'),
    address: field(text.optional(), 'Address of the customer.'),
  }),
  { description: 'The customer who pays.', examples: [{ name: 'Ada Example', email: 'ada@shop.example' }] },
)

export const ShippingAddress = component(
  'ShippingAddress',
  z.object({
    firstname: field(text.optional(), 'First name of the recipient.'),
    lastname: field(text.optional(), 'Last name of the recipient.'),
    phoneNo: field(text.optional(), 'Phone number of the recipient.'),
    address1: field(text, 'First line of the address.'),
    address2: field(text.optional(), 'Second line of the address.'),
    state: field(text, 'State.'),
    city: field(text, 'City.'),
    zipcode: field(text.optional(), 'ZIP code.'),
    country: field(text, 'Country.'),
    landmark: field(text.optional(), 'Landmark near the address.'),
    email: field(email.optional(), 'Email address of the recipient.'),
  }),
  {
    description: 'The shipping address. Requests send null if there are no shipping details.',
    examples: [{ address1: '1 Sample Street', city: 'Springfield', state: 'IL', country: 'US' }],
  },
)

const CustomParameterPair = namedObject('CustomParameterPair', 'A custom parameter of the merchant.', {
  name: field(text, 'Name that the merchant chooses.'),
  value: field(text, 'Value that the merchant chooses.'),
})

export const CustomParameter = component(
  'CustomParameter',
  z.object({
    returnMethod: field(z.enum(returnMethods).optional(), 'HTTP method that delivers the webhook.'),
    params: field(z.array(CustomParameterPair).optional(), 'Custom parameters that the webhook returns.'),
  }),
  {
    description:
      'How the webhook is delivered, and the custom parameters that it returns. Whether its fields are required is not shown.',
    examples: [{ returnMethod: 'POST', params: [{ name: 'basket', value: 'b-17' }] }],
  },
)
