// What the contract states of subscriptions: how they come to be, who debits them when, and the two endpoints of theirs.
// The effect of a cancellation, and of debits on the state of a subscription, are no part of it.

import type { Requirements } from '../statements.ts'

export const subscriptionsRequirements = {
  'subscriptions.created-through-an-invoice': {
    section:
      'States and transitions: sentence 9; Endpoints, 16: sentence 1; Resources, Cart item: row isSubscription',
    statement:
      'A subscription comes of an invoice with a subscription item that is paid through an exchange.',
    observable: { yes: 'After such a payment there is nothing to debit, and nothing is debited.' },
    places: ['createInvoice', 'InvoiceCartItem.isSubscription'],
  },
  'subscriptions.marked-items-only': {
    section: 'Resources, Cart item: row isSubscription',
    statement: 'Only an item that isSubscription marks as true is a subscription.',
    observable: { yes: 'An item without the mark, or with false, is debited again.' },
    places: ['InvoiceCartItem.isSubscription'],
  },
  'subscriptions.exchange-only': {
    section: 'What the service does, 4: sentence 1; Limits: row 9',
    statement: 'Subscription products are for exchange payments only.',
    observable: {
      yes: 'A wallet or bank payment makes a subscription: debits follow that nobody asked for. A refusal of the request, or a sale of that one time, is no violation.',
    },
    places: ['createQrTransaction', 'createBankPayment', 'QrCartItem.isSubscription'],
  },
  'subscriptions.renewed-on-the-frequency': {
    section:
      'What the service does, 4: sentence 2; Resources, Cart item: rows frequency, subscriptionPeriod, autoRenewal',
    statement:
      'With autoRenewal true the service debits by itself, once in every interval of the frequency, while the period of the subscription lasts.',
    observable: {
      yes: 'Within the period a debit is missing, is one too many, or falls into another interval; or debits go on more than an interval after the period.',
    },
    places: ['InvoiceCartItem.autoRenewal', 'InvoiceCartItem.frequency', 'webhook'],
  },
  'subscriptions.not-renewed-by-the-service': {
    section: 'What the service does, 4: sentence 3; Resources, Cart item: row autoRenewal',
    statement: 'With autoRenewal false the service leaves the debits to the merchant.',
    observable: { yes: 'A debit is reported that the merchant did not ask for.' },
    places: ['InvoiceCartItem.autoRenewal', 'webhook'],
  },
  'subscriptions.debit-accepted': {
    section:
      'What the service does, 4: sentence 3; Endpoints, 15: sentence 1; Endpoints, 15: rows merchantId, items, subscriptionId, amount, currency',
    statement: 'A merchant debits a subscription that is left to the merchant.',
    observable: { yes: 'A complete request is not answered with a debit.' },
    places: ['debitSubscription', 'SubscriptionDebitRequest'],
  },
  'subscriptions.debit-order-id-optional': {
    section: 'Endpoints, 15: row orderId',
    statement: 'A request for a debit may have an `orderId`, and needs none.',
    observable: { yes: 'A request is refused because it has one, or because it has none.' },
    places: ['SubscriptionDebitRequest.orderId'],
  },
  'subscriptions.debit-required-fields-refused': {
    section: 'Endpoints, 15: rows merchantAuth, merchantId, subscriptionId, amount, currency',
    statement: 'merchantAuth, merchantId, subscriptionId, amount and currency are required for a debit.',
    observable: { yes: 'A request that has one of them nowhere is answered with a debit.' },
    places: ['debitSubscription/body', 'SubscriptionDebitRequest'],
  },
  'subscriptions.debit-response-shape': {
    section: 'Endpoints, 15: response',
    statement:
      'A debit is answered with a result of two arrays, data and errors; each element of data has transactionId, amount, currency, rateDivisor, orderId, status, userId, merchantId and subscriptionId.',
    observable: { yes: 'One of these is absent, or data or errors is no array.' },
    places: ['debitSubscription/response', 'SubscriptionDebit'],
  },
  'subscriptions.debit-status-200': {
    section: 'Endpoints, 15: response',
    statement: 'The body of the answer to a debit bears `status: 200`, as a number.',
    observable: { yes: '`status` is absent from the body, is text, or has another value.' },
    places: ['debitSubscription/response'],
  },
  'subscriptions.debit-without-ok': {
    section: 'Resources, conventions: sentence 1; Endpoints, 15: response',
    statement: 'The answer to a debit is not in the envelope with `ok`.',
    observable: { yes: 'The answer has an `ok`, or stands inside a result.' },
    places: ['debitSubscription/response'],
  },
  'subscriptions.debit-as-asked': {
    section: 'Endpoints, 15: response; Endpoints, 15: rows merchantId, subscriptionId',
    statement: 'The debit that is answered is of the subscription and the merchant of the request.',
    observable: { yes: 'Another subscriptionId or merchantId comes back.' },
    places: ['SubscriptionDebit.subscriptionId', 'SubscriptionDebit.merchantId'],
  },
  'subscriptions.debit-of-the-amount-asked': {
    section: 'Endpoints, 15: response; Endpoints, 15: rows amount, currency',
    statement:
      'The debit that is answered, where its currency is that of the request, is of the amount of the request.',
    observable: { yes: 'The currency is the same and the amount is another.' },
    places: ['SubscriptionDebit.amount', 'SubscriptionDebit.currency'],
  },
  'subscriptions.cancel-accepted': {
    section: 'Endpoints, 16: rows merchantId, merchantAuth, subscriptionId; Endpoints, 16: response',
    statement: 'A merchant cancels a subscription and is answered a result of `success: true`.',
    observable: { yes: 'A complete request is not answered so.' },
    places: ['cancelSubscription', 'cancelSubscription/response', 'SubscriptionCancelRequest'],
  },
  'subscriptions.cancel-status-200': {
    section: 'Endpoints, 16: response',
    statement: 'The body of the answer to a cancellation bears `status: 200`, as a number.',
    observable: { yes: '`status` is absent from the body, is text, or has another value.' },
    places: ['cancelSubscription/response'],
  },
  'subscriptions.cancel-without-ok': {
    section: 'Resources, conventions: sentence 1; Endpoints, 16: response',
    statement: 'The answer to a cancellation is not in the envelope with `ok`.',
    observable: { yes: 'The answer has an `ok`, or stands inside a result.' },
    places: ['cancelSubscription/response'],
  },
  'subscriptions.reminder-mails': {
    section: 'Events, 5: sentence 1',
    statement: 'Shoppers are reminded by e-mail to pay the bill beforehand or to keep balance enough for it.',
    observable: { no: "The e-mails go to the shopper's mailbox; no operation shows them." },
    places: ['service'],
  },
} as const satisfies Requirements
