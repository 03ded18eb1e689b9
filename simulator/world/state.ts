// The state of a sandbox, as plain data that survives JSON. Types only.

import type { Instant } from '../time/instants.ts'
import type { FaultRulesState } from './delivery-state.ts'
import type {
  InvoiceState,
  PayeeState,
  Reminder,
  Settlement,
  StatusEvent,
  SubscriptionState,
  TransactionState,
  TransferState,
} from './records.ts'
import type { ScheduledEvent } from './scheduled-event.ts'

export type { FaultRule, FaultRulesState } from './delivery-state.ts'
export type {
  Attempt,
  CartLine,
  CustomerInfo,
  CustomParameters,
  DeliveryNote,
  InvoiceState,
  Reminder,
  Settlement,
  StatusEvent,
  SubscriptionState,
  TransactionKind,
  TransactionState,
} from './records.ts'
export type { StatusName, SubscriptionStatus } from './transitions.ts'

/**
 * The place where an advance stopped in the middle of an instant. Scheduled events with a `seq` below `before` wait for the next
 * advance: all of them, or only those that are not automatic.
 */
interface Halt {
  before: number
  automatic: boolean
}

export type CoinAmounts = Record<string, string>

/** A schedule as plain data: its events in order, and the number that the next one gets. */
export interface ScheduleState {
  readonly nextSeq: number
  readonly events: readonly ScheduledEvent[]
}

/** The state of a world: what a snapshot has in addition to the options. */
export type WorldData = {
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
