// What the contract does not show about cart items.

import type { UnspecifiedBehaviors } from '../statements.ts'

export const cartsUnspecified = {
  'carts.conditional-fields': {
    section: 'Resources, Cart item',
    question: 'Are the cart item fields that apply to one kind of request required in that request?',
    places: 'InvoiceCartItem PaymentCartItem',
    options: {
      optional: { effect: 'Accepts items without them.' },
      'complete-subscriptions': {
        effect:
          'Requires `frequency`, `subscriptionPeriod`, `merchantSubscriptionId` and `autoRenewal` of a subscription item of an invoice.',
      },
    },
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
    options: {
      named: { effect: 'Accepts only y, m and w.' },
      days: { effect: 'Accepts d for days, too.' },
    },
    leftOpen: [{ schemaAt: 'SubscriptionPeriod', is: { type: 'string', pattern: '^[0-9]+[A-Za-z]+$' } }],
  },
  'carts.zero-period': {
    section: 'Resources, Cart item',
    question: 'What does a `subscriptionPeriod` with a count of zero mean, such as `0m`?',
    places: 'SubscriptionPeriod',
    options: {
      endless: { effect: 'The subscription has no end.' },
      refused: { effect: 'Refuses the invoice.' },
    },
    leftOpen: [{ schemaAt: 'SubscriptionPeriod', is: { type: 'string', pattern: '^[0-9]+[A-Za-z]+$' } }],
  },
  'carts.empty': {
    section: 'Endpoints, 1; Endpoints, 2; Endpoints, 4; Endpoints, 5',
    question: 'Can a cart be empty?',
    places: 'createInvoice createQrTransaction createExchangePayment createBankPayment',
    options: { accepted: { effect: 'Accepts it.' }, refused: { effect: 'Refuses it.' } },
  },
  'carts.negative-values': {
    section: 'Resources, Cart item',
    question: 'Can the price or the quantity of a cart item be negative?',
    places: 'InvoiceCartItem QrCartItem PaymentCartItem',
    options: {
      discounts: { effect: 'Accepts a negative price, as a discount. Refuses a negative quantity.' },
      accepted: { effect: 'Accepts both.' },
      refused: { effect: 'Refuses both.' },
    },
  },
  'carts.mixed-subscriptions': {
    section: 'Resources, Cart item',
    question: 'Can a cart have subscription items and others, or several subscription items?',
    places: 'createInvoice',
    options: {
      accepted: { effect: 'Accepts both.' },
      alone: { effect: 'Refuses a subscription item that is not alone.' },
    },
  },
} as const satisfies UnspecifiedBehaviors
