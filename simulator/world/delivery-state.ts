// What a sandbox remembers of status events, their deliveries and webhook fault rules, as plain data. Types only.

import type { Instant } from '../time/instants.ts'
import type { StatusName } from './transitions.ts'

/** One attempt to deliver an event. */
export interface Attempt {
  at: Instant
  /** Null when only in-process receivers got it. */
  url: string | null
  outcome: 'accepted' | 'refused' | 'unreachable' | 'timed-out'
  httpStatus: number | null
  response: string
}

/**
 * A planned disturbance of first deliveries. It matches the events of a merchant, a transaction and a status, where these
 * are given. Of the matches it applies to the `count`-th, to each `every`-th, or to a `share` drawn from the seed; by default
 * to all. `by` is an ISO 8601 duration on the virtual clock.
 */
export type FaultRule = {
  merchantId?: string | undefined
  transaction?: string | undefined
  status?: StatusName | undefined
  count?: number | undefined
  every?: number | undefined
  share?: number | undefined
} & (
  | { do: 'drop' | 'wrong-signature' }
  | { do: 'delay'; by: string }
  /** Holds the delivery until after the merchant's next one, for at most `by`. */
  | { do: 'reorder'; by?: string | undefined }
  /** Sends `times` more, at once or after `by`. */
  | { do: 'duplicate'; times?: number | undefined; by?: string | undefined }
  /** Retries up to `times` while it fails: first after `by`, then after twice as long each time. */
  | { do: 'retry'; times?: number | undefined; by?: string | undefined }
)

/** The webhook fault rules in force and what they are holding. */
export interface FaultRulesState {
  rules: readonly FaultRule[]
  /** How many deliveries each rule has matched so far. */
  matched: number[]
  /** Deliveries held until the merchant's next one, by the scheduled event that sends them at the latest. */
  held: { scheduled: number; merchant: string }[]
}

/** Why an event was not delivered as usual. */
export type DeliveryNote =
  | { readonly withheld: 'too-long' | 'forbidden-url' | 'cascade'; readonly message: string }
  | { readonly faultRules: readonly FaultRule['do'][] }

/** A status change of a transaction, and the state of its delivery. */
export interface StatusEvent {
  seq: number
  at: Instant
  transaction: string
  status: StatusName
  received: string
  /** `delivered` once an attempt was accepted, whatever the others did. */
  delivery: 'waiting' | 'delivered' | 'failed' | 'withheld' | 'unregistered' | 'dropped'
  note: DeliveryNote | null
  /** Also empty when the only attempt was accepted in process at the instant of the event. */
  attempts: readonly Attempt[]
}
