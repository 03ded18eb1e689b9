// What requests say of the shopper, of the shipment, and of the merchant's own parameters.
// Contract: Resources, customerInfo, shippingAddress, customParameter.

import { z } from 'zod'
import { component, text } from '../primitives.ts'
import { returnMethods } from '../states.ts'

export const CustomerInfo = component(
  'CustomerInfo',
  z.object({ name: text, email: text, phone: text.optional(), address: text.optional() }),
  { examples: [{ name: 'Ada Example', email: 'ada@shop.example' }] },
)

export const ShippingAddress = component(
  'ShippingAddress',
  z.object({
    firstname: text.optional(),
    lastname: text.optional(),
    phoneNo: text.optional(),
    address1: text,
    address2: text.optional(),
    state: text,
    city: text,
    zipcode: text.optional(),
    country: text,
    landmark: text.optional(),
    email: text.optional(),
  }),
  {
    description: 'Where the goods go. A request sends null when there is nothing to ship.',
    examples: [{ address1: '1 Sample Street', city: 'Springfield', state: 'IL', country: 'US' }],
  },
)

export const CustomParameterPair = component('CustomParameterPair', z.object({ name: text, value: text }))

export const CustomParameter = component(
  'CustomParameter',
  z.object({
    returnMethod: z.enum(returnMethods).optional(),
    params: z.array(CustomParameterPair).optional(),
  }),
  {
    description: "How the webhook is delivered, and the merchant's own pairs that come back in it.",
    examples: [{ returnMethod: 'POST', params: [{ name: 'basket', value: 'b-17' }] }],
  },
)
