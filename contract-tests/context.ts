// What a property has in hand while it runs: the client, the capabilities, its checks and premises, and the story of what
// was done. One context lives for one example, or for one run with generated inputs.

import fc from 'fast-check'
import type { OperationId } from '../spec/operations.ts'
import type { RequirementId } from '../spec/requirements.ts'
import { type Breach, NotApplicable, PremiseFailed, Violation } from './breach.ts'
import { type Span, spanInWords } from './capabilities.ts'
import { type Answer, type Budget, Client } from './client.ts'
import type { Delivery } from './deliveries.ts'
import type { Deployment } from './deployment.ts'
import { holdToForm } from './forms.ts'
import type { Target, TargetMerchant, TargetShopper } from './target.ts'
import type { Entry } from './transcript.ts'

/** What all contexts of one property share. */
export interface Ledger {
  deployment: Deployment
  budget: Budget
  /** Begins every identifier that the run makes. */
  tag: string
  seed: number
  runs: number
  /** Whether a failing input is made small before it is told; a grade does not need that. */
  shrink: boolean
  /** Where a failing run with generated inputs begins again. */
  path?: string
  /** How often each requirement was checked. */
  checked: Map<RequirementId, number>
  /** Breaches of form, by requirement and place; they are noted, and the run goes on. */
  formBreaches: Map<string, Breach>
  /** Violations of checks. */
  violations: (Breach & { counterexample?: string; path?: string })[]
  /** Everything that was created, in words. */
  created: string[]
  counter: { next: number }
}

export interface ForAllOptions {
  /** How many runs, as a share of those that were asked for; 1 unless told. */
  share?: number
  /** Never more runs than that. */
  most?: number
}

export class Context {
  readonly target: Target
  readonly client: Client
  private readonly ledger: Ledger
  private readonly transcript: Entry[] = []
  private formBroken = false

  constructor(ledger: Ledger) {
    this.ledger = ledger
    this.target = ledger.deployment.target
    this.client = new Client(
      ledger.deployment,
      ledger.budget,
      (entry) => this.transcript.push(entry),
      (answer) => this.look(answer),
    )
  }

  // ── who and what ────────────────────────────────────────────────────────────────────────────────────────────────

  /** The merchant whom everything is done for unless told otherwise. */
  get merchant(): TargetMerchant {
    const [first] = this.target.merchants
    if (first === undefined) throw new NotApplicable('the target has no merchant')
    return first
  }

  /** The other merchant. A property that uses it needs `secondMerchant`. */
  get secondMerchant(): TargetMerchant {
    const second = this.target.merchants[1]
    if (second === undefined) throw new NotApplicable('the target has one merchant only')
    return second
  }

  /** The shopper of that role. A property that uses it needs `shopper.<role>`. */
  shopperWho(role: keyof Target['shoppers']): TargetShopper {
    const shopper = this.target.shoppers[role]
    if (shopper === undefined) throw new NotApplicable(`the target names no shopper for the role ${role}`)
    return shopper
  }

  /** An identifier that nobody used before, such as `pt-1-order-7`. */
  id(word: string): string {
    this.ledger.counter.next += 1
    const id = `${this.ledger.tag}-${word}-${this.ledger.counter.next}`
    if (!this.ledger.deployment.isolates) this.ledger.created.push(id)
    return id
  }

  // ── checks ──────────────────────────────────────────────────────────────────────────────────────────────────────

  /** Checks a requirement: counts it, and ends the run with a violation where it does not hold. */
  check(requirement: RequirementId, holds: boolean, words: { lawful: string; came: string }): void {
    this.count(requirement)
    if (!holds) throw new Violation({ requirement, ...words, transcript: [...this.transcript] })
  }

  /** Checks that an answer is a success, and gives its body. What is broken in its form is another requirement's. */
  succeeds<Id extends OperationId>(requirement: RequirementId, answer: Answer<Id>): Answer<Id>['success'] {
    this.check(requirement, answer.outcome !== 'refusal', {
      lawful: `success of ${answer.operationId}`,
      came: cameOf(answer),
    })
    this.holdForm(answer)
    return answer.success
  }

  /** Checks that an answer is a refusal: anything that is not the form of success. */
  refuses(requirement: RequirementId, answer: Answer, because: string): void {
    this.check(requirement, answer.outcome !== 'success', {
      lawful: `a refusal in any form, because ${because}`,
      came: cameOf(answer),
    })
  }

  /** Takes it that an answer is a success, and gives its body; where it is none, nothing can be said. */
  given<Id extends OperationId>(answer: Answer<Id>): Answer<Id>['success'] {
    this.premise(answer.outcome !== 'refusal', `${answer.operationId} was to succeed, and ${cameOf(answer)}`)
    this.holdForm(answer)
    return answer.success
  }

  /** Ends the run without a verdict where something does not hold that the check supposes. */
  premise(holds: boolean, words: string): void {
    if (!holds) throw new PremiseFailed(words)
  }

  /** Ends the run because the target cannot offer what the check needs. */
  notApplicable(reason: string): never {
    throw new NotApplicable(reason)
  }

  private count(requirement: RequirementId): void {
    this.ledger.checked.set(requirement, (this.ledger.checked.get(requirement) ?? 0) + 1)
  }

  /** Every answer is looked at when it comes; an answer of success is held to its form at once. */
  private look(answer: Answer): void {
    if (answer.outcome === 'success') this.holdForm(answer)
    if (answer.status === 0) return
    const type = answer.headers['content-type'] ?? ''
    const json = answer.json !== undefined && /^application\/([\w.+-]+\+)?json\b/i.test(type)
    this.note('service.answers-are-json', json ? undefined : 'the whole', {
      lawful: 'JSON, declared as such',
      came: `${type || 'no media type'}: ${answer.text.slice(0, 80)}`,
    })
  }

  private held = new WeakSet<Answer>()

  private holdForm(answer: Answer): void {
    if (this.held.has(answer)) return
    this.held.add(answer)
    const { checked, breaches } = holdToForm(answer.operationId, answer.json)
    const broken = new Set(breaches.map(({ requirement }) => requirement))
    for (const requirement of checked) if (!broken.has(requirement)) this.count(requirement)
    for (const { requirement, place, ...words } of breaches) this.note(requirement, place, words)
    if (answer.operationId === 'createQrTransaction')
      this.note('qr.status-200', answer.status === 200 ? undefined : 'the HTTP status', {
        lawful: '200',
        came: String(answer.status),
      })
  }

  /** Counts a requirement of form, and notes it as broken at a place where one is given; the run goes on. */
  private note(
    requirement: RequirementId,
    place: string | undefined,
    words: { lawful: string; came: string },
  ) {
    this.count(requirement)
    if (place === undefined) return
    this.formBroken = true
    const key = `${requirement} ${place}`
    if (this.ledger.formBreaches.has(key)) return
    this.ledger.formBreaches.set(key, { requirement, place, ...words, transcript: this.transcript.slice(-1) })
  }

  // ── what happens beside the calls ───────────────────────────────────────────────────────────────────────────────

  /** Writes a sentence into the story. */
  say(sentence: string): void {
    this.transcript.push({ did: sentence })
  }

  /** The instant at which the target's clock stands, in milliseconds since 1970. */
  now(): Promise<number> {
    return this.clock.now()
  }

  /** Moves the clock on. */
  async advance(span: Span): Promise<void> {
    this.say(`The clock advances by ${spanInWords(span)}.`)
    await this.clock.advance(span)
  }

  /** Moves the clock to an instant, in milliseconds since 1970. */
  async advanceTo(instant: number): Promise<void> {
    this.say(`The clock advances to ${new Date(instant).toISOString()}.`)
    await this.clock.advanceTo(instant)
  }

  private get clock() {
    const { clock } = this.ledger.deployment
    if (clock === undefined) throw new NotApplicable('no clock is declared')
    return clock
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

  /** The shopper's wallet pays a part of a QR transaction. */
  async pay(transactionId: string, share: string): Promise<void> {
    this.say(`The shopper's wallet pays ${share} of the transaction ${transactionId}.`)
    await this.hand.pay(transactionId, share)
  }

  /** The shopper asks for the money back. */
  async requestRefund(transactionId: string): Promise<void> {
    this.say(`The shopper requests a refund of the transaction ${transactionId}.`)
    await this.hand.requestRefund(transactionId)
  }

  /** Everything that came to the webhook so far and holds. */
  async deliveries(holds: (delivery: Delivery) => boolean = () => true): Promise<readonly Delivery[]> {
    const found = (await this.receiver.received()).filter(holds)
    this.say(`The webhook has heard of it ${found.length} times.`)
    return found
  }

  /** Waits, within a bound, until so many deliveries hold; gives those that do, be they enough or not. */
  async deliveriesOnceThereAre(
    least: number,
    holds: (delivery: Delivery) => boolean = () => true,
  ): Promise<readonly Delivery[]> {
    const found = await this.receiver.waitFor(holds, least)
    this.say(`The webhook has heard of it ${found.length} times; ${least} are enough.`)
    return found
  }

  /** Whether a webhook, or a clock, or a shopper's hand is declared. */
  has(capability: 'clock' | 'shopper' | 'webhooks'): boolean {
    return this.ledger.deployment[capability] !== undefined
  }

  // ── generated inputs ────────────────────────────────────────────────────────────────────────────────────────────

  /** Runs with generated inputs, each in a world of its own where there is one; a failing input is shrunk. */
  async forAll<Value>(
    values: fc.Arbitrary<Value>,
    run: (it: Context, value: Value) => Promise<void>,
    { share = 1, most = Number.POSITIVE_INFINITY }: ForAllOptions = {},
  ): Promise<void> {
    const { ledger } = this
    let premiseFailed: PremiseFailed | undefined
    const details = await fc.check(
      fc.asyncProperty(values, async (value) => {
        await freshWorld(ledger)
        const it = new Context(ledger)
        try {
          await run(it, value)
        } catch (error) {
          const end = it.ended(error)
          if (!(end instanceof PremiseFailed)) throw end
          premiseFailed = end
        }
      }),
      {
        seed: ledger.seed,
        endOnFailure: !ledger.shrink,
        numRuns: Math.max(1, Math.min(most, Math.round(ledger.runs * share))),
        ...(ledger.path === undefined ? {} : { path: ledger.path }),
      },
    )
    const { errorInstance } = details
    if (errorInstance instanceof Violation) {
      ledger.violations.push({
        ...errorInstance.breach,
        counterexample: fc.stringify(details.counterexample),
        ...(details.counterexamplePath === null ? {} : { path: details.counterexamplePath }),
      })
    } else if (details.failed) throw errorInstance ?? new Error('fast-check ended without saying why')
    else if (premiseFailed !== undefined && ledger.checked.size === 0) throw premiseFailed
  }

  /** What a thrown value means here: where an answer was broken in its form, stumbling over it is no fault of the suite. */
  ended(error: unknown): unknown {
    if (this.formBroken && error instanceof TypeError)
      return new PremiseFailed(`an answer was broken in its form (${error.message})`)
    return error
  }
}

/** Begins a world of its own where there is one; identifiers then begin again too. */
export async function freshWorld(ledger: Ledger): Promise<void> {
  await ledger.deployment.fresh()
  if (ledger.deployment.isolates) ledger.counter.next = 0
}

function cameOf(answer: Answer): string {
  return answer.status === 0 ? answer.text : `HTTP ${answer.status}: ${answer.text.slice(0, 300)}`
}
