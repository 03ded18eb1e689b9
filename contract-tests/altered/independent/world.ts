// Orders, transactions, subscriptions and webhooks, and the clock on which they change. A second is its smallest step.

import type { Accounts, Merchant, Shopper } from './accounts.ts'
import * as choices from './choices.ts'
import { type Amount, amountOf, type Fields, fieldsOf, idOf, rowsOf } from './values.ts'

type Order = ReturnType<typeof newOrder>
export type Subscription = Order['subscriptions'][number]
export type Transaction = ReturnType<typeof newTransaction>
/** The opening of a transaction: its fields are those of the request. */
type Payment = [kind: choices.Kind, merchant: Merchant, fields: Fields, order?: Order, shopper?: Shopper]

/** An invoice with the subscriptions that it sells. */
function newOrder(merchant: Merchant, body: Fields, nextId: (kind: string) => string) {
  const items = rowsOf(body.cart).filter((item) => item.isSubscription === true)
  const fresh = { payer: undefined as Shopper | undefined, isCanceled: false }
  const about = { merchant, custom: fieldsOf(body.customParameter) }
  const subscriptions = items.map((item) => ({ id: nextId('subscription'), item, ...about, ...fresh }))
  return { uuid: nextId('invoice'), merchant, body, subscriptions }
}

function newTransaction(number: number, ...[kind, merchant, fields, order, shopper]: Payment) {
  const currency = String(fields.cryptoCurrency ?? fields.assets ?? 'USD')
  const native = amountOf(fields.nativeAmount ?? fields.amount)
  return {
    ...{ number, kind, merchant, fields, shopper, native, currency },
    id: idOf('transaction', number),
    offerId: fields.offerId ?? fields.orderId,
    nativeCurrency: fields.currency ?? 'USD',
    amount: native.div(choices.RATES[currency] ?? 1).toDecimalPlaces(12),
    custom: fieldsOf(fields.customParameter ?? order?.body.customParameter),
    subscriptions: (kind === 'exchange' && order?.subscriptions) || [],
    status: choices.COURSES[kind][0].from,
    received: amountOf(0),
    partialMs: undefined as number | undefined,
    isRefundRequested: false,
    isClosed: false,
  }
}

/** Everything that the service remembers, and its clock. */
export class World {
  readonly accounts: Accounts
  readonly webhooks = new Map<string, string>()
  readonly orders: Order[] = []
  readonly transactions: Transaction[] = []
  readonly limits = { ...choices.LIMITS }
  private readonly schedule: { readonly atMs: number; readonly run: () => void }[] = []
  private readonly sending: Promise<void>[] = []
  private advancing = Promise.resolve()
  private offsetMs = 0
  private ids = 0
  private reports = 0

  constructor(accounts: Accounts) {
    this.accounts = accounts
  }

  /** The present of the service, in whole seconds. */
  nowMs(): number {
    return Math.floor((Date.now() + this.offsetMs) / 1000) * 1000
  }

  /** An ISO 8601 UTC timestamp with a numeric offset. */
  timestamp(): string {
    return `${new Date(this.nowMs()).toISOString().slice(0, 19)}+00:00`
  }

  nextId(kind: string): string {
    this.ids += 1
    return idOf(kind, this.ids)
  }

  private after(delayMs: number, run: () => void): void {
    this.schedule.push({ atMs: this.nowMs() + delayMs, run })
    this.schedule.sort((a, b) => a.atMs - b.atMs)
  }

  /** Moves the clock, and runs what becomes due in order of time. */
  advance(byMs: number): Promise<void> {
    this.advancing = this.advancing.then(() => this.moveTo(this.nowMs() + byMs))
    return this.advancing
  }

  private async moveTo(endMs: number): Promise<void> {
    const due = this.schedule.filter(({ atMs }) => atMs <= endMs).slice(0, 1)
    this.offsetMs += Math.max(0, (due[0]?.atMs ?? endMs) - this.nowMs())
    for (const { run } of this.schedule.splice(0, due.length)) run()
    await Promise.all(this.sending.splice(0))
    if (due.length > 0) await this.moveTo(endMs)
  }

  addOrder(merchant: Merchant, body: Fields): Order {
    const order = newOrder(merchant, body, (kind) => this.nextId(kind))
    this.orders.push(order)
    return order
  }

  isPaid({ merchant, body }: Order): boolean {
    const isPayment = (one: Transaction) => one.kind !== 'wallet' && one.merchant === merchant
    return this.transactions.some((one) => isPayment(one) && one.offerId === body.order)
  }

  /** Opens a transaction, which then takes the course of its kind. */
  open(...payment: Payment): Transaction {
    this.ids += 1
    const transaction = newTransaction(this.ids, ...payment)
    this.transactions.push(transaction)
    for (const { from, to, afterMs, workingDays = 0 } of choices.COURSES[transaction.kind])
      this.after(afterMs ?? workingDaysMs(this.nowMs(), workingDays), () => {
        if (transaction.status === from) this.change(transaction, to)
      })
    return transaction
  }

  change(transaction: Transaction, status: choices.StatusName): void {
    if (transaction.status === status) return
    transaction.status = status
    this.reportStatus(transaction)
    if (status === 'completed')
      for (const one of transaction.subscriptions) this.begin(one, transaction.shopper)
  }

  /** A payment of the shopper's wallet to the receiver address of a QR transaction. */
  receive(transaction: Transaction, amount: Amount): void {
    transaction.received = transaction.received.plus(amount)
    const isPaid = transaction.received.gte(transaction.amount)
    if (!isPaid) transaction.partialMs = this.nowMs()
    this.change(transaction, isPaid ? 'completed' : 'processing')
  }

  /** Debits a subscription after each of its intervals until its period ends, if the service renews it. */
  private begin(subscription: Subscription, payer: Shopper | undefined): void {
    const { autoRenewal, frequency, subscriptionPeriod } = subscription.item
    const intervalMs = (choices.DAYS[String(frequency)] ?? 30) * choices.DAY_MS
    const [, count = 99, unit = 'y'] = /^(\d+)([wmy])/.exec(String(subscriptionPeriod)) ?? []
    const endMs = this.nowMs() + Number(count) * (choices.PERIOD_DAYS[unit] ?? 0) * choices.DAY_MS
    const renew = () => {
      if (subscription.isCanceled || this.nowMs() >= endMs) return
      this.reportDebit(subscription)
      this.after(intervalMs, renew)
    }
    subscription.payer = payer
    if (autoRenewal === true) this.after(intervalMs, renew)
  }

  reportStatus({ merchant, custom, id: reference, offerId: orderReference, status }: Transaction): void {
    this.report(merchant, custom, status, { kind: 'payment', reference, orderReference })
  }

  /** Reports a recurring payment under the merchant's own id of the subscription. */
  reportDebit({ merchant, custom, item: { merchantSubscriptionId } }: Subscription): void {
    this.report(merchant, custom, 'completed', { kind: 'recurring', merchantSubscriptionId })
  }

  private report(merchant: Merchant, custom: Fields, status: choices.StatusName, about: Fields): void {
    const fields = { ...about, transaction_status: choices.STATUS_CODES[status], at: this.timestamp() }
    const { method, lagMs, retryMs, maxAttempts } = choices.WEBHOOKS
    const attempt = async (left: number) => {
      const url = this.webhooks.get(merchant.id)
      if (url === undefined || left === 0) return
      const hasArrived = await deliver(url, String(custom.returnMethod ?? method), formOf(custom, fields))
      if (!hasArrived) attemptAfter(retryMs, left - 1)
    }
    const attemptAfter = (ms: number, left: number) => this.after(ms, () => this.sending.push(attempt(left)))
    attemptAfter(lagMs, maxAttempts)
    // Every third update arrives twice.
    this.reports += 1
    if (this.reports % 3 === 0) attemptAfter(retryMs, 1)
  }
}

/** The form text of an update: the custom parameters by number, then the fields. */
export function formOf({ params }: Fields, fields: Fields): string {
  const form = new URLSearchParams()
  for (const [at, param] of rowsOf(params).entries())
    for (const name of ['name', 'value']) form.append(`params[${at}][${name}]`, String(param[name]))
  for (const [name, value] of Object.entries(fields)) form.append(name, String(value))
  return form.toString()
}

function deliver(url: string, method: string, form: string): Promise<boolean> {
  const address = method === 'GET' ? `${url}${url.includes('?') ? '&' : '?'}${form}` : url
  const body = method === 'GET' ? null : new URLSearchParams(form)
  const sent = fetch(address, { method, body, signal: AbortSignal.timeout(3000) })
  return sent.then(({ ok }) => ok).catch(() => false)
}

function workingDaysMs(fromMs: number, days: number): number {
  if (days === 0) return 0
  const isFree = [0, 6].includes(new Date(fromMs + choices.DAY_MS).getUTCDay())
  return choices.DAY_MS + workingDaysMs(fromMs + choices.DAY_MS, isFree ? days : days - 1)
}
