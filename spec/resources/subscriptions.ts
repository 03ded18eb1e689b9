// Debiting and cancelling a subscription; creating one is part of an invoice. Contract: Endpoints 15 and 16.
// These two answers have no `ok` envelope.

import { z } from 'zod'
import { operation } from '../operation.ts'
import { component, Done, number, present, text } from '../primitives.ts'

const debited = { subscriptionId: text.optional(), amount: number.optional(), currency: text.optional() }

export const SubscriptionDebitRequest = component(
  'SubscriptionDebitRequest',
  z.object({
    merchantAuth: text,
    merchantId: text,
    orderId: text.optional(),
    items: z.array(z.object(debited)).optional(),
    ...debited,
  }),
  {
    description:
      'subscriptionId, amount and currency are required, but whether at the top or inside items is not shown; so neither place demands them here.',
  },
)

export const SubscriptionDebit = component(
  'SubscriptionDebit',
  z.object({
    transactionId: text,
    amount: present,
    currency: present,
    rateDivisor: present,
    orderId: present,
    status: present,
    userId: text,
    merchantId: text,
    subscriptionId: text,
  }),
)

export const SubscriptionCancelRequest = component(
  'SubscriptionCancelRequest',
  z.object({ merchantId: text, merchantAuth: text, subscriptionId: text }),
)

export const debitSubscription = operation({
  method: 'post',
  path: '/subscription/debit',
  section: 'Endpoints, 15',
  summary: 'Request a debit of a subscription',
  harm: 'money',
  credential: 'merchantAuth',
  body: SubscriptionDebitRequest,
  bodyExample: {
    merchantAuth: 'b3BhcXVl',
    merchantId: '8a4d1c55-0c8d-4a55-9d0e-6f3f3c1b2a10',
    subscriptionId: '7c9e6679-7425-40de-944b-e07fc1f90ae7',
    amount: 12.5,
    currency: 'USD',
    items: [{ subscriptionId: '7c9e6679-7425-40de-944b-e07fc1f90ae7', amount: 12.5, currency: 'USD' }],
  },
  envelope: 'status-result',
  response: z.object({
    status: z.literal(200),
    result: z.object({ data: z.array(SubscriptionDebit), errors: z.array(z.unknown()) }),
  }),
  responseExample: {
    status: 200,
    result: {
      data: [
        {
          transactionId: '5b2fd1d6-91c1-4f33-8fd0-1f6f5d1e2c01',
          amount: 12.5,
          currency: 'USD',
          rateDivisor: 1,
          orderId: null,
          status: 0,
          userId: '0c5a9b1e-3d62-4f7b-8a21-7b1d4e5f6a01',
          merchantId: '8a4d1c55-0c8d-4a55-9d0e-6f3f3c1b2a10',
          subscriptionId: '7c9e6679-7425-40de-944b-e07fc1f90ae7',
        },
      ],
      errors: [],
    },
  },
  refusals: [
    'subscriptions.nothing-to-debit',
    'subscriptions.unknown',
    'subscriptions.not-active',
    'currencies.unknown',
    'subscriptions.wrong-amount',
    'subscriptions.debit-failed',
  ],
})

export const cancelSubscription = operation({
  method: 'post',
  path: '/subscription/cancel',
  section: 'Endpoints, 16',
  summary: 'Cancel a subscription',
  harm: 'write',
  credential: 'merchantAuth',
  body: SubscriptionCancelRequest,
  bodyExample: {
    merchantId: '8a4d1c55-0c8d-4a55-9d0e-6f3f3c1b2a10',
    merchantAuth: 'b3BhcXVl',
    subscriptionId: '7c9e6679-7425-40de-944b-e07fc1f90ae7',
  },
  envelope: 'status-result',
  response: z.object({ status: z.literal(200), result: Done }),
  responseExample: { status: 200, result: { success: true } },
  refusals: ['subscriptions.unknown', 'subscriptions.not-active'],
})
