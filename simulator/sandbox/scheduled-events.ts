// What happens when an schedule entry is due, and whether it still means anything by then: what it is about may have ended, or
// been done early. One row for each kind: a missing one is a compile error that names it.

import { timeOut } from '../resources/qr-transactions.ts'
import { end, nextBillAt, passBill, remind, renew, renews } from '../resources/subscriptions.ts'
import { complete, process, settleAll } from '../resources/transactions.ts'
import type { Instant } from '../time/instants.ts'
import type { EntryKind, ScheduledEvent } from '../world/scheduled-event.ts'
import { endStatuses, type SubscriptionState, type TransactionState } from '../world/state.ts'
import type { World } from '../world/world.ts'

interface Row {
  stands: (world: World, entry: ScheduledEvent) => boolean
  act: (world: World, entry: ScheduledEvent) => void
}

function onTransaction(
  stands: (transaction: TransactionState) => boolean,
  act: (world: World, transaction: TransactionState) => void,
): Row {
  return {
    stands: (world, { ref }) => {
      const transaction = world.transactions.get(ref)
      return transaction !== undefined && stands(transaction)
    },
    act: (world, { ref }) => {
      const transaction = world.transactions.get(ref)
      if (transaction !== undefined) act(world, transaction)
    },
  }
}

function onSubscription(
  stands: (world: World, subscription: SubscriptionState, data: ScheduledEvent['data']) => boolean,
  act: (world: World, subscription: SubscriptionState, data: ScheduledEvent['data']) => void,
): Row {
  return {
    stands: (world, { ref, data }) => {
      const subscription = world.subscriptions.get(ref)
      return subscription !== undefined && stands(world, subscription, data)
    },
    act: (world, { ref, data }) => {
      const subscription = world.subscriptions.get(ref)
      if (subscription !== undefined) act(world, subscription, data)
    },
  }
}

/** Not where someone redelivered an event whose delivery was to be tried again. */
function isToBeSent(world: World, { ref, data }: ScheduledEvent): boolean {
  const isRetry = Object(data).retry === true
  return !isRetry || world.events[Number(ref)]?.delivery !== 'delivered'
}

const isActive = (_: World, { status }: SubscriptionState) => status === 'active'

const rows: { readonly [Kind in EntryKind]: Row } = {
  'transaction.process': onTransaction(({ status }) => status === 'pending', process),
  'transaction.complete': onTransaction(({ status }) => !endStatuses.has(status), complete),
  'transaction.time-out': onTransaction(({ status }) => status === 'awaiting', timeOut),
  'settlement.daily': { stands: (world) => world.unsettled.size > 0, act: settleAll },
  // The entry of a bill names it by its index: one that was taken early leaves an entry behind.
  'subscription.debit': onSubscription(
    (world, subscription, index) => index === subscription.nextIndex && renews(world, subscription),
    renew,
  ),
  'subscription.bill': onSubscription(
    (world, subscription, index) => index === subscription.nextIndex && isActive(world, subscription),
    passBill,
  ),
  'subscription.remind': onSubscription(
    (world, subscription, billAt) => nextBillAt(world, subscription) === billAt,
    (world, subscription, billAt) => remind(world, subscription, Number(billAt)),
  ),
  'subscription.end': onSubscription(isActive, (_, subscription) => end(subscription)),
  // Sending is the outbox's, which waits; the sandbox hands such entries to it.
  'webhook.attempt': { stands: isToBeSent, act: () => undefined },
}

/** Whether an entry would still do something. One that would not is passed over in silence, and shown to nobody. */
export function stands(world: World, entry: ScheduledEvent): boolean {
  return rows[entry.kind].stands(world, entry)
}

/** Lets a due entry that stands act on the world, at the instant at which the clock stands. */
export function act(world: World, entry: ScheduledEvent): void {
  rows[entry.kind].act(world, entry)
}

/** The entries that stand, in order. */
export function standing(world: World): ScheduledEvent[] {
  return world.schedule.list().filter((entry) => stands(world, entry))
}

/** When the next entry that stands is due, and how many there are. */
export function outlook(world: World): { nextDue: Instant | undefined; pending: number } {
  let nextDue: Instant | undefined
  let pending = 0
  for (const entry of world.schedule) {
    if (!stands(world, entry)) continue
    pending += 1
    if (nextDue === undefined || entry.due < nextDue) nextDue = entry.due
  }
  return { nextDue, pending }
}
