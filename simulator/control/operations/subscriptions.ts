// Subscriptions, and debiting the next bill early.

import { z } from 'zod'
import { component, text } from '../../../spec/primitives.ts'
import { frequencies } from '../../../spec/states.ts'
import { subscriptionStatuses } from '../../world/transitions.ts'
import { controlOperation } from '../operation.ts'
import { Instant } from './primitives.ts'

const ControlSubscription = component(
  'ControlSubscription',
  z.object({
    id: text,
    merchantSubscriptionId: text,
    merchantId: text,
    shopperId: text,
    exchange: text,
    coin: text,
    order: text,
    frequency: z.enum(frequencies),
    autoRenewal: z.boolean(),
    amount: text,
    currency: text,
    status: z.enum(subscriptionStatuses),
    anchor: Instant,
    endsAt: Instant,
    nextBillAt: Instant.nullable(),
    debits: z.number().int(),
    failures: z.number().int(),
    allowedActions: z.array(text),
  }),
  {
    description:
      'A subscription, the time of its next bill, and the allowed actions: `renew` through the control API, `debit` and `cancel` through the service.',
  },
)

const idParams = z.object({ id: text })

export const listSubscriptions = controlOperation({
  method: 'get',
  path: '/control/subscriptions',
  topic: 'subscriptions',
  summary: 'List subscriptions, oldest first',
  query: z.object({ merchantId: text.optional() }),
  response: z.object({ subscriptions: z.array(ControlSubscription) }),
})

export const getSubscription = controlOperation({
  method: 'get',
  path: '/control/subscriptions/{id}',
  topic: 'subscriptions',
  summary: 'Get a subscription',
  params: idParams,
  response: ControlSubscription,
})

export const renewSubscription = controlOperation({
  method: 'post',
  path: '/control/subscriptions/{id}/renew',
  topic: 'subscriptions',
  summary: 'Debit the next bill now',
  description: 'Debits the next bill early. The bill after it keeps its date.',
  params: idParams,
  response: ControlSubscription,
})
