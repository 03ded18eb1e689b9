// What the contract states of cart items in requests. How a cart comes back is told at invoices and transactions, what
// follows from a subscription item at subscriptions.

import type { Requirements } from '../statements.ts'

export const cartsRequirements = {
  'carts.lines-complete': {
    section: 'Resources, Cart item: rows id, name, price, quantity',
    statement:
      'Every line has an `id`; in QR and payment requests it also has `name`, `price` and `quantity`, one line as well as many.',
    observable: { yes: 'A cart of several lines that have all of these is refused.' },
    places: ['InvoiceCartItem.id', 'QrCartItem', 'PaymentCartItem'],
  },
  'carts.price-number-or-text': {
    section: 'Resources, Cart item: row price',
    statement: '`price` may be a number or a decimal as text.',
    observable: { yes: 'A cart is refused because of one of the two ways to write a price.' },
    places: ['InvoiceCartItem.price', 'QrCartItem.price', 'PaymentCartItem.price'],
  },
  'carts.price-per-unit': {
    section: 'Resources, Cart item: row price',
    statement: '`price` is the price of one unit.',
    observable: {
      no: 'A meaning for the reader: no answer is stated to be computed from price and quantity.',
    },
    places: ['InvoiceCartItem.price', 'QrCartItem.price', 'PaymentCartItem.price'],
  },
  'carts.quantity-number-or-text': {
    section: 'Resources, Cart item: row quantity',
    statement: '`quantity` may be a number or a decimal as text.',
    observable: { yes: 'A cart is refused because of one of the two ways to write a quantity.' },
    places: ['InvoiceCartItem.quantity', 'QrCartItem.quantity', 'PaymentCartItem.quantity'],
  },
  'carts.invoice-line-may-lack-name-price-quantity': {
    section: 'Resources, Cart item: rows name, price, quantity',
    statement: 'In an invoice a line needs neither `name` nor `price` nor `quantity`.',
    observable: { yes: 'An invoice is refused because a line lacks one of the three.' },
    places: ['InvoiceCartItem.name', 'InvoiceCartItem.price', 'InvoiceCartItem.quantity'],
  },
  'carts.invoice-line-key-and-total': {
    section: 'Resources, Cart item: rows key, totalPrice',
    statement: 'A line of an invoice takes `key` and `totalPrice`, both text.',
    observable: { yes: 'An invoice is refused because a line bears them.' },
    places: ['InvoiceCartItem.key', 'InvoiceCartItem.totalPrice'],
  },
  'carts.payment-line-local-amount': {
    section: 'Resources, Cart item: rows localAmount, localCurrency',
    statement:
      "A line of a payment takes `localAmount`, the line's amount in local currency as a number, and `localCurrency`, that currency's code.",
    observable: { yes: 'A payment is refused because its lines bear them.' },
    places: ['PaymentCartItem.localAmount', 'PaymentCartItem.localCurrency'],
  },
  'carts.each-frequency-accepted': {
    section: 'Resources, Cart item: row frequency',
    statement: 'A subscription item recurs weekly, monthly, quarterly, half-yearly or yearly.',
    observable: { yes: 'An invoice is refused because of one of the five words.' },
    places: ['InvoiceCartItem.frequency'],
  },
  'carts.other-frequency-refused': {
    section: 'Resources, Cart item: row frequency; Endpoints, shared conventions: bullet 1',
    statement: 'A frequency outside the five words does not exist.',
    observable: { yes: 'An invoice whose item bears another word is answered with a link.' },
    places: ['InvoiceCartItem.frequency'],
  },
  'carts.period-in-years-months-weeks': {
    section: 'Resources, Cart item: row subscriptionPeriod',
    statement: 'The period of a subscription is a count followed by y, m or w.',
    observable: { yes: 'An invoice is refused because of a period such as 1y, 12m or 26w.' },
    places: ['InvoiceCartItem.subscriptionPeriod', 'SubscriptionPeriod'],
  },
  'carts.malformed-period-refused': {
    section: 'Resources, Cart item: row subscriptionPeriod',
    statement: 'A period that is not a count followed by the kind of period has no meaning.',
    observable: {
      yes: 'An invoice whose item bears such a period, with no count say, is answered with a link.',
    },
    places: ['InvoiceCartItem.subscriptionPeriod', 'SubscriptionPeriod'],
  },
  'carts.auto-renewal-either-way': {
    section: 'Resources, Cart item: row autoRenewal',
    statement: 'A subscription item of an invoice says by the boolean `autoRenewal` who manages its debits.',
    observable: { yes: 'An invoice is refused because of true, or because of false.' },
    places: ['InvoiceCartItem.autoRenewal'],
  },
  'carts.merchant-subscription-id-unique': {
    section: 'Resources, Cart item: row merchantSubscriptionId',
    statement: 'The merchant chooses `merchantSubscriptionId` so that each subscription has one of its own.',
    observable: { no: 'A duty of the merchant; what follows from breaking it is not stated.' },
    places: ['InvoiceCartItem.merchantSubscriptionId', 'QrCartItem.merchantSubscriptionId'],
  },
} as const satisfies Requirements
