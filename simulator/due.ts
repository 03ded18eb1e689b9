// What happens when an agenda entry is due. One row for each kind: a missing one is a compile error that names it.

import { timeOut } from './resources/qr-transactions.ts'
import { end, passBill, remind, renew } from './resources/subscriptions.ts'
import { complete, process, settleAll } from './resources/transactions.ts'
import type { EntryKind, WorldEntry } from './world/entries.ts'
import { endStatuses, type SubscriptionState, type TransactionState } from './world/state.ts'
import type { World } from './world/world.ts'

type Act = (world: World, entry: WorldEntry) => void

// An entry whose transaction has ended meanwhile (a person cancelled it, say) does nothing.
function onTransaction(act: (world: World, transaction: TransactionState) => void): Act {
  return (world, { ref }) => {
    const transaction = world.transactions.get(ref)
    if (transaction !== undefined && !endStatuses.has(transaction.status)) act(world, transaction)
  }
}

function onSubscription(
  act: (world: World, subscription: SubscriptionState, entry: WorldEntry) => void,
): Act {
  return (world, entry) => {
    const subscription = world.subscriptions.get(entry.ref)
    if (subscription !== undefined) act(world, subscription, entry)
  }
}

// A bill that was taken early has left its entry behind.
function onBill(act: (world: World, subscription: SubscriptionState) => void): Act {
  return onSubscription((world, subscription, { data }) => {
    if (data === subscription.nextIndex) act(world, subscription)
  })
}

const acts: { readonly [Kind in EntryKind]: Act } = {
  'transaction.process': onTransaction(process),
  'transaction.complete': onTransaction(complete),
  'transaction.time-out': onTransaction(timeOut),
  'settlement.daily': settleAll,
  'subscription.debit': onBill(renew),
  'subscription.bill': onBill(passBill),
  'subscription.remind': onSubscription((world, subscription, { data }) =>
    remind(world, subscription, Number(data)),
  ),
  'subscription.end': onSubscription((_, subscription) => end(subscription)),
  // Sending is the outbox's, which waits; the sandbox hands such entries to it.
  'webhook.attempt': () => undefined,
}

/** Lets a due entry act on the world, at the instant at which the clock stands. */
export function act(world: World, entry: WorldEntry): void {
  acts[entry.kind](world, entry)
}
