// What a property has in hand while it runs: the stage, the client, its checks and premises, and generated inputs. One
// context lives for one example, or for one run with generated inputs.

import fc from 'fast-check'
import type { OperationId } from '../spec/operations.ts'
import type { RequirementId } from '../spec/requirements.ts'
import { type Expectation, NotApplicable, PremiseFailed, TooMuch, Violation } from './breach.ts'
import { type Answer, Client } from './client.ts'
import { creationsIn } from './creations.ts'
import { holdToForm } from './forms.ts'
import { freshWorld, type Ledger } from './ledger.ts'
import { Stage } from './stage.ts'
import type { Step } from './transcript.ts'

export interface ForAllOptions {
  /** How many runs, as a share of those that were asked for; 1 unless told. */
  share?: number
  /** Never more runs than that. */
  most?: number
}

interface Words {
  lawful: string
  came: string
}

interface CheckWords extends Words {
  /** The answer that is checked, where it is not the last one, and what was asked of it, where that can be said. */
  of?: { answer: Answer; expects: Expectation }
}

export class Context extends Stage {
  readonly client: Client
  private readonly steps = new WeakMap<Answer, number>()
  private readonly held = new WeakSet<Answer>()
  private formBroken = false

  constructor(ledger: Ledger) {
    super(ledger)
    this.client = new Client(ledger.deployment, ledger.allowance, (answer, call) => {
      this.transcript.push(call)
      this.steps.set(answer, this.transcript.length)
      if (!ledger.deployment.isolates) ledger.created.push(...creationsIn(call, answer))
      this.look(answer)
    })
  }

  // ── checks ──────────────────────────────────────────────────────────────────────────────────────────────────────

  /** Checks a requirement: counts it, and ends the run with a violation where it does not hold. */
  check(requirement: RequirementId, holds: boolean, { of, ...words }: CheckWords): void {
    this.count(requirement)
    if (holds) return
    const evidence = of === undefined ? {} : { transcript: this.upTo(of.answer), expects: of.expects }
    // What came in a broken form need not be the text that its type promises.
    const came = String(words.came)
    throw new Violation({ requirement, ...words, came, transcript: [...this.transcript], ...evidence })
  }

  /** Checks that an answer is a success, and gives its body. What is broken in its form is another requirement's. */
  succeeds<Id extends OperationId>(requirement: RequirementId, answer: Answer<Id>): Answer<Id>['success'] {
    this.expect(requirement, answer, 'success', `success of ${answer.operationId}`)
    this.holdForm(answer)
    return answer.success
  }

  /** Checks that an answer is a refusal: anything that is not the form of success. */
  refuses(requirement: RequirementId, answer: Answer, because: string): void {
    const { refused } = this.ledger
    const counts = refused.get(requirement) ?? new Map<OperationId, number>()
    refused.set(requirement, counts.set(answer.operationId, (counts.get(answer.operationId) ?? 0) + 1))
    this.expect(requirement, answer, 'refusal', `a refusal in any form, because ${because}`)
  }

  private expect(
    requirement: RequirementId,
    answer: Answer,
    expects: 'success' | 'refusal',
    lawful: string,
  ): void {
    this.count(requirement)
    const broken = expects === 'success' ? answer.outcome === 'refusal' : answer.outcome === 'success'
    if (!broken) return
    const transcript = this.upTo(answer)
    throw new Violation({ requirement, lawful, came: cameOf(answer), transcript, expects })
  }

  private upTo(answer: Answer): Step[] {
    return this.transcript.slice(0, this.steps.get(answer))
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
    if (answer.outcome !== 'refusal') this.ledger.succeeded.add(answer.operationId)
    if (answer.outcome === 'success') this.holdForm(answer)
    if (answer.status === 0) return
    const type = answer.headers['content-type'] ?? ''
    const json = answer.json !== undefined && /^application\/([\w.+-]+\+)?json\b/i.test(type)
    this.note('service.answers-are-json', answer, json ? undefined : 'the whole', {
      lawful: 'JSON, declared as such',
      came: `${type || 'no media type'}: ${answer.text.slice(0, 80)}`,
    })
  }

  private holdForm(answer: Answer): void {
    if (this.held.has(answer)) return
    this.held.add(answer)
    const { checked, breaches } = holdToForm(answer.operationId, answer.json)
    const broken = new Set(breaches.map(({ requirement }) => requirement))
    for (const requirement of checked) if (!broken.has(requirement)) this.count(requirement)
    for (const { requirement, place, ...words } of breaches) this.note(requirement, answer, place, words)
    if (answer.operationId === 'createQrTransaction')
      this.note('qr.status-200', answer, answer.status === 200 ? undefined : 'the HTTP status', {
        lawful: '200',
        came: String(answer.status),
      })
  }

  /** Counts a requirement of form, and notes it as broken at a place where one is given; the run goes on. */
  private note(requirement: RequirementId, answer: Answer, place: string | undefined, words: Words): void {
    this.count(requirement)
    if (place === undefined) return
    this.formBroken = true
    const key = `${requirement} ${place}`
    if (this.ledger.formBreaches.has(key)) return
    this.ledger.formBreaches.set(key, { requirement, place, ...words, transcript: this.upTo(answer) })
  }

  // ── generated inputs ────────────────────────────────────────────────────────────────────────────────────────────

  /** Runs with generated inputs, each in a world of its own where there is one; a failing input is shrunk. */
  async forAll<Value>(
    values: fc.Arbitrary<Value>,
    run: (it: Context, value: Value) => Promise<void>,
    { share = 1, most = Number.POSITIVE_INFINITY }: ForAllOptions = {},
  ): Promise<void> {
    const { ledger } = this
    ledger.loops += 1
    const loop = ledger.loops
    let violated: RequirementId | undefined
    let ended: { by: unknown } | undefined
    const details = await fc.check(
      fc.asyncProperty(values, async (value) => {
        if (ended !== undefined) return
        await freshWorld(ledger)
        const it = new Context(ledger)
        try {
          await run(it, value)
        } catch (error) {
          const end = it.ended(error)
          if (end instanceof PremiseFailed || end instanceof TooMuch) ledger.premises.add(end.message)
          else if (!(end instanceof Violation)) ended = { by: end }
          else {
            violated ??= end.breach.requirement
            if (end.breach.requirement === violated) throw end
            // A smaller input that breaks something else is another failure.
            ledger.violations.push(end.breach)
          }
        }
      }),
      {
        seed: ledger.seed,
        endOnFailure: !ledger.shrink,
        numRuns: Math.max(1, Math.min(most, Math.round(ledger.runs * share))),
        ...(ledger.path?.loop === loop ? { path: ledger.path.at } : {}),
      },
    )
    if (ended !== undefined) throw ended.by
    const { errorInstance, counterexamplePath: at } = details
    if (errorInstance instanceof Violation) {
      ledger.violations.push({
        ...errorInstance.breach,
        counterexample: fc.stringify(details.counterexample),
        ...(at === null ? {} : { path: `${loop}/${at}` }),
      })
    } else if (details.failed) throw errorInstance ?? new Error('fast-check ended without saying why')
  }

  /** What a thrown value means here: where an answer was broken in its form, stumbling over it is no fault of the suite. */
  ended(error: unknown): unknown {
    if (this.formBroken && isStumbling(error))
      return new PremiseFailed(`an answer was broken in its form (${error.message})`)
    return error
  }
}

/** Whether an error is one that reading a value of another type than its form says may throw. */
function isStumbling(error: unknown): error is Error {
  if (error instanceof TypeError || error instanceof RangeError || error instanceof SyntaxError) return true
  return error instanceof Error && error.message.startsWith('[DecimalError]')
}

function cameOf(answer: Answer): string {
  return answer.status === 0 ? answer.text : `HTTP ${answer.status}: ${answer.text.slice(0, 300)}`
}
