// What checks ask about. Each row is proved: without it, a conforming variant is accused.

import type { PermittedBehavior } from './row.ts'

const states = 'States and transitions'

export const behaviors = {
  'partial-payments.ends-without-closing': {
    section: states,
    says: 'A deployment may end a partial payment that nobody closes, such as by a refund, and need not report that.',
    rulesOut: 'The payment of the rest rules it out: what has ended cannot be completed.',
    provedBy: {
      variant: 'partial payments that end after a week without an update',
      accused: 'partial-payments.within-two-weeks',
    },
  },
  'partial-payments.refund-registered-later': {
    section: states,
    says: 'A deployment may register a refund request some time after the shopper made it.',
    rulesOut: 'A clock that the suite can move rules it out.',
    provedBy: {
      variant: 'Refund requests that count a minute later',
      accused: 'partial-payments.unforced-refund-request-blocks',
      level: 'money',
    },
  },
  'partial-payments.confirmed-later': {
    section: states,
    says: 'A deployment may refuse to close a partial payment until the payment is confirmed.',
    rulesOut: 'A clock rules it out, or another partial payment that is closed at once.',
    provedBy: {
      variant: 'partial payments that can be closed after two days',
      accused: 'partial-payments.within-two-weeks',
    },
  },
  'partial-payments.closed-again': {
    section: states,
    says: 'A deployment may accept the closing of a payment that has ended.',
    rulesOut: 'An update of the end rules it out, or the refusal of a second closing.',
    provedBy: {
      variant: 'Success for partial payments that have ended after two weeks',
      accused: 'partial-payments.after-two-weeks-refused',
    },
  },
  'webhooks.other-integers': {
    section: 'Events; Resources, Transaction record',
    says: 'A deployment may report statuses by other integers than those of its records.',
    rulesOut: 'Updates that name their status rule it out, or another payment that is completed.',
    provedBy: {
      variant: 'deliveries with a result in an envelope with the integer of pending as its status',
      accused: 'webhooks.exchange-status-changes',
    },
  },
  'webhooks.unreadable': {
    section: 'Events',
    says: 'A deployment may encrypt its updates, or send them in a format that the suite cannot read.',
    rulesOut: 'Deliveries without opaque texts rule it out.',
    provedBy: { variant: 'deliveries that are encrypted', accused: 'webhooks.exchange-status-changes' },
  },
  'webhooks.no-change-to-report': {
    section: 'Events, 2; States and transitions',
    says: 'A deployment may return a payment that has ended, and then has no change of its status to report.',
    rulesOut: 'A status in the response that is not final rules it out; known.statusIntegers names those.',
    provedBy: {
      variant: 'Exchange payments that are completed at once, without an update',
      accused: 'webhooks.exchange-status-changes',
    },
  },
  'webhooks.nothing-at-once': {
    section: 'Events, 2',
    says: 'A deployment may send no update of the status that a payment begins with.',
    rulesOut: 'A clock rules it out that the suite can move, or --patience 3h.',
    provedBy: {
      variant: 'webhooks.first-status: silent',
      accused: 'webhooks.one-for-crypto-and-bank',
      setup: 'receiver',
      level: 'money',
    },
  },
  'exchange-payments.connected-exchanges-only': {
    section: 'Endpoints, shared conventions',
    says: 'A deployment may refuse an exchange that the shopper has not connected as one that it does not know.',
    rulesOut: 'Another shopper rules it out, or shoppers.ready.exchanges in the target file.',
    provedBy: {
      variant: 'a shopper who has connected two exchanges',
      accused: 'exchange-payments.five-exchanges-supported',
    },
  },
  'bank-payments.canceled-later': {
    section: states,
    says: 'A deployment may accept a bank payment that cannot be made, and cancel it.',
    rulesOut:
      'Webhooks rule it out with a clock, or with --prepare and --resume: they show how the payment ends.',
    provedBy: {
      variant: 'Bank payments from abroad that are accepted and canceled',
      accused: 'bank-payments.us-shoppers-only',
      level: 'money',
    },
  },
  'subscriptions.no-debit-in-first-interval': {
    section: states,
    says: 'A deployment may refuse a debit in the interval that the first payment pays.',
    rulesOut: 'A clock rules it out, or --prepare and --resume.',
    provedBy: { variant: 'debits from the twentieth day on', accused: 'subscriptions.debit-accepted' },
  },
  'subscriptions.begins-later': {
    section: states,
    says: 'A deployment may begin a subscription when its first payment is processed, or after a minimum term.',
    rulesOut: 'A clock that the suite can move rules it out, or fixtures.endingSubscription.',
    provedBy: {
      variant: 'subscriptions that begin after twenty days',
      accused: 'subscriptions.cancel-accepted',
    },
  },
  'payouts.fewer-required-keys': {
    section: 'Endpoints, 7; Errors, 2',
    says: 'A deployment may require fewer keys of a payee than the table lists.',
    rulesOut: 'A refusal rules it out with the message for a missing key.',
    provedBy: {
      variant: 'encryption.required-payload-fields: fewest',
      accused: 'payouts.payees-key-name',
    },
  },
} satisfies Readonly<Record<string, PermittedBehavior>>
