// What the contract does not show about cart items.

import type { UnspecifiedBehaviors } from '../statements.ts'

export const cartsUnspecified = {
  'carts.conditional-fields': {
    section: 'Resources, Cart item',
    question: 'Are the cart item fields that apply to one kind of request required in that request?',
    places: 'InvoiceCartItem PaymentCartItem',
    options: { optional: { effect: 'Accepts items without them.' } },
    onlyOptionBecause:
      'Every conforming service accepts a client that sends them, and the contract says nothing else about them.',
    leftOpen: [
      { optional: 'InvoiceCartItem.name' },
      { optional: 'InvoiceCartItem.price' },
      { optional: 'InvoiceCartItem.quantity' },
      { optional: 'InvoiceCartItem.key' },
      { optional: 'InvoiceCartItem.totalPrice' },
      { optional: 'InvoiceCartItem.isSubscription' },
      { optional: 'InvoiceCartItem.frequency' },
      { optional: 'InvoiceCartItem.subscriptionPeriod' },
      { optional: 'InvoiceCartItem.merchantSubscriptionId' },
      { optional: 'InvoiceCartItem.autoRenewal' },
      { optional: 'PaymentCartItem.localAmount' },
      { optional: 'PaymentCartItem.localCurrency' },
    ],
  },
  'carts.period-letters': {
    section: 'Resources, Cart item',
    question: 'Which period letters are valid in addition to the examples y, m and w?',
    places: 'SubscriptionPeriod',
    options: { named: { effect: 'Accepts only y, m and w.' } },
    onlyOptionBecause: 'The meaning of another letter is unknown.',
    leftOpen: [{ schemaAt: 'SubscriptionPeriod', is: { type: 'string', pattern: '^[0-9]+[A-Za-z]+$' } }],
  },
} as const satisfies UnspecifiedBehaviors
