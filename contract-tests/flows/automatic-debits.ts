// Subscriptions that the service debits, watched at the webhook as time goes on: one debit in every interval within the
// period, and none between. Whether the end of the period has one more, is open.

import type { Context } from '../engine/context.ts'
import type { Delivery } from './deliveries.ts'
import {
  type Frequency,
  intervalOf,
  isOfSubscription,
  newSubscription,
  type Subscription,
  tellingOfDebits,
  transactionNamed,
} from './subscriptions.ts'

const renewed = 'subscriptions.renewed-on-the-frequency'

/** A subscription that the service debits, and the last of its intervals that lies within the period. */
export interface Plan {
  frequency: Frequency
  subscriptionPeriod: string
  intervals: number
}

/** What is heard of a subscription, as time goes on. */
export class WatchedSubscription {
  private readonly it: Context
  private readonly subscription: Subscription
  private readonly plan: Plan
  private readonly heard = new Set<Delivery>()
  private readonly known: Set<string>

  private constructor(it: Context, subscription: Subscription, plan: Plan) {
    this.it = it
    this.subscription = subscription
    this.plan = plan
    this.known = new Set([subscription.transactionId])
  }

  /** Begins one by paying for it. */
  static async begin(it: Context, plan: Plan): Promise<WatchedSubscription> {
    const { frequency, subscriptionPeriod } = plan
    const item = { frequency, subscriptionPeriod, autoRenewal: true }
    return new WatchedSubscription(it, await newSubscription(it, item), plan)
  }

  /** What is to be checked when, in milliseconds since 1970: both edges of each interval within the period. */
  edges(): { at: number; check: () => Promise<void> }[] {
    return Array.from({ length: this.plan.intervals }, (_, before) => before + 1).flatMap((index) => {
      const { earliest, latest } = this.interval(index)
      return [
        { at: earliest, check: () => this.checkBefore(index) },
        { at: latest, check: () => this.checkIn(index) },
      ]
    })
  }

  /** When the period and a whole interval more are over, and what is to be done then: from now on nothing is due. */
  end(): { at: number; check: () => Promise<void> } {
    return {
      at: this.interval(this.plan.intervals + 2).latest,
      check: async () => {
        this.debitsAmong(await this.news())
      },
    }
  }

  /** Checks that nothing was debited since the end. */
  async checkEnded(): Promise<void> {
    this.checkNone(this.debitsAmong(await this.news()), 'after the period')
  }

  private interval(index: number) {
    return intervalOf(this.subscription.began, this.plan.frequency, index)
  }

  private async news(): Promise<readonly Delivery[]> {
    const all = await this.it.deliveries(isOfSubscription(this.subscription))
    const updates = all.filter((update) => !this.heard.has(update))
    for (const update of updates) this.heard.add(update)
    return updates
  }

  /** Those that tell of a debit; what comes again, or of the same transaction, is known from then on. */
  private debitsAmong(updates: readonly Delivery[]): readonly Delivery[] {
    const debits = tellingOfDebits(this.it, updates, this.known)
    for (const debit of debits) {
      const named = transactionNamed(debit)
      if (named !== undefined) this.known.add(named)
    }
    return debits
  }

  private async checkBefore(index: number): Promise<void> {
    const debits = this.debitsAmong(await this.news())
    // The first payment's own updates may name no transaction; then they cannot be told from those of a debit.
    const sure = debits.filter((debit) => index > 1 || transactionNamed(debit) !== undefined)
    this.checkNone(sure, `before ${this.inWords(index)}`)
  }

  private async checkIn(index: number): Promise<void> {
    const updates = await this.news()
    const what = this.inWords(index)
    // Where no subscription is named and nothing is ever heard of one, it is not known to be late.
    this.it.precondition(this.began(updates), 'a subscription was to begin with its payment')
    this.it.check(renewed, updates.length > 0, { expected: what, actual: 'none' })
    const named = new Set(this.debitsAmong(updates).map(transactionNamed))
    this.it.check(renewed, named.size <= 1, { expected: `one ${what}`, actual: [...named].join(' and ') })
  }

  private began(updates: readonly Delivery[]): boolean {
    return this.subscription.subscriptionId !== undefined || updates.length > 0 || this.known.size > 1
  }

  private checkNone([first]: readonly Delivery[], when: string): void {
    this.it.check(renewed, first === undefined, {
      expected: `no debit of ${this.subscription.merchantSubscriptionId} ${when}`,
      actual: `${first?.url} ${first?.body.slice(0, 500)}`,
    })
  }

  private inWords(index: number): string {
    return `${this.plan.frequency} debit ${index} of ${this.subscription.merchantSubscriptionId}`
  }
}

/** Lets the time of these subscriptions pass, and checks each at the edges of its intervals. */
export async function passTime(
  it: Context,
  moments: readonly { at: number; check: () => Promise<void> }[],
): Promise<void> {
  for (const { at, check } of moments.toSorted((a, b) => a.at - b.at)) {
    await it.advanceTo(at)
    await check()
  }
}
