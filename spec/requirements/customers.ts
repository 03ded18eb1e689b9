// What the contract states of customerInfo, shippingAddress and customParameter in requests. Their way back, in order
// info and in the webhook, is told there.

import type { Requirements } from '../statements.ts'

export const customersRequirements = {
  'customers.phone-and-address-optional': {
    section: 'Resources, customerInfo: rows name, email, phone, address; Endpoints, 1: row customerInfo',
    statement: '`name` and `email` make a customerInfo; `phone` and `address`, both text, may be added.',
    observable: {
      yes: 'A request is refused because its customerInfo has a phone or an address, or has none.',
    },
    places: ['CustomerInfo.phone', 'CustomerInfo.address'],
  },
  'customers.name-and-email-required': {
    section: 'Resources, customerInfo: rows name, email',
    statement: 'A customerInfo without `name` or without `email` is not complete.',
    observable: { yes: 'A request whose customerInfo lacks one of them is answered with success.' },
    places: ['CustomerInfo.name', 'CustomerInfo.email'],
  },
  'customers.shipping-address-null-accepted': {
    section: 'Resources, shippingAddress: sentence 1; Endpoints, 1: row shippingAddress',
    statement: 'Where nothing is shipped, `shippingAddress` is null.',
    observable: { yes: 'An invoice or a payment is refused because its shippingAddress is null.' },
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
      '`address1`, `city`, `state` and `country` make a shippingAddress; the seven other fields, all text, may be added.',
    observable: { yes: 'A request is refused because its shippingAddress has only the four, or all eleven.' },
    places: ['ShippingAddress'],
  },
  'customers.shipping-address-required-fields-refused': {
    section: 'Resources, shippingAddress: rows address1, state, city, country',
    statement: 'A shippingAddress without `address1`, `city`, `state` or `country` is not complete.',
    observable: { yes: 'A request whose shippingAddress lacks one of the four is answered with success.' },
    places: [
      'ShippingAddress.address1',
      'ShippingAddress.city',
      'ShippingAddress.state',
      'ShippingAddress.country',
    ],
  },
} as const satisfies Requirements
