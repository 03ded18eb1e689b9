// What an advance of the clock can wait for.

import type { SubscriptionState } from '../../world/state.ts'
import { isFinal } from '../../world/transitions.ts'
import type { World } from '../../world/world.ts'
import type { ControlInput } from '../handler-types.ts'
import { findSubscription } from './subscriptions.ts'
import { findTransaction } from './transactions.ts'

type Until = Extract<ControlInput<'advanceClock'>['body'], { until: unknown }>['until']

/** A condition, in words and as functions of the current state. */
interface Condition {
  /** What it is about. */
  subject: string
  /** What follows the subject when the condition cannot be reached any more, and when it has not been reached. */
  never: string
  notYet: string
  /** What it is now: a status, and in words. */
  status: () => string
  state: () => string
  isReached: () => boolean
  isRuledOut: () => boolean
}

/** The condition of an advance. Throws a NotFoundError for an unknown id. */
export function conditionOf(world: World, until: Until): Condition {
  if ('subscription' in until)
    return debitsOf(world, findSubscription(world, until.subscription), until.debits)
  const transaction = findTransaction(world, until.transaction)
  return {
    subject: `The transaction ${transaction.id}`,
    never: `cannot become ${until.status}`,
    notYet: `is not ${until.status}`,
    status: () => transaction.status,
    state: () => transaction.status,
    isReached: () => transaction.status === until.status,
    isRuledOut: () => isFinal(transaction),
  }
}

function debitsOf(world: World, subscription: SubscriptionState, wanted: number): Condition {
  const { id } = subscription
  const debits = () => [...world.transactions].filter(({ subscriptions }) => subscriptions.includes(id))
  const completed = () => debits().filter(({ status }) => status === 'completed').length
  return {
    subject: `The subscription ${id}`,
    never: `cannot have ${wanted} completed debits`,
    notYet: `does not have ${wanted} completed debits`,
    status: () => subscription.status,
    state: () => `${subscription.status} with ${completed()} completed debits`,
    // This is asked after each event: the transactions are counted only if enough debits have been made.
    isReached: () => subscription.debits >= wanted && completed() >= wanted,
    isRuledOut: () => subscription.status !== 'active' && debits().every(isFinal),
  }
}
