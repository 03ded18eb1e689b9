// Tables of the sandbox's records, the newest first, in pages.

import { nameOf } from './accounts-data.ts'
import {
  checkoutLink,
  type Invoice,
  type Subscription,
  subscriptionActions,
  type Transaction,
  transactionActions,
} from './actions.ts'
import { read } from './api.ts'
import { amountText, button, form, h, instant, table } from './dom.ts'
import { outcomeOf } from './items.ts'
import { idLink, orderLink } from './links.ts'
import { replacer, type View } from './view.ts'

type Row = Record<string, unknown>
type Cell = Node | string | number | null

interface Table {
  title: string
  columns: Readonly<Record<string, (row: Row) => Cell>>
}

const pageSize = 50
const lastPage = Number.MAX_SAFE_INTEGER

const textOf = (name: string) => (row: Row) => String(row[name] ?? '')
const idOf = (name: string) => (row: Row) => (row[name] == null ? '' : idLink(String(row[name])))
const time = (name: string) => (row: Row) => (row[name] == null ? '' : instant(String(row[name])))
const money = (amount: string, currency: string) => (row: Row) =>
  h('span', { class: 'amount' }, amountText(row[amount], row[currency]))
const order = (name: string) => (row: Row) => orderLink(String(row[name]), String(row.merchantId))
const shop = (row: Row) => nameOf(String(row.merchantId))
const status = (row: Row) =>
  h('span', { class: `badge ${outcomeOf(String(row.status))}` }, String(row.status))
const party = { Payee: textOf('id'), Name: (row: Row) => `${row.fname} ${row.lname}`, Email: textOf('email') }

/** By their names in the control API. */
const tables: Readonly<Record<string, Table>> = {
  transactions: {
    title: 'Transactions',
    columns: {
      Created: time('createdAt'),
      Transaction: idOf('id'),
      Order: order('offerId'),
      Shop: shop,
      Kind: textOf('kind'),
      Status: status,
      Amount: money('nativeAmount', 'nativeCurrency'),
      Coin: money('amount', 'currency'),
      Received: textOf('received'),
      Actions: (row) => transactionActions(row as Transaction),
    },
  },
  invoices: {
    title: 'Invoices and orders',
    columns: {
      Created: time('createdAt'),
      Order: order('order'),
      Shop: shop,
      Amount: money('amount', 'currency'),
      Items: textOf('items'),
      'Paid by': (row) => (row.paidBy == null ? 'open' : idLink(String(row.paidBy))),
      Checkout: (row) => checkoutLink(row as Invoice),
    },
  },
  subscriptions: {
    title: 'Subscriptions',
    columns: {
      Subscription: textOf('merchantSubscriptionId'),
      Order: order('order'),
      Shop: shop,
      Frequency: textOf('frequency'),
      Status: status,
      Amount: money('amount', 'currency'),
      Debits: textOf('debits'),
      Failures: textOf('failures'),
      'Next bill': time('nextBillAt'),
      Ends: time('endsAt'),
      Actions: (row) => subscriptionActions(row as Subscription),
    },
  },
  payees: {
    title: 'Payees',
    columns: { Added: time('addedAt'), ...party, Label: textOf('label') },
  },
  transfers: {
    title: 'Transfers',
    columns: {
      Created: time('createdAt'),
      ...party,
      Amount: money('amount', 'currency'),
      Descriptor: textOf('descriptor'),
    },
  },
  settlements: {
    title: 'Settlements',
    columns: {
      At: time('at'),
      Kind: textOf('kind'),
      Amount: money('amount', 'currency'),
      Transactions: textOf('transactions'),
    },
  },
}

/** The view of the tables. The argument is the name of one, and an order to filter transactions by. */
export function dataView(name = '', order = ''): View {
  const key = Object.hasOwn(tables, name) ? name : 'transactions'
  const { title, columns } = tables[key] ?? { title: '', columns: {} }
  const before: number[] = [lastPage]
  const root = h('section', { 'aria-label': title })
  const content = h('div')
  const links = Object.entries(tables).map(([id, { title: label }]) =>
    h('a', { href: `#data/${id}`, ...(id === key ? { 'aria-current': 'page' } : {}) }, label),
  )
  root.append(h('nav', { 'aria-label': 'Tables', class: 'sub' }, ...links), content)
  if (key === 'transactions' || key === 'invoices') {
    const filter = h('input', {
      name: 'order',
      value: order,
      placeholder: 'all orders',
      'aria-label': 'Order',
    })
    root.insertBefore(
      form('Filter by order', [filter], 'Filter', ({ order = '' }) => {
        location.hash = `data/${key}/${encodeURIComponent(order)}`
      }),
      content,
    )
  }
  const show = replacer<{ total: number; previous: number | null; rows: Row[] }>(
    content,
    ({ total, previous, rows }) => [
      h('h2', {}, `${title} (${total})`),
      table(
        title,
        Object.keys(columns),
        rows.map((row) => Object.values(columns).map((cell) => cell(row))),
      ),
      h(
        'p',
        { class: 'buttons' },
        button('Newer', () => turn(), { disabled: before.length === 1 }),
        button('Older', () => turn(previous ?? 0), { disabled: previous === null }),
      ),
    ],
  )
  const update = async () => {
    const query = new URLSearchParams({ before: String(before.at(-1)), limit: String(pageSize) })
    if (order !== '') query.set('order', order)
    const page = await read<'listTransactions'>(`/${key}?${query}`)
    const rows = (page as unknown as Record<string, Row[]>)[key] ?? []
    show({ total: page.total, previous: page.previous ?? null, rows: rows.toReversed() })
  }
  const turn = (to?: number) => {
    if (to === undefined) before.pop()
    else before.push(to)
    void update()
  }
  return { root, update }
}
