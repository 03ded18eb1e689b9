// The only file of the mutants that reaches into a world: it replaces methods of the world and of what it owns. Each function
// is one way in.

import type { Seams, SubscriptionState, TransactionState, World } from '../in-process.ts'

type WorldSeam = NonNullable<Seams['world']>
export type ScheduledEvent = Parameters<World['scheduleEvent']>[0]

/** Changes scheduled events before they are added; undefined drops one. */
export function interceptSchedule(
  change: (event: ScheduledEvent, world: World) => ScheduledEvent | undefined,
): WorldSeam {
  return (world) => {
    const schedule = world.scheduleEvent.bind(world)
    world.scheduleEvent = (event) => {
      const changed = change(event, world)
      return changed === undefined ? undefined : schedule(changed)
    }
  }
}

/** Changes subscriptions before they are stored. */
export function interceptSubscriptions(change: (subscription: SubscriptionState) => void): WorldSeam {
  return ({ subscriptions }) => {
    const add = subscriptions.add.bind(subscriptions)
    subscriptions.add = (subscription) => {
      change(subscription)
      add(subscription)
    }
  }
}

/** Changes transactions before they are stored. */
export function interceptTransactions(
  change: (transaction: TransactionState, world: World) => void,
): WorldSeam {
  return (world) => {
    const { transactions } = world
    const add = transactions.add.bind(transactions)
    transactions.add = (transaction) => {
      change(transaction, world)
      add(transaction)
    }
  }
}

/** Stores and reports a second transaction after each debit of a subscription. */
export const doubleDebits: WorldSeam = (world) => {
  const { transactions } = world
  const add = transactions.add.bind(transactions)
  transactions.add = (transaction) => {
    add(transaction)
    if (transaction.kind !== 'subscription') return
    const twin = { ...transaction, id: world.random.uuid() }
    add(twin)
    world.report(twin)
  }
}

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

/** Replaces, for good, how a linked bank is found. */
export function interceptLinkedBank(
  find: (real: Accounts['linkedBank'], stockId: string) => ReturnType<Accounts['linkedBank']>,
): WorldSeam {
  return ({ accounts }) => {
    const real = accounts.linkedBank.bind(accounts)
    accounts.linkedBank = (stockId) => find(real, stockId)
  }
}
