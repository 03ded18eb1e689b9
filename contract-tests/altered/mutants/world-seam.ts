// The hooks of a world that several mutants use, and views of a world for the handler of one request.

import { hourMs } from '../../../core/durations.ts'
import type { Seams, SubscriptionState, TransactionState, World } from '../../observe/in-process.ts'
import { byHand } from './mutation.ts'

type WorldHooks = NonNullable<Seams['world']>
type Create = NonNullable<WorldHooks['create']>
type ScheduleEvent = NonNullable<WorldHooks['scheduleEvent']>
/** A world as its hooks see it. */
export type HookedWorld = Parameters<Create>[1]
export type NewScheduledEvent = Parameters<ScheduleEvent>[0]

/** Changes subscriptions before they are stored. */
export const interceptSubscriptions = (
  change: (subscription: SubscriptionState, world: HookedWorld) => void,
): WorldHooks => ({
  create: (record, world) => 'subscription' in record && change(record.subscription, world),
})

/** Changes transactions before they are stored. */
export const interceptTransactions = (
  change: (transaction: TransactionState, world: HookedWorld) => void,
): WorldHooks => ({
  create: (record, world) => 'transaction' in record && change(record.transaction, world),
})

/** Stores and reports a second transaction with each debit of a subscription. */
export function doubleDebits(): WorldHooks {
  let isTwin = false
  return interceptTransactions((transaction, world) => {
    if (transaction.kind !== 'subscription' || isTwin) return
    isTwin = true
    world.addTransaction({ ...transaction, id: world.random.uuid() })
    isTwin = false
  })
}

/** Payments of a kind complete at another instant, or never. Earlier events of a bank payment happen early enough. */
export const completing = (
  kind: 'exchange' | 'bank',
  words: string,
  at: (world: HookedWorld) => number | undefined,
) =>
  byHand(`${kind === 'bank' ? 'Bank' : 'Exchange'} payments ${words}`, {
    world: {
      scheduleEvent(event, world) {
        if (world.transactions.get(event.ref)?.kind !== kind) return event
        if (event.kind !== 'transaction.complete')
          return kind === 'bank' ? { ...event, due: Math.min(event.due, world.now + hourMs) } : event
        const due = at(world)
        return due === undefined ? undefined : { ...event, due }
      },
    },
  })

type Accounts = World['accounts']

/** A view of a world in which some lookups of its accounts find something else. */
export function withAccounts(world: World, change: (accounts: Accounts) => Partial<Accounts>): World {
  const changed = Object.entries(change(world.accounts)).map(([key, value]) => [key, { value }])
  const accounts = Object.create(world.accounts, Object.fromEntries(changed))
  return Object.create(world, { accounts: { value: accounts } })
}

/** A view of a world in which status changes are replaced. */
export function withTransition(world: World, transition: World['transition']): World {
  return Object.create(world, { transition: { value: transition } })
}
