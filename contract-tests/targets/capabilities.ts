// What a target may offer beside the contract's own interface. Properties name what they need; what is not declared is
// never looked for. How a simulator offers them is in control-capabilities.ts and in-process.ts.

import type { Delivery } from '../flows/deliveries.ts'

/** How far a clock is to move. */
export interface Span {
  weeks?: number
  days?: number
  hours?: number
  minutes?: number
  seconds?: number
  ms?: number
}

/** A clock that the suite may move. */
export interface Clock {
  /** The instant at which it stands, in milliseconds since 1970. */
  now(): Promise<number>
  /** Moves it on; resolves when everything due until then has happened and every webhook is delivered. */
  advance(span: Span): Promise<void>
  /** Moves it to an instant, in milliseconds since 1970. */
  advanceTo(instant: number): Promise<void>
}

/** Someone who does what only the shopper can do. */
export interface ShopperHand {
  /** Pays a part (`'0.5'`) of a QR transaction, or all of it (`'1'`), from a wallet. */
  pay(transactionId: string, share: string): Promise<void>
  /** Asks for the money back. */
  requestRefund(transactionId: string): Promise<void>
}

/** The merchant's webhook, as the suite hears it. */
export interface WebhookReceiver {
  /** Everything that has come so far, in order of arrival, once nothing more is under way. Repetitions are lawful. */
  received(): Promise<readonly Delivery[]>
  /** Waits, within a bound, until so many deliveries hold; gives those that do, be they enough or not. */
  waitFor(holds: (delivery: Delivery) => boolean, min?: number): Promise<readonly Delivery[]>
}

const msOf = {
  weeks: 604_800_000,
  days: 86_400_000,
  hours: 3_600_000,
  minutes: 60_000,
  seconds: 1000,
  ms: 1,
} as const satisfies Record<keyof Span, number>

/** A span in milliseconds. */
export function ms(span: Span): number {
  return (Object.keys(msOf) as (keyof Span)[]).reduce((sum, unit) => sum + (span[unit] ?? 0) * msOf[unit], 0)
}

/** A span in words: `2 weeks and 1 milliseconds`. */
export function spanInWords(span: Span): string {
  const parts = (Object.keys(msOf) as (keyof Span)[]).flatMap((unit) =>
    span[unit] === undefined || span[unit] === 0 ? [] : [`${span[unit]} ${unit}`],
  )
  return parts.join(' and ') || 'no time'
}
