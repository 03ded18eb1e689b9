// Tables of the sandbox's records, the newest first, in pages.

import { act, change, read } from './api.ts'
import { button, form, h, instant, shortId, table } from './dom.ts'
import { replacer, type View } from './view.ts'

type Row = Record<string, unknown>
type Cell = Node | string | number | null

interface Table {
  title: string
  path: string
  list: string
  columns: Readonly<Record<string, (row: Row) => Cell>>
}

const pageSize = 50
const lastPage = Number.MAX_SAFE_INTEGER

const textOf = (name: string) => (row: Row) => String(row[name] ?? '')
const idOf = (name: string) => (row: Row) => (row[name] == null ? '' : shortId(String(row[name])))
const time = (name: string) => (row: Row) => (row[name] == null ? '' : instant(String(row[name])))
const money = (amount: string, currency: string) => (row: Row) =>
  h('span', { class: 'amount' }, `${String(row[amount])} ${String(row[currency])}`)
const status = (row: Row) => h('span', { class: `badge ${String(row.status)}` }, String(row.status))
const party = { Payee: textOf('id'), Name: (row: Row) => `${row.fname} ${row.lname}`, Email: textOf('email') }

const tables: Readonly<Record<string, Table>> = {
  transactions: {
    title: 'Transactions',
    path: '/transactions',
    list: 'transactions',
    columns: {
      Created: time('createdAt'),
      Transaction: idOf('id'),
      Order: textOf('offerId'),
      Kind: textOf('kind'),
      Status: status,
      Amount: money('nativeAmount', 'nativeCurrency'),
      Coin: money('amount', 'currency'),
      Received: textOf('received'),
      Actions: (row) => actionsOf(row),
    },
  },
  invoices: {
    title: 'Invoices and orders',
    path: '/invoices',
    list: 'invoices',
    columns: {
      Created: time('createdAt'),
      Order: textOf('order'),
      Amount: money('amount', 'currency'),
      Items: textOf('items'),
      'Paid by': (row) => (row.paidBy == null ? 'open' : shortId(String(row.paidBy))),
      Checkout: (row) =>
        h(
          'a',
          {
            href: new URL(String(row.url)).pathname + new URL(String(row.url)).search,
            target: '_blank',
            rel: 'noopener',
          },
          'Open',
        ),
    },
  },
  subscriptions: {
    title: 'Subscriptions',
    path: '/subscriptions',
    list: 'subscriptions',
    columns: {
      Subscription: textOf('merchantSubscriptionId'),
      Order: textOf('order'),
      Frequency: textOf('frequency'),
      Status: status,
      Amount: money('amount', 'currency'),
      Debits: textOf('debits'),
      Failures: textOf('failures'),
      'Next bill': time('nextBillAt'),
      Ends: time('endsAt'),
    },
  },
  payees: {
    title: 'Payees',
    path: '/payees',
    list: 'payees',
    columns: { Added: time('addedAt'), ...party, Label: textOf('label') },
  },
  transfers: {
    title: 'Transfers',
    path: '/transfers',
    list: 'transfers',
    columns: {
      Created: time('createdAt'),
      ...party,
      Amount: money('amount', 'currency'),
      Descriptor: textOf('descriptor'),
    },
  },
  settlements: {
    title: 'Settlements',
    path: '/settlements',
    list: 'settlements',
    columns: {
      At: time('at'),
      Kind: textOf('kind'),
      Amount: money('amount', 'currency'),
      Transactions: textOf('transactions'),
    },
  },
}

/** The actions that the state of a transaction allows through the control API. */
function actionsOf(row: Row): HTMLElement {
  const allowed = Array.isArray(row.allowedActions) ? row.allowedActions.map(String) : []
  const path = `/transactions/${encodeURIComponent(String(row.id))}`
  const run = (method: () => Promise<unknown>) => () =>
    act(async () => {
      await method()
      return undefined
    })
  const buttons = allowed.flatMap((action) => {
    const [, to] = /^set-status:(.+)$/.exec(action) ?? []
    if (to === 'processing' || to === 'completed' || to === 'canceled')
      return [
        button(
          to,
          run(() => change<'setTransactionStatus'>('POST', `${path}/status`, { status: to })),
          { 'aria-label': `Set to ${to}` },
        ),
      ]
    if (action === 'pay')
      return [
        button(
          'pay',
          run(() => change<'payFromWallet'>('POST', `${path}/pay`, { share: '1' })),
        ),
      ]
    if (action === 'request-refund')
      return [
        button(
          'refund',
          run(() => change('POST', `${path}/request-refund`)),
          { 'aria-label': 'Request a refund' },
        ),
      ]
    return []
  })
  return h('span', { class: 'buttons small' }, ...buttons)
}

/** The view of the tables. The argument is the name of one, and an order to filter transactions by. */
export function dataView(argument: string): View {
  const [name = '', order = ''] = argument.split('/')
  const key = Object.hasOwn(tables, name) ? name : 'transactions'
  const { title, path, list, columns } = tables[key] ?? { title: '', path: '', list: '', columns: {} }
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
        location.hash = `data/${key}/${order}`
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
    if (order !== '') query.set(key === 'invoices' ? 'order' : 'offerId', order)
    const page = await read<'listTransactions'>(`${path}?${query}`)
    const rows = (page as unknown as Record<string, Row[]>)[list] ?? []
    show({ total: page.total, previous: page.previous ?? null, rows: rows.toReversed() })
  }
  const turn = (to?: number) => {
    if (to === undefined) before.pop()
    else before.push(to)
    void update()
  }
  return { root, update }
}
