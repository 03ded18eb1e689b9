// What a property has in hand while it runs: the stage, the client, its checks and preconditions, and generated inputs. One
// context lives for one example, or for one run with generated inputs.

import fc from 'fast-check'
import type { OperationId } from '../../spec/operations.ts'
import type { RequirementId } from '../../spec/requirements.ts'
import { responseMarks } from '../checks/contract-document.ts'
import { holdToForm } from '../checks/response-shape.ts'
import { type ApiResponse, Client } from './client.ts'
import { creationsIn } from './creations.ts'
import { freshWorld, type Ledger } from './ledger.ts'
import { Stage } from './stage.ts'
import type { Step } from './transcript.ts'
import { type Expectation, NotApplicable, PreconditionFailed, TooMuch, Violation } from './violation.ts'

export interface ForAllOptions {
  /** How many runs, as a share of those that were asked for; 1 unless told. */
  share?: number
  /** Never more runs than that. */
  max?: number
}

interface Words {
  expected: string
  actual: string
}

interface CheckWords extends Words {
  /** The answer that is checked, where it is not the last one, and what was asked of it, where that can be said. */
  of?: { response: ApiResponse; expects: Expectation }
}

export class Context extends Stage {
  readonly client: Client
  private readonly steps = new WeakMap<ApiResponse, number>()
  private readonly held = new WeakSet<ApiResponse>()
  private formBroken = false

  constructor(ledger: Ledger) {
    super(ledger)
    this.client = new Client(ledger.deployment, ledger.allowance, (response, call) => {
      this.transcript.push(call)
      this.steps.set(response, this.transcript.length)
      if (!ledger.deployment.isolates) ledger.created.push(...creationsIn(call, response))
      this.look(response)
    })
  }

  // ── checks ──────────────────────────────────────────────────────────────────────────────────────────────────────

  /** Checks a requirement: counts it, and ends the run with a violation where it does not hold. */
  check(requirement: RequirementId, holds: boolean, { of, ...words }: CheckWords): void {
    this.count(requirement)
    if (holds) return
    const evidence = of === undefined ? {} : { transcript: this.upTo(of.response), expects: of.expects }
    // What came in a broken form need not be the text that its type promises.
    const actual = String(words.actual)
    throw new Violation({ requirement, ...words, actual, transcript: [...this.transcript], ...evidence })
  }

  /** Checks that an answer is a success, and gives its body. What is broken in its form is another requirement's. */
  succeeds<Id extends OperationId>(
    requirement: RequirementId,
    response: ApiResponse<Id>,
  ): ApiResponse<Id>['success'] {
    this.expect(requirement, response, 'success', `success of ${response.operationId}`)
    this.holdForm(response)
    return response.success
  }

  /** Checks that an answer is a refusal: anything that is not the form of success. */
  refuses(requirement: RequirementId, response: ApiResponse, because: string): void {
    const { refused } = this.ledger
    const counts = refused.get(requirement) ?? new Map<OperationId, number>()
    refused.set(requirement, counts.set(response.operationId, (counts.get(response.operationId) ?? 0) + 1))
    this.expect(requirement, response, 'refusal', `a refusal in any form, because ${because}`)
  }

  private expect(
    requirement: RequirementId,
    response: ApiResponse,
    expects: 'success' | 'refusal',
    expected: string,
  ): void {
    this.count(requirement)
    const broken = expects === 'success' ? response.outcome === 'refusal' : response.outcome === 'success'
    if (!broken) return
    const transcript = this.upTo(response)
    throw new Violation({ requirement, expected, actual: actualOf(response), transcript, expects })
  }

  private upTo(response: ApiResponse): Step[] {
    return this.transcript.slice(0, this.steps.get(response))
  }

  /** Takes it that an answer is a success, and gives its body; where it is none, nothing can be said. */
  given<Id extends OperationId>(response: ApiResponse<Id>): ApiResponse<Id>['success'] {
    this.precondition(
      response.outcome !== 'refusal',
      `${response.operationId} was to succeed, and ${actualOf(response)}`,
    )
    this.holdForm(response)
    return response.success
  }

  /** Ends the run without a verdict where something does not hold that the check supposes. */
  precondition(holds: boolean, words: string): void {
    if (!holds) throw new PreconditionFailed(words)
  }

  /** Ends the run because the target cannot offer what the check needs. */
  notApplicable(reason: string): never {
    throw new NotApplicable(reason)
  }

  private count(requirement: RequirementId): void {
    this.ledger.checked.set(requirement, (this.ledger.checked.get(requirement) ?? 0) + 1)
  }

  /** Every answer is looked at when it comes; an answer of success is held to its form at once. */
  private look(response: ApiResponse): void {
    if (response.outcome !== 'refusal') this.ledger.succeeded.add(response.operationId)
    if (response.outcome === 'success') this.holdForm(response)
    if (response.status === 0) return
    const type = response.headers['content-type'] ?? ''
    const json = response.json !== undefined && /^application\/([\w.+-]+\+)?json\b/i.test(type)
    this.note('service.responses-are-json', response, json ? undefined : 'the whole', {
      expected: 'JSON, declared as such',
      actual: `${type || 'no media type'}: ${response.text.slice(0, 80)}`,
    })
  }

  private holdForm(response: ApiResponse): void {
    if (this.held.has(response)) return
    this.held.add(response)
    const { checked, breaches } = holdToForm(response.operationId, response.json)
    const broken = new Set(breaches.map(({ requirement }) => requirement))
    for (const requirement of checked) if (!broken.has(requirement)) this.count(requirement)
    for (const { requirement, place, ...words } of breaches) this.note(requirement, response, place, words)
    if (responseMarks(response.operationId).includes('qr-transactions.status-200'))
      this.note(
        'qr-transactions.status-200',
        response,
        response.status === 200 ? undefined : 'the HTTP status',
        {
          expected: '200',
          actual: String(response.status),
        },
      )
  }

  /** Counts a requirement of form, and notes it as broken at a place where one is given; the run goes on. */
  private note(
    requirement: RequirementId,
    response: ApiResponse,
    place: string | undefined,
    words: Words,
  ): void {
    this.count(requirement)
    if (place === undefined) return
    this.formBroken = true
    const key = `${requirement} ${place}`
    if (this.ledger.formBreaches.has(key)) return
    this.ledger.formBreaches.set(key, { requirement, place, ...words, transcript: this.upTo(response) })
  }

  // ── generated inputs ────────────────────────────────────────────────────────────────────────────────────────────

  /** Runs with generated inputs, each in a world of its own where there is one; a failing input is shrunk. */
  async forAll<Value>(
    values: fc.Arbitrary<Value>,
    run: (it: Context, value: Value) => Promise<void>,
    { share = 1, max = Number.POSITIVE_INFINITY }: ForAllOptions = {},
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
          if (end instanceof PreconditionFailed || end instanceof TooMuch)
            ledger.preconditions.add(end.message)
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
        numRuns: Math.max(1, Math.min(max, Math.round(ledger.runs * share))),
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
      return new PreconditionFailed(`an answer was broken in its form (${error.message})`)
    return error
  }
}

/** Whether an error is one that reading a value of another type than its form says may throw. */
function isStumbling(error: unknown): error is Error {
  if (error instanceof TypeError || error instanceof RangeError || error instanceof SyntaxError) return true
  return error instanceof Error && error.message.startsWith('[DecimalError]')
}

function actualOf(response: ApiResponse): string {
  return response.status === 0 ? response.text : `HTTP ${response.status}: ${response.text.slice(0, 300)}`
}
