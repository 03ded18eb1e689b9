// The context of a running property: its environment, the client, checks, preconditions and generated inputs. There is one
// for each example and for each run with generated inputs.

import type fc from 'fast-check'
import type { Call, Expectation, Step } from '../../client/transcript.ts'
import { valueAt } from '../../core/json.ts'
import type { OperationId } from '../../spec/operations.ts'
import { type RequirementId, requirements } from '../../spec/requirements.ts'
import { wrongStatuses } from '../invariants/first-statuses.ts'
import { foreignParts } from '../invariants/foreign-parts.ts'
import { formatChecks } from '../invariants/response-format.ts'
import { checkResponseShape } from '../invariants/response-shape.ts'
import { isCreating, repeatedIds } from '../invariants/unique-ids.ts'

import { type ApiResponse, actualOf } from '../observe/client.ts'
import { contentOf, creationsIn } from '../observe/creations.ts'
import type { Delivery } from '../observe/deliveries.ts'
import { evidenceOf } from '../observe/evidence.ts'
import { accountCauseOf, remedyOf } from '../observe/refusal-causes.ts'
import { isEffective, reportsNothing } from '../observe/response-outcome.ts'
import {
  isBuiltInError,
  NotApplicable,
  PreconditionFailed,
  type Violation,
  ViolationError,
} from '../observe/violation.ts'

import { Environment } from './environment.ts'
import { type ForAllOptions, forAll } from './for-all.ts'
import { InvoicedClient } from './invoiced-client.ts'
import type { PropertyRun } from './property-run.ts'
import { timelineTexts } from './timeline.ts'

/** Why a success of an operation with nothing in it proves nothing. */
const nothings: Readonly<Partial<Record<OperationId, string>>> = {
  createExchangePayment: 'the payment was canceled at once',
  createBankPayment: 'the payment was canceled at once',
  getInvoice: 'the order has no items',
}

type Difference = Record<'expected' | 'actual', string>

interface CheckDetails extends Difference {
  /** The response, if it is not the last one, and what is expected of it. */
  of?: { response: ApiResponse; expects: Expectation }
  /** True if a violation is far beyond the bound that is inferred. */
  gross?: boolean
}

export class Context extends Environment {
  readonly client: InvoicedClient
  /** The number of steps up to each response. */
  private readonly steps = new WeakMap<ApiResponse, number>()
  private readonly shapeChecked = new WeakSet<ApiResponse>()
  private hasShapeViolation = false
  /** The first violation of an inferred requirement. */
  private postponed: Violation | undefined

  constructor(run: PropertyRun) {
    super(run)
    const list = (...created: Parameters<typeof creationsIn>) => {
      const isNew = !run.deployment.isolates && run.realTime?.wasReplayed !== true
      if (isNew) run.created.push(...creationsIn(...created))
    }
    this.client = new InvoicedClient(this, run.deployment, run.budget, {
      responded: (response, call, { merchant = this.merchant }) => {
        for (const [name, value] of Object.entries(response.headers)) run.redactor.learnHeader(name, value)
        this.record(call)
        run.timeline.requestsAt.add(run.timeline.elapsedMs)
        this.steps.set(response, this.transcript.length)
        list(call, response)
        if (this.inspect(response, call) && isCreating(call.operationId))
          run.records.push({
            ...{ merchant, call, sent: Object(contentOf(call)) },
            result: valueAt(response.json, 'result'),
          })
      },
      ...run.situation,
      ...(run.situation?.isLater === true && this.canMoveClock
        ? { aDayPasses: () => this.advance({ days: 1 }) }
        : {}),
      completed: (response) => {
        if (response.outcome !== 'refusal') this.checkShape(response)
      },
      repeated: (sentence) => this.say(sentence),
      lost: (call) => list(call, { outcome: 'unavailable', json: undefined }),
    })
  }

  /** Checks a requirement. Unless `holds`, the run has a violation. */
  check(requirement: RequirementId, holds: boolean, { of, gross, ...difference }: CheckDetails): void {
    if (holds) {
      this.count(requirement)
      return
    }
    const transcript = of === undefined ? [...this.transcript] : this.upTo(of.response)
    // A value of a response that violates its schema may have another type than it is declared with.
    const actual = evidenceOf(String(difference.actual))
    const how = { expects: of?.expects, ...(gross === true ? { gross } : {}) }
    this.violate({ requirement, ...difference, actual, transcript, ...how, ...this.timed })
  }

  /**
   * Ends the run with a violation. After that of an inferred requirement, which is found at the end, the run goes on until another
   * requirement is violated: that may rest on it, so the property proves nothing about the other one.
   */
  private violate(violation: Violation): void {
    const { requirement, gross, expects } = violation
    const isInferred = requirements[requirement].basis === 'inferred' && gross !== true
    const canGoOn = isInferred && (expects === undefined || expects === 'refusal')
    const { postponed } = this
    if (postponed !== undefined && postponed.requirement !== requirement) {
      this.run.doubtful.add(requirement)
      this.run.checked.delete(requirement)
      throw new ViolationError(postponed)
    }
    this.count(requirement)
    if (!canGoOn) throw new ViolationError(violation)
    this.postponed ??= violation
  }

  private get timed(): { timeline: string[] } {
    return { timeline: timelineTexts(this.run.timeline) }
  }

  /** Checks that a value of a response is the expected one. */
  checkEqual(requirement: RequirementId, actual: unknown, expected: unknown): void {
    this.check(requirement, actual === expected, { expected: String(expected), actual: String(actual) })
  }

  /** Checks that no delivery violates what is expected. */
  checkNone(requirement: RequirementId, delivery: Delivery | undefined, expected: string): void {
    const actual = `${delivery?.url.slice(0, 2500)} ${delivery?.body.slice(0, 1000)}`
    this.check(requirement, delivery === undefined, { expected, actual })
  }

  /** Checks that a response is a success and returns its body. A violation of its schema concerns other requirements. */
  succeeds<Id extends OperationId>(
    requirement: RequirementId,
    response: ApiResponse<Id>,
  ): ApiResponse<Id>['success'] {
    this.expect(requirement, response, 'success', `success of ${response.operationId}`)
    this.checkShape(response)
    return response.success
  }

  /** Checks that a response is a refusal: anything but a success that found or made something. */
  refuses(requirement: RequirementId, response: ApiResponse, because: string): void {
    const counts = this.run.refused.get(requirement) ?? new Map<OperationId, number>()
    this.run.refused.set(
      requirement,
      counts.set(response.operationId, (counts.get(response.operationId) ?? 0) + 1),
    )
    this.expect(requirement, response, 'refusal', `a refusal in any form, because ${because}`)
  }

  private expect(
    requirement: RequirementId,
    response: ApiResponse,
    expects: 'success' | 'refusal',
    expected: string,
  ): void {
    const isRefused = response.outcome === 'refusal'
    if (expects === 'success' ? !isRefused : !isEffective(response, this.target.known.statusIntegers)) {
      this.count(requirement)
      return
    }
    const hasInvoice = expects === 'refusal' || !this.client.paysWithoutInvoice(response.operationId)
    this.ruledOut('invoices.needed-by-payments', hasInvoice)
    if (expects === 'success') this.preconditionOfAccount(response)
    const transcript = this.upTo(response)
    const actual = actualOf(response)
    this.violate({ requirement, expected, actual, expects, transcript, ...this.timed })
  }

  /** Ends the run without a verdict if the account of the shopper or the merchant may cause a refusal. */
  preconditionOfAccount(response: ApiResponse): void {
    const cause = accountCauseOf(response)
    this.precondition(cause === undefined, `${cause}, which the account may cause`)
  }

  private upTo(response: ApiResponse): Step[] {
    return this.transcript.slice(0, this.steps.get(response))
  }

  /** Returns the body of a response that must be a success for the check to conclude. A refusal fails the precondition. */
  given<Id extends OperationId>(response: ApiResponse<Id>): ApiResponse<Id>['success'] {
    this.precondition(
      response.outcome !== 'refusal',
      `${response.operationId} must succeed; actual: ${actualOf(response)}${remedyOf(response)}`,
    )
    // A canceled payment may have the record of an earlier one. (permitted: transactions.same-record-again)
    const nothing = nothings[response.operationId]
    const isNothing = nothing !== undefined && reportsNothing(response, this.target.known.statusIntegers)
    this.precondition(!isNothing, `${nothing}; actual: ${actualOf(response)}`)
    this.checkShape(response)
    return response.success
  }

  precondition(holds: boolean, message: string): void {
    if (!holds) throw new PreconditionFailed(message)
  }

  /** Ends the run because the target lacks what the check needs. */
  notApplicable(reason: string): never {
    throw new NotApplicable(reason)
  }

  private count(requirement: RequirementId): void {
    if (this.run.doubtful.has(requirement)) return
    this.run.checked.set(requirement, (this.run.checked.get(requirement) ?? 0) + 1)
  }

  /** Checks what holds for every response, and the schema of a success. Returns true if something was made or found. */
  private inspect(response: ApiResponse, call: Call): boolean {
    if (response.outcome !== 'refusal') this.run.succeeded.add(response.operationId)
    if (response.outcome === 'success') this.checkShape(response)
    // A record of a payment that cannot be made is a refusal, and may have any id.
    const { statusIntegers } = this.target.known
    const isMade = response.outcome === 'success' && !reportsNothing(response, statusIntegers)
    const { ordersOfIds, tag, records } = this.run
    const { target } = this
    const isNew = !ordersOfIds.has(`id ${String(valueAt(response.json, 'result', 'id')).toLowerCase()}`)
    const broken = isMade
      ? [
          ...(isNew ? foreignParts(call, response.json, { target, tag, records }) : []),
          ...wrongStatuses(call, response.json, statusIntegers, ordersOfIds),
          ...repeatedIds(call, response.json, ordersOfIds, target),
        ]
      : []
    for (const { requirement, place, ...difference } of [...formatChecks(response, call), ...broken])
      this.recordShape(requirement, response, place, difference)
    return isMade
  }

  private checkShape(response: ApiResponse): void {
    if (this.shapeChecked.has(response)) return
    this.shapeChecked.add(response)
    const { checked, violations } = checkResponseShape(response.operationId, response.json)
    const violated = new Set(violations.map(({ requirement }) => requirement))
    for (const requirement of checked) if (!violated.has(requirement)) this.count(requirement)
    for (const { requirement, place, ...difference } of violations)
      this.recordShape(requirement, response, place, difference)
  }

  /** Counts a check of a response's shape, and records a violation if there is a place. The run goes on. */
  private recordShape(
    requirement: RequirementId,
    response: ApiResponse,
    place: string | undefined,
    difference: Difference & { gross?: true },
  ): void {
    this.count(requirement)
    if (place === undefined) return
    this.hasShapeViolation = true
    const { shapeViolations } = this.run
    const key = `${requirement} ${place}`
    if (shapeViolations.has(key)) return
    const actual = evidenceOf(difference.actual)
    const transcript = this.upTo(response)
    shapeViolations.set(key, { requirement, place, ...difference, actual, transcript, ...this.timed })
  }

  /** Runs with generated inputs, each in a new world if the deployment isolates. A failing input is shrunk. */
  async forAll<Value>(
    values: fc.Arbitrary<Value>,
    test: (it: Context, value: Value) => Promise<void>,
    options: ForAllOptions = {},
  ): Promise<void> {
    await forAll(this.run, (run) => new Context(run), values, test, options)
  }

  /**
   * The error that a run ends with; undefined if it found nothing. After a violation of a schema, an error of reading the response is
   * no bug of the suite.
   */
  endOf(error?: unknown): unknown {
    // After a violation, a check may ask for what is not possible any more, such as a clock that goes back.
    if (this.postponed !== undefined) return new ViolationError(this.postponed)
    if (this.hasShapeViolation && isBuiltInError(error))
      return new PreconditionFailed('a response violates its schema')
    return error
  }
}
