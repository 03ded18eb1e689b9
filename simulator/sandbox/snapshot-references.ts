// Rules that the schema of a snapshot cannot express: references between records, and their order in time.

import { lineTotal } from '../resources/carts.ts'
import { rateOf } from '../resources/currencies.ts'
import { nextBillAt } from '../resources/subscription-billing.ts'
import { parseSubscriptionPeriod } from '../time/frequencies.ts'
import { webhookUrlError } from '../webhooks/http-transport.ts'
import { compare } from '../world/money.ts'
import { type Reference, recordNames, references } from '../world/records.ts'
import type { ScheduledEvent } from '../world/scheduled-event.ts'
import type { CartLine, StatusEvent, SubscriptionState, TransactionState, WorldData } from '../world/state.ts'
import { awaitsSettlement, transactionTransitions } from '../world/transitions.ts'
import type { World } from '../world/world.ts'

type Errors = Generator<string, void>

/** Everything in the data of a world that refers to something else, or contradicts it. The world was made of the data. */
export function* referenceErrors(world: World, data: WorldData): Errors {
  yield* fieldErrors(world, data)
  yield* invoiceErrors(world, data)
  yield* transactionErrors(world, data)
  if (world.subscriptions.repeatsId) yield 'data.subscriptions repeats an id'
  yield* statusEventErrors(world, data)
  yield* attemptErrors(data)
  yield* scheduleErrors(world, data)
  yield* settlementErrors(world, data)
  yield* accountErrors(world, data)
}

/** Checks that what a field names is there. A record of a merchant names what is of the same merchant. */
const isThere: Readonly<
  Record<Exclude<Reference, 'past'>, (world: World, named: string, merchant: string | undefined) => boolean>
> = {
  merchant: ({ accounts }, id) => accounts.merchant(id) !== undefined,
  shopper: ({ accounts }, id) => accounts.shopper(id) !== undefined,
  exchange: ({ accounts }, name) => accounts.exchange(name) !== undefined,
  coin: ({ accounts }, id) => accounts.currency(id) !== undefined,
  currency: (world, id) => rateOf(world, id) !== undefined,
  invoice: ({ invoices }, id, merchant) => invoices.get(id)?.merchant === merchant,
  subscription: ({ subscriptions }, id, merchant) => {
    const found = subscriptions.get(id)
    return found !== undefined && found.merchant === (merchant ?? found.merchant)
  },
}

/** The fields of records that name something, or say when something was. Null names nothing. */
function* fieldErrors(world: World, data: WorldData): Errors {
  for (const name of recordNames)
    for (const [field, kind] of references(name))
      for (const [index, record] of data[name].entries())
        yield* recordErrors(world, record, field, kind, `data.${name}[${index}].${field}`)
}

function* recordErrors(world: World, record: object, field: string, kind: Reference, place: string): Errors {
  const merchant = 'merchant' in record ? String(record.merchant) : undefined
  for (const named of [Reflect.get(record, field)].flat()) {
    if (named === null) continue
    if (kind === 'past' && named > world.now) yield late(place)
    if (kind !== 'past' && !isThere[kind](world, named, merchant)) yield unknown(place, named)
  }
}

function* invoiceErrors(world: World, { invoices }: WorldData): Errors {
  if (world.invoices.repeatsId) yield 'data.invoices repeats a uuid'
  const valid = new Set<CartLine[]>()
  for (const [index, { uuid, amount, paidBy, cart }] of invoices.entries()) {
    const place = `data.invoices[${index}]`
    const paying = paidBy === null ? undefined : world.transactions.get(paidBy)
    if (paidBy !== null && paying?.invoice !== uuid) yield unknown(`${place}.paidBy`, paidBy)
    if (valid.has(cart)) continue
    if (cart.some((line) => !isPayable(line, amount))) yield `${place}.cart has an invalid subscription item`
    else valid.add(cart)
  }
}

function isPayable(line: CartLine, amount: string): boolean {
  const { subscriptionPeriod, isSubscription } = line
  if (isSubscription === true && compare(lineTotal(line) ?? amount, 0) < 0) return false
  return subscriptionPeriod === undefined || parseSubscriptionPeriod(subscriptionPeriod) !== undefined
}

function* transactionErrors(world: World, { transactions }: WorldData): Errors {
  if (world.transactions.repeatsId) yield 'data.transactions repeats an id'
  for (const [index, transaction] of transactions.entries())
    for (const [violates, error] of transactionRules)
      if (violates(transaction, world)) yield `data.transactions[${index}].${error(transaction)}`
}

const isDebit = ({ kind }: TransactionState) => kind === 'exchange' || kind === 'subscription'

/** States that a transaction must not have, with the error. */
const transactionRules: readonly [
  (transaction: TransactionState, world: World) => boolean,
  (transaction: TransactionState) => string,
][] = [
  [(one) => isDebit(one) && one.shopper === null, () => unknown('shopper', null)],
  [(one) => isDebit(one) && one.exchange === null, () => unknown('exchange', null)],
  [
    ({ kind, currency }, { accounts }) => kind !== 'bank' && accounts.currency(currency) === undefined,
    ({ currency }) => unknown('currency', currency),
  ],
  [
    ({ kind, status }) => walletStatuses.has(status) && kind !== 'wallet',
    ({ kind, status }) => `status is ${status}, and kind is ${kind}`,
  ],
  [
    ({ settledAt, status }) => settledAt !== null && status !== 'completed' && status !== 'closed',
    ({ status }) => `settledAt is set, and status is ${status}`,
  ],
  [({ createdAt, updatedAt }) => createdAt > updatedAt, () => 'createdAt is after updatedAt'],
  [
    ({ firstPartialAt: first, lastPartialAt: last }) =>
      (first === null) !== (last === null) || (first ?? 0) > (last ?? 0),
    () => 'firstPartialAt does not match lastPartialAt',
  ],
]

/** Statuses that only a wallet payment has. */
const walletStatuses: ReadonlySet<string> = new Set(['awaiting', 'partially-paid', 'closed', 'timed-out'])

/** The statuses that a transaction can have after one. Webhooks need not report what is between them. */
function after(status: string, found = new Set<string>()): ReadonlySet<string> {
  for (const { from, to } of transactionTransitions)
    if (from === status && !found.has(to)) after(to, found.add(to))
  return found
}
const later = new Map(transactionTransitions.map(({ to }) => [to, after(to)]))

/** True if a transaction can have a status after another one, or as its first one. */
function mayFollow(status: StatusEvent['status'], before: StatusEvent['status'] | undefined): boolean {
  return before === undefined || later.get(before)?.has(status) === true
}

/** The events of a transaction lead to its status by permitted changes. It is looked up once, as that takes long. */
function* statusEventErrors(world: World, { events, transactions }: WorldData): Errors {
  const statuses = new Map<string, StatusEvent['status']>()
  let last = 0
  for (const [index, { seq, at, transaction, status }] of events.entries()) {
    const place = `data.events[${index}]`
    if (seq !== index) yield `${place}.seq must be ${index}`
    if (at < last) yield `${place}.at is before the event before it`
    last = at
    const before = statuses.get(transaction)
    if (before === undefined && world.transactions.get(transaction) === undefined)
      yield unknown(`${place}.transaction`, transaction)
    if (!mayFollow(status, before))
      yield `${place}.status must not be ${status} after ${before ?? 'the creation'}`
    statuses.set(transaction, status)
  }
  for (const [index, { id, status }] of transactions.entries()) {
    const reportedAs = statuses.get(id)
    if (reportedAs !== status && !mayFollow(status, reportedAs))
      yield `data.transactions[${index}].status is ${status}, and its last event is ${reportedAs}`
  }
}

function* attemptErrors({ events }: WorldData): Errors {
  const urls = new Set<string | null>([null])
  for (const [index, { attempts }] of events.entries())
    for (const { url } of attempts) {
      if (!urls.has(url) && !URL.canParse(url ?? ''))
        yield `data.events[${index}].attempts has an invalid url`
      urls.add(url)
    }
}

function* scheduleErrors(world: World, data: WorldData): Errors {
  const { nextSeq, events } = data.schedule
  const seqs = new Map<number, ScheduledEvent>()
  const continued = new Set<string>()
  for (const [index, event] of events.entries()) {
    const { due, seq, kind, ref } = event
    const place = `data.schedule.events[${index}]`
    if (seq >= nextSeq || seqs.has(seq)) yield `${place}.seq is repeated, or not below data.schedule.nextSeq`
    if (due < world.now) yield `${place}.due is before data.now`
    if (!refersTo[kind.slice(0, kind.indexOf('.'))]?.(world, ref)) yield unknown(`${place}.ref`, ref)
    seqs.set(seq, event)
    if (continuesSubscription(world, event)) continued.add(ref)
  }
  for (const index of data.subscriptions.keys())
    if (isForgotten(data.subscriptions[index], continued))
      yield `data.subscriptions[${index}] is active, and its next bill or its end is not in data.schedule`
  if ((data.halt?.before ?? 0) > nextSeq) yield 'data.halt.before must be at most data.schedule.nextSeq'
  yield* faultRuleErrors(world, data, seqs)
}

function isForgotten(subscription: SubscriptionState | undefined, continued: ReadonlySet<string>): boolean {
  return subscription?.status === 'active' && !continued.has(subscription.id)
}

/** True if an event is the next bill of its subscription, or its end. */
function continuesSubscription(world: World, { due, kind, ref, data }: ScheduledEvent): boolean {
  const subscription = kind.startsWith('subscription') ? world.subscriptions.get(ref) : undefined
  if (subscription === undefined) return false
  if (kind === 'subscription.end') return due === subscription.endsAt
  const isBill = kind === 'subscription.debit' || kind === 'subscription.bill'
  return isBill && data === subscription.nextIndex && due === nextBillAt(world, subscription)
}

function* faultRuleErrors(
  world: World,
  { faultRules: { rules, matched, held }, events }: WorldData,
  seqs: ReadonlyMap<number, ScheduledEvent>,
): Errors {
  if (rules.length !== matched.length) yield 'data.faultRules.matched must have a number for each rule'
  for (const [index, { scheduled, merchant }] of held.entries()) {
    const event = seqs.get(scheduled)
    const transaction = world.transactions.get(events[Number(event?.ref)]?.transaction ?? '')
    if (event?.kind !== 'webhook.attempt' || transaction?.merchant !== merchant)
      yield unknown(`data.faultRules.held[${index}].scheduled`, scheduled)
  }
}

/** Checks that a scheduled event refers to something, by the start of its kind. */
const refersTo: Readonly<Record<string, (world: World, ref: string) => boolean>> = {
  transaction: (world, ref) => world.transactions.get(ref) !== undefined,
  subscription: (world, ref) => world.subscriptions.get(ref) !== undefined,
  settlement: (_, ref) => ref === 'crypto',
  webhook: ({ events }, ref) => String(Number(ref)) === ref && events.at(Number(ref))?.seq === Number(ref),
}

function* settlementErrors(
  world: World,
  { unsettled, transactions, settlementAt, schedule }: WorldData,
): Errors {
  const awaiting = transactions.filter(awaitsSettlement)
  const known = unsettled.every((id) => awaitsSettlementNow(world, id))
  if (!known || awaiting.length !== unsettled.length || world.unsettled.size !== unsettled.length)
    yield 'data.unsettled must name each completed or closed crypto transaction that is not settled, once'
  const scheduled = schedule.events.some(
    ({ kind, due }) => kind === 'settlement.daily' && due === settlementAt,
  )
  if (settlementAt !== null && settlementAt > world.now && !scheduled)
    yield 'data.settlementAt is not in data.schedule'
}

function awaitsSettlementNow(world: World, id: string): boolean {
  const transaction = world.transactions.get(id)
  return transaction !== undefined && awaitsSettlement(transaction)
}

function* accountErrors({ accounts }: World, data: WorldData): Errors {
  yield* balanceErrors(accounts, data)
  const passwords = new Set(
    accounts.shoppers.flatMap(({ id }) => accounts.exchanges.map(({ name }) => `${id} ${name}`)),
  )
  for (const saved of data.savedPasswords)
    if (!passwords.has(saved)) yield unknown('data.savedPasswords', saved)
  for (const [id, url] of Object.entries(data.webhooks)) {
    if (accounts.merchant(id) === undefined) yield unknown('data.webhooks', id)
    if (url !== null && webhookUrlError(url, true) !== undefined)
      yield `data.webhooks.${id} is not an http or https URL`
  }
  for (const token of Object.keys(data.tokens))
    if ((accounts.merchantWithToken(token) ?? accounts.shopperWithToken(token)) === undefined)
      yield 'data.tokens names an unknown token'
}

function* balanceErrors(accounts: World['accounts'], { balances }: WorldData): Errors {
  for (const [id, exchanges] of Object.entries(balances)) {
    if (accounts.shopper(id) === undefined) yield unknown('data.balances', id)
    for (const [name, coins] of Object.entries(exchanges)) {
      if (accounts.exchange(name) === undefined) yield unknown(`data.balances.${id}`, name)
      for (const coin of Object.keys(coins))
        if (accounts.currency(coin) === undefined) yield unknown(`data.balances.${id}.${name}`, coin)
    }
  }
}

function unknown(place: string, name: unknown): string {
  return `${place} names ${JSON.stringify(name)?.slice(0, 80)}, which is not in the snapshot`
}

function late(place: string): string {
  return `${place} is after data.now`
}
