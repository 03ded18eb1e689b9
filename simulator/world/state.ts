// What a sandbox remembers, as plain data that JSON can hold. Nothing here acts; `resources/` does.

import type { Frequency } from '../../spec/states.ts'
import type { Instant } from '../time/instants.ts'
import type { statusNames } from './names.ts'

/** A transaction's state by name: the contract's four, and those of a wallet payment on its way. */
export type StatusName = (typeof statusNames)[number]

export const endStatuses: ReadonlySet<StatusName> = new Set(['completed', 'canceled', 'closed', 'timed-out'])

export type TransactionKind = 'exchange' | 'wallet' | 'bank' | 'subscription'

/** A line of a cart, as sent. */
export interface CartLine {
  id: string
  name?: string | undefined
  price?: number | string | undefined
  quantity?: number | string | undefined
  localAmount?: number | undefined
  localCurrency?: string | undefined
  key?: string | undefined
  totalPrice?: string | undefined
  isSubscription?: boolean | undefined
  frequency?: Frequency | undefined
  subscriptionPeriod?: string | undefined
  merchantSubscriptionId?: string | undefined
  autoRenewal?: boolean | undefined
}

export interface CustomParameters {
  returnMethod?: 'GET' | 'POST' | undefined
  params?: { name: string; value: string }[] | undefined
}

export interface Person {
  name: string
  email: string
  phone?: string | undefined
  address?: string | undefined
}

export interface InvoiceState {
  uuid: string
  merchant: string
  order: string
  amount: string
  currency: string
  cart: CartLine[]
  redirectUrl: string | null
  customParameter: CustomParameters | null
  customer: Person | null
  shippingAddress: Record<string, unknown> | null
  /** The JSON text of siteInfo, whose shape is open. */
  siteInfo: string | null
  createdAt: Instant
  /** The transaction that made it an order. */
  paidBy: string | null
}

export interface TransactionState {
  id: string
  kind: TransactionKind
  status: StatusName
  merchant: string
  shopper: string | null
  offerId: string
  /** Another id under which the merchant may close it. */
  ownOfferId: string | null
  invoice: string | null
  nativeAmount: string
  nativeCurrency: string
  amount: string
  received: string
  currency: string
  rate: string
  localAmount: string
  localCurrency: string
  cart: CartLine[]
  shippingAddress: Record<string, unknown> | null
  customParameter: CustomParameters | null
  customer: Person | null
  exchange: string | null
  stockId: string | null
  receiverAddress: string
  subscriptions: string[]
  refund: 'none' | 'requested' | 'refunded' | 'declined'
  errorMessage: string | null
  fee: string
  firstPartialAt: Instant | null
  lastPartialAt: Instant | null
  settledAt: Instant | null
  createdAt: Instant
  updatedAt: Instant
}

export interface SubscriptionState {
  id: string
  merchant: string
  shopper: string
  exchange: string
  coin: string
  invoice: string
  order: string
  line: CartLine
  merchantSubscriptionId: string
  frequency: Frequency
  autoRenewal: boolean
  amount: string
  currency: string
  customParameter: CustomParameters | null
  customer: Person | null
  status: 'active' | 'canceled' | 'ended'
  /** The first debit; every later one is counted from it. */
  anchor: Instant
  endsAt: Instant
  /** Index of the next debit by the calendar; the first payment was index 0. */
  nextIndex: number
  debits: number
  failures: number
}

export interface PayeeState {
  id: string
  merchant: string
  fname: string
  lname: string
  email: string
  label: string
  businessname: string
  addedAt: Instant
}

export interface TransferState extends Omit<PayeeState, 'addedAt'> {
  amount: string
  currency: string
  descriptor: string
  createdAt: Instant
}

/** A reminder that went to a shopper; its words are made when it is read. */
export interface Reminder {
  at: Instant
  subscription: string
  billAt: Instant
}

/** A sum that reached a merchant: the daily settlement of crypto, or a bank credit. */
export interface Settlement {
  at: Instant
  merchant: string
  kind: 'crypto' | 'bank'
  currency: string
  amount: string
  transactions: number
}

/** One try to deliver an event. */
export interface Attempt {
  at: Instant
  /** Where it went; null for receivers in process alone. */
  url: string | null
  outcome: 'accepted' | 'refused' | 'unreachable' | 'timed-out'
  httpStatus: number | null
  response: string
}

/**
 * A disturbance of deliveries for a merchant's own tests. It fits the first delivery of the events of a merchant, a
 * transaction and a status, where these are given; of those it takes the `count`-th, each `every`-th, or a `share` that is
 * drawn from the seed; and all where none of the three is given. `by` is an ISO 8601 duration on the virtual clock.
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
  /** Waits for the merchant's next delivery and follows it; no longer than `by`. */
  | { do: 'reorder'; by?: string | undefined }
  /** Sends `times` more, at once or `by` later. */
  | { do: 'duplicate'; times?: number | undefined; by?: string | undefined }
  /** Tries up to `times` more while it fails, first after `by`, then after twice as long each time. */
  | { do: 'retry'; times?: number | undefined; by?: string | undefined }
)

/** The webhook lab as it stands. */
export interface FaultRulesState {
  rules: readonly FaultRule[]
  /** How many deliveries each rule has fitted so far. */
  fitted: number[]
  /** The deliveries that wait for the next one of their merchant: their schedule entries, which end the wait anyway. */
  held: { entry: number; merchant: string }[]
}

/** A status change of a transaction, and what became of its delivery. */
export interface StatusEvent {
  seq: number
  at: Instant
  transaction: string
  status: StatusName
  received: string
  /** `delivered` as soon as one attempt was accepted, whatever became of others. */
  delivery: 'waiting' | 'delivered' | 'failed' | 'withheld' | 'unregistered' | 'dropped'
  /** Why it was withheld, or what the webhook lab did to it. */
  reason: string | null
  /** Empty, too, when the one attempt was accepted in process at the instant of the event. */
  attempts: readonly Attempt[]
}
