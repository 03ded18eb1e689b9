// The requirements about customerInfo and shippingAddress in requests.

import type { Requirements } from '../statements.ts'

export const customersRequirements = {
  'customers.phone-and-address-optional': {
    section: 'Resources, customerInfo: rows name, email, phone, address; Endpoints, 1: row customerInfo',
    statement: '`customerInfo` has a `name` and an `email`. The strings `phone` and `address` are optional.',
    places: 'CustomerInfo.phone CustomerInfo.address',
  },
  'customers.name-and-email-required': {
    section: 'Resources, customerInfo: rows name, email',
    statement: 'The service refuses a `customerInfo` without `name` or without `email`.',
    places: 'CustomerInfo.name CustomerInfo.email',
  },
  'customers.shipping-address-null-accepted': {
    section: 'Resources, shippingAddress: sentence 1; Endpoints, 1: row shippingAddress',
    statement: '`shippingAddress` may be null if nothing is shipped.',
    places:
      'InvoiceRequest.shippingAddress ExchangePaymentPayload.shippingAddress BankPaymentPayload.shippingAddress',
  },
  'customers.shipping-address-seven-fields-optional': {
    section:
      'Resources, shippingAddress: rows firstname, lastname, phoneNo, address1, address2, state, city, zipcode, country, landmark, email',
    statement:
      '`shippingAddress` has the strings `address1`, `city`, `state` and `country`. Seven further strings are optional.',
    places: 'ShippingAddress',
  },
  'customers.shipping-address-required-fields-refused': {
    section: 'Resources, shippingAddress: rows address1, state, city, country',
    statement: 'The service refuses a `shippingAddress` without `address1`, `city`, `state` or `country`.',
    places: 'ShippingAddress.address1 ShippingAddress.city ShippingAddress.state ShippingAddress.country',
  },
} as const satisfies Requirements
