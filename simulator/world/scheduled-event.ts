// The kinds of scheduled events and their data, as plain data. What each kind does is in sandbox/scheduled-events.ts.

import type { Instant } from '../time/instants.ts'

/** The plan of a delivery. Travels in the schedule with a delivery that waits. */
export type DeliveryPlan = {
  readonly wrongSignature?: true
  /** Copies that follow. */
  readonly copies?: number
  /** The delay of the copies, in milliseconds. */
  readonly copiesAfterMs?: number
  /** The wait after each failed attempt. Assumption `webhooks.retries` when absent. */
  readonly retryDelaysMs?: readonly number[]
  /** Set when this attempt follows a failed one. */
  readonly retry?: true
}

interface EventData {
  'transaction.process': undefined
  'transaction.complete': undefined
  'transaction.time-out': undefined
  'transaction.lapse': undefined
  'settlement.daily': undefined
  /** The index of the bill. */
  'subscription.debit': number
  /** The index of the bill. */
  'subscription.bill': number
  /** The instant of the bill. */
  'subscription.remind': Instant
  'subscription.end': undefined
  'webhook.attempt': DeliveryPlan
}

export type ScheduledEventKind = keyof EventData

/** Something that happens later on the virtual clock. */
export interface ScheduledEventOf<Kind extends ScheduledEventKind> {
  readonly due: Instant
  /** Order among events that are due at the same instant. */
  readonly seq: number
  readonly kind: Kind
  /** The record that it is about. */
  readonly ref: string
  readonly data: EventData[Kind]
}

export type ScheduledEvent = { [Kind in ScheduledEventKind]: ScheduledEventOf<Kind> }[ScheduledEventKind]

/** An event that has no place in the schedule yet. */
export type NewScheduledEvent = {
  [Kind in ScheduledEventKind]: Omit<ScheduledEventOf<Kind>, 'seq' | 'data'> &
    (EventData[Kind] extends undefined ? { readonly data?: undefined } : { readonly data: EventData[Kind] })
}[ScheduledEventKind]
