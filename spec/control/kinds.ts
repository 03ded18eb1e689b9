// The table of kinds: the records of a sandbox that the control API lists and gets. Operations, the document, the client and the dashboard
// are derived from it.

import { z } from 'zod'
import { frequencies } from '../enumerations.ts'
import { boolean, field, integer, namedObject, text } from '../primitives.ts'
import {
  atInstant,
  Instant,
  ofAccount,
  ofOrder,
  type pageFields,
  type pageQuery,
  thatFail,
} from './fields.ts'
import { type ControlOperation, get, list } from './operation.ts'
import { deliveryStates, statusNames, subscriptionStatuses } from './values.ts'

/** One kind of records. Its name is the path of its list: `/control/{kind}`. */
export interface KindRow {
  /** The word for one of them. */
  word: string
  /** The operations that list them, and get one. */
  list: string
  one: string
  /** The name of the list in a response. */
  entries: string
  /** The field that identifies one. It is the parameter of paths. */
  key: string
  /** The order of the list. */
  order: string
  record: z.AnyZodObject
  filters: z.ZodRawShape
  /** The fields that a table shows. */
  columns: readonly string[]
}

const oldestFirst = 'oldest first'
const kind = <
  const Names extends Pick<KindRow, 'list' | 'one' | 'entries' | 'key'>,
  Parts extends Pick<KindRow, 'record' | 'filters' | 'columns'>,
>(
  word: string,
  names: Names,
  parts: Parts,
  order = oldestFirst,
) => ({ word, order, ...names, ...parts })
const ofStatus = (names: readonly [string, ...string[]]) => ({
  status: field(z.enum([...names]).optional(), 'Only those with this status.'),
})
/** A position in a list, which is the id of records that have no other. */
const seq = field(integer, 'The number, counted from 0.')
const merchantId = field(text, 'The id of the merchant.')
const allowedActions = (other: string) =>
  field(
    z.array(text),
    `The events that its state allows now: of the control API, and ${other} of the service.`,
  )

const Invoice = namedObject(
  'ControlInvoice',
  'An invoice, its checkout page, and the transaction that turned it into an order.',
  {
    uuid: field(text, 'The uuid of the invoice.'),
    merchantId,
    order: field(text, 'The order id.'),
    status: field(z.enum(['open', 'paid']), 'Whether a payment has turned it into an order.'),
    amount: field(text, 'The amount due, as decimal text.'),
    currency: field(text, 'The currency of the amount.'),
    items: field(integer, 'How many cart items it has.'),
    url: field(text, 'The URL of its checkout page.'),
    paidBy: field(text.nullable(), 'The id of the transaction that paid it, or null.'),
    createdAt: field(Instant, 'When it was created, on the virtual clock.'),
  },
)

const ControlTransaction = namedObject(
  'ControlTransaction',
  'A transaction with the name of its status, and the events that its state allows.',
  {
    id: field(text, 'The id of the transaction.'),
    kind: field(
      z.enum(['exchange', 'wallet', 'bank', 'subscription']),
      'How it is paid; `subscription` is a debit of one.',
    ),
    status: field(z.enum(statusNames), 'The current status.'),
    merchantId,
    shopperId: field(text.nullable(), 'The id of the shopper, or null where none is known.'),
    offerId: field(text, 'The order id of the payment.'),
    invoice: field(text.nullable(), 'The uuid of the invoice, or null.'),
    nativeAmount: field(text, 'The amount in the currency of the order, as decimal text.'),
    nativeCurrency: field(text, 'The currency of the order.'),
    amount: field(text, 'The amount in the coin, or in the currency of a bank payment.'),
    received: field(text, 'How much was received, as decimal text.'),
    currency: field(text, 'The code of the coin, or the currency of a bank payment.'),
    refund: field(z.enum(['none', 'requested', 'refunded', 'declined']), 'The refund status.'),
    errorMessage: field(text.nullable(), 'Why the payment failed, or null.'),
    settledAt: field(Instant.nullable(), 'When it was settled, or null.'),
    subscriptions: field(z.array(text), 'Ids of the subscriptions that it began or debits.'),
    createdAt: field(Instant, 'When it was created, on the virtual clock.'),
    updatedAt: field(Instant, 'When the status last changed.'),
    allowedActions: allowedActions('`close`'),
  },
)

const Subscription = namedObject('ControlSubscription', 'A subscription, and the time of its next bill.', {
  id: field(text, "The service's id of the subscription."),
  merchantSubscriptionId: field(text, "The merchant's id of the subscription."),
  merchantId,
  shopperId: field(text, 'The id of the shopper.'),
  exchange: field(text, 'The exchange that is debited.'),
  coin: field(text, 'The code of the coin that is debited.'),
  order: field(text, 'The order that began it.'),
  frequency: field(z.enum(frequencies), 'How often it is debited.'),
  autoRenewal: field(boolean, 'Whether the service makes the debits.'),
  amount: field(text, 'The amount of a debit, as decimal text.'),
  currency: field(text, 'The currency of the amount.'),
  status: field(z.enum(subscriptionStatuses), 'Whether it is debited further.'),
  anchor: field(Instant, 'The instant that bills count from.'),
  endsAt: field(Instant, 'When the period ends.'),
  nextBillAt: field(Instant.nullable(), 'When the next bill is due, or null.'),
  debits: field(integer, 'How many debits succeeded.'),
  failures: field(integer, 'How many debits failed.'),
  allowedActions: allowedActions('`debit` and `cancel`'),
})

const WebhookRequest = z.object({
  method: field(z.enum(['GET', 'POST']), 'The HTTP method.'),
  url: field(text.nullable(), 'The URL; null if nothing was sent because the merchant has no webhook.'),
  headers: field(z.record(text), 'The headers by name.'),
  body: field(text, 'The body as sent.'),
})

const Attempt = z.object({
  at: field(Instant, 'When it was made.'),
  url: field(text.nullable(), 'The URL of the receiver; null for one in process.'),
  outcome: field(z.enum(['accepted', 'refused', 'unreachable', 'timed-out']), 'How it ended.'),
  httpStatus: field(integer.nullable(), 'The HTTP status of the response, or null without one.'),
  response: field(text, 'The body of the response, shortened.'),
})

const WebhookEvent = namedObject(
  'WebhookEvent',
  'A status change of a transaction, the webhook request that reports it, and the attempts to deliver it.',
  {
    seq,
    at: field(Instant, 'When the status changed.'),
    transaction: field(text, 'The id of the transaction.'),
    merchantId,
    offerId: field(text, 'The order id.'),
    nativeAmount: field(text, 'The amount in the currency of the order.'),
    nativeCurrency: field(text, 'The currency of the order.'),
    status: field(z.enum(statusNames), 'The status that is reported.'),
    delivery: field(z.enum(deliveryStates), 'What became of the delivery.'),
    reason: field(text.nullable(), 'Why it was not sent, failed, or was changed; null otherwise.'),
    request: field(WebhookRequest, 'The request as it was last sent, or as it would be sent now.'),
    attempts: field(
      z.array(Attempt),
      'The attempts, oldest first. A delivery that a receiver in process accepted at once has none.',
    ),
  },
)

const Email = namedObject('Email', 'A reminder of a bill, as sent to the shopper.', {
  seq,
  at: field(Instant, 'When it was sent.'),
  to: field(text, 'The address that it was sent to.'),
  subject: field(text, 'The subject.'),
  text: field(text, 'The text.'),
  subscription: field(text, 'The id of the subscription.'),
  billAt: field(Instant, 'When the bill is due.'),
})

const Settlement = namedObject(
  'ControlSettlement',
  'An amount credited to a merchant: a settlement of crypto, in the coin, or a bank transfer less the fee.',
  {
    seq,
    at: field(Instant, 'When it was credited.'),
    merchantId,
    kind: field(z.enum(['crypto', 'bank']), 'What is settled: crypto transactions, or bank transfers.'),
    currency: field(text, 'The coin or the currency.'),
    amount: field(text, 'The amount, as decimal text.'),
    transactions: field(integer, 'How many transactions it settles.'),
  },
)

const party = {
  id: field(text, 'The id that the merchant gave to the payee.'),
  merchantId,
  fname: field(text, 'First name.'),
  lname: field(text, 'Last name.'),
  email: field(text, 'Email address.'),
  label: field(text, 'Label.'),
  businessname: field(text, 'Business name.'),
}
const Payee = namedObject('ControlPayee', 'A payee of a merchant.', {
  ...party,
  addedAt: field(Instant, 'When the payee was added.'),
})
const Transfer = namedObject('ControlTransfer', 'A transfer to a payee.', {
  seq,
  ...party,
  amount: field(text, 'The amount, as decimal text.'),
  currency: field(text, 'The currency of the amount.'),
  descriptor: field(text, 'The descriptor of the transfer.'),
  createdAt: field(Instant, 'When it was created.'),
})

const ScheduledEvent = namedObject('ScheduledEvent', 'An event that is due later, and the reason.', {
  seq: field(integer, 'The number of the event.'),
  due: field(Instant, 'When it is due, on the virtual clock.'),
  kind: field(text, 'What kind of event it is, such as `subscription.debit`.'),
  ref: field(text, 'The id of what it concerns.'),
  reason: field(text, 'Why it is due then.'),
})

const JournalLine = namedObject(
  'JournalLine',
  'A request and its response. Secrets are redacted, and long texts are shortened.',
  {
    seq,
    at: field(Instant, 'When it was received, on the virtual clock.'),
    operation: field(text.nullable(), 'The id of the operation, or null where there is none.'),
    account: field(text.nullable(), 'The id of the account whose token it has, or null.'),
    actsFor: field(
      text.nullable(),
      'The merchant that a request without a credential acts for, and what identified it; or null.',
    ),
    client: field(text.nullable(), 'The program that sent it, by its user agent; or null.'),
    method: field(text, 'The HTTP method.'),
    path: field(text, 'The path with the query.'),
    headers: field(z.record(text), 'The headers that operations name.'),
    body: field(text, 'The body of the request.'),
    payload: field(text.nullable(), 'The decrypted payload, or null.'),
    events: field(integer, 'How many status changes there were when it had been handled.'),
    status: field(
      integer.nullable(),
      'The HTTP status of the response; null without one, such as when an injected fault dropped the connection.',
    ),
    response: field(text, 'The body of the response.'),
    remarks: field(
      z.array(text),
      'Fields of the request that the contract does not have, and why a payout does not accept its payload.',
    ),
  },
)

/** Every kind, by the path of its list. */
export const kinds = {
  invoices: kind(
    'invoice',
    { list: 'listInvoices', one: 'getInvoiceRecord', entries: 'invoices', key: 'uuid' },
    {
      record: Invoice,
      filters: { ...ofStatus(['open', 'paid']), ...ofAccount, ...ofOrder, ...atInstant },
      columns: ['createdAt', 'order', 'status', 'amount', 'items', 'merchantId', 'paidBy', 'url'],
    },
  ),
  transactions: kind(
    'transaction',
    { list: 'listTransactions', one: 'getTransaction', entries: 'transactions', key: 'id' },
    {
      record: ControlTransaction,
      filters: { ...ofStatus(statusNames), ...ofAccount, ...ofOrder, ...atInstant, ...thatFail },
      columns: ['createdAt', 'id', 'offerId', 'kind', 'status', 'nativeAmount', 'amount', 'merchantId'],
    },
  ),
  subscriptions: kind(
    'subscription',
    { list: 'listSubscriptions', one: 'getSubscription', entries: 'subscriptions', key: 'id' },
    {
      record: Subscription,
      filters: { ...ofStatus(subscriptionStatuses), ...ofAccount, ...ofOrder, ...atInstant, ...thatFail },
      columns: ['id', 'order', 'status', 'amount', 'frequency', 'debits', 'failures', 'nextBillAt', 'endsAt'],
    },
  ),
  settlements: kind(
    'settlement',
    { list: 'listSettlements', one: 'getSettlement', entries: 'settlements', key: 'seq' },
    {
      record: Settlement,
      filters: { ...ofAccount, ...atInstant },
      columns: ['at', 'kind', 'amount', 'transactions', 'merchantId'],
    },
  ),
  events: kind(
    'event',
    { list: 'listEvents', one: 'getEvent', entries: 'events', key: 'seq' },
    {
      record: WebhookEvent,
      filters: {
        transaction: field(text.optional(), 'Only those of this transaction.'),
        ...{ ...ofStatus(statusNames), ...ofAccount, ...ofOrder, ...atInstant, ...thatFail },
      },
      columns: ['at', 'seq', 'offerId', 'status', 'nativeAmount', 'delivery', 'reason', 'merchantId'],
    },
    `the status changes and their deliveries, ${oldestFirst}`,
  ),
  emails: kind(
    'email',
    { list: 'listEmails', one: 'getEmail', entries: 'emails', key: 'seq' },
    {
      record: Email,
      filters: { ...ofAccount, ...ofOrder, ...atInstant },
      columns: ['at', 'to', 'subject', 'billAt', 'subscription'],
    },
    `the reminders sent to shoppers, ${oldestFirst}`,
  ),
  payees: kind(
    'payee',
    { list: 'listPayees', one: 'getPayee', entries: 'payees', key: 'id' },
    {
      record: Payee,
      filters: { ...ofAccount, ...atInstant },
      columns: ['addedAt', 'id', 'fname', 'lname', 'email', 'label', 'merchantId'],
    },
  ),
  transfers: kind(
    'transfer',
    { list: 'listTransfers', one: 'getTransfer', entries: 'transfers', key: 'seq' },
    {
      record: Transfer,
      filters: { ...ofAccount, ...atInstant },
      columns: ['createdAt', 'id', 'fname', 'lname', 'amount', 'descriptor', 'merchantId'],
    },
  ),
  schedule: kind(
    'scheduled event',
    { list: 'getSchedule', one: 'getScheduledEvent', entries: 'events', key: 'seq' },
    {
      record: ScheduledEvent,
      filters: { ...ofAccount, ...ofOrder, ...atInstant },
      columns: ['due', 'kind', 'ref', 'reason'],
    },
    'the scheduled events, the first due first',
  ),
  journal: kind(
    'request',
    { list: 'getJournal', one: 'getJournalLine', entries: 'lines', key: 'seq' },
    {
      record: JournalLine,
      filters: { ...ofAccount, ...ofOrder, ...atInstant, ...thatFail },
      columns: ['at', 'seq', 'method', 'path', 'operation', 'status', 'account'],
    },
    `the latest requests and responses, without GET requests of the control API, ${oldestFirst}`,
  ),
}

export type Kinds = typeof kinds
export type KindName = keyof Kinds
/** A record of a kind, as responses have it. */
export type ControlRecord<Name extends KindName> = z.output<Kinds[Name]['record']>

type ListOf<Row extends KindRow> = {
  method: 'get'
  path: string
  summary: string
  query: z.ZodObject<Row['filters'] & typeof pageQuery>
  response: z.ZodObject<typeof pageFields & Record<Row['entries'], z.ZodArray<Row['record']>>>
}
export type OneOf<Row extends KindRow> = {
  method: 'get'
  path: string
  summary: string
  params: z.ZodObject<Pick<Row['record']['shape'], Row['key']>>
  response: Row['record']
}
/** The operations of all kinds, by their operationIds. */
export type KindOperations = { [Name in KindName as Kinds[Name]['list']]: ListOf<Kinds[Name]> } & {
  [Name in KindName as Kinds[Name]['one']]: OneOf<Kinds[Name]>
}

/** The path of a record, and the parameter in it. */
export function recordPath(name: KindName) {
  const { key, record }: KindRow = kinds[name]
  return { path: `/control/${name}/{${key}}`, params: record.pick({ [key]: true }) }
}

/** The operations that list the records of a kind, and get one. */
export function kindOperations(name: KindName): Record<string, ControlOperation> {
  const { word, order, record, filters, list: listId, one, ...shown }: KindRow = kinds[name]
  const { path, params } = recordPath(name)
  const { entries } = shown
  const summary = `List ${order === oldestFirst ? `${name}, ${order}` : order}`
  const listed = list(
    `/control/${name}`,
    summary,
    { [entries]: field(z.array(record), `The ${entries}.`) },
    filters,
  )
  return {
    [listId]: { ...listed, extensions: { 'x-kind': { name, word, ...shown } } },
    [one]: get(path, `Get ${/^[aeiou]/.test(word) ? 'an' : 'a'} ${word}`, {
      params,
      response: record,
      extensions: { 'x-record': name },
    }),
  }
}
