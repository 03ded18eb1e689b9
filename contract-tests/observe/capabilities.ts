// Capabilities of a target in addition to the contract's interface. Properties declare what they need. A capability that the
// target file does not declare is not used. For a simulator, they are in control-capabilities.ts and in-process.ts.

import { dayMs, hourMs } from '../../core/durations.ts'
import type { Delivery } from './deliveries.ts'

/** A duration; its parts are added. */
export interface Span {
  weeks?: number
  days?: number
  hours?: number
  minutes?: number
  seconds?: number
  ms?: number
}

/** A clock that the suite can move, or real time. */
export interface Clock {
  /** The current time, in milliseconds since 1970. */
  now(): Promise<number>
  /**
   * Advances it; resolves once every event that is due and every webhook delivery is done. Real time is waited for; the wait
   * ends early when a delivery matches.
   */
  advance(span: Span, until?: (delivery: Delivery) => boolean): Promise<void>
  /** Advances it to an instant, in milliseconds since 1970. */
  advanceTo(instant: number, until?: (delivery: Delivery) => boolean): Promise<void>
}

/** Actions of the shopper, and of those who process a payment. */
export interface ShopperActions {
  /** Pays a share of a QR transaction from a wallet: half of it (`'0.5'`), or all of it (`'1'`). */
  pay(transactionId: string, share: string): Promise<void>
  requestRefund(transactionId: string): Promise<void>
  /** The exchange, the network or the bank cancels a transaction. */
  cancel(transactionId: string): Promise<void>
  /** The balance of a shopper at an exchange changes, by the ids of both. */
  setBalance(shopperId: string, exchange: string, coin: string, amount: string): Promise<void>
}

export interface WebhookReceiver {
  /** The URL to register for the first merchant, if the suite cannot register it. */
  url?: string
  /** True if deliveries are recorded while the suite does not run. */
  isLasting?: boolean
  /** All deliveries so far in order of arrival, once none is in progress. Repeated deliveries are permitted. */
  received(): Promise<readonly Delivery[]>
  /** The last of those that have arrived, also while others are in progress. Nothing is waited for. */
  last(count: number): Promise<readonly Delivery[]>
  /** Waits until at least `min` deliveries match (default: 1), or until the wait time is over. Returns those that match. */
  waitFor(matches: (delivery: Delivery) => boolean, min?: number): Promise<readonly Delivery[]>
}

const msOf = {
  weeks: 604_800_000,
  days: dayMs,
  hours: hourMs,
  minutes: 60_000,
  seconds: 1000,
  ms: 1,
} as const satisfies Record<keyof Span, number>

export function ms(span: Span): number {
  return (Object.keys(msOf) as (keyof Span)[]).reduce((sum, unit) => sum + (span[unit] ?? 0) * msOf[unit], 0)
}

const list = new Intl.ListFormat('en-GB')

/** A span in words: `2 weeks and 1 ms`. */
export function spanInWords(span: Span): string {
  const parts = (Object.keys(msOf) as (keyof Span)[]).flatMap((unit) =>
    span[unit] === undefined || span[unit] === 0
      ? []
      : [`${span[unit]} ${span[unit] === 1 ? unit.replace(/(?<!m)s$/, '') : unit}`],
  )
  return list.format(parts) || 'no time'
}
