// Checks the invariants of a world from outside: statuses change as permitted, each change has one event, everything happens in its time,
// and money neither appears nor vanishes. It has its own copy of the transition table and its own arithmetic of time.

import { readFileSync } from 'node:fs'
import { Decimal as SharedDecimal } from 'decimal.js'
import { dayMs, minuteMs } from '../core/durations.ts'
import { valueAt } from '../core/json.ts'
import { defaultWorld } from '../simulator/index.ts'
import type { Sent } from './requests.ts'
import { balanceKey, type Subscription, type Transaction, type World } from './world.ts'

/** Exact for every amount that a request can have. */
const Decimal = SharedDecimal.clone({ precision: 120 })
type Decimal = SharedDecimal
type Status = Transaction['status']

/** The statuses that follow each status. */
const permitted: Readonly<Record<Status | 'nothing', readonly Status[]>> = {
  nothing: ['pending', 'awaiting'],
  awaiting: ['partially-paid', 'pending', 'canceled'],
  'partially-paid': ['pending', 'closed'],
  pending: ['processing', 'completed', 'canceled'],
  processing: ['completed', 'canceled'],
  completed: [],
  canceled: [],
  closed: [],
  'timed-out': [],
}

/** The time in which a partial payment can be closed, in milliseconds. */
export const closingWindowMs = 14 * dayMs

/** The days on which banks are closed, as published. Read from the directory of the repository. */
const published: { years: Record<string, string[]> } = JSON.parse(
  readFileSync('simulator/test-support/published-holidays.json', 'utf8'),
)
const closedDays = new Set(Object.values(published.years).flat())

/** Intended effects of requests. Plain data, so that it is saved with a snapshot. */
export interface Notes {
  /** False if the rules may be others than those that the auditor knows. */
  isAudited: boolean
  /** Sums of balances, by coin: those at first, and what was set since. */
  balances: Record<string, string>
  /** Instants of the last payment of a wallet, by transaction. */
  paidAt: Record<string, number>
  /** Transactions that were moved through the control API. Their timing is not checked. */
  moved: string[]
  /** Debits that were requested. */
  requested: string[]
  /** Instants of bills that were debited early, by subscription. */
  early: Record<string, string[]>
  settledAt: number[]
  /** Instants at which subscriptions were canceled. */
  canceledAt: Record<string, number>
  /** Orders of invoices with subscriptions. */
  subscribed: unknown[]
}

export function initialNotes(world: World, isAudited: boolean): Notes {
  const balances = Object.fromEntries(Array.from(sumsByCoin(world), ([coin, sum]) => [coin, sum.toFixed()]))
  const lists = { moved: [], requested: [], settledAt: [], subscribed: [] }
  return { isAudited, balances, ...lists, paidAt: {}, early: {}, canceledAt: {} }
}

/** The worlds before and after a request that was accepted. */
interface Change {
  sent: Sent
  body: unknown
  before: World
  after: World
}

/** Notes what an accepted request did. */
export function note(
  notes: Notes,
  { sent: { operationId, path, content }, body, before, after }: Change,
): void {
  const id = idIn(path)
  const debits = () => after.transactions.slice(before.transactions.length).map((debit) => debit.id)
  switch (operationId) {
    case 'setBalance': {
      const [coin, exchange] = [String(valueAt(content, 'coin')), valueAt(content, 'exchange')]
      const change = new Decimal(String(valueAt(body, 'balances', coin)))
      const known = before.balances.get(balanceKey(id, exchange, coin))
      if (known !== undefined)
        notes.balances[coin] = change
          .minus(known)
          .plus(notes.balances[coin] ?? 0)
          .toFixed()
      return
    }
    case 'createInvoice': {
      const isSubscription = JSON.stringify(content).includes('"isSubscription":true')
      if (isSubscription) notes.subscribed.push(valueAt(content, 'order'))
      return
    }
    case 'payFromWallet':
    case 'payInvoice':
      notes.paidAt[String(valueAt(body, 'id'))] = after.now
      if (operationId === 'payFromWallet') auditPayment(id, content, before, after)
      return
    case 'processTransaction':
    case 'completeTransaction':
    case 'cancelTransaction':
      notes.moved.push(id)
      return
    case 'settle':
      notes.settledAt.push(after.now)
      return
    case 'renewSubscription': {
      const bill = before.subscriptions.find((one) => one.id === id)?.nextBillAt
      if (bill) notes.early[id] = [...(notes.early[id] ?? []), bill]
      notes.requested.push(...debits())
      return
    }
    case 'cancelSubscription':
      notes.canceledAt[String(valueAt(content, 'subscriptionId'))] = after.now
      return
    case 'debitSubscription':
      notes.requested.push(...debits())
  }
}

/** Checks that a payment of a wallet is received in addition to those before it, up to the amount. */
function auditPayment(id: string, payment: unknown, ...worlds: readonly [World, World]): void {
  const [before, after] = worlds.map(({ transactions }) => transactions.find((one) => one.id === id))
  if (before === undefined || after === undefined) return
  const { share = 1, amount = before.amount } = Object(payment)
  const [sum, received] = [
    new Decimal(amount).times(share).plus(before.received),
    new Decimal(after.received),
  ]
  must(id, {
    'receives what the wallet pays': received.gte(Decimal.min(sum, before.amount)),
    'is pending as soon as it is paid': received.gte(after.amount) === (after.status === 'pending'),
  })
}

/** The id in the path of a control request. */
export const idIn = (path: string) => decodeURIComponent(/^\/control\/\w+\/([^/?]+)/.exec(path)?.[1] ?? '')

/** Throws an Error for the first violated invariant. */
export function audit(world: World, notes: Notes): void {
  const { now, nextDue, events } = world
  const instants = events.map(({ at }) => at)
  must('the world', {
    'has no overdue event': nextDue >= now,
    'numbers its events': events.every(({ seq }, index) => seq === index),
    'has events in order': instants.toSorted().join() === instants.join(),
    'has no events of the future': Date.parse(instants.at(-1) ?? '1970-01-01') <= now,
  })
  for (const transaction of world.transactions) {
    const life = events
      .filter((event) => event.transaction === transaction.id)
      .map(({ status, at }) => ({ status, at: Date.parse(at) }))
    auditLife(transaction, life, notes)
    auditSettlement(transaction, life, now, notes)
  }
  for (const subscription of world.subscriptions) auditDebits(world, subscription, notes)
  auditBalances(world, notes)
  auditSettlements(world)
}

/** The statuses of a transaction, each with the instant of its event. */
type Life = readonly { status: Status; at: number }[]

function auditLife(transaction: Transaction, life: Life, { paidAt, moved }: Notes): void {
  const { id, amount, received, kind } = transaction
  const statuses = life.map(({ status }) => status)
  const instant = (status: Status) => life.findLast((one) => one.status === status)?.at
  const [pendingAt = 0, completedAt, closedAt] = [instant('pending'), instant('completed'), instant('closed')]
  const isInTime = kind === 'bank' ? bankInTime : cryptoInTime
  must(`${id} (${statuses.join(', ')})`, {
    'changes as permitted': statuses.every((status, index) =>
      permitted[statuses[index - 1] ?? 'nothing'].includes(status),
    ),
    'begins with its first event': life[0]?.at === Date.parse(transaction.createdAt),
    'has the status of its last event': statuses.at(-1) === transaction.status,
    'completes with its amount': completedAt === undefined || new Decimal(received).gte(amount),
    'completes in time': completedAt === undefined || moved.includes(id) || isInTime(pendingAt, completedAt),
    'is closed in its window': closedAt === undefined || closedAt - (paidAt[id] ?? 0) <= closingWindowMs,
  })
}

const cryptoInTime = (from: number, to: number) => to - from >= 2 * minuteMs && to - from <= 120 * minuteMs

/** Three or four banking days later, at the same time of day in New York. */
function bankInTime(from: number, to: number): boolean {
  const last = newYork(to).slice(0, 10)
  let days = 0
  for (let date = newYork(from).slice(0, 10); date < last; ) {
    const next = new Date(Date.parse(date) + dayMs)
    date = next.toISOString().slice(0, 10)
    if (![0, 6].includes(next.getUTCDay()) && !closedDays.has(date)) days += 1
  }
  return (days === 3 || days === 4) && newYork(from).slice(10) === newYork(to).slice(10)
}

const newYorkFormat = new Intl.DateTimeFormat('sv-SE', {
  ...{ timeZone: 'America/New_York', dateStyle: 'short', timeStyle: 'medium' },
})
const newYork = (instant: number) => `${newYorkFormat.format(instant)}.${instant % 1000}`

function auditSettlement({ id, kind, settledAt }: Transaction, life: Life, now: number, notes: Notes): void {
  const end = life.findLast(({ status }) => status === 'completed' || status === 'closed')?.at
  const at = settledAt === null ? undefined : Date.parse(settledAt)
  const isAtMidnight =
    Number(at) % dayMs === 0 && Number(at) >= Number(end) && Number(at) <= Number(end) + dayMs
  const isDue = kind === 'bank' ? at === end : isAtMidnight
  must(`${id}, which ended at ${end},`, {
    'is settled only then':
      at === undefined || (end !== undefined && (isDue || notes.settledAt.includes(at))),
    'is settled at the next midnight, or credited at once':
      at !== undefined || end === undefined || now <= end + dayMs,
  })
}

function auditDebits({ now, transactions }: World, subscription: Subscription, notes: Notes): void {
  const { id, autoRenewal, status } = subscription
  const [endsAt, canceledAt = Infinity] = [Date.parse(subscription.endsAt), notes.canceledAt[id]]
  const related = transactions.filter(({ subscriptions }) => subscriptions.includes(id))
  const debits = related.filter((one) => one.kind === 'subscription' && !notes.requested.includes(one.id))
  const own = debits.map(({ createdAt }) => Date.parse(createdAt))
  const taken = [...own, ...(notes.early[id] ?? []).map((at) => Date.parse(at))]
  const last = Math.max(now, ...taken)
  const bills: number[] = []
  for (let due = billAt(subscription, 1); due <= last; due = billAt(subscription, bills.length + 1))
    bills.push(due)
  const isBegun = related.some((one) => one.kind === 'exchange' && one.status === 'completed')
  const mustRenew = isBegun && autoRenewal && status === 'active'
  must(id, {
    'is debited by its merchant only, if that is agreed': autoRenewal || own.length === 0,
    'is not debited after it was canceled': own.every((at) => at <= canceledAt),
    'is debited once for each bill': new Set(taken).size === taken.length,
    'is not debited after its period': taken.every((at) => at < endsAt),
    'is not active after its period': status !== 'active' || now < endsAt,
    'is debited on the days of its frequency': taken.every((at) => bills.includes(at)),
    'is debited for each bill': !mustRenew || bills.every((due) => due > now || taken.includes(due)),
  })
}

const monthsOf = { monthly: 1, quarterly: 3, 'half-yearly': 6, yearly: 12 } as const

/** The instant of a bill, counted in UTC from the first payment; the last day of a month without that day. */
function billAt({ anchor: begin, frequency }: Subscription, index: number): number {
  const anchor = Date.parse(begin)
  if (frequency === 'weekly') return anchor + index * 7 * dayMs
  const first = new Date(anchor)
  const month = first.getUTCMonth() + index * monthsOf[frequency]
  const lastDay = new Date(Date.UTC(first.getUTCFullYear(), month + 1, 0)).getUTCDate()
  const midnight = Date.UTC(first.getUTCFullYear(), month, Math.min(first.getUTCDate(), lastDay))
  return midnight + (anchor % dayMs)
}

/** Compares what shoppers had at first with what they have and what they spent. */
function auditBalances(world: World, notes: Notes): void {
  const sums = sumsByCoin(world)
  for (const { kind, status, errorMessage, currency, amount } of world.transactions) {
    const isSpent = kind === 'exchange' || kind === 'subscription'
    if (isSpent && status !== 'canceled' && errorMessage === null) addTo(sums, currency, amount)
  }
  for (const [coin, first] of Object.entries(notes.balances))
    must(coin, { 'neither appears nor vanishes': sums.get(coin)?.eq(first) === true })
}

const feeRates = new Map(defaultWorld.merchants.map(({ id, feeRate }) => [id, feeRate]))

/** Compares what merchants were credited with what was received for them. */
function auditSettlements({ settlements, transactions }: World): void {
  const due = new Map<string, Decimal>()
  for (const { merchantId, settledAt, ...paid } of transactions.filter((one) => one.settledAt !== null)) {
    const isBank = paid.kind === 'bank'
    const fee = new Decimal(paid.nativeAmount).times(feeRates.get(merchantId) ?? 0)
    const net = new Decimal(paid.nativeAmount).minus(fee.toFixed(2, Decimal.ROUND_HALF_UP))
    const amount = isBank ? net.toFixed() : paid.received
    addTo(due, [merchantId, settledAt, isBank ? paid.nativeCurrency : paid.currency].join(' '), amount)
  }
  for (const { merchantId, at, currency, amount } of settlements)
    addTo(due, [merchantId, at, currency].join(' '), new Decimal(amount).neg())
  for (const [key, left] of due) must(key, { 'is settled with what was received': left.isZero() })
}

/** The sums of all balances, by coin. */
function sumsByCoin({ balances }: World): Map<string, Decimal> {
  const sums = new Map<string, Decimal>()
  for (const [key, amount] of balances) addTo(sums, key.split(' ').at(-1) ?? '', amount)
  must('a balance', { 'is not negative': [...balances.values()].every((one) => !one.startsWith('-')) })
  return sums
}

function addTo(sums: Map<string, Decimal>, key: string, amount: Decimal | string): void {
  sums.set(key, (sums.get(key) ?? new Decimal(0)).plus(amount))
}

/** Throws an Error for the first property that a subject does not have. */
function must(subject: string, properties: Readonly<Record<string, boolean>>): void {
  for (const [property, isTrue] of Object.entries(properties))
    if (!isTrue) throw new Error(`Violated invariant: ${subject} ${property}.`)
}
