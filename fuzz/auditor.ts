// Checks the invariants of a world from outside: money neither appears nor vanishes, statuses change as permitted, each change has one
// event, and everything happens in its time. It has its own copy of the transition table and its own arithmetic of time.

import { Decimal as SharedDecimal } from 'decimal.js'
import { dayMs, minuteMs } from '../core/durations.ts'
import type {
  StatusEvent,
  StatusName,
  SubscriptionState,
  TransactionState,
} from '../simulator/world/state.ts'
import type { World } from '../simulator/world/world.ts'
import type { Frequency } from '../spec/enumerations.ts'

/** Exact for every amount that a request can have. */
const Decimal = SharedDecimal.clone({ precision: 120 })
type Decimal = SharedDecimal

/** The statuses that follow each status. */
const permitted: Readonly<Record<StatusName, readonly StatusName[]>> = {
  awaiting: ['partially-paid', 'pending', 'canceled'],
  'partially-paid': ['pending', 'closed'],
  pending: ['processing', 'completed', 'canceled'],
  processing: ['completed', 'canceled'],
  completed: [],
  canceled: [],
  closed: [],
  'timed-out': [],
}
const initial: readonly StatusName[] = ['pending', 'awaiting']

interface Known {
  status: StatusName
  startedAt: number
  partialAt: number | undefined
  endedAt: number | undefined
}

/** The facts about a world. Plain data, so that it can be saved with a snapshot. */
export interface Knowledge {
  known: Map<string, Known>
  events: number
  lastAt: number
  /** The sums of all balances at first, by coin. */
  balancesAtFirst: Map<string, string>
  /** Amounts added to balances other than by payments, by coin. */
  added: Map<string, string>
  /** Transactions that were moved through the control API, whose timing is not checked. */
  moved: Set<string>
  debitedByRequest: Set<string>
  /** Indexes of bills that were debited early, by subscription. */
  takenEarly: Map<string, number[]>
  settledByRequest: Set<number>
}

export class Auditor {
  knowledge: Knowledge
  private readonly holidays: ReadonlySet<string>

  constructor(world: World, holidays: ReadonlySet<string>) {
    this.holidays = holidays
    this.knowledge = {
      balancesAtFirst: new Map(Array.from(balances(world), ([coin, sum]) => [coin, sum.toFixed()])),
      known: new Map(),
      events: 0,
      lastAt: world.now,
      added: new Map(),
      moved: new Set(),
      debitedByRequest: new Set(),
      takenEarly: new Map(),
      settledByRequest: new Set(),
    }
  }

  /** Notes that a balance was set. */
  balanceSet(coin: string, before: string, after: string): void {
    const sum = new Decimal(this.knowledge.added.get(coin) ?? 0).plus(after).minus(before)
    this.knowledge.added.set(coin, sum.toFixed())
  }

  /** Notes that a wallet paid: the closing window of a partial payment starts again. */
  wasPaid({ id, status }: TransactionState, now: number): void {
    const known = this.knowledge.known.get(id)
    if (known !== undefined && status === 'partially-paid') known.partialAt = now
  }

  /** Checks what happened since the last call. Throws an Error for the first violation. */
  check(world: World): void {
    for (const event of world.events.slice(this.knowledge.events)) this.take(world, event)
    this.knowledge.events = world.events.length
    for (const transaction of world.transactions) {
      const { id, status } = transaction
      must(this.knowledge.known.get(id)?.status === status, `${id} is ${status} without an event`)
      this.settlementInTime(transaction, world.now)
    }
    for (const subscription of world.subscriptions) this.debitsInTime(world, subscription)
    this.moneyKept(world)
    must((world.schedule.nextDue ?? world.now) >= world.now, 'a scheduled event is overdue')
  }

  private take(world: World, { seq, at, transaction: id, status, received }: StatusEvent): void {
    const { knowledge } = this
    must(seq === knowledge.events, `the event ${seq} is at index ${knowledge.events}`)
    must(at >= knowledge.lastAt && at <= world.now, `the event ${seq} is out of order`)
    knowledge.events += 1
    knowledge.lastAt = at
    const known = knowledge.known.get(id)
    must(
      known === undefined ? initial.includes(status) : permitted[known.status].includes(status),
      `${id} went from ${known?.status} to ${status}`,
    )
    const transaction = world.transactions.get(id)
    if (transaction === undefined) throw new Error(`The event ${seq} has no transaction.`)
    const next: Known = { status, startedAt: at, partialAt: known?.partialAt, endedAt: undefined }
    if (status === 'partially-paid') next.partialAt = at
    if (known !== undefined && status !== 'pending') next.startedAt = known.startedAt
    if (status === 'completed') this.completionInTime(transaction, next, at)
    if (status === 'completed')
      must(new Decimal(received).gte(transaction.amount), `${id} completed with less than its amount`)
    if (status === 'closed')
      must(at - (next.partialAt ?? Number.NaN) <= 14 * dayMs, `${id} was closed after its window`)
    if (permitted[status].length === 0) next.endedAt = at
    knowledge.known.set(id, next)
  }

  private completionInTime({ id, kind }: TransactionState, { startedAt }: Known, at: number): void {
    if (this.knowledge.moved.has(id)) return
    if (kind === 'bank') {
      const days = this.bankingDays(startedAt, at)
      must(days === 3 || days === 4, `the bank payment ${id} took ${days} banking days`)
      must(newYorkTime(startedAt) === newYorkTime(at), `the bank payment ${id} changed its time of day`)
      return
    }
    const took = at - startedAt
    must(took >= 2 * minuteMs && took <= 120 * minuteMs, `${id} took ${took} ms`)
  }

  /** Banking days after the day of one instant up to that of another, in New York. */
  private bankingDays(from: number, to: number): number {
    const last = newYorkDate(to)
    let count = 0
    for (let date = newYorkDate(from); date < last; ) {
      const next = new Date(Date.parse(`${date}T00:00:00Z`) + dayMs)
      date = next.toISOString().slice(0, 10)
      if (![0, 6].includes(next.getUTCDay()) && !this.holidays.has(date)) count += 1
    }
    return count
  }

  private settlementInTime({ id, kind, status, settledAt }: TransactionState, now: number): void {
    const { endedAt = Number.NaN } = this.knowledge.known.get(id) ?? {}
    if (settledAt === null) {
      const waits = status === 'completed' || status === 'closed'
      must(!waits || now - endedAt <= dayMs, `${id} was not settled at the next midnight`)
      return
    }
    if (this.knowledge.settledByRequest.has(settledAt)) return
    if (kind === 'bank') {
      must(settledAt === endedAt, `the bank payment ${id} was not credited at once`)
      return
    }
    must(settledAt % dayMs === 0, `${id} was settled at ${settledAt}, which is not midnight`)
    must(settledAt >= endedAt && settledAt - endedAt <= dayMs, `${id} was not settled at the next midnight`)
  }

  private debitsInTime(world: World, subscription: SubscriptionState): void {
    const { id, anchor, frequency, endsAt, autoRenewal, status } = subscription
    const debits = [...world.transactions].filter(
      ({ kind, subscriptions }) => kind === 'subscription' && subscriptions.includes(id),
    )
    const own = debits.filter((debit) => !this.knowledge.debitedByRequest.has(debit.id))
    must(autoRenewal || own.length === 0, `the service debited ${id}, which its merchant debits`)
    const bills = own.map(({ createdAt }) => billAt(anchor, frequency, createdAt))
    must(!bills.includes(undefined), `${id} was debited on a day that is not of its frequency`)
    const taken = [...bills, ...(this.knowledge.takenEarly.get(id) ?? [])]
    must(new Set(taken).size === taken.length, `${id} was debited twice for one bill`)
    must(
      own.every(({ createdAt }) => createdAt < endsAt),
      `${id} was debited after its period`,
    )
    must(status !== 'active' || world.now < endsAt, `${id} is active after its period`)
    must(
      status !== 'active' || !autoRenewal || dueAt(anchor, frequency, subscription.nextIndex) > world.now,
      `${id} was not debited when it was due`,
    )
  }

  private moneyKept(world: World): void {
    const now = balances(world)
    const spent = [...world.transactions].filter(
      ({ kind, status, errorMessage }) =>
        (kind === 'exchange' || kind === 'subscription') && status !== 'canceled' && errorMessage === null,
    )
    for (const { currency, amount } of spent) addTo(now, currency, amount)
    for (const [coin, sum] of now) {
      const { balancesAtFirst, added } = this.knowledge
      const first = new Decimal(balancesAtFirst.get(coin) ?? 0).plus(added.get(coin) ?? 0)
      must(sum.eq(first), `${sum.minus(first).toFixed()} ${coin} appeared or vanished`)
    }
    const credited = new Map<string, Decimal>()
    for (const { currency, amount } of world.settlements) addTo(credited, currency, amount)
    for (const { kind, settledAt, currency, received, nativeAmount, fee } of world.transactions) {
      if (settledAt === null) continue
      const due = kind === 'bank' ? new Decimal(nativeAmount).minus(fee) : new Decimal(received)
      addTo(credited, currency, due.neg())
    }
    for (const [currency, left] of credited)
      must(left.isZero(), `${left.toFixed()} ${currency} were settled without being received`)
  }
}

function must(holds: boolean, violation: string): void {
  if (!holds) throw new Error(`Violated invariant: ${violation}.`)
}

function addTo(sums: Map<string, Decimal>, coin: string, amount: Decimal | string): void {
  sums.set(coin, (sums.get(coin) ?? new Decimal(0)).plus(amount))
}

/** The balances of all shoppers at all exchanges, by coin. */
function balances(world: World): Map<string, Decimal> {
  const sums = new Map<string, Decimal>()
  for (const shopper of world.accounts.shoppers)
    for (const exchange of world.accounts.exchanges)
      for (const [coin, held] of Object.entries(world.balancesOf(shopper, exchange))) {
        must(!held.startsWith('-'), `${shopper.name} has ${held} ${coin}`)
        addTo(sums, coin, held)
      }
  return sums
}

const newYork = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'America/New_York',
  dateStyle: 'short',
  timeStyle: 'medium',
})

function newYorkDate(instant: number): string {
  return newYork.format(instant).slice(0, 10)
}

function newYorkTime(instant: number): string {
  return `${newYork.format(instant).slice(11)}.${instant % 1000}`
}

const monthsOf = { monthly: 1, quarterly: 3, 'half-yearly': 6, yearly: 12 } as const

/** The instant of a bill, counted in UTC from the first debit; the last day of a month without that day. */
function dueAt(anchor: number, frequency: Frequency, index: number): number {
  if (frequency === 'weekly') return anchor + index * 7 * dayMs
  const first = new Date(anchor)
  const month = first.getUTCMonth() + index * monthsOf[frequency]
  const lastDay = new Date(Date.UTC(first.getUTCFullYear(), month + 1, 0)).getUTCDate()
  const midnight = Date.UTC(first.getUTCFullYear(), month, Math.min(first.getUTCDate(), lastDay))
  return midnight + (anchor % dayMs)
}

/** The index of the bill at an instant; undefined for any other instant. */
function billAt(anchor: number, frequency: Frequency, instant: number): number | undefined {
  let index = 1
  while (dueAt(anchor, frequency, index) < instant) index += 1
  return dueAt(anchor, frequency, index) === instant ? index : undefined
}
