// The memory of webhook fault rules in a sandbox, as plain data. Types only.

import type { StatusName } from './transitions.ts'

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
  /** Deliveries that each rule has matched so far. */
  matched: number[]
  /** Deliveries held until the merchant's next one, by the scheduled event that sends them at the latest. */
  held: { scheduled: number; merchant: string }[]
}
