// Who and what a property finds when it runs: merchants, shoppers, the clock, the shopper's hand, the webhook, new
// identifiers; and the scenario of what was done, which is written here. Nothing is checked here.

import type { SampleSource } from '../../client/sample-requests.ts'
import type { MerchantAccount, ShopperAccount, Target } from '../../client/target.ts'
import { includesLevel } from '../../spec/operation.ts'
import type { Delivery } from '../flows/deliveries.ts'
import { ms, type Span, spanInWords } from '../targets/capabilities.ts'
import type { Ledger } from './ledger.ts'
import type { Deed, Step } from './transcript.ts'
import { NotApplicable } from './violation.ts'

export class Stage implements SampleSource {
  readonly target: Target
  protected readonly ledger: Ledger
  protected readonly transcript: Step[] = []

  constructor(ledger: Ledger) {
    this.ledger = ledger
    this.target = ledger.deployment.target
  }

  /** The merchant whom everything is done for unless told otherwise. */
  get merchant(): MerchantAccount {
    const [first] = this.target.merchants
    if (first === undefined) throw new NotApplicable('the target has no merchant')
    return first
  }

  /** The other merchant. A property that uses it needs `secondMerchant`. */
  get secondMerchant(): MerchantAccount {
    const second = this.target.merchants[1]
    if (second === undefined) throw new NotApplicable('the target has one merchant only')
    return second
  }

  /** The shopper `ready`, who pays by default. */
  get shopper(): ShopperAccount {
    return this.target.shoppers.ready
  }

  get coin(): string {
    return this.target.known.coin
  }

  get amount(): string {
    return this.target.known.amount
  }

  get debitFields(): SampleSource['debitFields'] {
    return this.target.assumptions['subscriptions.debit-fields']
  }

  /** The shopper of that role. A property that uses it needs `shopper.<role>`. */
  shopperWho(role: keyof Target['shoppers']): ShopperAccount {
    const shopper = this.target.shoppers[role]
    if (shopper === undefined) throw new NotApplicable(`the target names no shopper for the role ${role}`)
    return shopper
  }

  /** An identifier that nobody used before, such as `pt-1-order-7`. */
  id(word: string): string {
    this.ledger.counter.next += 1
    return `${this.ledger.tag}-${word}-${this.ledger.counter.next}`
  }

  /** Writes a sentence into the scenario, with the same as a call of the control API where there is one. */
  say(sentence: string, control?: Deed['control']): void {
    this.transcript.push({ did: sentence, ...(control === undefined ? {} : { control }) })
  }

  /** The instant at which the target's clock stands, in milliseconds since 1970. */
  now(): Promise<number> {
    return this.clock.now()
  }

  /** Moves the clock on. */
  async advance(span: Span): Promise<void> {
    const clock = this.movableClock()
    this.say(`The clock advances by ${spanInWords(span)}.`, {
      method: 'POST',
      path: '/clock/advance',
      body: { by: `PT${(ms(span) / 1000).toFixed(3)}S` },
    })
    await clock.advance(span)
  }

  /** Moves the clock to an instant, in milliseconds since 1970. */
  async advanceTo(instant: number): Promise<void> {
    const clock = this.movableClock()
    const to = new Date(instant).toISOString()
    this.say(`The clock advances to ${to}.`, { method: 'POST', path: '/clock/advance', body: { to } })
    await clock.advanceTo(instant)
  }

  /** The shopper's wallet pays a part of a QR transaction. */
  async pay(transactionId: string, share: string): Promise<void> {
    const { hand } = this
    this.say(`The shopper's wallet pays ${share} of the transaction ${transactionId}.`, {
      method: 'POST',
      path: `/transactions/${encodeURIComponent(transactionId)}/pay`,
      body: { share },
    })
    await hand.pay(transactionId, share)
  }

  /** The shopper asks for the money back. */
  async requestRefund(transactionId: string): Promise<void> {
    const { hand } = this
    this.say(`The shopper requests a refund of the transaction ${transactionId}.`, {
      method: 'POST',
      path: `/transactions/${encodeURIComponent(transactionId)}/request-refund`,
    })
    await hand.requestRefund(transactionId)
  }

  /** Everything that came to the webhook so far and holds. */
  async deliveries(holds: (delivery: Delivery) => boolean = () => true): Promise<readonly Delivery[]> {
    const found = (await this.receiver.received()).filter(holds)
    this.say(`The webhook has heard of it ${found.length} times.`, { method: 'GET', path: '/events' })
    return found
  }

  /** Waits, within a bound, until so many deliveries hold; gives those that do, be they enough or not. */
  async deliveriesOnceThereAre(
    min: number,
    holds: (delivery: Delivery) => boolean = () => true,
  ): Promise<readonly Delivery[]> {
    const found = await this.receiver.waitFor(holds, min)
    const words = `The webhook has heard of it ${found.length} times; ${min} are enough.`
    this.say(words, { method: 'GET', path: '/events' })
    return found
  }

  /** Whether a webhook, or a clock, or a shopper's hand is declared. */
  has(capability: 'clock' | 'shopper' | 'webhooks'): boolean {
    return this.ledger.deployment[capability] !== undefined
  }

  private get clock() {
    const { clock } = this.ledger.deployment
    if (clock === undefined) throw new NotApplicable('no clock is declared')
    return clock
  }

  private movableClock() {
    if (!includesLevel(this.ledger.allowance.level, 'disruptive'))
      throw new NotApplicable(
        `moving the clock needs the level disruptive; the run is at ${this.ledger.allowance.level}`,
      )
    return this.clock
  }

  private get hand() {
    const { shopper } = this.ledger.deployment
    if (shopper === undefined) throw new NotApplicable('nobody who can act as the shopper is declared')
    return shopper
  }

  private get receiver() {
    const { webhooks } = this.ledger.deployment
    if (webhooks === undefined) throw new NotApplicable('no webhook is declared')
    return webhooks
  }
}
