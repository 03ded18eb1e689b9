// The unspecified behaviors of subscriptions.

import type { Schema } from '../openapi/schema.ts'
import { effects, type UnspecifiedBehaviors } from '../statements.ts'

const anyForm: Schema = {
  anyOf: ['DebitByFields', 'DebitByItems'].map((name) => ({ $ref: `#/components/schemas/${name}` })),
}

export const subscriptionsUnspecified = {
  'subscriptions.debit-fields': {
    section: 'Endpoints, 15',
    question: 'Are `subscriptionId`, `amount` and `currency` top-level fields or fields of `items`?',
    places: 'SubscriptionDebitRequest DebitByFields.items DebitByItems.items',
    options: effects({
      both: 'Accepts both. If both are present, `items` takes effect.',
      'top-level': 'Accepts only top-level fields.',
      items: 'Accepts only fields of `items`.',
    }),
    leftOpen: [
      { schemaAt: 'SubscriptionDebitRequest', is: anyForm },
      { optional: 'DebitByFields.items' },
      { optional: 'DebitByItems.subscriptionId' },
      { optional: 'DebitByItems.amount' },
      { optional: 'DebitByItems.currency' },
    ],
  },
  'subscriptions.record': {
    section: 'Resources, other records; Resources, Transaction record',
    question: 'What are the elements of `subscriptionIds`, and which fields does a subscription record have?',
    places: 'Transaction.subscriptionIds',
    options: effects({
      text: 'Returns the ids as strings.',
      objects: 'Returns objects with `id` and `merchantSubscriptionId`.',
    }),
    leftOpen: [{ schemaAt: 'Transaction.subscriptionIds', is: { type: 'array', items: {} } }],
  },
  'subscriptions.begins': {
    section: 'Endpoints, 16',
    question: 'When does a subscription begin, after the payment of its invoice?',
    places: 'createExchangePayment',
    options: effects({
      'on-acceptance':
        'When the service accepts the payment, which names the order of its invoice. The payment is the first debit.',
      'on-completion':
        'Its id is in the record of the payment, and its period counts from there, but its bills count from the completion of the payment.',
    }),
  },
  'subscriptions.month-ends': {
    section: 'Resources, Cart item',
    question:
      'When is a subscription debited in a month without the day of the first debit, such as the 31st?',
    places: 'InvoiceCartItem.frequency',
    options: effects({
      clamp: 'Debits on the last day of the month.',
      'roll-over': 'Debits in the next month, for example on 3 March instead of 31 February.',
    }),
  },
  'subscriptions.period-end': {
    section: 'Resources, Cart item',
    question: 'Is there a debit at the exact end of `subscriptionPeriod`?',
    places: 'InvoiceCartItem.subscriptionPeriod',
    options: effects({
      exclusive: 'Debits only before the end.',
      inclusive: 'Debits once more, exactly at the end.',
    }),
  },
  'subscriptions.cancel-effect': {
    section: 'States and transitions',
    question: 'What is the effect of canceling a subscription?',
    places: 'cancelSubscription',
    options: effects({
      stops: 'Stops the debits of the service. Neither the webhook nor an email reports it.',
      'runs-on': 'Makes one more debit of the service, then stops.',
    }),
  },
  'subscriptions.after-cancel': {
    section: 'States and transitions',
    question: 'Can a canceled or ended subscription be debited, or canceled again?',
    places: 'debitSubscription cancelSubscription',
    options: effects({
      refused: 'Refuses both.',
      accepted: 'Accepts both. Canceling again changes nothing.',
    }),
  },
  'subscriptions.failed-debit': {
    section: 'States and transitions',
    question: 'What happens after a failed debit?',
    places: 'debitSubscription',
    options: effects({
      'next-time': 'Makes the next debit at its regular time.',
      ends: 'Ends the subscription.',
    }),
  },
  'subscriptions.failed-request': {
    section: 'Endpoints, 15',
    question: 'What does POST /subscription/debit return when the balance is too low?',
    places: 'debitSubscription/response',
    options: effects({
      errors:
        'Returns `status: 200` with an empty `data` and one element in `errors`: the ids of the subscription and the transaction, and a message.',
      refused: 'Refuses the request.',
    }),
    leftOpen: [
      {
        valueAt: [
          'debitSubscription',
          ...['responses', '200', 'content', 'application/json', 'schema'],
          ...['properties', 'result', 'properties', 'errors'],
        ],
        is: { type: 'array', items: {} },
      },
    ],
  },
  'subscriptions.debit-amount': {
    section: 'Endpoints, 15',
    question: 'May the amount or the currency of a debit differ from those of the subscription item?',
    places: 'debitSubscription',
    options: effects({
      any: 'Accepts any amount in any currency that it knows, at the current rate.',
      'as-billed': 'Accepts only the amount and the currency of the item.',
    }),
  },
  'subscriptions.debit-of-renewed': {
    section: 'What the service does, 4; Endpoints, 15',
    question: 'Can the merchant debit a subscription that the service renews?',
    places: 'debitSubscription',
    options: {
      accepted: { effect: 'Accepts the debit, in addition to those of the service.' },
      refused: { effect: 'Refuses the debit.', needsOtherClient: true },
    },
  },
  'subscriptions.without-payment': {
    section: 'States and transitions; What the service does, 4',
    question: 'Does a subscription go on if the payment that began it is canceled?',
    places: 'createExchangePayment',
    options: effects({
      ends: 'It ends, unless another payment of its invoice is pending or completed. A later payment begins a new one.',
      lives: 'It goes on, and is billed. A later payment of its invoice carries it.',
    }),
  },
  'subscriptions.absent-price': {
    section: 'Resources, Cart item',
    question: 'What does a subscription item without a price cost, next to other items?',
    places: 'InvoiceCartItem.price',
    options: effects({
      rest: 'What the items with a price leave of the amount of the invoice, in equal parts.',
      refused: 'Refuses the invoice.',
    }),
    leftOpen: [{ optional: 'InvoiceCartItem.price' }],
  },
  'subscriptions.other-methods': {
    section: 'Limits; Endpoints, 5',
    question:
      'What does the service do with a bank or wallet payment of an invoice that has subscription items?',
    places: 'createBankPayment createQrTransaction',
    options: effects({
      refused: 'Refuses the payment. The checkout page does not offer it.',
      'once-only': 'Accepts a single payment and creates no subscription.',
    }),
  },
  'subscriptions.reminder': {
    section: 'Events, 5',
    question: 'When are reminder emails sent, and for which subscriptions?',
    places: 'service',
    options: {
      'three-days': {
        effect: 'Sends one three days before each bill, also one that the merchant debits.',
        value: { days: [3] },
      },
      'seven-and-one': {
        effect: 'Sends one seven days and one a day before the bill.',
        value: { days: [7, 1] },
      },
    },
    valueRule: { min: 1, max: 365 },
  },
  'subscriptions.reminder-recipient': {
    section: 'Events, 5',
    question: 'Which address are reminder emails sent to?',
    places: 'CustomerInfo.email Shopper.email',
    options: effects({
      customer: 'That of the `customerInfo` of the invoice; without one, that of the shopper.',
      shopper: 'That of the shopper.',
    }),
  },
  'subscriptions.absent-fields': {
    section: 'Resources, Cart item',
    question:
      'What holds for a subscription item without `frequency`, `subscriptionPeriod` or `autoRenewal`?',
    places: 'InvoiceCartItem.frequency InvoiceCartItem.subscriptionPeriod InvoiceCartItem.autoRenewal',
    options: {
      'monthly-for-a-year': {
        effect: 'Assumes monthly debits by the merchant for a year.',
        value: { frequency: 'monthly', subscriptionPeriod: '1y', autoRenewal: false },
      },
      'weekly-for-a-month': {
        effect: 'Assumes weekly debits by the service for a month.',
        value: { frequency: 'weekly', subscriptionPeriod: '1m', autoRenewal: true },
      },
    },
    leftOpen: [
      { optional: 'InvoiceCartItem.frequency' },
      { optional: 'InvoiceCartItem.subscriptionPeriod' },
      { optional: 'InvoiceCartItem.autoRenewal' },
    ],
  },
  'subscriptions.repeated-id': {
    section: 'Resources, Cart item; Events, 4',
    question:
      'What does the service do with another subscription item that has the `merchantSubscriptionId` of an active subscription?',
    places: 'InvoiceCartItem.merchantSubscriptionId',
    options: effects({
      accepted: 'Begins a second subscription with the same id.',
      refused: 'Refuses the invoice, and the payment of an invoice that was created before.',
    }),
  },
  'subscriptions.id': {
    section: 'Endpoints, 15; Endpoints, 16',
    question: "Is `subscriptionId` the service's id of a subscription, or the merchant's?",
    places:
      'DebitByFields.subscriptionId DebitByItems.subscriptionId SubscriptionCancelRequest.subscriptionId',
    options: {
      either: { effect: 'Accepts both.' },
      service: { effect: "Accepts only the service's id." },
      merchant: { effect: 'Accepts only the `merchantSubscriptionId`.', needsOtherClient: true },
    },
    leftOpen: [
      { schemaAt: 'DebitByFields.subscriptionId', is: { type: 'string' } },
      { schemaAt: 'SubscriptionCancelRequest.subscriptionId', is: { type: 'string' } },
    ],
  },
  'subscriptions.early-debit': {
    section: 'Endpoints, 15',
    question: 'Can the merchant request several debits of a subscription in the same interval?',
    places: 'debitSubscription',
    options: effects({
      accepted: 'Accepts them. A debit moves no due date.',
      refused: 'Refuses a second debit before the next one is due.',
    }),
  },
  'subscriptions.period-meaning': {
    section: 'Resources, Cart item',
    question: 'What does `subscriptionPeriod` end?',
    places: 'InvoiceCartItem.subscriptionPeriod',
    options: {
      debits: { effect: 'The debits.' },
      'minimum-term': { effect: 'A minimum term, after which the debits go on.', needsOtherClient: true },
    },
  },
  'subscriptions.repeated-debit-order': {
    section: 'Endpoints, 15',
    question: 'What does a second request for a debit with the same `orderId` do?',
    places: 'debitSubscription',
    options: effects({
      debit: 'Debits once more. Without an `orderId`, the row has the order of the invoice.',
      first: 'Returns the first debit.',
    }),
  },
} as const satisfies UnspecifiedBehaviors
