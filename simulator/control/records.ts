// The records of every kind: where they are, what filters compare, and how one is shown. spec/control/kinds.ts has their fields.

import type { ControlRecord, KindName } from '../../spec/control/kinds.ts'
import { invoiceLink } from '../resources/invoices.ts'
import { nextBillAt, reminderEmail } from '../resources/subscription-billing.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import { explainScheduledEvent, isRelevant } from '../sandbox/scheduled-events.ts'
import { formatInstant } from '../time/instants.ts'
import { Delivery } from '../webhooks/delivery.ts'
import { reasonOf } from '../webhooks/delivery-records.ts'
import type { RecordTable } from '../world/record-table.ts'
import type {
  InvoiceState,
  Reminder,
  Settlement,
  StatusEvent,
  SubscriptionState,
  TransactionState,
} from '../world/state.ts'
import type { World } from '../world/world.ts'
import type { ControlSubject } from './handler-types.ts'
import { journalFacts, journalLines } from './journal-lines.ts'
import { type Facts, type Filters, filterOf, type Page, type PageQuery, page, type Rows } from './lists.ts'
import { notFound, subscriptionActions, transactionActions } from './transitions.ts'

/** A kind whose rows have the type `Row`. */
interface Definition<Row, Shown> {
  rows: (sandbox: Sandbox) => Rows<Row>
  /** The row of a key; undefined without one. */
  find: (sandbox: Sandbox, key: string | number) => Row | undefined
  facts: (world: World, row: Row) => Facts
  /** A function that shows rows. */
  shower: (subject: ControlSubject) => Shower<Row, Shown> | Promise<Shower<Row, Shown>>
  /** The position of the first row, where earlier ones are not in memory any more. */
  first?: (sandbox: Sandbox) => number
}
type Shower<Row, Shown> = (row: Row, position: number) => Shown

/** The records of a kind. */
interface Records<Shown> {
  list: (subject: ControlSubject, query: PageQuery & Filters) => Promise<Page<Shown>>
  /** Undefined without one. */
  get: (subject: ControlSubject, key: string | number) => Shown | undefined | Promise<Shown>
}

function records<Row, Shown>({ rows, find, facts, shower, first }: Definition<Row, Shown>): Records<Shown> {
  return {
    list: async (subject, { after = -1, before, limit, ...filters }) => {
      const { sandbox } = subject
      const passes = filterOf(sandbox.world, filters)
      const dropped = first?.(sandbox) ?? 0
      const within = {
        after: Math.max(-1, after - dropped),
        before: before === undefined ? undefined : Math.max(0, before - dropped),
        limit,
      }
      const { next, previous, ...rest } = await page(
        rows(sandbox),
        within,
        await shower(subject),
        passes && ((row) => passes(facts(sandbox.world, row))),
      )
      const counted = (position: number | null) => (position === null ? null : position + dropped)
      const backwards = previous === undefined ? {} : { previous: counted(previous) }
      return { ...rest, next: counted(next), ...backwards }
    },
    get: (subject, key) => {
      const row = find(subject.sandbox, key)
      if (row === undefined) return undefined
      const prepared = shower(subject)
      const shown = (show: Shower<Row, Shown>) => show(row, Number(key))
      return prepared instanceof Promise ? prepared.then(shown) : shown(prepared)
    },
  }
}

/** Shows rows of a world that need no preparation. */
const shownBy =
  <Row, Shown>(show: (world: World, row: Row, position: number) => Shown) =>
  ({ sandbox: { world } }: ControlSubject): Shower<Row, Shown> =>
  (row, position) =>
    show(world, row, position)

/** Records that are found by an id. */
const inTable = <Row extends { readonly merchant: string }>(tableOf: (world: World) => RecordTable<Row>) => ({
  rows: ({ world }: Sandbox) => tableOf(world).rows,
  find: ({ world }: Sandbox, key: string | number) => tableOf(world).get(String(key)),
})
/** Records that are found by their position. */
const inArray = <Row>(rowsOf: (world: World) => readonly Row[]) => ({
  rows: ({ world }: Sandbox) => rowsOf(world),
  find: ({ world }: Sandbox, key: string | number) => rowsOf(world)[Number(key)],
})
const instantOrNull = (instant: number | null | undefined) =>
  instant == null ? null : formatInstant(instant)

function controlInvoice(world: World, invoice: InvoiceState): ControlRecord<'invoices'> {
  const { uuid, merchant, order, amount, currency, cart, paidBy, createdAt } = invoice
  return {
    ...{ uuid, merchantId: merchant, order, status: paidBy === null ? 'open' : 'paid', amount, currency },
    items: cart.length,
    url: invoiceLink(world, uuid),
    paidBy,
    createdAt: formatInstant(createdAt),
  }
}

function controlTransaction(world: World, transaction: TransactionState): ControlRecord<'transactions'> {
  const { id, kind, status, merchant, shopper, offerId, invoice, nativeAmount, nativeCurrency } = transaction
  const { amount, received, currency, refund, errorMessage, settledAt, subscriptions } = transaction
  return {
    ...{ id, kind, status, merchantId: merchant, shopperId: shopper, offerId, invoice },
    ...{ nativeAmount, nativeCurrency, amount, received, currency, refund, errorMessage },
    settledAt: instantOrNull(settledAt),
    subscriptions: [...subscriptions],
    createdAt: formatInstant(transaction.createdAt),
    updatedAt: formatInstant(transaction.updatedAt),
    allowedActions: transactionActions(world, transaction),
  }
}

function controlSubscription(world: World, subscription: SubscriptionState): ControlRecord<'subscriptions'> {
  const { id, merchantSubscriptionId, merchant, shopper, exchange, coin, order, frequency } = subscription
  const { autoRenewal, amount, currency, status, anchor, endsAt, debits, failures } = subscription
  return {
    ...{ id, merchantSubscriptionId, merchantId: merchant, shopperId: shopper, exchange, coin, order },
    ...{ frequency, autoRenewal, amount, currency, status },
    anchor: formatInstant(anchor),
    endsAt: formatInstant(endsAt),
    nextBillAt: instantOrNull(nextBillAt(world, subscription)),
    ...{ debits, failures },
    allowedActions: subscriptionActions(world, subscription),
  }
}

export function controlSettlement({ merchant, at, ...rest }: Settlement, seq: number) {
  return { seq, at: formatInstant(at), merchantId: merchant, ...rest }
}

function webhookEvent(world: World, event: StatusEvent): ControlRecord<'events'> {
  // The request as it was last sent, or as it would be sent now.
  const delivery = new Delivery(world, event, false, event.attempts.at(-1)?.url)
  const { method, url, headers, body } = delivery.request
  const { offerId, nativeAmount, nativeCurrency } = delivery.transaction
  const isForNobody = event.delivery === 'unregistered' && world.webhookOf(delivery.merchantId) === null
  return {
    seq: event.seq,
    at: formatInstant(event.at),
    transaction: event.transaction,
    ...{ merchantId: delivery.merchantId, offerId, nativeAmount, nativeCurrency },
    ...{ status: event.status, delivery: event.delivery, reason: reasonOf(event) },
    request: { method, url: isForNobody ? null : url, headers, body },
    attempts: event.attempts.map(({ at, ...attempt }) => ({ at: formatInstant(at), ...attempt })),
  }
}

function* relevantEvents(world: World) {
  for (const event of world.schedule.inOrder()) if (isRelevant(world, event)) yield event
}

/** The order and the accounts of the record that an id refers to, or of the event of that number. */
function ownerOf(world: World, ref: string): Pick<Facts, 'order' | 'accounts'> {
  const subscription = world.subscriptions.get(ref)
  if (subscription !== undefined)
    return { order: subscription.order, accounts: [subscription.merchant, subscription.shopper] }
  const transaction = world.transactions.get(world.events[Number(ref)]?.transaction ?? ref)
  if (transaction === undefined) return { accounts: [] }
  return { order: transaction.offerId, accounts: [transaction.merchant, transaction.shopper] }
}

/** The parts of a status change that filters compare. */
export function eventFacts(world: World, event: StatusEvent): Facts {
  const { at, status, transaction } = event
  return {
    ...ownerOf(world, transaction),
    ...{ at, status, transaction, failed: isUndelivered(event) },
    texts: [transaction, world.transactions.get(transaction)?.offerId, reasonOf(event)],
  }
}

/** The parts of an email that filters compare. */
export function emailFacts(world: World, reminder: Reminder): Facts {
  const { at, subscription } = reminder
  const texts = [subscription, ...Object.values(reminderEmail(world, reminder))]
  return { ...ownerOf(world, subscription), at, texts }
}

const undelivered: ReadonlySet<string> = new Set(['failed', 'dropped', 'withheld'])
/** True if a delivery did not reach its receiver. */
export const isUndelivered = ({ delivery }: Pick<StatusEvent, 'delivery'>) => undelivered.has(delivery)

const namesOf = ({ id, fname, lname, email, label, businessname }: Named) => ({
  ...{ id, fname, lname, email, label, businessname },
})
type Named = Record<'id' | 'fname' | 'lname' | 'email' | 'label' | 'businessname', string>

/** The records of each kind. */
export const recordsOf: { readonly [Name in KindName]: Records<ControlRecord<Name>> } = {
  invoices: records({
    ...inTable(({ invoices }) => invoices),
    facts: (_, { createdAt, paidBy, merchant, order, uuid, customer }) => ({
      ...{ at: createdAt, status: paidBy === null ? 'open' : 'paid', accounts: [merchant], order },
      texts: [uuid, order, paidBy, customer?.name, customer?.email],
    }),
    shower: shownBy(controlInvoice),
  }),
  transactions: records({
    ...inTable(({ transactions }) => transactions),
    facts: (_, one) => ({
      ...{ at: one.createdAt, status: one.status, accounts: [one.merchant, one.shopper], order: one.offerId },
      failed: one.errorMessage !== null || one.status === 'canceled' || one.status === 'timed-out',
      texts: [
        ...[one.id, one.offerId, one.invoice, one.errorMessage, one.customer?.name, one.customer?.email],
        ...one.subscriptions,
      ],
    }),
    shower: shownBy(controlTransaction),
  }),
  subscriptions: records({
    ...inTable(({ subscriptions }) => subscriptions),
    facts: (_, { anchor, status, merchant, shopper, order, failures, id, merchantSubscriptionId }) => ({
      ...{ at: anchor, status, accounts: [merchant, shopper], order, failed: failures > 0 },
      texts: [id, merchantSubscriptionId, order],
    }),
    shower: shownBy(controlSubscription),
  }),
  settlements: records({
    ...inArray(({ settlements }) => settlements),
    facts: (_, { at, merchant, currency, amount }) => ({
      at,
      accounts: [merchant],
      texts: [currency, amount],
    }),
    shower: shownBy((_, settlement, seq) => controlSettlement(settlement, seq)),
  }),
  events: records({
    ...inArray(({ events }) => events),
    facts: eventFacts,
    shower: shownBy(webhookEvent),
  }),
  emails: records({
    ...inArray(({ reminders }) => reminders),
    facts: emailFacts,
    shower: shownBy((world, reminder, seq) => ({
      ...{ seq, at: formatInstant(reminder.at), ...reminderEmail(world, reminder) },
      subscription: reminder.subscription,
      billAt: formatInstant(reminder.billAt),
    })),
  }),
  payees: records({
    rows: ({ world }) => world.payees,
    find: ({ world }, key) => world.payees.find(({ id }) => id === key),
    facts: (_, row) => ({ at: row.addedAt, accounts: [row.merchant], texts: Object.values(namesOf(row)) }),
    shower: shownBy((_, row) => ({
      ...{ ...namesOf(row), merchantId: row.merchant },
      addedAt: formatInstant(row.addedAt),
    })),
  }),
  transfers: records({
    ...inArray(({ transfers }) => transfers),
    facts: (_, row) => ({
      ...{ at: row.createdAt, accounts: [row.merchant] },
      texts: [...Object.values(namesOf(row)), row.descriptor, row.amount],
    }),
    shower: shownBy((_, row, seq) => ({
      ...{ seq, ...namesOf(row), merchantId: row.merchant },
      ...{ amount: row.amount, currency: row.currency, descriptor: row.descriptor },
      createdAt: formatInstant(row.createdAt),
    })),
  }),
  schedule: records({
    rows: ({ world }) => relevantEvents(world),
    find: ({ world }, key) => [...relevantEvents(world)].find(({ seq }) => seq === key),
    facts: (world, { due, kind, ref }) => ({ ...ownerOf(world, ref), at: due, texts: [kind, ref] }),
    shower: shownBy((world, event) => ({
      ...{ seq: event.seq, due: formatInstant(event.due), kind: event.kind, ref: event.ref },
      reason: explainScheduledEvent(world, event),
    })),
  }),
  journal: records({
    rows: ({ journal }) => journal.list(),
    find: ({ journal }, key) => journal.list().find(({ number }) => number === key),
    first: ({ journal }) => journal.list()[0]?.number ?? 0,
    facts: (world, { entry }) => journalFacts(world, entry),
    shower: ({ sandbox, remarksOn }) =>
      journalLines(sandbox, sandbox.journal.list(), remarksOn(sandbox.world)),
  }),
}

/** The record of a kind and key. Throws a NotFoundError without one. */
export function recordOf<Name extends KindName>(
  subject: ControlSubject,
  { name, word }: { name: Name; word: string },
  key: string | number,
): ControlRecord<Name> | Promise<ControlRecord<Name>> {
  const found = recordsOf[name].get(subject, key)
  if (found === undefined) throw notFound(name, word, key)
  return found
}
