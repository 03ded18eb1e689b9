// How each kind of thing moves on: at once, on the clock, or only when told.

import type { EntryKind } from './scheduled-event.ts'

export const progresses = ['auto', 'clock', 'manual'] as const
export type Progress = (typeof progresses)[number]

/** What can be given a progress of its own. */
export const things = ['transactions', 'settlements', 'renewals', 'reminders'] as const
export type Thing = (typeof things)[number]

const thingOf: Partial<Record<EntryKind, Thing>> = {
  'transaction.process': 'transactions',
  'transaction.complete': 'transactions',
  'settlement.daily': 'settlements',
  'subscription.debit': 'renewals',
  'subscription.remind': 'reminders',
}

/** Entries of no thing of their own always wait for the clock. */
export function progressOf(kind: EntryKind, chosen: Readonly<Partial<Record<Thing, Progress>>>): Progress {
  const thing = thingOf[kind]
  const progress = thing === undefined ? 'clock' : (chosen[thing] ?? 'clock')
  // A renewal or reminder that came at once would follow itself for ever.
  return progress === 'auto' && (thing === 'renewals' || thing === 'reminders') ? 'clock' : progress
}
