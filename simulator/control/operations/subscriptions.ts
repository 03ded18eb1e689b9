// Subscriptions as the control API shows them, and the service's own debit out of turn.

import { z } from 'zod'
import { component, text } from '../../../spec/primitives.ts'
import { frequencies } from '../../../spec/states.ts'
import { subscriptionStatuses } from '../../world/transitions.ts'
import { controlOperation } from '../operation.ts'
import { Instant } from './primitives.ts'

export const ControlSubscription = component(
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
      'A subscription, when its next bill comes, and what is legal for it now: `renew` here, `debit` and `cancel` by the service.',
  },
)

const idParams = z.object({ id: text })

export const listSubscriptions = controlOperation({
  method: 'get',
  path: '/control/subscriptions',
  topic: 'subscriptions',
  summary: 'Subscriptions, oldest first',
  query: z.object({ merchantId: text.optional() }),
  response: z.object({ subscriptions: z.array(ControlSubscription) }),
})

export const getSubscription = controlOperation({
  method: 'get',
  path: '/control/subscriptions/{id}',
  topic: 'subscriptions',
  summary: 'One subscription',
  params: idParams,
  response: ControlSubscription,
})

export const renewSubscription = controlOperation({
  method: 'post',
  path: '/control/subscriptions/{id}/renew',
  topic: 'subscriptions',
  summary: 'The service debits the next bill now',
  description: 'It takes the next bill early; the calendar goes on with the one after it.',
  params: idParams,
  response: ControlSubscription,
})
