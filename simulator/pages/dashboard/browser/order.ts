// The page of one order: its invoices, payments and subscriptions with what can be done, and one timeline of what happened and
// what happens next. And the page that finds the order of an id.

import { accounts, merchantOf, nameOf } from './accounts-data.ts'
import {
  checkoutLink,
  type Invoice,
  paymentForm,
  type Subscription,
  subscriptionActions,
  type Transaction,
  transactionActions,
} from './actions.ts'
import { read } from './api.ts'
import { amountText, copyable, h, instant, list } from './dom.ts'
import { itemList } from './item-list.ts'
import { outcomeOf, senderOf } from './items.ts'
import { orderAddress } from './links.ts'
import { type Item, inOrder, type Line, lastPage } from './timeline-data.ts'
import { replacer, type View } from './view.ts'

const maxRecords = 200
const maxLines = 1000

interface OrderRecords {
  invoices: Invoice[]
  transactions: Transaction[]
  subscriptions: Subscription[]
  /** The latest first; what happens next comes before it. */
  items: Item[]
}

class OrderData {
  private readonly order: string
  private readonly merchantId: string
  /** Lines are read once, because there can be many of other orders. */
  private lines: Line[] = []
  private last = -1

  /** Of all merchants that have an order of this name, or of one. */
  constructor(order: string, merchantId: string) {
    this.order = order
    this.merchantId = merchantId
  }

  async read(): Promise<OrderRecords> {
    const merchant = this.merchantId === '' ? {} : { account: this.merchantId }
    const page = { before: String(lastPage), limit: String(maxRecords), ...merchant }
    const query = (fields: Record<string, string>) => new URLSearchParams({ ...page, ...fields })
    const [{ invoices }, { transactions }, { events }, schedule] = await Promise.all([
      read<'listInvoices'>(`/invoices?${query({ order: this.order })}`),
      read<'listTransactions'>(`/transactions?${query({ order: this.order })}`),
      read<'listEvents'>(`/events?${query({ order: this.order })}`),
      read<'getSchedule'>(`/schedule?limit=${maxLines}`),
      this.readLines(),
    ])
    const subscriptions = await Promise.all(
      [...new Set(transactions.flatMap((transaction) => transaction.subscriptions))].map((id) =>
        read<'getSubscription'>(`/subscriptions/${encodeURIComponent(id)}`),
      ),
    )
    const billed = new Set(subscriptions.map(({ id }) => id))
    const shoppers = [...new Set(subscriptions.map(({ shopperId }) => shopperId))]
    const emails = await Promise.all(
      shoppers.map((shopperId) =>
        read<'listEmails'>(
          `/emails?${new URLSearchParams({ before: page.before, limit: page.limit, account: shopperId })}`,
        ),
      ),
    )
    const ids = [
      ...invoices.map(({ uuid }) => uuid),
      ...transactions.map(({ id }) => id),
      ...subscriptions.map(({ id }) => id),
    ]
    const past = inOrder(
      this.lines.filter((line) => this.concerns(line, ids)),
      events,
      emails.flatMap((one) => one.emails).filter(({ subscription }) => billed.has(subscription)),
    )
    const refs = new Set([...ids, ...events.map(({ seq }) => String(seq))])
    const isUnsettled = transactions.some(
      ({ status, settledAt, kind }) => status === 'completed' && settledAt === null && kind !== 'bank',
    )
    const next = schedule.events
      .filter(({ kind, ref }) => (kind === 'settlement.daily' ? isUnsettled : refs.has(ref)))
      .map(
        (event): Item => ({
          key: `next ${event.due} ${event.kind} ${event.ref}`,
          at: event.due,
          kind: 'next',
          event,
        }),
      )
    return { invoices, transactions, subscriptions, items: [...past, ...next].reverse() }
  }

  private async readLines(): Promise<void> {
    const position = this.last < 0 ? `before=${lastPage}` : `after=${this.last}`
    const { lines } = await read<'getJournal'>(`/journal?${position}&limit=${maxLines}`)
    this.last = lines.at(-1)?.seq ?? this.last
    this.lines = [...this.lines, ...lines].slice(-maxLines)
  }

  /** True if a request names the order or one of its records. */
  private concerns(line: Line, ids: readonly string[]): boolean {
    // The report of an advance lists what ran, which has its own items.
    if (line.operation === 'advanceClock') return false
    const text = `${line.path} ${line.payload ?? ''} ${line.body} ${line.response}`
    if (ids.some((id) => text.includes(id))) return true
    const sender = merchantOf(senderOf(line))
    const isOther = this.merchantId !== '' && sender !== undefined && sender.id !== this.merchantId
    return !isOther && text.includes(JSON.stringify(this.order))
  }
}

type Cards = Omit<OrderRecords, 'items'>

/** The view of an order, of one merchant or of all that have an order of this name. */
export function orderView(order = '', merchantId = ''): View {
  const data = new OrderData(order, merchantId)
  const cards = h('div', { class: 'cards' })
  const { root: timeline, show } = itemList('Timeline of the order, the latest first', () => void update())
  const heading = h('h2', {}, 'Order ', h('code', {}, order))
  const root = h('section', { 'aria-label': `Order ${order}` }, heading, cards, timeline)
  const showCards = replacer<Cards>(cards, ({ invoices, transactions, subscriptions }) => {
    const all = [
      ...invoices.map(invoiceCard),
      ...transactions.toReversed().map(transactionCard),
      ...subscriptions.map(subscriptionCard),
    ]
    return all.length > 0 ? all : [h('p', { class: 'quiet' }, 'There is no such order.')]
  })
  const update = async () => {
    const { items, ...records } = await data.read()
    showCards(records)
    show(items)
  }
  return { root, update }
}

function badge(status: string): HTMLElement {
  return h('span', { class: `badge ${outcomeOf(status)}` }, status)
}

function card(
  title: string,
  status: string,
  entries: Parameters<typeof list>[0],
  actions: Node,
): HTMLElement {
  const shown = entries.filter(([, value]) => value !== null && value !== '')
  return h('article', { class: 'card' }, h('h3', {}, `${title} `, badge(status)), list(shown), actions)
}

function shortId(id: string, what: string): HTMLElement {
  return copyable(id, `the id of the ${what}`, `${id.slice(0, 8)}…`)
}

function invoiceCard(invoice: Invoice): HTMLElement {
  const { uuid, amount, currency, merchantId, items, paidBy, createdAt } = invoice
  return card(
    'Invoice',
    paidBy === null ? 'open' : 'paid',
    [
      ['Amount', amountText(amount, currency)],
      ['Shop', nameOf(merchantId)],
      ['Items', items],
      ['Created', instant(createdAt)],
      ['Id', shortId(uuid, 'invoice')],
      ['Page', checkoutLink(invoice)],
    ],
    paidBy === null ? paymentForm(invoice) : h('span'),
  )
}

const kinds = {
  exchange: 'Exchange payment',
  wallet: 'Wallet payment',
  bank: 'Bank payment',
  subscription: 'Debit',
}

function transactionCard(transaction: Transaction): HTMLElement {
  const { id, kind, status, nativeAmount, nativeCurrency, amount, currency, received } = transaction
  const { shopperId, merchantId, refund, errorMessage, settledAt, createdAt } = transaction
  return card(
    kinds[kind],
    status,
    [
      ['Amount', amountText(nativeAmount, nativeCurrency)],
      ['In coin', currency === nativeCurrency ? '' : `${amount} ${currency}, received ${received}`],
      ['Shop', nameOf(merchantId)],
      ['Shopper', shopperId === null ? '' : nameOf(shopperId)],
      ['Refund', refund === 'none' ? '' : refund],
      ['Error', errorMessage],
      ['Created', instant(createdAt)],
      ['Settled', settledAt === null ? '' : instant(settledAt)],
      ['Id', shortId(id, 'transaction')],
    ],
    transactionActions(transaction),
  )
}

function subscriptionCard(subscription: Subscription): HTMLElement {
  const { id, merchantSubscriptionId, status, amount, currency, frequency, autoRenewal } = subscription
  const { debits, failures, nextBillAt, endsAt } = subscription
  return card(
    'Subscription',
    status,
    [
      ['Amount', `${amountText(amount, currency)} ${frequency}`],
      ['Debits', `${debits}, by ${autoRenewal ? 'the service' : 'the merchant'}`],
      ['Failed', failures === 0 ? '' : failures],
      ['Next bill', nextBillAt === null ? '' : instant(nextBillAt)],
      ['Ends', instant(endsAt)],
      ['Id of the shop', merchantSubscriptionId],
      ['Id', shortId(id, 'subscription')],
    ],
    subscriptionActions(subscription),
  )
}

/** The view that leads to the order of an id: of a transaction, a subscription or an invoice. */
export function idView(id = ''): View {
  const text = h('p', {}, 'Searching.')
  return {
    root: h('section', { 'aria-label': 'Search' }, h('h2', {}, h('code', {}, id)), text),
    update: async () => {
      const address = await addressOf(id)
      if (address === undefined) text.textContent = 'No order, account or subscription has this id.'
      else location.replace(address)
    },
  }
}

async function addressOf(id: string): Promise<string | undefined> {
  const { merchants, shoppers } = accounts()
  if ([...merchants, ...shoppers].some((one) => one.id === id)) return '#accounts'
  const latest = `before=${lastPage}&limit=10000`
  const [event] = (await read<'listEvents'>(`/events?transaction=${encodeURIComponent(id)}&limit=1`)).events
  if (event !== undefined) return orderAddress(event.offerId, event.merchantId)
  const [{ subscriptions }, { invoices }] = await Promise.all([
    read<'listSubscriptions'>(`/subscriptions?${latest}`),
    read<'listInvoices'>(`/invoices?${latest}`),
  ])
  const found =
    subscriptions.find((subscription) => subscription.id === id) ?? invoices.find(({ uuid }) => uuid === id)
  return found === undefined ? undefined : orderAddress(found.order, found.merchantId)
}
