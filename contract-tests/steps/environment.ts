// The environment of a running property: accounts, clock, shopper, webhook, new ids, and the transcript. Nothing is checked
// here.

import { idBeginnings, sampleId } from '../../client/sample-ids.ts'
import type { SampleSource } from '../../client/sample-requests.ts'
import type { MerchantAccount, ShopperAccount, Target } from '../../client/target.ts'
import type { Action, Call, Step } from '../../client/transcript.ts'
import { dayMs } from '../../core/durations.ts'
import { includesLevel } from '../../spec/operation.ts'
import { ms, type Span, spanInWords } from '../observe/capabilities.ts'
import {
  anyDelivery,
  type Delivery,
  type DeliveryForm,
  type Matcher,
  mayBeHidden,
} from '../observe/deliveries.ts'
import type { Deployment } from '../observe/deployment.ts'
import { NotApplicable, PreconditionFailed } from '../observe/violation.ts'
import { type PermittedId, permittedReason } from '../permitted/rows.ts'
import { needText } from './needs.ts'
import type { PropertyRun } from './property-run.ts'

type Capability = 'clock' | 'shopper' | 'webhooks'

export type Fixture = keyof Target['fixtures']

/** Longer than the confirmation of a payment, and so short that it is open twice as long. */
export const age = { days: 5 }
const maxAgings = 2
/** The number of deliveries that are read after each situation: those of the whole run become thousands. */
const mostLast = 300

export class Environment implements SampleSource {
  readonly target: Target
  protected readonly run: PropertyRun
  protected readonly transcript: Step[]
  /** True if something happened since deliveries were read. */
  private mayBeUnderWay = false
  /** The movement of the clock when each id was created. */
  private readonly createdAt = new Map<string, number>()
  private agings = 0

  constructor(run: PropertyRun) {
    this.run = run
    this.target = run.deployment.target
    this.transcript = run.situation === undefined ? [] : [...run.steps]
    if (run.situation === undefined) run.timeline.agesAt.length = 0
  }

  get lastCall(): Call | undefined {
    return this.transcript.findLast((step): step is Call => !('did' in step))
  }

  /** The first merchant, which requests use by default. */
  get merchant(): MerchantAccount {
    const [first] = this.target.merchants
    if (first === undefined) throw new NotApplicable('needs a merchant in the target file')
    return first
  }

  /** The second merchant. A property that uses it needs `secondMerchant`. */
  get secondMerchant(): MerchantAccount {
    const [, second] = this.target.merchants
    if (second === undefined) throw new NotApplicable(needText('secondMerchant'))
    return second
  }

  /** The shopper `ready`, which requests use by default. */
  get shopper(): ShopperAccount {
    return this.target.shoppers.ready
  }

  get coin(): string {
    return this.target.known.coin
  }

  /** The coin that each merchant takes. */
  get sharedCoin(): string {
    return this.run.situation?.plain.target.known.coin ?? this.coin
  }

  /** The coin of payments at an exchange; by default, at the first one. Others need not have another coin than the known one. */
  coinAt(exchange = this.target.exchanges[0]): string {
    return exchange === this.target.exchanges[0] ? this.coin : this.sharedCoin
  }

  get amount(): string {
    return this.target.known.amount
  }

  get notation(): SampleSource['notation'] {
    return this.run.deployment.profile.addresses
  }

  get emailDomain(): string {
    return this.target.known.emailDomain
  }

  get style(): SampleSource['style'] {
    return this.run.situation?.style
  }

  get debitFields(): SampleSource['debitFields'] {
    return this.target.assumptions['subscriptions.debit-fields']
  }

  get merchantIdForm(): Target['assumptions']['authentication.merchant-id-form'] {
    return this.target.assumptions['authentication.merchant-id-form']
  }

  /** The known form of deliveries. */
  get deliveryForm(): DeliveryForm {
    return this.run.deployment.profile.deliveries
  }

  /** The shopper of a role. A property that uses it needs `shopper.<role>`. */
  shopperWho(role: keyof Target['shoppers']): ShopperAccount {
    const shopper = this.target.shoppers[role]
    if (shopper === undefined) throw new NotApplicable(needText(`shopper.${role}`))
    return shopper
  }

  /** The integers of the statuses. A property that uses them needs `statusIntegers`. */
  get statusIntegers(): NonNullable<Target['known']['statusIntegers']> {
    const { statusIntegers } = this.target.known
    if (statusIntegers === undefined) throw new NotApplicable('needs known.statusIntegers in the target file')
    return statusIntegers
  }

  /**
   * A new id, such as `pt-1-order-7`, or one in digits only. With details, ids that come back are long, in both cases; without optional
   * fields, they are in digits after a zero, which a number would lose.
   */
  id(word: string, form = word.endsWith('order') ? this.target.known.orderIds : undefined): string {
    this.run.ids.count += 1
    const { details, minimal } = ['order', 'subscription'].includes(word) ? (this.style ?? {}) : {}
    const kind = details === undefined ? word : `FromTheSpringCatalogueOf2026-${word}`
    const sample = (as: typeof form) => sampleId(this.run.tag, kind, this.run.ids.count, as)
    const id = minimal === true && form !== 'digits' ? `0${sample('digits')}` : sample(form)
    this.createdAt.set(id, this.movedMs)
    return id
  }

  /** Adds a sentence to the transcript, with the control API call that does the same, if there is one. */
  say(sentence: string, control?: Action['control']): void {
    this.record({ did: sentence, ...(control === undefined ? {} : { control }) })
  }

  protected record(step: Step): void {
    this.transcript.push(step)
    if (!('did' in step) || step.control?.method === 'POST') this.mayBeUnderWay = true
    if (this.run.deployment.isolates) this.run.steps.push(step)
  }

  /** The current time of the target, in milliseconds since 1970. */
  now(): Promise<number> {
    return this.capability('clock').now()
  }

  /** The time of this machine, in milliseconds since 1970; undefined if no other machine may use it. */
  get machineTime(): number | undefined {
    return this.run.deployment.remote ? this.run.budget.now : undefined
  }

  /** Advances the clock by a span. In real time, it may wait only until a delivery matches. */
  async advance(span: Span, until?: (delivery: Delivery) => boolean): Promise<void> {
    const clock = this.movableClock()
    const { verb } = this
    this.say(`${verb} by ${spanInWords(span)}.`, {
      method: 'POST',
      path: '/clock/advance',
      body: { by: `PT${(ms(span) / 1000).toFixed(3)}S` },
    })
    await this.began(clock)
    await clock.advance(span, until)
    this.run.timeline.elapsedMs += ms(span)
  }

  /** Requests in their order; in most situations from the last on, so that this one also comes after an accepted one. */
  inTurn<Request>(requests: readonly Request[]): readonly Request[] {
    const { situation } = this.run
    return situation === undefined || situation.afterRefusals === true ? requests : requests.toReversed()
  }

  /** True if each property has separate worlds, so that requests cost nothing but time. */
  get isolates(): boolean {
    return this.run.deployment.isolates
  }

  /** True if a request that is accepted comes before each that must be refused. */
  get afterAcceptances(): boolean {
    return this.run.situation?.afterAcceptances === true
  }

  /** The movement of the clock, in the plain run with the days that pass in a situation. */
  private get movedMs(): number {
    const { situation, timeline } = this.run
    return timeline.elapsedMs + (situation === undefined ? this.agings * ms(age) : 0)
  }

  /**
   * In a situation, lets days pass before a request about a new order, which is then not refused because the order is new. The plain
   * run remembers where. Returns whether days have passed.
   */
  async letAge(id: string): Promise<boolean> {
    const { situation, timeline } = this.run
    // An id may have been made longer.
    const created = [...this.createdAt].findLast(([one]) => id.startsWith(one))
    const isNew = created !== undefined && this.movedMs - created[1] < dayMs
    if (!this.canMoveClock || this.isInRealTime || !isNew || this.agings === maxAgings) return false
    this.agings += 1
    if (situation === undefined) timeline.agesAt.push(timeline.elapsedMs)
    else await this.advance(age)
    return situation !== undefined
  }

  /** When the run begins, once it matters. What waits in real time has another clock for each property. */
  private async began(clock: NonNullable<Deployment['clock']>): Promise<number> {
    const { timeline } = this.run
    if (this.isInRealTime) return Number.NaN
    timeline.beganAt ??= (await clock.now()) - timeline.elapsedMs
    return timeline.beganAt
  }

  /** Advances the clock to an instant, in milliseconds since 1970. In real time, it may wait only until a delivery matches. */
  async advanceTo(instant: number, until?: (delivery: Delivery) => boolean): Promise<void> {
    const clock = this.movableClock()
    const body = { to: new Date(instant).toISOString() }
    const began = await this.began(clock)
    this.say(`${this.verb} to ${body.to}.`, { method: 'POST', path: '/clock/advance', body })
    await clock.advanceTo(instant, until)
    if (instant > began + this.run.timeline.elapsedMs) this.run.timeline.elapsedMs = instant - began
  }

  /** The time that a delivery may be under way when the clock has advanced. A clock that the suite moves waits for deliveries. */
  get maxLagMs(): number {
    const { webhooks } = this.target.capabilities
    return this.isInRealTime ? (webhooks?.waitSeconds ?? 0) * 1000 : 0
  }

  private get verb(): string {
    return this.isInRealTime ? 'Time passes' : 'The clock advances'
  }

  /** Pays a share (`'0.5'`) of a QR transaction from the shopper's wallet. */
  async pay(transactionId: string, share: string): Promise<void> {
    const shopper = this.capability('shopper')
    this.say(`The shopper's wallet pays ${share} of the transaction ${transactionId}.`, {
      method: 'POST',
      path: `/transactions/${encodeURIComponent(transactionId)}/pay`,
      body: { share },
    })
    await shopper.pay(transactionId, share)
  }

  async requestRefund(transactionId: string): Promise<void> {
    const shopper = this.capability('shopper')
    this.say(`The shopper requests a refund of the transaction ${transactionId}.`, {
      method: 'POST',
      path: `/transactions/${encodeURIComponent(transactionId)}/request-refund`,
    })
    await shopper.requestRefund(transactionId)
  }

  /** Waits for what may be under way since the last step, as long as deliveries are by the profile. */
  private async waitForLag(): Promise<void> {
    const { lagSeconds = 0 } = this.deliveryForm
    if (this.mayBeUnderWay && lagSeconds > 0 && !this.isInRealTime)
      await this.run.budget.pause(lagSeconds * 1000)
    this.mayBeUnderWay = false
  }

  /** The deliveries that match, so far. */
  async deliveries(matches: Matcher = anyDelivery): Promise<readonly Delivery[]> {
    await this.waitForLag()
    const found = (await this.capability('webhooks').received()).filter(matches)
    this.say(`${receivedText(found, matches)}.`, { method: 'GET', path: '/events' })
    return found
  }

  /** The last deliveries that have arrived. Nothing is waited for. */
  async lastDeliveries(): Promise<readonly Delivery[]> {
    return this.capability('webhooks').last(mostLast)
  }

  /**
   * Waits until at least `min` deliveries match, or until the wait time is over. Returns those that match. The contract does
   * not say how soon an update is delivered, so a clock that can be moved advances by an hour before the wait ends. If then too
   * few match, the precondition is that all can be read.
   */
  async deliveriesOnceThereAre(min: number, matches: Matcher = anyDelivery): Promise<readonly Delivery[]> {
    const webhooks = this.capability('webhooks')
    await this.waitForLag()
    let found = await webhooks.waitFor(matches, min)
    if (found.length < min && this.canMoveClock) {
      await this.advance({ hours: 1 })
      await this.waitForLag()
      found = await webhooks.waitFor(matches, min)
    }
    const said = `${receivedText(found, matches)}; at least ${min} are expected.`
    this.say(said, { method: 'GET', path: '/events' })
    if (found.length < min) await this.preconditionReadable()
    return found
  }

  /** Ends the run without a verdict if the suite may be unable to read deliveries: the contract does not show their form. */
  async preconditionReadable(): Promise<void> {
    const received = await this.capability('webhooks').received()
    const prefixes = idBeginnings(this.run.tag)
    this.ruledOut('webhooks.unreadable', !received.some((delivery) => mayBeHidden(delivery, prefixes)))
  }

  /**
   * Ends the run without a verdict unless something rules out a permitted behavior of the deployment. `detail` is what was seen.
   */
  ruledOut(row: PermittedId, isRuledOut: boolean, detail?: string): void {
    if (isRuledOut || !this.permits(row)) return
    throw new PreconditionFailed(permittedReason(row, detail), { row })
  }

  /** True if a permitted behavior is taken into account, as it always is except in tests of what it hides. */
  permits(row: PermittedId): boolean {
    return this.run.withoutRows?.includes(row) !== true
  }

  /** A record that was prepared at the deployment, by its name in the target file. */
  fixture(name: Fixture): string {
    const value = this.target.fixtures[name]
    if (value === undefined) throw new NotApplicable(`the target file has no fixtures.${name}`)
    return value
  }

  has(capability: Capability): boolean {
    const { [capability]: found, missing } = this.run.deployment
    return found !== undefined && (capability === 'webhooks' || !missing.has(capability))
  }

  /** True if time passes as it does for the deployment, which has no clock that the suite moves. */
  get isInRealTime(): boolean {
    return this.run.realTime !== undefined
  }

  /** True if the run may pay. */
  get mayPay(): boolean {
    return includesLevel(this.run.budget.level, 'money')
  }

  /** True if the run may move a clock of the deployment. */
  get canMoveClock(): boolean {
    return this.has('clock') && includesLevel(this.run.budget.level, 'disruptive')
  }

  /** A capability of the deployment. A property that uses it needs it. */
  private capability<Name extends Capability>(name: Name): NonNullable<Deployment[Name]> {
    const found = this.run.deployment[name]
    if (found === undefined) throw new NotApplicable(needText(name))
    return found
  }

  private movableClock() {
    if (!this.isInRealTime && !includesLevel(this.run.budget.level, 'disruptive'))
      throw new NotApplicable(
        `moving the clock needs the level disruptive (the run is at ${this.run.budget.level})`,
      )
    return this.capability('clock')
  }
}

const receivedText = ({ length }: readonly Delivery[], { of }: Matcher) =>
  `The webhook received ${length} ${length === 1 ? 'delivery' : 'deliveries'} of ${of}`
