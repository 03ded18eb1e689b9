// What a sandbox remembers, as plain data that JSON can hold. Nothing here acts; `resources/` does.

import type { Frequency } from '../../spec/states.ts'
import type { Instant } from '../time/instants.ts'

/** A transaction's state by name: the contract's four, and those of a wallet payment on its way. */
export type StatusName =
  | 'pending'
  | 'processing'
  | 'completed'
  | 'canceled'
  | 'awaiting'
  | 'partiallyPaid'
  | 'closed'
  | 'timedOut'

export const endStatuses: ReadonlySet<StatusName> = new Set(['completed', 'canceled', 'closed', 'timedOut'])

export type TransactionKind = 'exchange' | 'wallet' | 'bank' | 'subscription'

/** A line of a cart, as sent. */
export interface CartLine {
  id: string
  name?: string | undefined
  price?: number | string | undefined
  quantity?: number | string | undefined
  localAmount?: number | undefined
  localCurrency?: string | undefined
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
  status: 'active' | 'cancelled' | 'ended'
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
  outcome: 'accepted' | 'refused' | 'unreachable' | 'timed-out'
  httpStatus: number | null
  answer: string
}

/** A status change of a transaction, and what became of its delivery. */
export interface StatusEvent {
  seq: number
  at: Instant
  transaction: string
  status: StatusName
  received: string
  delivery: 'waiting' | 'delivered' | 'failed' | 'withheld' | 'unregistered'
  /** Why it was withheld. */
  reason: string | null
  attempts: readonly Attempt[]
}
