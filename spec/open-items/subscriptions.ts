// Open items about subscriptions: their calendar, their states and the effect of debit and cancel.

import type { OpenItems } from '../statements.ts'

export const subscriptionItems = {
  'subscription.debit-fields': {
    section: 'Endpoints, 15',
    question: 'Whether subscriptionId, amount and currency are top-level or elements of items.',
    places: [
      'SubscriptionDebitRequest.subscriptionId',
      'SubscriptionDebitRequest.amount',
      'SubscriptionDebitRequest.currency',
      'SubscriptionDebitRequest.items',
    ],
    standIns: {
      both: { summary: 'Either place; items win where both are given.' },
      topLevel: { summary: 'Top level.' },
      items: { summary: 'Elements of items.' },
    },
  },
  'subscription.record': {
    section: 'Resources, Other records',
    question: 'The elements of subscriptionIds, and the subscription record itself.',
    places: ['Transaction.subscriptionIds'],
    standIns: {
      text: { summary: 'The ids as text.' },
      objects: { summary: 'Objects with `id` and `merchantSubscriptionId`.' },
    },
  },
  'subscription.begins': {
    section: 'Endpoints, 16',
    question: 'When the payment of a subscription invoice makes the subscription.',
    places: ['createExchangePayment'],
    standIns: { onAcceptance: { summary: 'When the payment is accepted; it is the first debit.' } },
    soleBecause: 'The transaction record of the payment already carries subscriptionIds.',
  },
  'subscription.month-ends': {
    section: 'Resources, Cart item',
    question: 'The day of a debit in a month that lacks the first debit’s day.',
    places: ['InvoiceCartItem.frequency'],
    standIns: {
      clamp: { summary: "The month's last day." },
      rollOver: { summary: 'As many days into the next month as the day is beyond the end of this one.' },
    },
  },
  'subscription.period-end': {
    section: 'Resources, Cart item',
    question: 'Whether a debit falls on the very end of subscriptionPeriod.',
    places: ['InvoiceCartItem.subscriptionPeriod'],
    standIns: {
      exclusive: { summary: 'No debit at or after start plus period.' },
      inclusive: { summary: 'One more, exactly at the end.' },
    },
  },
  'subscription.cancel-effect': {
    section: 'States and transitions',
    question: 'The effect of cancel.',
    places: ['cancelSubscription'],
    standIns: {
      stops: { summary: 'No further debit by the service.' },
      runsOn: { summary: 'One more debit by the service, then none.' },
    },
  },
  'subscription.after-cancel': {
    section: 'States and transitions',
    question: 'Whether a cancelled or ended subscription can be debited or cancelled again.',
    places: ['debitSubscription', 'cancelSubscription'],
    standIns: {
      refused: { summary: 'It cannot.' },
      accepted: { summary: 'Cancelling again changes nothing; a debit is made.' },
    },
  },
  'subscription.failed-debit': {
    section: 'States and transitions',
    question: 'What follows a debit that failed.',
    places: ['debitSubscription'],
    standIns: {
      nextTime: { summary: 'The next debit is tried at its time.' },
      ends: { summary: 'The subscription ends.' },
    },
  },
  'subscription.failed-request': {
    section: 'Endpoints, 15',
    question: 'How a debit answers that the balance does not cover.',
    places: ['debitSubscription/answer'],
    standIns: {
      errors: { summary: 'A success form with no data and one element in errors.' },
      refused: { summary: 'A refusal.' },
    },
  },
  'subscription.debit-amount': {
    section: 'Endpoints, 15',
    question: 'Whether a debit may differ from the amount of the subscription item.',
    places: ['debitSubscription'],
    standIns: {
      any: { summary: 'It may.' },
      asBilled: { summary: 'It may not.' },
    },
  },
  'subscription.other-methods': {
    section: 'Limits; Endpoints, 2 and 5',
    question: 'What becomes of subscription items that a QR request or a bank payment bears.',
    places: ['createQrTransaction', 'createBankPayment'],
    standIns: {
      refused: { summary: 'The payment is refused.' },
      onceOnly: { summary: 'It is taken as a single payment; no subscription is made.' },
    },
  },
  'subscription.reminder': {
    section: 'Events, 5',
    question: 'When reminder e-mails are sent.',
    places: ['service'],
    standIns: {
      threeDays: { summary: 'Three days before the bill.', value: { days: [3] } },
      sevenAndOne: { summary: 'Seven days and one day before the bill.', value: { days: [7, 1] } },
    },
  },
} as const satisfies OpenItems
