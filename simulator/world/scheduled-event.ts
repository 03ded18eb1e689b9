// The kinds of things that an schedule holds. What each does when it is due is in `simulator/due.ts`.

import type { ScheduleEntry } from './schedule.ts'

/** Every kind of schedule entry, with what it is in words. */
export const entryKinds = {
  'transaction.process': 'the transaction begins to be processed',
  'transaction.complete': 'the transaction completes',
  'transaction.time-out': 'the unpaid transaction ends',
  'settlement.daily': 'the crypto received so far is settled to the merchants',
  'subscription.debit': 'the service debits the subscription by its frequency',
  'subscription.bill': 'the subscription is to be debited by the merchant',
  'subscription.remind': 'the shopper is reminded of the next bill',
  'subscription.end': 'the subscription period is over',
  'webhook.attempt': 'a delivery that waited goes to the webhook',
} as const

export type EntryKind = keyof typeof entryKinds

export interface ScheduledEvent extends ScheduleEntry {
  readonly kind: EntryKind
}
