// The records of a world, as plain data that survives JSON. Types, and the names of the fields that orders show.

import type { statusNames, subscriptionStatuses } from '../../spec/control/values.ts'
import type { frequencies, returnMethods } from '../../spec/enumerations.ts'
import type { Instant } from '../time/instants.ts'

/** A line of a cart, as sent. */
export interface CartLine {
  id: string
  name?: string | undefined
  price?: number | string | undefined
  quantity?: number | string | undefined
  key?: string | undefined
  totalPrice?: string | undefined
  localAmount?: number | undefined
  localCurrency?: string | undefined
  isSubscription?: boolean | undefined
  frequency?: (typeof frequencies)[number] | undefined
  subscriptionPeriod?: string | undefined
  merchantSubscriptionId?: string | undefined
  autoRenewal?: boolean | undefined
}

/** The fields of a line, in the order in which orders show them. */
export const cartLineFields = [
  ...(['id', 'name', 'price', 'quantity', 'key', 'totalPrice', 'localAmount', 'localCurrency'] as const),
  ...([
    'isSubscription',
    'frequency',
    'subscriptionPeriod',
    'merchantSubscriptionId',
    'autoRenewal',
  ] as const),
] satisfies (keyof CartLine)[]

export interface CustomParameters {
  returnMethod?: (typeof returnMethods)[number] | undefined
  params?: { name: string; value: string }[] | undefined
}

export interface CustomerInfo {
  name: string
  email: string
  phone?: string | undefined
  address?: string | undefined
}

export const customerFields = ['name', 'email', 'phone', 'address'] satisfies (keyof CustomerInfo)[]

type ShippingAddress = Record<string, unknown>

export interface InvoiceState {
  uuid: string
  merchant: string
  order: string
  amount: string
  currency: string
  cart: CartLine[]
  redirectUrl: string | null
  customParameter: CustomParameters | null
  customer: CustomerInfo | null
  shippingAddress: ShippingAddress | null
  /** The JSON text of siteInfo, whose shape is unspecified. */
  siteInfo: string | null
  createdAt: Instant
  /** The transaction that turned the invoice into an order. */
  paidBy: string | null
}

export type TransactionKind = 'exchange' | 'wallet' | 'bank' | 'subscription'

export interface TransactionState {
  id: string
  kind: TransactionKind
  status: (typeof statusNames)[number]
  merchant: string
  shopper: string | null
  offerId: string
  /** A second id by which the merchant may close it. */
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
  shippingAddress: ShippingAddress | null
  customParameter: CustomParameters | null
  customer: CustomerInfo | null
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
  frequency: (typeof frequencies)[number]
  autoRenewal: boolean
  amount: string
  currency: string
  customParameter: CustomParameters | null
  customer: CustomerInfo | null
  status: (typeof subscriptionStatuses)[number]
  /** The first debit. Later bills are counted from it. */
  anchor: Instant
  endsAt: Instant
  /** Index of the next bill; the first payment has index 0. */
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

/** A reminder that was sent to a shopper. Its text is written when it is read. */
export interface Reminder {
  at: Instant
  subscription: string
  billAt: Instant
}

/** A sum paid to a merchant: the daily crypto settlement, or a bank credit. */
export interface Settlement {
  at: Instant
  merchant: string
  kind: 'crypto' | 'bank'
  currency: string
  amount: string
  /** The number of transactions in it. */
  transactions: number
}

/** One attempt to deliver an event. */
export interface Attempt {
  at: Instant
  /** Null when only in-process receivers got it. */
  url: string | null
  outcome: 'accepted' | 'refused' | 'unreachable' | 'timed-out'
  httpStatus: number | null
  response: string
}

/** Why an event was not delivered as usual. */
export type DeliveryNote =
  | { withheld: 'too-long' | 'forbidden-url' | 'cascade'; message: string }
  | { faultRules: readonly ('drop' | 'wrong-signature' | 'delay' | 'reorder' | 'duplicate' | 'retry')[] }

/** A status that a transaction got, to be reported to the merchant's webhook. */
export interface StatusEvent {
  /** Its index among the events of the world. */
  seq: number
  at: Instant
  transaction: string
  status: TransactionState['status']
  received: string
  /** `delivered` once an attempt was accepted, whatever the others did. */
  delivery: 'waiting' | 'delivered' | 'failed' | 'withheld' | 'unregistered' | 'dropped'
  note: DeliveryNote | null
  attempts: readonly Attempt[]
}
