// The unspecified behaviors of cart items.

import { effects, type UnspecifiedBehaviors } from '../statements.ts'

export const cartsUnspecified = {
  'carts.conditional-fields': {
    section: 'Resources, Cart item',
    question: 'Are the cart item fields that apply to one kind of request required in that request?',
    places: 'InvoiceCartItem PaymentCartItem',
    options: effects({
      optional: 'Accepts items without them.',
      'complete-subscriptions':
        'Requires `frequency`, `subscriptionPeriod`, `merchantSubscriptionId` and `autoRenewal` of a subscription item of an invoice.',
    }),
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
    question: 'Which period letters are valid in addition to the examples y, m and w, and in which case?',
    places: 'SubscriptionPeriod',
    options: effects({
      named: 'Accepts only y, m and w, in lower case, with any count.',
      days: 'Accepts d for days, too.',
      'any-case': 'Accepts y, m and w in upper case, too.',
    }),
    leftOpen: [{ everyPlaceIs: { type: 'string', pattern: '^[0-9]+[A-Za-z]+$' } }],
  },
  'carts.zero-period': {
    section: 'Resources, Cart item',
    question: 'What does a `subscriptionPeriod` with a count of zero mean, such as `0m`?',
    places: 'SubscriptionPeriod',
    options: effects({ endless: 'The subscription has no end.', refused: 'Refuses the invoice.' }),
    leftOpen: [{ everyPlaceIs: { type: 'string', pattern: '^[0-9]+[A-Za-z]+$' } }],
  },
  'carts.empty': {
    section: 'Endpoints, 1; Endpoints, 2; Endpoints, 4; Endpoints, 5',
    question: 'Can a cart be empty?',
    places: 'createInvoice createQrTransaction createExchangePayment createBankPayment',
    options: effects({ accepted: 'Accepts it.', refused: 'Refuses it.' }),
  },
  'carts.negative-values': {
    section: 'Resources, Cart item',
    question: 'Can the price or the quantity of a cart item be negative?',
    places: 'InvoiceCartItem QrCartItem PaymentCartItem',
    options: effects({
      discounts:
        'Accepts a negative price, as a discount. Refuses a negative quantity. Zero and fractions are valid.',
      accepted: 'Accepts both.',
      refused: 'Refuses both. Zero and fractions are valid.',
    }),
  },
  'carts.mixed-subscriptions': {
    section: 'Resources, Cart item',
    question: 'Can a cart have subscription items and others, or several subscription items?',
    places: 'createInvoice',
    options: effects({ accepted: 'Accepts both.', alone: 'Refuses a subscription item that is not alone.' }),
  },
} as const satisfies UnspecifiedBehaviors
