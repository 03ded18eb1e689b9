// Debiting and canceling a subscription. An invoice creates one. These responses have no `ok` envelope.
// Contract: Endpoints, 15; Endpoints, 16.

import { z } from 'zod'
import { operation } from '../operation.ts'
import { component, Done, field, integer, namedObject, number, present, text } from '../primitives.ts'

const debited = {
  subscriptionId: field(text, 'Subscription to debit.'),
  amount: field(number, 'Amount to debit.'),
  currency: field(text, 'Currency code of the amount.'),
}
const merchantId = field(text, 'Merchant identifier.', '8a4d1c55-0000-4000-8000-000000000001')
const merchantAuth = field(text, 'Credential of the merchant. Its content is not shown.')
const orderId = field(text.optional(), 'Order id.')

const DebitByFields = namedObject(
  'DebitByFields',
  'A debit request with top-level fields. Whether `items` is required, too, is not shown.',
  {
    merchantAuth,
    merchantId,
    orderId,
    items: field(z.array(z.object(debited).partial()).optional(), 'Items to debit.'),
    ...debited,
  },
)

const DebitByItems = namedObject(
  'DebitByItems',
  'A debit request with the fields in `items`. Whether top-level fields are required, too, is not shown.',
  {
    merchantAuth,
    merchantId,
    orderId,
    items: field(z.array(z.object(debited)).min(1), 'Items to debit.'),
    ...z.object(debited).partial().shape,
  },
)

const SubscriptionDebitRequest = component(
  'SubscriptionDebitRequest',
  z.union([DebitByFields, DebitByItems]),
  {
    description:
      'A request to debit a subscription. `subscriptionId`, `amount` and `currency` are required. Whether they are top-level fields or fields of `items` is not shown, so either form is valid.',
  },
)

const SubscriptionDebit = namedObject(
  'SubscriptionDebit',
  'A debit of a subscription. The types of its fields are not stated, except that identifiers are strings and the status is an integer.',
  {
    transactionId: field(text, 'Id of the transaction of the debit.', '5b2fd1d6-91c1-4f33-8fd0-1f6f5d1e2c01'),
    amount: field(present, 'Amount of the debit.', 12.5),
    currency: field(present, 'Currency code of the debit.', 'USD'),
    rateDivisor: field(present, 'Divisor of the rate. Its use is not shown.', 1),
    orderId: field(present, 'Order id.', null),
    status: field(
      integer,
      'Status of the debit, as an integer. Which integer stands for which status is not shown.',
      0,
    ),
    userId: field(text, 'Id of the user who was debited.', '5a0b9c3e-0000-4000-8000-000000000002'),
    merchantId,
    subscriptionId: field(text, 'Subscription that was debited.', '7c9e6679-7425-40de-944b-e07fc1f90ae7'),
  },
)

const SubscriptionCancelRequest = namedObject(
  'SubscriptionCancelRequest',
  'A request to cancel a subscription.',
  { merchantId, merchantAuth, subscriptionId: field(text, 'Subscription to cancel.') },
)

export const debitSubscription = operation({
  method: 'post',
  path: '/subscription/debit',
  section: 'Endpoints, 15',
  summary: 'Request a debit of a subscription',
  description:
    'For subscriptions whose debits the merchant manages: with `autoRenewal: false`. With `true`, the service debits on the given frequency.',
  harm: 'money',
  credential: 'merchantAuth',
  body: SubscriptionDebitRequest,
  bodyExample: {
    merchantAuth: 'b3BhcXVl',
    merchantId: '8a4d1c55-0000-4000-8000-000000000001',
    subscriptionId: '7c9e6679-7425-40de-944b-e07fc1f90ae7',
    amount: 12.5,
    currency: 'USD',
    items: [{ subscriptionId: '7c9e6679-7425-40de-944b-e07fc1f90ae7', amount: 12.5, currency: 'USD' }],
  },
  envelope: 'status-result',
  response: z.object({
    status: field(z.literal(200), 'Status code.'),
    result: field(
      z.object({
        data: field(z.array(SubscriptionDebit), 'The debits.'),
        errors: field(z.array(z.unknown()), 'The errors. Their form is not shown.', []),
      }),
      'The result of the request.',
    ),
  }),
  refusals: [
    'subscriptions.nothing-to-debit',
    'subscriptions.unknown',
    'subscriptions.not-active',
    'subscriptions.not-due',
    'currencies.unknown',
    'subscriptions.wrong-amount',
    'subscriptions.renewed-by-the-service',
    'transactions.amount-not-positive',
    'subscriptions.debit-failed',
  ],
})

export const cancelSubscription = operation({
  method: 'post',
  path: '/subscription/cancel',
  section: 'Endpoints, 16',
  summary: 'Cancel a subscription',
  description: 'The merchant names the subscription, and proves who it is by `merchantAuth`.',
  harm: 'write',
  credential: 'merchantAuth',
  body: SubscriptionCancelRequest,
  bodyExample: {
    merchantId: '8a4d1c55-0000-4000-8000-000000000001',
    merchantAuth: 'b3BhcXVl',
    subscriptionId: '7c9e6679-7425-40de-944b-e07fc1f90ae7',
  },
  envelope: 'status-result',
  response: z.object({
    status: field(z.literal(200), 'Status code.'),
    result: field(Done, 'The result of the request.'),
  }),
  refusals: ['subscriptions.unknown', 'subscriptions.not-active'],
})
