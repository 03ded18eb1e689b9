// The requirements about invoices and order info.

import type { Requirements } from '../statements.ts'

export const invoicesRequirements = {
  'invoices.created': {
    section:
      'What the service does, 1: sentence 1; Endpoints, 1: rows amount, cart, currency, order, shippingAddress',
    statement: 'A merchant who sends a complete invoice request receives a URL for the shopper and a UUID.',
    places: 'createInvoice InvoiceRequest',
  },
  'invoices.link-shape': {
    section: 'Endpoints, 1: response',
    statement: 'POST /hosted-page returns `ok: true` and a result with the strings `url` and `uuid`.',
    places: 'createInvoice/response InvoiceLink',
  },
  'invoices.url-is-a-redirect-url': {
    section: 'What the service does, 1: sentence 2; Endpoints, 1: sentence 2',
    statement:
      '`url` is the address of the hosted checkout page, to which the merchant redirects the shopper.',
    places: 'InvoiceLink.url',
  },
  'invoices.uuid-is-a-uuid': {
    section: 'What the service does, 1: sentence 1; Endpoints, 8: query',
    statement: 'The id of an invoice is a UUID.',
    places: 'InvoiceLink.uuid',
  },
  'invoices.uuid-for-the-sdk': {
    section: 'What the service does, 1: sentence 2; Endpoints, 1: sentence 3',
    statement: 'The JavaScript SDK uses the `uuid` for an inline checkout.',
    notObservable: 'The SDK runs in the browser and is not part of this interface.',
    places: 'InvoiceLink.uuid',
  },
  'invoices.url-may-be-kept': {
    section: 'Endpoints, 1: sentence 4',
    statement: 'The merchant is free to store the `url`.',
    notObservable: 'This is a permission for the merchant. No operation takes the URL back.',
    places: 'InvoiceLink.url',
  },
  'invoices.optional-fields': {
    section: 'Endpoints, 1: rows redirectUrl, customParameter, siteInfo',
    statement: '`redirectUrl`, `customParameter` and `siteInfo` of an invoice request are optional.',
    places: 'InvoiceRequest.redirectUrl InvoiceRequest.customParameter InvoiceRequest.siteInfo',
  },
  'invoices.site-info': {
    section: 'Endpoints, 1: row siteInfo',
    statement: 'A merchant uses `siteInfo` to create invoices for different websites or stores.',
    notObservable:
      'The contract does not show the type of `siteInfo`, so a client cannot know which values are valid.',
    places: 'InvoiceRequest.siteInfo',
  },
  'invoices.required-fields-refused': {
    section: 'Endpoints, 1: rows amount, cart, currency, order; Resources, Cart item: row id',
    statement:
      'The service refuses an invoice request without `amount`, `cart`, `currency` or `order`, or with a cart item without `id`.',
    places:
      'createInvoice/body InvoiceRequest.amount InvoiceRequest.cart InvoiceRequest.currency InvoiceRequest.order InvoiceCartItem.id',
  },
  'invoices.refused-order-id-free': {
    reason: 'The words do not say that a request which the service refused leaves nothing behind.',
    section: 'Endpoints, 1: row order',
    statement: 'A merchant who corrects a refused invoice request can send it with the same `order`.',
    places: 'createInvoice InvoiceRequest.order',
  },
  'invoices.shipping-address-present': {
    reason:
      'The words require the field, and permit null. They do not say that a missing field differs from null; for many decoders it does not.',
    section: 'Endpoints, 1: row shippingAddress',
    statement:
      'The service refuses an invoice request without `shippingAddress`. If there is none, it is null.',
    places: 'InvoiceRequest.shippingAddress',
  },
  'invoices.becomes-order': {
    reason: 'The words do not say that a paid invoice can still be read by its UUID.',
    section: 'What the service does, 1: sentence 3; States and transitions: row 5',
    statement: 'An invoice is an order once its payment is processed.',
    places: 'createInvoice getInvoice',
  },
  'invoices.order-info-response-shape': {
    section: 'Endpoints, 8: response',
    statement:
      'GET /invoices returns `ok: true`, a `cart`, and the strings `order`, `amount`, `currency`, `encrypted`, `merchant_id`, `redirectUrl`, `username` and `companyName`; `shippingAddress` is an object or null.',
    places: 'getInvoice/response OrderInfo OrderCartItem',
  },
  'invoices.order-info-inside-returnval': {
    section: 'Endpoints, 8: response',
    statement: 'GET /invoices returns the order info in `result.returnval`.',
    places: 'getInvoice/response',
  },
  'invoices.order-info-products': {
    section: 'What the service does, 7: sentence 1; Endpoints, 8: response; Resources, Cart item: row id',
    statement: 'The cart in order info has an item for each product of the invoice.',
    places: 'OrderInfo.cart',
  },
  'invoices.order-info-same-cart': {
    reason:
      'The words do not say that the items are unchanged. They could have converted prices, or further items such as fees.',
    section: 'What the service does, 7: sentence 1; Endpoints, 8: response',
    statement: 'The cart in order info is the cart of the invoice.',
    places: 'OrderInfo.cart',
  },
  'invoices.order-info-subscription-lines': {
    section:
      'Endpoints, 8: response; Resources, Cart item: rows isSubscription, frequency, merchantSubscriptionId',
    statement:
      'Order info returns `isSubscription`, `frequency` and `merchantSubscriptionId` of each subscription item.',
    places: 'OrderCartItem.isSubscription OrderCartItem.frequency OrderCartItem.merchantSubscriptionId',
  },
  'invoices.order-info-same-order': {
    reason:
      "The words list the field without its meaning. It could be the service's own number of the order.",
    section: 'Endpoints, 8: response; Endpoints, 1: row order',
    statement: '`order` in order info is the order id of the invoice request.',
    places: 'OrderInfo.order',
  },
  'invoices.order-info-same-amount': {
    reason:
      'The words list the field without its meaning. The amount could include fees or taxes, or be converted.',
    section: 'Endpoints, 8: response; Endpoints, 1: row amount',
    statement: '`amount` in order info is the amount of the invoice request.',
    places: 'OrderInfo.amount',
  },
  'invoices.order-info-same-currency': {
    reason: "The words list the field without its meaning. It could be the currency of the merchant's store.",
    section: 'Endpoints, 8: response; Endpoints, 1: row currency',
    statement: '`currency` in order info is the currency of the invoice request.',
    places: 'OrderInfo.currency',
  },
  'invoices.order-info-same-redirect-url': {
    reason: 'The words list the field without its meaning. The service could add parameters to the URL.',
    section: 'Endpoints, 8: response; Endpoints, 1: row redirectUrl',
    statement: '`redirectUrl` in order info is the one of the invoice request.',
    places: 'OrderInfo.redirectUrl',
  },
  'invoices.order-info-same-shipping-address': {
    reason: 'The words list the field without its meaning. The service could normalize an address.',
    section: 'Endpoints, 8: response; Endpoints, 1: row shippingAddress',
    statement: '`shippingAddress` in order info is the one of the invoice request.',
    places: 'OrderInfo.shippingAddress',
  },
  'invoices.order-info-names-the-merchant': {
    reason: 'The words do not say that `merchant_id` has the form of `clientId`.',
    section: 'Endpoints, 8: response',
    statement: '`merchant_id` in order info is the id of the merchant of the invoice.',
    places: 'OrderInfo.merchant_id',
  },
  'invoices.order-info-uuid-required': {
    section: 'Endpoints, 8: query',
    statement: 'GET /invoices requires the query parameter `uuid`.',
    places: 'getInvoice/query',
  },
} as const satisfies Requirements
