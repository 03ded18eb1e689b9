// Watches subscriptions that the service debits, on the webhook and across virtual time: one debit in each interval within
// the period, and none in between. The contract does not say what happens at the end of the period.

import { dayMs } from '../../core/durations.ts'
import type { Delivery } from '../observe/deliveries.ts'
import type { Context } from './context.ts'
import { isOf, statusesIn } from './orders.ts'
import {
  debitUpdates,
  type Frequency,
  givenDebitIsDue,
  intervalOf,
  isOfSubscription,
  newSubscription,
  type Subscription,
  transactionIdIn,
} from './subscriptions.ts'
import { instantText } from './timeline.ts'

export const renewed = 'subscriptions.renewed-on-the-frequency'

/** A subscription that the service debits. */
export interface Plan {
  frequency: Frequency
  subscriptionPeriod: string
  intervals: number
}

/** A check at an instant, in milliseconds since 1970. */
interface Checkpoint {
  at: number
  check: () => Promise<void>
}

/** A subscription with the updates that were read so far. */
export class WatchedSubscription {
  private readonly it: Context
  private readonly subscription: Subscription
  private readonly plan: Plan
  private readonly readUpdates = new Set<Delivery>()
  private readonly knownTransactionIds: Set<string>
  /** The transactions of debits that are completed, and not only announced. */
  private readonly completedIds = new Set<string>()
  private isPaidSoon = false

  private constructor(it: Context, subscription: Subscription, plan: Plan) {
    this.it = it
    this.subscription = subscription
    this.plan = plan
    this.knownTransactionIds = new Set([subscription.transactionId])
  }

  static async start(it: Context, plan: Plan): Promise<WatchedSubscription> {
    const { frequency, subscriptionPeriod } = plan
    const item = { frequency, subscriptionPeriod, autoRenewal: true }
    return new WatchedSubscription(it, await newSubscription(it, item), plan)
  }

  /** The checks at the start and the end of each interval within the period, after one of the first payment. */
  checkpoints(): Checkpoint[] {
    const debits = Array.from({ length: this.plan.intervals }, (_, at) => at + 1).flatMap((index) => {
      const { earliest, latest } = this.interval(index)
      return [
        { at: earliest, check: () => this.checkNoneBefore(index) },
        { at: latest, check: () => this.checkOneIn(index) },
      ]
    })
    return [{ at: this.subscription.startedAt + dayMs, check: () => this.seeFirstPayment() }, ...debits]
  }

  private async seeFirstPayment(): Promise<void> {
    const updates = await this.it.deliveries(isOf(this.subscription))
    this.isPaidSoon = updates.some((one) => statusesIn(this.it, one).includes('completed'))
  }

  private interval(index: number) {
    return intervalOf(this.subscription.startedAt, this.plan.frequency, index)
  }

  private async newUpdates(): Promise<readonly Delivery[]> {
    const all = await this.it.deliveries(isOfSubscription(this.subscription))
    const updates = all.filter((update) => !this.readUpdates.has(update))
    for (const update of updates) {
      this.readUpdates.add(update)
      const id = transactionIdIn(this.it, update)
      const isFirst = id === this.subscription.transactionId
      if (id !== undefined && !isFirst && statusesIn(this.it, update).includes('completed'))
        this.completedIds.add(id)
    }
    return updates
  }

  /** The updates that report a debit. Their transactions are known from then on. */
  private newDebits(updates: readonly Delivery[]): readonly Delivery[] {
    const debits = debitUpdates(this.it, updates, this.knownTransactionIds)
    for (const debit of debits) {
      const transactionId = transactionIdIn(this.it, debit)
      if (transactionId !== undefined) this.knownTransactionIds.add(transactionId)
    }
    return debits
  }

  private async checkNoneBefore(index: number): Promise<void> {
    const debits = this.newDebits(await this.newUpdates())
    // Updates of the first payment may have no transaction id. Then they look like updates of a debit.
    const certain = debits.filter((debit) => index > 1 || transactionIdIn(this.it, debit) !== undefined)
    const [first] = certain
    this.it.check(renewed, first === undefined, {
      expected: `no debit of ${this.subscription.merchantSubscriptionId} before ${instantText(this.interval(index).earliest)}, ${this.dueFrom}`,
      actual: `an update by then: ${first?.url.slice(0, 2500)} ${first?.body.slice(0, 1000)}`,
      gross: first !== undefined && (await this.isFarTooOften(index)),
    })
  }

  private async checkOneIn(index: number): Promise<void> {
    const updates = await this.newUpdates()
    const label = this.label(index)
    // Without a subscription id or an update, there may be no subscription, so a missing debit proves nothing.
    this.it.precondition(this.hasStarted(updates), 'the payment started no subscription')
    if (updates.length === 0) {
      this.it.ruledOut('subscriptions.begins-later', this.isPaidSoon)
      await this.it.preconditionReadable()
      await givenDebitIsDue(this.it, this.subscription)
    }
    this.it.check(renewed, updates.length > 0, {
      expected: `a ${label}`,
      actual: 'no update of the subscription',
      gross: updates.length === 0 && (await this.isSkipped(index)),
    })
    const transactionIds = new Set(this.newDebits(updates).map((debit) => transactionIdIn(this.it, debit)))
    this.it.check(renewed, transactionIds.size <= 1, {
      expected: `one ${label}`,
      actual: [...transactionIds].join(' and '),
    })
  }

  private hasStarted(updates: readonly Delivery[]): boolean {
    return (
      this.subscription.subscriptionId !== undefined ||
      updates.length > 0 ||
      this.knownTransactionIds.size > 1
    )
  }

  /** True if there are more than twice as many debits as intervals when the one with this index ends. */
  private async isFarTooOften(index: number): Promise<boolean> {
    await this.it.advanceTo(this.interval(index).latest)
    await this.newUpdates()
    return this.completedIds.size > 2 * index
  }

  /** True if nothing is debited in most of the next interval, either, or if there are fewer debits than whole intervals of the plan. */
  private async isSkipped(index: number): Promise<boolean> {
    const [{ latest }, next] = [this.interval(index), this.interval(index + 1)]
    await this.it.advanceTo(latest + 0.75 * (next.earliest - latest))
    if ((await this.newUpdates()).length === 0) return true
    const { intervals } = this.plan
    await this.it.advanceTo(this.interval(intervals + 1).earliest)
    await this.newUpdates()
    return this.completedIds.size > 0 && this.completedIds.size < intervals
  }

  private label(index: number): string {
    const { earliest, latest } = this.interval(index)
    return `${this.plan.frequency} debit ${index} of ${this.subscription.merchantSubscriptionId} between ${instantText(earliest)} and ${instantText(latest)}, ${this.dueFrom}`
  }

  /** Says where the instants come from between which debits are due. */
  private get dueFrom(): string {
    return `two days around the due dates from ${instantText(this.subscription.startedAt)} on`
  }
}

/** Advances the clock to each checkpoint in order, and runs its check. */
export async function runCheckpoints(it: Context, checkpoints: readonly Checkpoint[]): Promise<void> {
  for (const { at, check } of checkpoints.toSorted((a, b) => a.at - b.at)) {
    await it.advanceTo(at)
    await check()
  }
}
