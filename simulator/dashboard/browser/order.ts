// The page of one order: its invoices, payments and subscriptions with what can be done, and one timeline of what happened and
// what happens next. And the page that finds the order of an id.

import { accounts, nameOf } from './accounts-data.ts'
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
import { copyable, h, instant, list } from './dom.ts'
import { itemList } from './item-list.ts'
import { outcomeOf } from './items.ts'
import { orderAddress } from './links.ts'
import { OrderData, type OrderRecords } from './order-data.ts'
import { lastPage } from './timeline-data.ts'
import { replacer, type View } from './view.ts'

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
      ['Amount', `${amount} ${currency}`],
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
      ['Amount', `${nativeAmount} ${nativeCurrency}`],
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
      ['Amount', `${amount} ${currency} ${frequency}`],
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
