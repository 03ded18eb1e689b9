// One world: its people, its state, its clock and schedule, and its source of randomness. It holds and finds things and
// records status changes; what the operations do with it lives in `resources/`.

import { InvariantError } from '../../core/errors.ts'
import { List } from '../storage/record-storage.ts'
import { BankingCalendar } from '../time/banking-calendar.ts'
import { Clock } from '../time/clock.ts'
import { type Instant, latestInstant } from '../time/instants.ts'
import { Accounts, type Exchange, type Merchant, type Shopper } from './accounts.ts'
import type { Assumptions } from './assumptions.ts'
import { type Progress, progressOf, type Thing } from './automation.ts'
import { MaxCharacters } from './lengths.ts'
import { type RandomState, SeededRandom } from './random.ts'
import { Schedule, type ScheduleState } from './schedule.ts'
import type { ScheduledEvent } from './scheduled-event.ts'
import {
  endStatuses,
  type FaultRulesState,
  type InvoiceState,
  type PayeeState,
  type Reminder,
  type Settlement,
  type StatusEvent,
  type StatusName,
  type SubscriptionState,
  type TransactionState,
  type TransferState,
} from './state.ts'
import type { WorldFile } from './world-file.ts'

/** What makes a world what it is, before anything happens in it. */
export interface WorldOptions {
  file: WorldFile
  assumptions: Assumptions
  seed: string
  start: Instant
  /** Origin and path under which this sandbox is reached; links point there. */
  publicUrl: string
  progress: Readonly<Partial<Record<Thing, Progress>>>
  /** The webhook that every merchant begins with, unless its own stands in the world file. */
  webhookUrl: string | null
}

/** Amounts by coin. */
type Coins = Record<string, string>

/**
 * Where an advance was stopped in the middle of an instant. The schedule entries with lesser numbers that are due wait for the
 * next advance: all of them, or those that do not move on by themselves.
 */
export interface Halt {
  before: number
  whole: boolean
}

/** The state of a world as plain data: what a snapshot holds beside the options. */
export type WorldData = {
  now: Instant
  random: RandomState
  schedule: ScheduleState<ScheduledEvent>
  invoices: InvoiceState[]
  transactions: TransactionState[]
  subscriptions: SubscriptionState[]
  payees: PayeeState[]
  transfers: TransferState[]
  reminders: Reminder[]
  settlements: Settlement[]
  events: StatusEvent[]
  faultRules: FaultRulesState
  /** By shopper and exchange. */
  balances: Record<string, Record<string, Coins>>
  halt: Halt | null
  /** When the next settlement is on the schedule. */
  settlementAt: Instant | null
  /** Ids of the crypto transactions that wait for settlement, in the order in which they came to. */
  unsettled: string[]
  savedPasswords: string[]
  webhooks: Record<string, string | null>
  tokens: Record<string, Instant>
}

export class World {
  readonly options: WorldOptions
  readonly accounts: Accounts
  readonly assumptions: Assumptions
  readonly calendar: BankingCalendar
  readonly random: SeededRandom
  readonly clock: Clock
  readonly schedule: Schedule<ScheduledEvent>

  readonly invoices = new List<InvoiceState>(
    (invoice) => invoice.uuid,
    (invoice) => invoice.order,
  )
  readonly transactions = new List<TransactionState>(
    (transaction) => transaction.id,
    (transaction) => transaction.offerId,
  )
  readonly subscriptions = new List<SubscriptionState>((subscription) => subscription.id)
  readonly payees: PayeeState[] = []
  readonly transfers: TransferState[] = []
  readonly reminders: Reminder[] = []
  readonly settlements: Settlement[] = []
  readonly events: StatusEvent[] = []
  faultRules: FaultRulesState = { rules: [], fitted: [], held: [] }
  halt: Halt | null = null
  settlementAt: Instant | null = null
  /** How many events have had their first delivery. */
  delivered = 0
  readonly maxCharacters = new MaxCharacters()
  /** Completed or closed crypto transactions that the next daily settlement takes. */
  readonly unsettled = new Set<TransactionState>()
  /** What shoppers hold at exchanges, once it is no longer what the world file says. */
  private readonly balances = new Map<string, Map<string, Coins>>()
  private readonly savedPasswords = new Set<string>()
  private readonly webhooks = new Map<string, string | null>()
  /** When each access token was last issued; the start of the world for those not listed. */
  private readonly tokens = new Map<string, Instant>()

  /** A world at its start, or in a state, whose records it takes over. */
  constructor(options: WorldOptions, data?: WorldData) {
    this.options = options
    this.assumptions = options.assumptions
    this.accounts = new Accounts(options.file, options.assumptions)
    this.calendar = new BankingCalendar(
      options.assumptions.is('bank-payments.banking-days', 'federal-reserve')
        ? 'federal-reserve'
        : 'weekends-only',
    )
    for (const merchant of this.accounts.merchants)
      this.webhooks.set(merchant.id, merchant.webhookUrl ?? options.webhookUrl)
    if (data === undefined) {
      this.random = new SeededRandom(options.seed)
      this.clock = new Clock(options.start)
      this.schedule = new Schedule<ScheduledEvent>()
      return
    }
    this.random = SeededRandom.fromState(data.random)
    this.clock = new Clock(data.now)
    this.schedule = Schedule.fromJSON(data.schedule)
    this.load(data)
  }

  get now(): Instant {
    return this.clock.now
  }

  /** The state as it stands, for readers that do not keep it: its records change while the world runs. */
  live(): WorldData {
    if (this.delivered !== this.events.length)
      throw new InvariantError('A snapshot was taken while deliveries were under way.')
    return {
      now: this.now,
      random: this.random.getState(),
      schedule: this.schedule.toJSON(),
      invoices: [...this.invoices],
      transactions: [...this.transactions],
      subscriptions: [...this.subscriptions],
      payees: [...this.payees],
      transfers: [...this.transfers],
      reminders: [...this.reminders],
      settlements: [...this.settlements],
      events: [...this.events],
      faultRules: structuredClone(this.faultRules),
      halt: this.halt,
      settlementAt: this.settlementAt,
      balances: Object.fromEntries(
        Array.from(this.balances, ([shopper, held]) => [shopper, structuredClone(Object.fromEntries(held))]),
      ),
      unsettled: Array.from(this.unsettled, ({ id }) => id),
      savedPasswords: [...this.savedPasswords],
      webhooks: Object.fromEntries(this.webhooks),
      tokens: Object.fromEntries(this.tokens),
    }
  }

  /** A copy of the state. Records are copied; what they hold (carts, addresses, attempts) is only ever replaced, so it is shared. */
  data(): WorldData {
    const live = this.live()
    const copy = <Row extends object>(rows: Row[]): Row[] => rows.map((row) => ({ ...row }))
    return {
      ...live,
      invoices: copy(live.invoices),
      transactions: copy(live.transactions),
      subscriptions: copy(live.subscriptions),
      events: copy(live.events),
    }
  }

  private load(data: WorldData): void {
    for (const row of data.invoices) this.invoices.add(row)
    for (const row of data.subscriptions) this.subscriptions.add(row)
    for (const row of data.transactions) this.add(row)
    for (const id of data.unsettled) {
      const transaction = this.transactions.get(id)
      if (transaction !== undefined) this.unsettled.add(transaction)
    }
    for (const row of data.payees) this.payees.push(row)
    for (const row of data.transfers) this.transfers.push(row)
    for (const row of data.reminders) this.reminders.push(row)
    for (const row of data.settlements) this.settlements.push(row)
    for (const row of data.events) this.events.push(row)
    this.faultRules = data.faultRules
    this.halt = data.halt
    this.settlementAt = data.settlementAt
    this.delivered = this.events.length
    for (const [shopper, held] of Object.entries(data.balances))
      this.balances.set(shopper, new Map(Object.entries(held)))
    for (const key of data.savedPasswords) this.savedPasswords.add(key)
    for (const [merchant, url] of Object.entries(data.webhooks)) this.webhooks.set(merchant, url)
    for (const [token, at] of Object.entries(data.tokens)) this.tokens.set(token, at)
  }

  /** Takes a transaction in. */
  add(transaction: TransactionState): void {
    this.transactions.add(transaction)
    this.maxCharacters.add(transaction, this.subscriptions)
  }

  /** Puts an entry on the schedule as its thing progresses: now, at its time, or (undefined) only when someone says so. */
  scheduleEvent(entry: Omit<ScheduledEvent, 'seq'>): ScheduledEvent | undefined {
    const progress = progressOf(entry.kind, this.options.progress)
    // Nothing is due after the end of the calendar.
    if (progress === 'manual' || entry.due > latestInstant) return undefined
    return this.schedule.add(progress === 'auto' ? { ...entry, due: this.now } : entry)
  }

  /** Moves a transaction to another status and records the event. No status leaves an end state. */
  transition(transaction: TransactionState, status: StatusName): void {
    if (endStatuses.has(transaction.status))
      throw new InvariantError(
        `The transaction ${transaction.id} cannot go from ${transaction.status} to ${status}.`,
      )
    transaction.status = status
    transaction.updatedAt = this.now
    if (awaitsSettlement(transaction)) this.unsettled.add(transaction)
    this.report(transaction)
  }

  /** Records that a transaction has the status that it has; called once for each status it takes. */
  report(transaction: TransactionState): void {
    this.events.push({
      seq: this.events.length,
      at: this.now,
      transaction: transaction.id,
      status: transaction.status,
      received: transaction.received,
      delivery: 'waiting',
      reason: null,
      attempts: noAttempts,
    })
  }

  /** What the shopper holds at an exchange, by coin. */
  balancesOf(shopper: Shopper, exchange: Exchange): Readonly<Record<string, string>> {
    return (
      this.balances.get(shopper.id)?.get(exchange.name) ??
      this.accounts.exchangeAccount(shopper, exchange)?.balances ??
      {}
    )
  }

  setBalance(shopper: Shopper, exchange: Exchange, coin: string, amount: string): void {
    const ofShopper = this.balances.get(shopper.id) ?? new Map<string, Coins>()
    const own = ofShopper.get(exchange.name)
    if (own !== undefined) own[coin] = amount
    else ofShopper.set(exchange.name, { ...this.balancesOf(shopper, exchange), [coin]: amount })
    this.balances.set(shopper.id, ofShopper)
  }

  passwordSaved(shopper: Shopper, exchange: Exchange): boolean {
    return this.savedPasswords.has(`${shopper.id} ${exchange.name}`)
  }

  savePassword(shopper: Shopper, exchange: Exchange): void {
    this.savedPasswords.add(`${shopper.id} ${exchange.name}`)
  }

  webhookOf(merchant: Merchant): string | null {
    return this.webhooks.get(merchant.id) ?? null
  }

  registerWebhook(merchant: Merchant, url: string | null): void {
    this.webhooks.set(merchant.id, url)
  }

  /** Whether an access token holds at this instant. Assumption `authentication.token-issue`. */
  tokenHolds(token: string): boolean {
    if (this.assumptions.is('authentication.token-issue', 'listed')) return true
    const age = this.now - (this.tokens.get(token) ?? this.options.start)
    return age < this.assumptions.value('authentication.token-issue').ageSeconds * 1000
  }

  /** Makes an access token hold for its full time from now. */
  issueToken(token: string): void {
    this.tokens.set(token, this.now)
  }
}

const noAttempts: StatusEvent['attempts'] = Object.freeze([])

function awaitsSettlement({ kind, status, settledAt }: TransactionState): boolean {
  return kind !== 'bank' && settledAt === null && (status === 'completed' || status === 'closed')
}
