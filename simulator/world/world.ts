// One world: accounts, clock, schedule, randomness and records. What the operations do with it is in simulator/resources/.

import { InvariantError } from '../../core/errors.ts'
import { BankingCalendar } from '../time/banking-calendar.ts'
import { Clock, formatInstant, type Instant, latestInstant } from '../time/instants.ts'
import { Accounts, type Exchange, type Merchant, type Shopper } from './accounts.ts'
import type { Assumptions } from './assumptions.ts'
import { Cascades } from './cascades.ts'
import { SeededRandom } from './random.ts'
import { RecordTable } from './record-table.ts'
import { Schedule } from './schedule.ts'
import type { NewScheduledEvent } from './scheduled-event.ts'
import type {
  CoinAmounts,
  InvoiceState,
  StatusEvent,
  SubscriptionState,
  TransactionState,
  WorldData,
} from './state.ts'
import {
  awaitsSettlement,
  isInitial,
  type StatusName,
  type SubscriptionEvent,
  statusWords,
  subscriptionStatusAfter,
  type TransactionEvent,
  transactionStatusAfter,
} from './transitions.ts'
import { initialData, type WorldOptions } from './world-options.ts'

export class World {
  readonly options: WorldOptions
  readonly accounts: Accounts
  readonly assumptions: Assumptions
  readonly calendar: BankingCalendar
  readonly random: SeededRandom
  readonly clock: Clock
  readonly schedule: Schedule
  readonly cascades = new Cascades()

  readonly invoices = new RecordTable<InvoiceState>({
    idOf: ({ uuid }) => uuid,
    keyOf: ({ order }) => order,
  })
  readonly subscriptions = new RecordTable<SubscriptionState>({
    idOf: ({ id }) => id,
    keyOf: ({ merchantSubscriptionId }) => merchantSubscriptionId,
  })
  readonly transactions = new RecordTable<TransactionState>({
    idOf: ({ id }) => id,
    keyOf: ({ offerId }) => offerId,
  })
  /** The length of the longest `merchantSubscriptionId`: with it, few deliveries are rendered to see whether they are too long. */
  longestSubscriptionId = 0
  readonly payees: WorldData['payees']
  readonly transfers: WorldData['transfers']
  readonly reminders: WorldData['reminders']
  readonly settlements: WorldData['settlements']
  readonly events: WorldData['events']
  faultRules: WorldData['faultRules']
  halt: WorldData['halt']
  settlementAt: Instant | null
  /** Completed or closed crypto transactions that the next settlement takes. */
  readonly unsettled = new Set<TransactionState>()
  /** By shopper and exchange, where they differ from the world file. */
  readonly balances: Map<string, Map<string, CoinAmounts>>
  readonly savedPasswords: Set<string>
  readonly webhooks: Map<string, string | null>
  /** When each access token was last issued; the start of the world when absent. */
  readonly tokens: Map<string, Instant>

  /** A world at its start, or in a state, whose records it takes over. */
  constructor(options: WorldOptions, data: WorldData = initialData(options)) {
    this.options = options
    const { assumptions, hooks } = options
    this.assumptions = hooks?.read === undefined ? assumptions : assumptions.readBy(hooks.read)
    this.accounts = new Accounts(options.file, this.assumptions)
    this.calendar = new BankingCalendar(this.assumptions.name('bank-payments.banking-days'))
    this.random = SeededRandom.fromState(data.random)
    this.clock = new Clock(data.now, options.hooks?.now)
    this.schedule = Schedule.fromJSON(data.schedule)
    for (const row of data.invoices) this.invoices.add(row)
    for (const row of data.subscriptions) this.storeSubscription(row)
    for (const row of data.transactions) this.transactions.add(row)
    for (const id of data.unsettled) {
      const transaction = this.transactions.get(id)
      if (transaction !== undefined) this.unsettled.add(transaction)
    }
    this.payees = data.payees
    this.transfers = data.transfers
    this.reminders = data.reminders
    this.settlements = data.settlements
    this.events = data.events
    this.faultRules = data.faultRules
    this.halt = data.halt
    this.settlementAt = data.settlementAt
    this.balances = new Map(
      Object.entries(data.balances).map(([id, exchanges]) => [id, new Map(Object.entries(exchanges))]),
    )
    this.savedPasswords = new Set(data.savedPasswords)
    this.webhooks = new Map(Object.entries(data.webhooks))
    this.tokens = new Map(Object.entries(data.tokens))
  }

  get now(): Instant {
    return this.clock.now
  }

  addInvoice(invoice: InvoiceState): void {
    this.options.hooks?.create?.({ invoice }, this)
    this.invoices.add(invoice)
  }

  /** Adds a transaction and records its first status, if that is reported. */
  addTransaction(transaction: TransactionState): void {
    if (!isInitial(transaction))
      throw new InvariantError(`A transaction cannot be created as ${transaction.status}.`)
    this.options.hooks?.create?.({ transaction }, this)
    this.transactions.add(transaction)
    if (isReported(this, transaction)) this.recordStatus(transaction)
  }

  addSubscription(subscription: SubscriptionState): void {
    this.options.hooks?.create?.({ subscription }, this)
    this.storeSubscription(subscription)
  }

  private storeSubscription(row: SubscriptionState): void {
    this.subscriptions.add(row)
    this.longestSubscriptionId = Math.max(this.longestSubscriptionId, row.merchantSubscriptionId.length)
  }

  /** Applies an event to a transaction: sets its status and `updatedAt`, and records a status event when the status changes. */
  transition(transaction: TransactionState, event: TransactionEvent): void {
    const { hooks } = this.options
    const applied = hooks?.transition === undefined ? event : hooks.transition(event, transaction, this)
    if (applied === undefined) return
    const { id, status } = transaction
    const next = transactionStatusAfter(status, applied)
    if (next === undefined)
      throw new InvariantError(`The transaction ${id} is ${status} and does not permit ${applied}.`)
    transaction.status = next
    transaction.updatedAt = this.now
    if (awaitsSettlement(transaction)) this.unsettled.add(transaction)
    if (next !== status && isReported(this, transaction, status)) this.recordStatus(transaction)
  }

  /** Applies an event to a subscription. It has no status events. */
  transitionSubscription(subscription: SubscriptionState, event: SubscriptionEvent): void {
    const { id, status } = subscription
    const next = subscriptionStatusAfter(status, event)
    if (next === undefined)
      throw new InvariantError(`The subscription ${id} is ${status} and does not permit ${event}.`)
    subscription.status = next
  }

  /** Records the status that a transaction has now, to be delivered to the merchant's webhook. */
  private recordStatus(subject: TransactionState): void {
    const { id: transaction, status, received } = subject
    const seq = this.events.length
    const at = this.now
    const delivery = 'waiting' as const
    const event = { seq, at, transaction, status, received, delivery, note: null, attempts: noAttempts }
    this.events.push(event)
    this.cascades.recorded(seq)
  }

  /** The transaction that a status event is about. */
  transactionOf(event: StatusEvent): TransactionState {
    const transaction = this.transactions.get(event.transaction)
    if (transaction === undefined) throw new InvariantError(`The event ${event.seq} has no transaction.`)
    return transaction
  }

  /**
   * Schedules an event as its automation mode says, and returns it as it was scheduled. `seq` is a number that was reserved for it.
   * Returns undefined when it is left to the control API or never due.
   */
  scheduleEvent(event: NewScheduledEvent, seq?: number): NewScheduledEvent | undefined {
    const { hooks, eventModes } = this.options
    const wanted = hooks?.scheduleEvent === undefined ? event : hooks.scheduleEvent(event, this)
    if (wanted === undefined) return undefined
    const mode = eventModes[wanted.kind]
    if (mode === 'manual' || wanted.due > latestInstant) return undefined
    const scheduled = mode === 'auto' ? { ...wanted, due: this.now } : wanted
    this.cascades.scheduled(this.schedule.add(scheduled, seq), scheduled.due, this.now)
    return scheduled
  }

  /** The instant a number of banking days after another. */
  addBankingDays(from: Instant, days: number): Instant {
    const { hooks } = this.options
    return hooks?.addBankingDays === undefined
      ? this.calendar.addBankingDays(from, days)
      : hooks.addBankingDays(from, days, this)
  }

  moveTo(instant: Instant): void {
    this.clock.moveTo(instant)
    this.cascades.restart()
  }

  /** A shopper's balances at an exchange, by coin. */
  balancesOf(shopper: Shopper, exchange: Exchange): Readonly<CoinAmounts> {
    return (
      this.balances.get(shopper.id)?.get(exchange.name) ??
      this.accounts.exchangeAccount(shopper, exchange)?.balances ??
      {}
    )
  }

  setBalance(shopper: Shopper, exchange: Exchange, coin: string, amount: string): void {
    const ofShopper = this.balances.get(shopper.id) ?? new Map<string, CoinAmounts>()
    this.balances.set(shopper.id, ofShopper)
    const amounts = ofShopper.get(exchange.name)
    if (amounts === undefined)
      ofShopper.set(exchange.name, { ...this.balancesOf(shopper, exchange), [coin]: amount })
    else amounts[coin] = amount
  }

  passwordSaved(shopper: Shopper, exchange: Exchange): boolean {
    return this.savedPasswords.has(`${shopper.id} ${exchange.name}`)
  }

  savePassword(shopper: Shopper, exchange: Exchange): void {
    this.savedPasswords.add(`${shopper.id} ${exchange.name}`)
  }

  // webhooks.one-for-crypto-and-bank
  webhookOf(merchantId: string): string | null {
    return this.webhooks.get(merchantId) ?? null
  }

  registerWebhook(merchant: Merchant, url: string | null): void {
    this.webhooks.set(merchant.id, url)
  }

  /** True if an access token is valid now. Assumption `authentication.token-issue`. */
  tokenValid(token: string): boolean {
    if (this.assumptions.is('authentication.token-issue', 'listed')) return true
    const age = this.now - (this.tokens.get(token) ?? this.options.start)
    return age < this.assumptions.value('authentication.token-issue').ageSeconds * 1000
  }

  /** Makes an access token valid for its full time from now. Returns that time and its end, which are null if tokens do not expire. */
  issueToken(token: string): { ageSeconds: number | null; expiresAt: string | null } {
    this.tokens.set(token, this.now)
    if (this.assumptions.is('authentication.token-issue', 'listed'))
      return { ageSeconds: null, expiresAt: null }
    const { ageSeconds } = this.assumptions.value('authentication.token-issue')
    return { ageSeconds, expiresAt: formatInstant(Math.min(this.now + ageSeconds * 1000, latestInstant)) }
  }
}

const noAttempts: StatusEvent['attempts'] = Object.freeze([])

interface Reporting {
  readonly assumptions: Assumptions
  readonly subscriptions: RecordTable<SubscriptionState>
}

/**
 * True if the webhook reports a new status; `before` is absent for the first one. Assumptions `webhooks.first-status`,
 * `webhooks.reported-changes` and `webhooks.merchant-debits`.
 */
function isReported(
  { assumptions, subscriptions }: Reporting,
  { kind, status, subscriptions: [id = ''] }: TransactionState,
  before?: StatusName,
): boolean {
  if (before === undefined) {
    // The subscription is looked up last, since most worlds do not need it.
    const isSilent = kind === 'subscription' && assumptions.is('webhooks.merchant-debits', 'silent')
    if (isSilent && subscriptions.get(id)?.autoRenewal !== true) return false
    return assumptions.is('webhooks.first-status', 'reported')
  }
  // webhooks.exchange-status-changes, webhooks.bank-status-changes, webhooks.wallet-status-changes, webhooks.partial-payments
  return assumptions.is('webhooks.reported-changes', 'all') || statusWords[before] !== statusWords[status]
}
