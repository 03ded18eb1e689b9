// Transactions, subscriptions, and the clock on which they change. A second is its smallest step.

import type { Accounts, Merchant, Shopper } from './accounts.ts'
import { CHOICES, type StatusName } from './choices.ts'
import { type Deliverable, Deliveries } from './deliveries.ts'
import { divide, units } from './money.ts'
import { idOf } from './payloads.ts'

export type Fields = Readonly<Record<string, unknown>>

interface Order {
  readonly uuid: string
  readonly merchant: Merchant
  readonly body: Fields
}

/** A payment of any kind. */
export interface Transaction {
  readonly id: string
  readonly number: number
  readonly kind: keyof typeof CHOICES.typeCodes
  readonly merchant: Merchant
  readonly shopper: Shopper | undefined
  readonly offerId: string
  readonly cart: readonly Fields[]
  readonly native: bigint
  readonly nativeCurrency: string
  readonly currency: string
  readonly amount: bigint
  readonly shippingAddress: unknown
  readonly subscriptionIds: readonly string[]
  readonly customParameter: Fields
  readonly createdMs: number
  status: StatusName
  received: bigint
  partialMs: number | undefined
  refundRequested: boolean
  closed: boolean
  updatedMs: number
}

export interface Subscription {
  readonly id: string
  readonly order: Order
  readonly item: Fields
  paidBy: Shopper | undefined
  canceled: boolean
}

const DAY_MS = 86_400_000

/** Everything that the service remembers, and its clock. */
export class World {
  readonly accounts: Accounts
  closingWindowMs: number = CHOICES.closingWindowMs
  readonly deliveries = new Deliveries()
  readonly orders: Order[] = []
  readonly transactions: Transaction[] = []
  readonly subscriptions: Subscription[] = []
  private readonly schedule: { readonly atMs: number; readonly run: () => void }[] = []
  private offsetMs = 0
  private pausedAtMs: number | undefined
  private count = 0
  private reports = 0
  private advancing: Promise<void> = Promise.resolve()

  constructor(accounts: Accounts) {
    this.accounts = accounts
  }

  /** The present of the service, in whole seconds. */
  nowMs(): number {
    return this.pausedAtMs ?? Math.floor((Date.now() + this.offsetMs) / 1000) * 1000
  }

  nextId(kind: string): string {
    this.count += 1
    return idOf(kind, this.count)
  }

  after(delayMs: number, run: () => void): void {
    this.schedule.push({ atMs: this.nowMs() + delayMs, run })
  }

  /** Moves the clock, and runs what becomes due in order of time. */
  advance(byMs: number): Promise<void> {
    this.advancing = this.advancing.then(() => this.advanceAlone(byMs))
    return this.advancing
  }

  private async advanceAlone(byMs: number): Promise<void> {
    const targetMs = this.nowMs() + byMs
    for (;;) {
      const next = [...this.schedule].sort((a, b) => a.atMs - b.atMs)[0]
      if (next === undefined || next.atMs > targetMs) break
      this.schedule.splice(this.schedule.indexOf(next), 1)
      this.pausedAtMs = Math.max(next.atMs, this.nowMs())
      next.run()
      await this.deliveries.idle()
    }
    this.pausedAtMs = undefined
    this.offsetMs += byMs
  }

  open(
    fields: Pick<
      Transaction,
      'kind' | 'merchant' | 'shopper' | 'offerId' | 'native' | 'nativeCurrency' | 'currency'
    > & {
      readonly cart: readonly Fields[]
      readonly status: StatusName
      readonly shippingAddress?: unknown
      readonly customParameter?: unknown
    },
  ): Transaction {
    const order = this.orders.find(
      (one) => one.merchant === fields.merchant && one.body.order === fields.offerId,
    )
    const subscriptions =
      fields.kind === 'exchange' ? this.subscriptions.filter((one) => one.order === order) : []
    this.count += 1
    const rate = units((CHOICES.rates as Readonly<Record<string, string>>)[fields.currency]) ?? units(1) ?? 1n
    const transaction: Transaction = {
      shippingAddress: null,
      ...fields,
      id: idOf('transaction', this.count),
      number: this.count,
      amount: divide(fields.native, rate),
      subscriptionIds: subscriptions.map((one) => one.id),
      customParameter: (fields.customParameter ?? order?.body.customParameter ?? {}) as Fields,
      createdMs: this.nowMs(),
      received: 0n,
      partialMs: undefined,
      refundRequested: false,
      closed: false,
      updatedMs: this.nowMs(),
    }
    this.transactions.push(transaction)
    if (fields.kind === 'exchange')
      this.after(CHOICES.cryptoDurationMs, () => {
        transaction.received = transaction.amount
        this.change(transaction, 'completed')
        for (const one of subscriptions) this.start(one, transaction.shopper)
      })
    if (fields.kind === 'wallet')
      this.after(CHOICES.qrDays * DAY_MS, () => {
        if (transaction.status === 'pending') this.change(transaction, 'canceled')
      })
    if (fields.kind === 'bank')
      this.after(workingDaysMs(this.nowMs(), CHOICES.bankWorkingDays - 1), () =>
        this.change(transaction, 'processing'),
      )
    if (fields.kind === 'bank')
      this.after(workingDaysMs(this.nowMs(), CHOICES.bankWorkingDays), () =>
        this.change(transaction, 'completed'),
      )
    return transaction
  }

  isPaid(merchant: Merchant, offerId: unknown): boolean {
    return this.transactions.some(
      (one) => one.merchant === merchant && one.offerId === offerId && one.kind !== 'wallet',
    )
  }

  /** Gives a transaction another status, and reports that to the merchant's webhook. */
  change(transaction: Transaction, status: StatusName): void {
    if (transaction.status === status) return
    transaction.status = status
    transaction.updatedMs = this.nowMs()
    this.report(transaction.merchant, transaction.customParameter, {
      kind: 'payment',
      reference: transaction.id,
      orderReference: transaction.offerId,
      transaction_status: String(CHOICES.statusCodes[status]),
    })
  }

  /** What the shopper's wallet sends to the receiver address of a QR transaction. */
  receive(transaction: Transaction, amount: bigint): void {
    transaction.received += amount
    const paid = transaction.received >= transaction.amount
    if (!paid) transaction.partialMs = this.nowMs()
    this.change(transaction, paid ? 'completed' : 'processing')
  }

  private report(
    merchant: Merchant,
    customParameter: Fields,
    fields: Readonly<Record<string, string>>,
  ): void {
    const message: Deliverable = { fields: { ...fields, at: timestamp(this.nowMs()) }, customParameter }
    const attempt = (count: number) => {
      this.deliveries.send(merchant.id, message, (ok) => {
        if (!ok && count < CHOICES.webhook.maxAttempts)
          this.after(CHOICES.webhook.retryMs, () => attempt(count + 1))
      })
    }
    this.after(CHOICES.webhook.lagMs, () => attempt(1))
    // Every third update arrives twice.
    this.reports += 1
    if (this.reports % 3 === 0)
      this.after(CHOICES.webhook.retryMs, () => attempt(CHOICES.webhook.maxAttempts))
  }

  private start(subscription: Subscription, shopper: Shopper | undefined): void {
    if (subscription.paidBy !== undefined) return
    subscription.paidBy = shopper
    if (subscription.item.autoRenewal !== true) return
    const days =
      (CHOICES.frequencyDays as Readonly<Record<string, number>>)[String(subscription.item.frequency)] ?? 30
    const period = /^(\d+)([wmy])/.exec(String(subscription.item.subscriptionPeriod ?? ''))
    const unit = (period?.[2] ?? 'y') as keyof typeof CHOICES.periodDays
    const endMs = this.nowMs() + Number(period?.[1] ?? 99) * CHOICES.periodDays[unit] * DAY_MS
    const renew = () => {
      if (subscription.canceled || this.nowMs() >= endMs) return
      this.reportDebit(subscription)
      this.after(days * DAY_MS, renew)
    }
    this.after(days * DAY_MS, renew)
  }

  /** Reports a recurring payment under the merchant's own id of the subscription. */
  reportDebit(subscription: Subscription): void {
    const { order, item } = subscription
    this.report(order.merchant, (order.body.customParameter ?? {}) as Fields, {
      kind: 'recurring',
      merchantSubscriptionId: String(item.merchantSubscriptionId),
      transaction_status: String(CHOICES.statusCodes.completed),
    })
  }
}

/** An ISO 8601 UTC timestamp of whole seconds, with a numeric offset. */
export const timestamp = (ms: number): string => `${new Date(ms).toISOString().slice(0, 19)}+00:00`

function workingDaysMs(fromMs: number, days: number): number {
  let atMs = fromMs
  for (let left = days; left > 0; ) {
    atMs += DAY_MS
    const day = new Date(atMs).getUTCDay()
    if (day !== 0 && day !== 6) left -= 1
  }
  return atMs - fromMs
}
