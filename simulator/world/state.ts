// What a sandbox remembers, as plain data that survives JSON. Types only.

import type { Frequency } from '../../spec/states.ts'
import type { Instant } from '../time/instants.ts'
import type { FaultRulesState, StatusEvent } from './delivery-state.ts'
import type { ScheduledEvent } from './scheduled-event.ts'
import type { StatusName, SubscriptionStatus } from './transitions.ts'

export type {
  Attempt,
  DeliveryNote,
  FaultRule,
  FaultRulesState,
  StatusEvent,
} from './delivery-state.ts'
export type { StatusName, SubscriptionStatus } from './transitions.ts'

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

export interface CustomerInfo {
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
  customer: CustomerInfo | null
  shippingAddress: Record<string, unknown> | null
  /** The JSON text of siteInfo, whose shape is unspecified. */
  siteInfo: string | null
  createdAt: Instant
  /** The transaction that turned the invoice into an order. */
  paidBy: string | null
}

export interface TransactionState {
  id: string
  kind: TransactionKind
  status: StatusName
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
  shippingAddress: Record<string, unknown> | null
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
  frequency: Frequency
  autoRenewal: boolean
  amount: string
  currency: string
  customParameter: CustomParameters | null
  customer: CustomerInfo | null
  status: SubscriptionStatus
  /** The first debit. Later bills are counted from it. */
  anchor: Instant
  endsAt: Instant
  /** Index of the next bill; the first payment has index 0. */
  nextIndex: number
  debits: number
  failures: number
}

interface PayeeState {
  id: string
  merchant: string
  fname: string
  lname: string
  email: string
  label: string
  businessname: string
  addedAt: Instant
}

interface TransferState extends Omit<PayeeState, 'addedAt'> {
  amount: string
  currency: string
  descriptor: string
  createdAt: Instant
}

/** A reminder sent to a shopper. Its text is written when it is read. */
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
  transactions: number
}

/**
 * Where an advance stopped in the middle of an instant. Scheduled events with a `seq` below `before` wait for the next
 * advance: all of them, or only those that are not automatic.
 */
interface Halt {
  before: number
  automatic: boolean
}

/** Amounts by coin. */
export type CoinAmounts = Record<string, string>

/** A schedule as plain data: its events in order, and the number that the next one gets. */
export interface ScheduleState {
  readonly nextSeq: number
  readonly events: readonly ScheduledEvent[]
}

/** The state of a world: what a snapshot has in addition to the options. */
export interface WorldData {
  now: Instant
  random: readonly number[]
  schedule: ScheduleState
  invoices: InvoiceState[]
  transactions: TransactionState[]
  subscriptions: SubscriptionState[]
  payees: PayeeState[]
  transfers: TransferState[]
  reminders: Reminder[]
  settlements: Settlement[]
  events: StatusEvent[]
  faultRules: FaultRulesState
  halt: Halt | null
  /** When the next settlement is scheduled. */
  settlementAt: Instant | null
  /** Ids of the crypto transactions that the next settlement takes, in order. */
  unsettled: string[]
  /** Balances that differ from the world file, by shopper and exchange. */
  balances: Record<string, Record<string, CoinAmounts>>
  /** By shopper and exchange. */
  savedPasswords: string[]
  /** Webhook URLs by merchant. */
  webhooks: Record<string, string | null>
  /** When each access token was last issued; the start of the world when absent. */
  tokens: Record<string, Instant>
}
