// The requirements about cart items in requests.

import type { Requirements } from '../statements.ts'

export const cartsRequirements = {
  'carts.lines-complete': {
    section: 'Resources, Cart item: rows id, name, price, quantity',
    statement:
      'Every cart item has an `id`. In QR and payment requests it also has a `name`, a `price` and a `quantity`.',
    places: 'InvoiceCartItem.id QrCartItem PaymentCartItem',
  },
  'carts.price-number-or-text': {
    section: 'Resources, Cart item: row price',
    statement: '`price` may be a number or a decimal string.',
    places: 'InvoiceCartItem.price QrCartItem.price PaymentCartItem.price',
  },
  'carts.price-per-unit': {
    section: 'Resources, Cart item: row price',
    statement: '`price` is the price of one unit.',
    notObservable: 'The contract does not say that a response is computed from price and quantity.',
    places: 'InvoiceCartItem.price QrCartItem.price PaymentCartItem.price',
  },
  'carts.quantity-number-or-text': {
    section: 'Resources, Cart item: row quantity',
    statement: '`quantity` may be a number or a decimal string.',
    places: 'InvoiceCartItem.quantity QrCartItem.quantity PaymentCartItem.quantity',
  },
  'carts.fraction-as-text': {
    reason: 'The words say number or string. They do not say which strings.',
    section: 'Resources, Cart item: row quantity',
    statement: 'A `quantity` with a fraction that is accepted as a number is accepted as a string, too.',
    places: 'InvoiceCartItem.quantity QrCartItem.quantity PaymentCartItem.quantity',
  },
  'carts.invoice-line-may-lack-name-price-quantity': {
    reason:
      'The words require these fields in QR and payment requests. They do not say that an invoice request may omit them.',
    section: 'Resources, Cart item: rows name, price, quantity',
    statement: 'In an invoice request, the `name`, `price` and `quantity` of a cart item are optional.',
    places: 'InvoiceCartItem.name InvoiceCartItem.price InvoiceCartItem.quantity',
  },
  'carts.invoice-line-key-and-total': {
    section: 'Resources, Cart item: rows key, totalPrice',
    statement: 'In an invoice request, a cart item may have the strings `key` and `totalPrice`.',
    places: 'InvoiceCartItem.key InvoiceCartItem.totalPrice',
  },
  'carts.payment-line-local-amount': {
    section: 'Resources, Cart item: rows localAmount, localCurrency',
    statement:
      'In a payment request, a cart item may have `localAmount`, its amount in local currency as a number, and `localCurrency`, the code of that currency.',
    places: 'PaymentCartItem.localAmount PaymentCartItem.localCurrency',
  },
  'carts.each-frequency-accepted': {
    section: 'Resources, Cart item: row frequency',
    statement: 'The service accepts the frequencies weekly, monthly, quarterly, half-yearly and yearly.',
    places: 'InvoiceCartItem.frequency',
  },
  'carts.other-frequency-refused': {
    section: 'Resources, Cart item: row frequency; Endpoints, shared conventions: bullet 1',
    statement:
      'The service refuses a frequency other than weekly, monthly, quarterly, half-yearly and yearly.',
    places: 'InvoiceCartItem.frequency',
  },
  'carts.period-in-years-months-weeks': {
    section: 'Resources, Cart item: row subscriptionPeriod',
    statement: '`subscriptionPeriod` is a count followed by a period, such as y, m or w.',
    places: 'InvoiceCartItem.subscriptionPeriod SubscriptionPeriod',
  },
  'carts.period-of-any-count': {
    reason:
      'The words give a format. They do not say that the service offers a subscription for every count.',
    section: 'Resources, Cart item: row subscriptionPeriod',
    statement: 'The service accepts any count of years, months or weeks up to two years.',
    places: 'InvoiceCartItem.subscriptionPeriod SubscriptionPeriod',
  },
  'carts.malformed-period-refused': {
    reason: 'The words give a format. They do not say what happens to a period in another format.',
    section: 'Resources, Cart item: row subscriptionPeriod',
    statement: 'The service refuses a `subscriptionPeriod` that is not a count followed by a period.',
    places: 'InvoiceCartItem.subscriptionPeriod SubscriptionPeriod',
  },
  'carts.auto-renewal-either-way': {
    section: 'Resources, Cart item: row autoRenewal',
    statement:
      '`autoRenewal` of a subscription item is true if the service manages the debits, and false if the merchant does.',
    places: 'InvoiceCartItem.autoRenewal',
  },
  'carts.merchant-subscription-id-unique': {
    section: 'Resources, Cart item: row merchantSubscriptionId',
    statement: 'The merchant gives each subscription a unique `merchantSubscriptionId`.',
    notObservable:
      'This is a duty of the merchant. The contract does not say what happens with a repeated id.',
    places: 'InvoiceCartItem.merchantSubscriptionId QrCartItem.merchantSubscriptionId',
  },
} as const satisfies Requirements
