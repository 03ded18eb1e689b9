// What a sandbox remembers, as plain data that survives JSON. Types only.

import type { Instant } from '../time/instants.ts'
import type { FaultRulesState, StatusEvent } from './delivery-state.ts'
import type { InvoiceState, SubscriptionState, TransactionState } from './record-state.ts'
import type { ScheduledEvent } from './scheduled-event.ts'

export type {
  Attempt,
  DeliveryNote,
  FaultRule,
  FaultRulesState,
  StatusEvent,
} from './delivery-state.ts'
export type {
  CartLine,
  CustomerInfo,
  CustomParameters,
  InvoiceState,
  SubscriptionState,
  TransactionKind,
  TransactionState,
} from './record-state.ts'
export type { StatusName, SubscriptionStatus } from './transitions.ts'

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
