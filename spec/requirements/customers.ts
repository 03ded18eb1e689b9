// What the contract states about customerInfo and shippingAddress in requests.

import type { Requirements } from '../statements.ts'

export const customersRequirements = {
  'customers.phone-and-address-optional': {
    section: 'Resources, customerInfo: rows name, email, phone, address; Endpoints, 1: row customerInfo',
    statement: '`customerInfo` has a `name` and an `email`. The strings `phone` and `address` are optional.',
    violation:
      'The service refuses a request because its `customerInfo` has a phone number or an address, or because it has none.',
    places: ['CustomerInfo.phone', 'CustomerInfo.address'],
  },
  'customers.name-and-email-required': {
    section: 'Resources, customerInfo: rows name, email',
    statement: 'The service refuses a `customerInfo` without `name` or without `email`.',
    violation: 'A request succeeds although its `customerInfo` lacks one of the two.',
    places: ['CustomerInfo.name', 'CustomerInfo.email'],
  },
  'customers.shipping-address-null-accepted': {
    section: 'Resources, shippingAddress: sentence 1; Endpoints, 1: row shippingAddress',
    statement: '`shippingAddress` may be null if nothing is shipped.',
    violation: 'The service refuses an invoice or a payment because its `shippingAddress` is null.',
    places: [
      'InvoiceRequest.shippingAddress',
      'ExchangePaymentPayload.shippingAddress',
      'BankPaymentPayload.shippingAddress',
    ],
  },
  'customers.shipping-address-seven-fields-optional': {
    section:
      'Resources, shippingAddress: rows firstname, lastname, phoneNo, address1, address2, state, city, zipcode, country, landmark, email',
    statement:
      '`shippingAddress` has the strings `address1`, `city`, `state` and `country`. Seven further strings are optional.',
    violation:
      'The service refuses a request because its `shippingAddress` has only these four fields, or because it has all eleven.',
    places: ['ShippingAddress'],
  },
  'customers.shipping-address-required-fields-refused': {
    section: 'Resources, shippingAddress: rows address1, state, city, country',
    statement: 'The service refuses a `shippingAddress` without `address1`, `city`, `state` or `country`.',
    violation: 'A request succeeds although its `shippingAddress` lacks one of the four.',
    places: [
      'ShippingAddress.address1',
      'ShippingAddress.city',
      'ShippingAddress.state',
      'ShippingAddress.country',
    ],
  },
} as const satisfies Requirements
