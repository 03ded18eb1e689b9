// Subscriptions, and debiting the next bill early.

import { z } from 'zod'
import { frequencies } from '../../enumerations.ts'
import { integer, namedObject, text } from '../../primitives.ts'
import { get, post } from '../operation.ts'
import { subscriptionStatuses } from '../values.ts'
import { Instant, list } from './primitives.ts'

const ControlSubscription = namedObject(
  'ControlSubscription',
  'A subscription, the time of its next bill, and the allowed actions: `renew` through the control API, `debit` and `cancel` through the service.',
  {
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
    status: z.enum(subscriptionStatuses).describe('Whether it is debited further.'),
    anchor: Instant,
    endsAt: Instant,
    nextBillAt: Instant.nullable(),
    debits: integer,
    failures: integer,
    allowedActions: z.array(text),
  },
)

const params = z.object({ id: text })

export const subscriptions = {
  listSubscriptions: list(
    '/control/subscriptions',
    'List subscriptions, oldest first',
    { subscriptions: z.array(ControlSubscription) },
    { merchantId: text.optional() },
  ),
  getSubscription: get('/control/subscriptions/{id}', 'Get a subscription', {
    params,
    response: ControlSubscription,
  }),
  renewSubscription: post('/control/subscriptions/{id}/renew', 'Debit the next bill now', {
    description: 'Debits the next bill early. The bill after it keeps its date.',
    params,
    response: ControlSubscription,
  }),
}
