// Everything about one order: its records, what happened, and what happens next.

import { merchantOf } from './accounts-data.ts'
import type { Invoice, Subscription, Transaction } from './actions.ts'
import { read } from './api.ts'
import { senderOf } from './items.ts'
import { type Item, inOrder, type Line, lastPage } from './timeline-data.ts'

const maxRecords = 200
const maxLines = 1000

export interface OrderRecords {
  invoices: Invoice[]
  transactions: Transaction[]
  subscriptions: Subscription[]
  /** The latest first; what happens next comes before it. */
  items: Item[]
}

export class OrderData {
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
    const merchant = this.merchantId === '' ? {} : { merchantId: this.merchantId }
    const page = { before: String(lastPage), limit: String(maxRecords), ...merchant }
    const query = (fields: Record<string, string>) => new URLSearchParams({ ...page, ...fields })
    const [{ invoices }, { transactions }, { events }, schedule] = await Promise.all([
      read<'listInvoices'>(`/invoices?${query({ order: this.order })}`),
      read<'listTransactions'>(`/transactions?${query({ offerId: this.order })}`),
      read<'listEvents'>(`/events?${query({ offerId: this.order })}`),
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
          `/emails?${new URLSearchParams({ before: page.before, limit: page.limit, shopperId })}`,
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

  /** Whether a request names the order or one of its records. */
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
