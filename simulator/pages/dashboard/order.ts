// The page of one order: what went wrong, its subscription, its payments with a total, its invoices, and one timeline of what happened and what
// happens next.

import { html } from 'hono/html'
import { recordsOf } from '../../control/records.ts'
import { isRelevant } from '../../sandbox/scheduled-events.ts'
import { add } from '../../world/money.ts'
import type { Html } from '../layout.ts'
import {
  type AnyRecord,
  address,
  amountText,
  badge,
  cell,
  kinds,
  label,
  list,
  meaningsOf,
  table,
  type View,
} from './cells.ts'
import { recordActions } from './records.ts'
import { itemList, itemsOf } from './timeline.ts'

const maxRecords = 500
const maxItems = 200

/** The page of an order, of one merchant or of all that have an order of this name. */
export async function orderPage(view: View, order: string): Promise<Html> {
  const { subject, world, query } = view
  const filters = {
    order,
    ...(query.account === undefined ? {} : { account: query.account }),
    before: Number.MAX_SAFE_INTEGER,
    limit: maxRecords,
  }
  const invoices = await recordsOf.invoices.list(subject, filters)
  const transactions = await recordsOf.transactions.list(subject, filters)
  const subscriptions = await recordsOf.subscriptions.list(subject, filters)
  const failed = await recordsOf.events.list(subject, { ...filters, failures: true, limit: 1 })
  const { items } = await itemsOf(
    { ...view, query: { order, ...(query.account === undefined ? {} : { account: query.account }) } },
    { showsSuite: true, limit: maxItems },
  )
  const ids = new Set([...transactions.shown.map(({ id }) => id), ...subscriptions.shown.map(({ id }) => id)])
  const isUnsettled = transactions.shown.some(
    ({ status, settledAt, kind }) => status === 'completed' && settledAt === null && kind !== 'bank',
  )
  const next = [...world.schedule.inOrder()]
    .filter(
      (event) =>
        isRelevant(world, event) &&
        (event.kind === 'settlement.daily'
          ? isUnsettled
          : ids.has(event.ref) || ids.has(world.events[Number(event.ref)]?.transaction ?? '')),
    )
    .reverse()
  const isUnknown = invoices.total + transactions.total === 0
  return html`<h2>Order <code>${order}</code></h2><div id="order" data-live>
${isUnknown ? html`<p class="quiet">There is no such order.</p>` : ''}
${failed.total === 0 ? '' : html`<p role="alert" class="error">${failed.total} webhooks of this order failed. <a href="${address(view, ['events'], { order, failures: 'true' })}">See them</a></p>`}
<div class="cards">${subscriptions.shown.map((record) => card(view, 'subscriptions', record, ['amount', 'frequency', 'debits', 'failures', 'nextBillAt', 'endsAt', 'shopperId', 'merchantSubscriptionId', 'id']))}</div>
${payments(view, transactions.shown)}
<div class="cards">${invoices.shown.map((record) => card(view, 'invoices', record, ['amount', 'items', 'merchantId', 'createdAt', 'url', 'uuid']))}</div></div>
<h3>Timeline</h3>${itemList(view, 'Timeline of the order, the latest first', items, next)}`
}

/** A record with some of its fields, and its actions. */
function card(
  view: View,
  name: 'subscriptions' | 'invoices',
  record: AnyRecord,
  fields: readonly string[],
): Html {
  const { word, key } = kinds()[name]
  const meanings = meaningsOf(name)
  const shown = fields.map(
    (field) => [label(field, name), cell(view, { name, key }, record, field), meanings[field]] as const,
  )
  const title = word.charAt(0).toUpperCase() + word.slice(1)
  return html`<article class="card" id="${String(record[key])}"><h3>${title} ${badge(String(record.status))}</h3>${list(shown)}${recordActions(view, name, record)}</article>`
}

/** The payments of an order as a table, and the total of those that completed. */
function payments(
  view: View,
  records: readonly (AnyRecord & { nativeAmount: string; nativeCurrency: string; status: string })[],
): Html | '' {
  if (records.length === 0) return ''
  const { key } = kinds().transactions
  const columns = [
    'createdAt',
    'id',
    'kind',
    'status',
    'nativeAmount',
    'amount',
    'received',
    'refund',
    'errorMessage',
    'settledAt',
  ]
  const used = columns.filter((field) =>
    records.some((record) => record[field] !== null && !(field === 'refund' && record[field] === 'none')),
  )
  const rows = [...records]
    .reverse()
    .map((record) => [
      ...used.map((field) => cell(view, { name: 'transactions', key }, record, field)),
      recordActions(view, 'transactions', record, true),
    ])
  const totals = new Map<string, string>()
  for (const { status, nativeAmount, nativeCurrency } of records)
    if (status === 'completed' || status === 'closed')
      totals.set(nativeCurrency, add(totals.get(nativeCurrency) ?? '0', nativeAmount))
  const total = [...totals].map(([currency, sum]) => amountText(sum, currency)).join(', ')
  const completed = records.filter(({ status }) => status === 'completed' || status === 'closed').length
  const foot = used.map((field) =>
    field === used[0]
      ? 'Total'
      : field === 'id'
        ? `${completed} of ${records.length} completed`
        : field === 'nativeAmount'
          ? html`<strong class="amount">${total}</strong>`
          : '',
  )
  return html`<h3>Payments (${records.length})</h3>${table('Payments', [...used.map((field) => label(field, 'transactions')), 'Actions'], rows, foot)}`
}

/** The address of what has an id: the order of a transaction, an invoice or a subscription, or an account. */
export function addressOfId(view: View, id: string): string | undefined {
  const { accounts, transactions, invoices, subscriptions } = view.world
  const transaction = transactions.get(id)
  const record = invoices.get(id) ?? subscriptions.get(id)
  const found =
    transaction === undefined ? record : { order: transaction.offerId, merchant: transaction.merchant }
  if (found !== undefined) return address(view, ['orders', found.order], { account: found.merchant })
  return accounts.merchant(id) === undefined && accounts.shopper(id) === undefined
    ? undefined
    : address(view, ['accounts'])
}
