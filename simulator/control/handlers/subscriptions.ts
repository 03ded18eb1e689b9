// Subscriptions, and debiting the next bill early.

import { ConflictError, NotFoundError } from '../../../core/errors.ts'
import { nextBillAt, renew } from '../../resources/subscription-billing.ts'
import { formatInstant } from '../../time/instants.ts'
import type { SubscriptionState } from '../../world/state.ts'
import { subscriptionAllows } from '../../world/transitions.ts'
import type { World } from '../../world/world.ts'
import type { ControlResult, TopicHandlers } from '../handler-types.ts'
import { namedPage } from './page.ts'

type ControlSubscription = ControlResult<'getSubscription'>

/** The subscription with an id of the service. Throws a NotFoundError for an unknown id. */
export function findSubscription(world: World, id: string): SubscriptionState {
  const subscription = world.subscriptions.get(id)
  if (subscription !== undefined) return subscription
  throw new NotFoundError(
    `No such subscription: "${id}".`,
    `The sandbox has ${world.subscriptions.size} subscriptions. The id is that of the service, not merchantSubscriptionId.`,
    'See GET /control/subscriptions.',
  )
}

function allowedActionsFor(world: World, subscription: SubscriptionState): string[] {
  const renews = subscription.autoRenewal && nextBillAt(world, subscription) !== undefined
  return [
    ...(renews ? ['renew'] : []),
    ...(['debit', 'cancel'] as const).filter((event) => subscriptionAllows(subscription, event)),
  ]
}

function controlSubscription(world: World, subscription: SubscriptionState): ControlSubscription {
  const next = nextBillAt(world, subscription)
  return {
    id: subscription.id,
    merchantSubscriptionId: subscription.merchantSubscriptionId,
    merchantId: subscription.merchant,
    shopperId: subscription.shopper,
    exchange: subscription.exchange,
    coin: subscription.coin,
    order: subscription.order,
    frequency: subscription.frequency,
    autoRenewal: subscription.autoRenewal,
    amount: subscription.amount,
    currency: subscription.currency,
    status: subscription.status,
    anchor: formatInstant(subscription.anchor),
    endsAt: formatInstant(subscription.endsAt),
    nextBillAt: next === undefined ? null : formatInstant(next),
    debits: subscription.debits,
    failures: subscription.failures,
    allowedActions: allowedActionsFor(world, subscription),
  }
}

export const subscriptions: TopicHandlers<'subscriptions'> = {
  listSubscriptions: ({ sandbox: { world }, query }) =>
    namedPage(
      'subscriptions',
      world.subscriptions,
      query,
      (subscription) => controlSubscription(world, subscription),
      ({ merchant }) => query.merchantId === undefined || merchant === query.merchantId,
    ),
  getSubscription: ({ sandbox: { world }, params }) =>
    controlSubscription(world, findSubscription(world, params.id)),
  renewSubscription: ({ sandbox: { world }, params }) => {
    const subscription = findSubscription(world, params.id)
    const allowedActions = allowedActionsFor(world, subscription)
    if (!allowedActions.includes('renew'))
      throw new ConflictError(
        `The subscription ${subscription.id} cannot be renewed.`,
        subscription.status !== 'active'
          ? `It is ${subscription.status}.`
          : subscription.autoRenewal
            ? `It has no bill before its period ends at ${formatInstant(subscription.endsAt)}.`
            : 'Its autoRenewal is false, so the merchant requests the debits.',
        subscription.status === 'active' && !subscription.autoRenewal
          ? 'Send POST /api/subscription/debit as the merchant.'
          : 'Create another subscription, or restore an earlier snapshot.',
        { state: subscription.status, allowedActions },
      )
    renew(world, subscription)
    return controlSubscription(world, subscription)
  },
}
