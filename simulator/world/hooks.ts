// Hooks by which the conformance suite follows and changes a world: `new Simulator(options, hooks)`. They are not part of
// the public options. A world without hooks behaves as specified.

import type { RefusalCode } from '../../spec/operations.ts'
import type { UnspecifiedId } from '../../spec/unspecified.ts'
import type { BankingCalendar } from '../time/banking-calendar.ts'
import type { Instant } from '../time/instants.ts'
import type { RecordTable } from './record-table.ts'
import type { NewScheduledEvent } from './scheduled-event.ts'
import type { InvoiceState, SubscriptionState, TransactionState } from './state.ts'
import type { TransactionEvent } from './transitions.ts'

/** The part of a world that its hooks can use. */
interface HookedWorld {
  readonly now: Instant
  readonly calendar: BankingCalendar
  readonly random: { uuid(): string }
  readonly invoices: RecordTable<InvoiceState>
  readonly transactions: RecordTable<TransactionState>
  readonly subscriptions: RecordTable<SubscriptionState>
  addTransaction(transaction: TransactionState): void
}

/** A record that is about to be stored. */
type NewRecord =
  | { readonly invoice: InvoiceState }
  | { readonly transaction: TransactionState }
  | { readonly subscription: SubscriptionState }

/** A refusal of a request, with the path to what is invalid there. */
export interface MadeRefusal {
  readonly code: RefusalCode
  readonly path: readonly string[]
}

export interface WorldHooks {
  /** Called when an assumption is read: at the start of a world, and for each answer that depends on it. */
  read?: (id: UnspecifiedId) => void
  /** Called when a request is refused. */
  refused?: (refusal: MadeRefusal) => void
  /** Called before a transaction changes its status. Returns the event to apply, or undefined for none. */
  transition?: (
    event: TransactionEvent,
    transaction: TransactionState,
    world: HookedWorld,
  ) => TransactionEvent | undefined
  /** Called before an event is scheduled. Returns the event to schedule, or undefined for none. */
  scheduleEvent?: (event: NewScheduledEvent, world: HookedWorld) => NewScheduledEvent | undefined
  /** Called before a record is stored; may change the record. */
  create?: (record: NewRecord, world: HookedWorld) => void
  /** Returns the instant that the world uses as the current time. */
  now?: (now: Instant) => Instant
  /** Returns the instant a number of banking days later. */
  addBankingDays?: (from: Instant, days: number, world: HookedWorld) => Instant
}
