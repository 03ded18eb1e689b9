// What the contract states of invoices, of their links, and of the order info that reads them back.

import type { Requirements } from '../statements.ts'

export const invoicesRequirements = {
  'invoices.created': {
    section:
      'What the service does, 1: sentence 1; Endpoints, 1: rows amount, cart, currency, order, shippingAddress',
    statement: 'A merchant who sends a complete invoice is given a link to pay it and an id of it.',
    observable: { yes: 'A complete request is not answered with a link.' },
    places: ['createInvoice', 'InvoiceRequest'],
  },
  'invoices.link-shape': {
    section: 'Endpoints, 1: response',
    statement: 'The answer has `ok: true` and a result with `url` and `uuid`, both text.',
    observable: { yes: '`ok` is not true, or one of the two is absent or no text.' },
    places: ['createInvoice/response', 'InvoiceLink'],
  },
  'invoices.url-is-a-redirect-url': {
    section: 'What the service does, 1: sentence 2; Endpoints, 1: sentence 1',
    statement: "`url` is where the merchant's site sends the shopper: the hosted checkout page.",
    observable: { yes: '`url` is not an absolute web address.' },
    places: ['InvoiceLink.url'],
  },
  'invoices.uuid-is-a-uuid': {
    section: 'What the service does, 1: sentence 1; Endpoints, 8: query',
    statement: 'The id of an invoice is a UUID.',
    observable: { yes: '`uuid` does not have the form of a UUID.' },
    places: ['InvoiceLink.uuid'],
  },
  'invoices.uuid-for-the-sdk': {
    section: 'What the service does, 1: sentence 2; Endpoints, 1: sentence 2',
    statement: "With the uuid, the JavaScript SDK shows the checkout inside the merchant's own page.",
    observable: { no: 'The SDK is a program in the browser, and no part of this interface.' },
    places: ['InvoiceLink.uuid'],
  },
  'invoices.url-may-be-kept': {
    section: 'Endpoints, 1: sentence 3',
    statement: 'The merchant may keep the url.',
    observable: { no: 'A permission to the merchant; no operation takes the url back.' },
    places: ['InvoiceLink.url'],
  },
  'invoices.optional-fields': {
    section: 'Endpoints, 1: rows redirectUrl, customParameter, siteInfo',
    statement:
      'An invoice needs neither `redirectUrl` nor `customParameter` nor `siteInfo`, and may have the first two as they are described.',
    observable: {
      yes: 'A request is refused because it lacks one of the three, or has one of the first two.',
    },
    places: ['InvoiceRequest.redirectUrl', 'InvoiceRequest.customParameter', 'InvoiceRequest.siteInfo'],
  },
  'invoices.site-info': {
    section: 'Endpoints, 1: row siteInfo',
    statement: "`siteInfo` tells a merchant's several websites or stores apart.",
    observable: { no: 'Its shape is not given, so nobody can send one and be sure that it is right.' },
    places: ['InvoiceRequest.siteInfo'],
  },
  'invoices.required-fields-refused': {
    section:
      'Endpoints, 1: rows amount, cart, currency, order, shippingAddress; Resources, Cart item: row id',
    statement:
      'Without `amount`, `cart`, `currency`, `order` or `shippingAddress`, or with a line that has no `id`, an invoice is not complete.',
    observable: { yes: 'A request that lacks one of them is answered with a link.' },
    places: [
      'createInvoice/body',
      'InvoiceRequest.amount',
      'InvoiceRequest.cart',
      'InvoiceRequest.currency',
      'InvoiceRequest.order',
      'InvoiceRequest.shippingAddress',
      'InvoiceCartItem.id',
    ],
  },
  'invoices.becomes-order': {
    section: 'What the service does, 1: sentence 3; States and transitions: row 5',
    statement: 'Once its payment is processed, an invoice is an order.',
    observable: { yes: 'After the payment, the uuid no longer leads to the order that the invoice became.' },
    places: ['createInvoice', 'getInvoice'],
  },
  'invoices.order-info-response-shape': {
    section: 'Endpoints, 8: response',
    statement:
      'Order info has `ok: true`, a cart, and the texts order, amount, currency, encrypted, merchant_id, redirectUrl, username and companyName.',
    observable: { yes: 'One of these is absent, or has another type.' },
    places: ['getInvoice/response', 'OrderInfo', 'OrderCartItem'],
  },
  'invoices.order-info-inside-returnval': {
    section: 'Endpoints, 8: response',
    statement: 'Order info stands inside `result.returnval`.',
    observable: { yes: 'It stands in `result` itself, or under another name.' },
    places: ['getInvoice/response'],
  },
  'invoices.order-info-same-cart': {
    section: 'What the service does, 7: sentence 1; Endpoints, 8: response',
    statement: 'The cart is that of the invoice, line by line.',
    observable: { yes: 'A line is missing, added or changed in id, name, price or quantity.' },
    places: ['OrderInfo.cart'],
  },
  'invoices.order-info-subscription-lines': {
    section:
      'Endpoints, 8: response; Resources, Cart item: rows isSubscription, frequency, merchantSubscriptionId',
    statement:
      'A subscription item comes back with its isSubscription, frequency and merchantSubscriptionId.',
    observable: { yes: 'One of the three is absent or changed.' },
    places: [
      'OrderCartItem.isSubscription',
      'OrderCartItem.frequency',
      'OrderCartItem.merchantSubscriptionId',
    ],
  },
  'invoices.order-info-same-order': {
    section: 'Endpoints, 8: response; Endpoints, 1: row order',
    statement: "`order` is the merchant's order id that the invoice bears.",
    observable: { yes: 'Another order id comes back.' },
    places: ['OrderInfo.order'],
  },
  'invoices.order-info-same-amount': {
    section: 'Endpoints, 8: response; Endpoints, 1: row amount',
    statement: '`amount` is the amount of the invoice.',
    observable: { yes: 'Another amount comes back, as a number.' },
    places: ['OrderInfo.amount'],
  },
  'invoices.order-info-same-currency': {
    section: 'Endpoints, 8: response; Endpoints, 1: row currency',
    statement: '`currency` is the currency of the invoice.',
    observable: { yes: 'Another currency comes back.' },
    places: ['OrderInfo.currency'],
  },
  'invoices.order-info-same-redirect-url': {
    section: 'Endpoints, 8: response; Endpoints, 1: row redirectUrl',
    statement: '`redirectUrl` is the one that the invoice was given.',
    observable: { yes: 'Another address comes back for an invoice that was given one.' },
    places: ['OrderInfo.redirectUrl'],
  },
  'invoices.order-info-same-shipping-address': {
    section: 'Endpoints, 8: response; Endpoints, 1: row shippingAddress',
    statement: '`shippingAddress` is that of the invoice: an object with what was sent, or null.',
    observable: { yes: 'A field that was sent is lost or changed, or null and an address are mixed up.' },
    places: ['OrderInfo.shippingAddress'],
  },
  'invoices.order-info-names-the-merchant': {
    section: 'Endpoints, 8: response',
    statement: '`merchant_id` is the id of the merchant whose invoice it is.',
    observable: { yes: 'Another id comes back.' },
    places: ['OrderInfo.merchant_id'],
  },
  'invoices.order-info-uuid-required': {
    section: 'Endpoints, 8: query',
    statement: 'Order info is asked for by the uuid of an invoice.',
    observable: { yes: 'A request without `uuid` is answered with an order.' },
    places: ['getInvoice/query'],
  },
} as const satisfies Requirements
