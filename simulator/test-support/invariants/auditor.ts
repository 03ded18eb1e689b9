// Watches a world from outside and says when it does what no lawful world does: money that appears or vanishes, a status that
// leaves an end state, an event too many, a thing that happens out of its time. It is much smaller than what it watches, and
// shares no arithmetic of time with it.

import { Decimal } from 'decimal.js'
import type { Frequency } from '../../../spec/states.ts'
import type { StatusEvent, StatusName, SubscriptionState, TransactionState } from '../../world/state.ts'
import type { World } from '../../world/world.ts'

const minute = 60_000
const day = 1440 * minute

const expected: Readonly<Record<StatusName, readonly StatusName[]>> = {
  awaiting: ['partially-paid', 'pending', 'canceled'],
  'partially-paid': ['pending', 'closed'],
  pending: ['processing', 'completed', 'canceled'],
  processing: ['completed', 'canceled'],
  completed: [],
  canceled: [],
  closed: [],
  'timed-out': [],
}
const beginnings: readonly StatusName[] = ['pending', 'awaiting']

/** What is known of a transaction. */
interface Known {
  status: StatusName
  begunAt: number
  partialAt: number | undefined
  endedAt: number | undefined
}

/** What is known of a world; plain data, so that it can be kept beside a snapshot. */
export interface Knowledge {
  known: Map<string, Known>
  events: number
  lastAt: number
  /** What was put into balances, less what was taken out, other than by payments; by coin. */
  given: Map<string, string>
  /** Transactions that were moved, made or settled by hand, and may be out of time. */
  moved: Set<string>
  debitedByHand: Set<string>
  /** Places of the bills that were taken early, by subscription. */
  takenEarly: Map<string, number[]>
  settledByHand: Set<number>
}

export class Auditor {
  knowledge: Knowledge
  private readonly holidays: ReadonlySet<string>
  private readonly balancesAtFirst: Map<string, Decimal>

  constructor(world: World, holidays: ReadonlySet<string>) {
    this.holidays = holidays
    this.balancesAtFirst = balances(world)
    this.knowledge = {
      known: new Map(),
      events: 0,
      lastAt: world.now,
      given: new Map(),
      moved: new Set(),
      debitedByHand: new Set(),
      takenEarly: new Map(),
      settledByHand: new Set(),
    }
  }

  /** Notes that a balance was set by hand. */
  gave(coin: string, before: string, after: string): void {
    const sum = new Decimal(this.knowledge.given.get(coin) ?? 0).plus(after).minus(before)
    this.knowledge.given.set(coin, sum.toFixed())
  }

  /** Notes that a wallet has paid: the closing window of a partial payment begins anew. */
  wasPaid({ id, status }: TransactionState, now: number): void {
    const known = this.knowledge.known.get(id)
    if (known !== undefined && status === 'partially-paid') known.partialAt = now
  }

  /** Looks at what has happened since the last look; throws with the first thing that is wrong. */
  look(world: World): void {
    for (const event of world.events.slice(this.knowledge.events)) this.take(world, event)
    this.knowledge.events = world.events.length
    for (const transaction of world.transactions) {
      const { id, status } = transaction
      must(this.knowledge.known.get(id)?.status === status, `${id} is ${status}, and no event says so`)
      this.settlementInTime(transaction, world.now)
    }
    for (const subscription of world.subscriptions) this.debitsInTime(world, subscription)
    this.moneyKept(world)
    must((world.schedule.nextDue ?? world.now) >= world.now, 'something is overdue')
  }

  private take(world: World, { seq, at, transaction: id, status, received }: StatusEvent): void {
    const { knowledge } = this
    must(seq === knowledge.events, `the event ${seq} stands at ${knowledge.events}`)
    must(at >= knowledge.lastAt && at <= world.now, `the event ${seq} is out of order`)
    knowledge.events += 1
    knowledge.lastAt = at
    const known = knowledge.known.get(id)
    must(
      known === undefined ? beginnings.includes(status) : expected[known.status].includes(status),
      `${id} went from ${known?.status} to ${status}`,
    )
    const transaction = world.transactions.get(id)
    if (transaction === undefined) throw new Error(`The event ${seq} is of no transaction.`)
    const next: Known = { status, begunAt: at, partialAt: known?.partialAt, endedAt: undefined }
    if (status === 'partially-paid') next.partialAt = at
    if (known !== undefined && status !== 'pending') next.begunAt = known.begunAt
    if (status === 'completed') this.completionInTime(transaction, next, at)
    if (status === 'completed')
      must(new Decimal(received).gte(transaction.amount), `${id} completed with less than its amount`)
    if (status === 'closed')
      must(at - (next.partialAt ?? Number.NaN) <= 14 * day, `${id} was closed after its window`)
    if (expected[status].length === 0) next.endedAt = at
    knowledge.known.set(id, next)
  }

  private completionInTime({ id, kind }: TransactionState, { begunAt }: Known, at: number): void {
    if (this.knowledge.moved.has(id)) return
    if (kind === 'bank') {
      const days = this.bankingDays(begunAt, at)
      must(days === 3 || days === 4, `the bank payment ${id} took ${days} working days`)
      must(newYorkTime(begunAt) === newYorkTime(at), `the bank payment ${id} changed its time of day`)
      return
    }
    const took = at - begunAt
    must(took >= 2 * minute && took <= 120 * minute, `${id} took ${took} ms`)
  }

  /** Working days after the day of one instant up to that of another, as banks in New York count them. */
  private bankingDays(from: number, to: number): number {
    const last = newYorkDate(to)
    let count = 0
    for (let date = newYorkDate(from); date < last; ) {
      const next = new Date(Date.parse(`${date}T00:00:00Z`) + day)
      date = next.toISOString().slice(0, 10)
      if (![0, 6].includes(next.getUTCDay()) && !this.holidays.has(date)) count += 1
    }
    return count
  }

  private settlementInTime({ id, kind, status, settledAt }: TransactionState, now: number): void {
    const { endedAt = Number.NaN } = this.knowledge.known.get(id) ?? {}
    if (settledAt === null) {
      const waits = status === 'completed' || status === 'closed'
      must(!waits || now - endedAt <= day, `${id} was not settled the next midnight`)
      return
    }
    if (this.knowledge.settledByHand.has(settledAt)) return
    if (kind === 'bank') {
      must(settledAt === endedAt, `the bank payment ${id} was not credited at once`)
      return
    }
    must(settledAt % day === 0, `${id} was settled at ${settledAt}, which is no midnight`)
    must(settledAt >= endedAt && settledAt - endedAt <= day, `${id} was not settled the next midnight`)
  }

  private debitsInTime(world: World, subscription: SubscriptionState): void {
    const { id, anchor, frequency, endsAt, autoRenewal, status } = subscription
    const debits = [...world.transactions].filter(
      ({ kind, subscriptions }) => kind === 'subscription' && subscriptions.includes(id),
    )
    const own = debits.filter((debit) => !this.knowledge.debitedByHand.has(debit.id))
    must(autoRenewal || own.length === 0, `the service debited ${id}, which is its merchant's to debit`)
    const places = own.map(({ createdAt }) => placeOf(anchor, frequency, createdAt))
    must(!places.includes(undefined), `${id} was debited on no day of its frequency`)
    const taken = [...places, ...(this.knowledge.takenEarly.get(id) ?? [])]
    must(new Set(taken).size === taken.length, `${id} was debited twice for one bill`)
    must(
      own.every(({ createdAt }) => createdAt < endsAt),
      `${id} was debited after its period`,
    )
    must(status !== 'active' || world.now < endsAt, `${id} outlives its period`)
    must(
      status !== 'active' || !autoRenewal || dueAt(anchor, frequency, subscription.nextIndex) > world.now,
      `${id} was not debited when it was due`,
    )
  }

  private moneyKept(world: World): void {
    const now = balances(world)
    for (const transaction of world.transactions) {
      const { kind, status, errorMessage, currency, amount } = transaction
      if ((kind !== 'exchange' && kind !== 'subscription') || status === 'canceled' || errorMessage !== null)
        continue
      now.set(currency, (now.get(currency) ?? new Decimal(0)).plus(amount))
    }
    for (const [coin, sum] of now) {
      const first = (this.balancesAtFirst.get(coin) ?? new Decimal(0)).plus(
        this.knowledge.given.get(coin) ?? 0,
      )
      must(sum.eq(first), `${sum.minus(first).toFixed()} ${coin} appeared from nowhere`)
    }
    const credited = new Map<string, Decimal>()
    for (const { currency, amount } of world.settlements)
      credited.set(currency, (credited.get(currency) ?? new Decimal(0)).plus(amount))
    for (const { kind, settledAt, currency, received, nativeAmount, fee } of world.transactions) {
      if (settledAt === null) continue
      const due = kind === 'bank' ? new Decimal(nativeAmount).minus(fee) : received
      credited.set(currency, (credited.get(currency) ?? new Decimal(0)).minus(due))
    }
    for (const [currency, left] of credited)
      must(left.isZero(), `${left.toFixed()} ${currency} too much were settled`)
  }
}

function must(holds: boolean, otherwise: string): void {
  if (!holds) throw new Error(`The auditor objects: ${otherwise}.`)
}

/** What all shoppers hold at all exchanges, by coin. */
function balances(world: World): Map<string, Decimal> {
  const sums = new Map<string, Decimal>()
  for (const shopper of world.accounts.shoppers)
    for (const exchange of world.accounts.exchanges)
      for (const [coin, held] of Object.entries(world.balancesOf(shopper, exchange))) {
        must(!held.startsWith('-'), `${shopper.name} holds ${held} ${coin}`)
        sums.set(coin, (sums.get(coin) ?? new Decimal(0)).plus(held))
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

/** The instant of a bill, counted in UTC from the first debit; the last day of a month that lacks the day. */
function dueAt(anchor: number, frequency: Frequency, place: number): number {
  if (frequency === 'weekly') return anchor + place * 7 * day
  const first = new Date(anchor)
  const month = first.getUTCMonth() + place * monthsOf[frequency]
  const lastDay = new Date(Date.UTC(first.getUTCFullYear(), month + 1, 0)).getUTCDate()
  const midnight = Date.UTC(first.getUTCFullYear(), month, Math.min(first.getUTCDate(), lastDay))
  return midnight + (anchor % day)
}

/** Which bill falls on an instant; undefined when none does. */
function placeOf(anchor: number, frequency: Frequency, instant: number): number | undefined {
  let place = 1
  while (dueAt(anchor, frequency, place) < instant) place += 1
  return dueAt(anchor, frequency, place) === instant ? place : undefined
}
