// What the contract does not show about subscriptions.

import type { UnspecifiedBehaviors } from '../statements.ts'

export const subscriptionsUnspecified = {
  'subscriptions.debit-fields': {
    section: 'Endpoints, 15',
    question: 'Whether subscriptionId, amount and currency are top-level or elements of items.',
    places: [
      'SubscriptionDebitRequest.subscriptionId',
      'SubscriptionDebitRequest.amount',
      'SubscriptionDebitRequest.currency',
      'SubscriptionDebitRequest.items',
    ],
    options: {
      both: { summary: 'Either place; items win where both are given.' },
      'top-level': { summary: 'Top level.' },
      items: { summary: 'Elements of items.' },
    },
  },
  'subscriptions.record': {
    section: 'Resources, Other records',
    question: 'The elements of subscriptionIds, and the subscription record itself.',
    places: ['Transaction.subscriptionIds'],
    options: {
      text: { summary: 'The ids as text.' },
      objects: { summary: 'Objects with `id` and `merchantSubscriptionId`.' },
    },
  },
  'subscriptions.begins': {
    section: 'Endpoints, 16',
    question: 'When the payment of a subscription invoice makes the subscription.',
    places: ['createExchangePayment'],
    options: { 'on-acceptance': { summary: 'When the payment is accepted; it is the first debit.' } },
    soleBecause: 'The transaction record of the payment already carries subscriptionIds.',
  },
  'subscriptions.month-ends': {
    section: 'Resources, Cart item',
    question: 'The day of a debit in a month that lacks the first debit’s day.',
    places: ['InvoiceCartItem.frequency'],
    options: {
      clamp: { summary: "The month's last day." },
      'roll-over': { summary: 'As many days into the next month as the day is beyond the end of this one.' },
    },
  },
  'subscriptions.period-end': {
    section: 'Resources, Cart item',
    question: 'Whether a debit falls on the very end of subscriptionPeriod.',
    places: ['InvoiceCartItem.subscriptionPeriod'],
    options: {
      exclusive: { summary: 'No debit at or after start plus period.' },
      inclusive: { summary: 'One more, exactly at the end.' },
    },
  },
  'subscriptions.cancel-effect': {
    section: 'States and transitions',
    question: 'The effect of cancel.',
    places: ['cancelSubscription'],
    options: {
      stops: { summary: 'No further debit by the service.' },
      'runs-on': { summary: 'One more debit by the service, then none.' },
    },
  },
  'subscriptions.after-cancel': {
    section: 'States and transitions',
    question: 'Whether a cancelled or ended subscription can be debited or cancelled again.',
    places: ['debitSubscription', 'cancelSubscription'],
    options: {
      refused: { summary: 'It cannot.' },
      accepted: { summary: 'Cancelling again changes nothing; a debit is made.' },
    },
  },
  'subscriptions.failed-debit': {
    section: 'States and transitions',
    question: 'What follows a debit that failed.',
    places: ['debitSubscription'],
    options: {
      'next-time': { summary: 'The next debit is tried at its time.' },
      ends: { summary: 'The subscription ends.' },
    },
  },
  'subscriptions.failed-request': {
    section: 'Endpoints, 15',
    question: 'How a debit answers that the balance does not cover.',
    places: ['debitSubscription/response'],
    options: {
      errors: { summary: 'A success form with no data and one element in errors.' },
      refused: { summary: 'A refusal.' },
    },
  },
  'subscriptions.debit-amount': {
    section: 'Endpoints, 15',
    question: 'Whether a debit may differ from the amount of the subscription item.',
    places: ['debitSubscription'],
    options: {
      any: { summary: 'It may.' },
      'as-billed': { summary: 'It may not.' },
    },
  },
  'subscriptions.other-methods': {
    section: 'Limits; Endpoints, 2 and 5',
    question: 'What becomes of subscription items that a QR request or a bank payment bears.',
    places: ['createQrTransaction', 'createBankPayment'],
    options: {
      refused: { summary: 'The payment is refused.' },
      'once-only': { summary: 'It is taken as a single payment; no subscription is made.' },
    },
  },
  'subscriptions.reminder': {
    section: 'Events, 5',
    question: 'When reminder e-mails are sent.',
    places: ['service'],
    options: {
      'three-days': { summary: 'Three days before the bill.', value: { days: [3] } },
      'seven-and-one': { summary: 'Seven days and one day before the bill.', value: { days: [7, 1] } },
    },
  },
} as const satisfies UnspecifiedBehaviors
