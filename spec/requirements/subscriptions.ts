// The requirements about subscriptions.

import type { Requirements } from '../statements.ts'

export const subscriptionsRequirements = {
  'subscriptions.created-through-an-invoice': {
    section:
      'States and transitions: sentence 9; Endpoints, 16: sentence 1; Resources, Cart item: row isSubscription',
    statement: 'An invoice request with a subscription item creates a subscription.',
    places: 'createInvoice InvoiceCartItem.isSubscription',
  },
  'subscriptions.marked-items-only': {
    section: 'Resources, Cart item: row isSubscription',
    statement: '`isSubscription: true` marks a cart item as a subscription product.',
    places: 'InvoiceCartItem.isSubscription',
  },
  'subscriptions.exchange-only': {
    section: 'What the service does, 4: sentence 1; Limits: row 9',
    statement: 'Subscription products are supported for exchange payments only.',
    places: 'createQrTransaction createBankPayment QrCartItem.isSubscription',
  },
  'subscriptions.renewed-by-the-service': {
    section: 'What the service does, 4: sentence 2; Resources, Cart item: row autoRenewal',
    statement: 'With `autoRenewal: true`, the service makes recurring debits by itself.',
    places: 'InvoiceCartItem.autoRenewal webhook',
  },
  'subscriptions.renewed-on-the-frequency': {
    reason: 'The words do not say on which day of an interval the debit is, or how long a month is.',
    section: 'What the service does, 4: sentence 2; Resources, Cart item: rows frequency, autoRenewal',
    statement:
      'With `autoRenewal: true`, the service debits the subscription once per interval of `frequency`.',
    places: 'InvoiceCartItem.autoRenewal InvoiceCartItem.frequency webhook',
  },
  'subscriptions.not-renewed-by-the-service': {
    section: 'What the service does, 4: sentence 3; Resources, Cart item: row autoRenewal',
    statement: 'With `autoRenewal: false`, the service makes no debits by itself.',
    places: 'InvoiceCartItem.autoRenewal webhook',
  },
  'subscriptions.debit-accepted': {
    section:
      'What the service does, 4: sentence 3; Endpoints, 15: sentence 1; Endpoints, 15: rows merchantId, items, subscriptionId, amount, currency',
    statement: 'A merchant who manages the debits of a subscription can request a debit.',
    places: 'debitSubscription SubscriptionDebitRequest',
  },
  'subscriptions.debit-order-id-optional': {
    section: 'Endpoints, 15: row orderId',
    statement: '`orderId` of a debit request is optional.',
    places: 'DebitByFields.orderId DebitByItems.orderId',
  },
  'subscriptions.debit-required-fields-refused': {
    section: 'Endpoints, 15: rows merchantAuth, merchantId, subscriptionId, amount, currency',
    statement:
      'The service refuses a debit request without `merchantAuth`, `merchantId`, `subscriptionId`, `amount` or `currency`.',
    places: 'debitSubscription/body SubscriptionDebitRequest',
  },
  'subscriptions.debit-response-shape': {
    section: 'Endpoints, 15: response',
    statement:
      'POST /subscription/debit returns a result with the arrays `data` and `errors`. Each element of `data` has `transactionId`, `amount`, `currency`, `rateDivisor`, `orderId`, `status`, `userId`, `merchantId` and `subscriptionId`.',
    places: 'debitSubscription/response SubscriptionDebit',
  },
  'subscriptions.debit-status-200': {
    section: 'Endpoints, 15: response',
    statement: 'The response body of POST /subscription/debit has the number 200 as `status`.',
    places: 'debitSubscription/response',
  },
  'subscriptions.debit-without-ok': {
    reason: 'The words except these responses from the envelope. They do not forbid a further field `ok`.',
    section: 'Resources, conventions: sentence 1; Endpoints, 15: response',
    statement: 'The response of POST /subscription/debit does not use the envelope with `ok`.',
    places: 'debitSubscription/response',
  },
  'subscriptions.debit-as-asked': {
    reason:
      'The words list the fields without their meaning. The ids could have another form than in the request.',
    section: 'Endpoints, 15: response; Endpoints, 15: rows merchantId, subscriptionId',
    statement: 'The returned debit has the `subscriptionId` and the `merchantId` of the request.',
    places: 'SubscriptionDebit.subscriptionId SubscriptionDebit.merchantId',
  },
  'subscriptions.debit-of-the-amount-asked': {
    reason: 'The words list the field without its meaning. The amount could be converted or rounded.',
    section: 'Endpoints, 15: response; Endpoints, 15: rows amount, currency',
    statement: 'If the returned debit has the `currency` of the request, it has the `amount` of the request.',
    places: 'SubscriptionDebit.amount SubscriptionDebit.currency',
  },
  'subscriptions.cancel-accepted': {
    section: 'Endpoints, 16: rows merchantId, merchantAuth, subscriptionId; Endpoints, 16: response',
    statement: 'A merchant can cancel a subscription. The response has a result with `success: true`.',
    places: 'cancelSubscription cancelSubscription/response SubscriptionCancelRequest',
  },
  'subscriptions.cancel-with-and-without-renewal': {
    reason:
      'The words show the operation. They do not say that it cancels every subscription, and leave out the states.',
    section: 'Endpoints, 16: rows merchantId, merchantAuth, subscriptionId',
    statement: 'A merchant can cancel a subscription with or without automatic renewal.',
    places: 'cancelSubscription',
  },
  'subscriptions.cancel-status-200': {
    section: 'Endpoints, 16: response',
    statement: 'The response body of POST /subscription/cancel has the number 200 as `status`.',
    places: 'cancelSubscription/response',
  },
  'subscriptions.cancel-without-ok': {
    reason: 'The words except these responses from the envelope. They do not forbid a further field `ok`.',
    section: 'Resources, conventions: sentence 1; Endpoints, 16: response',
    statement: 'The response of POST /subscription/cancel does not use the envelope with `ok`.',
    places: 'cancelSubscription/response',
  },
  'subscriptions.reminder-mails': {
    section: 'Events, 5: sentence 1',
    statement:
      'Reminder emails ask shoppers to pay the subscription invoice in advance, or to keep an exchange balance that covers it.',
    notObservable: 'The emails go to the mailbox of the shopper. No operation shows them.',
    places: 'service',
  },
} as const satisfies Requirements
