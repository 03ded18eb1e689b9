// What the contract states about subscriptions.

import type { Requirements } from '../statements.ts'

export const subscriptionsRequirements = {
  'subscriptions.created-through-an-invoice': {
    section:
      'States and transitions: sentence 9; Endpoints, 16: sentence 1; Resources, Cart item: row isSubscription',
    statement: 'An invoice request with a subscription item creates a subscription.',
    violation:
      'After such an invoice is paid by exchange payment, no debit happens and the merchant cannot request one.',
    places: ['createInvoice', 'InvoiceCartItem.isSubscription'],
  },
  'subscriptions.marked-items-only': {
    section: 'Resources, Cart item: row isSubscription',
    statement: '`isSubscription: true` marks a cart item as a subscription product.',
    violation: 'An item without `isSubscription: true` is debited again.',
    places: ['InvoiceCartItem.isSubscription'],
  },
  'subscriptions.exchange-only': {
    section: 'What the service does, 4: sentence 1; Limits: row 9',
    statement: 'Subscription products are supported for exchange payments only.',
    violation:
      'A wallet payment or a bank payment creates a subscription, so that debits follow. Refusing the request or selling the item once is not a violation.',
    places: ['createQrTransaction', 'createBankPayment', 'QrCartItem.isSubscription'],
  },
  'subscriptions.renewed-on-the-frequency': {
    section:
      'What the service does, 4: sentence 2; Resources, Cart item: rows frequency, subscriptionPeriod, autoRenewal',
    statement:
      'With `autoRenewal: true`, the service debits the subscription once per interval of `frequency` during `subscriptionPeriod`.',
    violation:
      'During the period, a debit is missing, duplicated or in another interval. Or debits continue more than one interval after the period.',
    places: ['InvoiceCartItem.autoRenewal', 'InvoiceCartItem.frequency', 'webhook'],
  },
  'subscriptions.not-renewed-by-the-service': {
    section: 'What the service does, 4: sentence 3; Resources, Cart item: row autoRenewal',
    statement: 'With `autoRenewal: false`, the service makes no debits by itself.',
    violation: 'A debit is reported that the merchant did not request.',
    places: ['InvoiceCartItem.autoRenewal', 'webhook'],
  },
  'subscriptions.debit-accepted': {
    section:
      'What the service does, 4: sentence 3; Endpoints, 15: sentence 1; Endpoints, 15: rows merchantId, items, subscriptionId, amount, currency',
    statement: 'A merchant who manages the debits of a subscription can request a debit.',
    violation: 'A complete request does not return a debit.',
    places: ['debitSubscription', 'SubscriptionDebitRequest'],
  },
  'subscriptions.debit-order-id-optional': {
    section: 'Endpoints, 15: row orderId',
    statement: '`orderId` of a debit request is optional.',
    violation: 'The service refuses a request because it has an `orderId`, or because it has none.',
    places: ['SubscriptionDebitRequest.orderId'],
  },
  'subscriptions.debit-required-fields-refused': {
    section: 'Endpoints, 15: rows merchantAuth, merchantId, subscriptionId, amount, currency',
    statement:
      'The service refuses a debit request without `merchantAuth`, `merchantId`, `subscriptionId`, `amount` or `currency`.',
    violation: 'A request succeeds although one of these fields is missing at the top level and in `items`.',
    places: ['debitSubscription/body', 'SubscriptionDebitRequest'],
  },
  'subscriptions.debit-response-shape': {
    section: 'Endpoints, 15: response',
    statement:
      'POST /subscription/debit returns a result with the arrays `data` and `errors`. Each element of `data` has `transactionId`, `amount`, `currency`, `rateDivisor`, `orderId`, `status`, `userId`, `merchantId` and `subscriptionId`.',
    violation: 'One of these fields is missing, or `data` or `errors` is not an array.',
    places: ['debitSubscription/response', 'SubscriptionDebit'],
  },
  'subscriptions.debit-status-200': {
    section: 'Endpoints, 15: response',
    statement: 'The response body of POST /subscription/debit has the number 200 as `status`.',
    violation: '`status` is missing, a string or another number.',
    places: ['debitSubscription/response'],
  },
  'subscriptions.debit-without-ok': {
    section: 'Resources, conventions: sentence 1; Endpoints, 15: response',
    statement: 'The response of POST /subscription/debit does not use the envelope with `ok`.',
    violation: 'The response has a field `ok`, or is nested in a `result`.',
    places: ['debitSubscription/response'],
  },
  'subscriptions.debit-as-asked': {
    section: 'Endpoints, 15: response; Endpoints, 15: rows merchantId, subscriptionId',
    statement: 'The returned debit has the `subscriptionId` and the `merchantId` of the request.',
    violation: 'One of the two is another id.',
    places: ['SubscriptionDebit.subscriptionId', 'SubscriptionDebit.merchantId'],
  },
  'subscriptions.debit-of-the-amount-asked': {
    section: 'Endpoints, 15: response; Endpoints, 15: rows amount, currency',
    statement: 'If the returned debit has the `currency` of the request, it has the `amount` of the request.',
    violation: 'The currencies are equal, but the amounts differ.',
    places: ['SubscriptionDebit.amount', 'SubscriptionDebit.currency'],
  },
  'subscriptions.cancel-accepted': {
    section: 'Endpoints, 16: rows merchantId, merchantAuth, subscriptionId; Endpoints, 16: response',
    statement: 'A merchant can cancel a subscription. The response has a result with `success: true`.',
    violation: 'A complete request does not return this result.',
    places: ['cancelSubscription', 'cancelSubscription/response', 'SubscriptionCancelRequest'],
  },
  'subscriptions.cancel-status-200': {
    section: 'Endpoints, 16: response',
    statement: 'The response body of POST /subscription/cancel has the number 200 as `status`.',
    violation: '`status` is missing, a string or another number.',
    places: ['cancelSubscription/response'],
  },
  'subscriptions.cancel-without-ok': {
    section: 'Resources, conventions: sentence 1; Endpoints, 16: response',
    statement: 'The response of POST /subscription/cancel does not use the envelope with `ok`.',
    violation: 'The response has a field `ok`, or is nested in a `result`.',
    places: ['cancelSubscription/response'],
  },
  'subscriptions.reminder-mails': {
    section: 'Events, 5: sentence 1',
    statement:
      'Reminder emails ask shoppers to pay the subscription invoice in advance, or to keep an exchange balance that covers it.',
    notObservable: 'The emails go to the mailbox of the shopper. No operation shows them.',
    places: ['service'],
  },
} as const satisfies Requirements
