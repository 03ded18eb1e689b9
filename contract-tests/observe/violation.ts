// The early end of a run of a property: a requirement is violated, a precondition fails, or something that it needs is missing.
// Any other error is a bug of the suite.

import type { Call, Expectation, Step } from '../../client/transcript.ts'
import type { OperationId } from '../../spec/operations.ts'
import type { RequirementId } from '../../spec/requirements.ts'
import type { PermittedId } from '../permitted/rows.ts'

/** A violated requirement with its evidence. */
export interface Violation {
  requirement: RequirementId
  /** The permitted outcomes, in words. */
  expected: string
  actual: string
  /** True if it is far beyond the bound of an inferred requirement: then it breaks what is stated. */
  gross?: boolean
  /**
   * Set if nothing but the simulator says so: the requirement is the one that the document marks nearest to the place. `determined` if the
   * simulator answers the same with every option that is possible there; else the violation is a warning.
   */
  unexplained?: 'determined' | 'undetermined'
  /** The place in the response, for violations of a schema. */
  place?: string
  /** The steps up to the one that violates the requirement. */
  transcript: readonly Step[]
  /** The expectation of the last step, if it can be said in general. */
  expects?: Expectation | undefined
  /** The situation when the property began, in words. */
  situation?: string
  /** When the property began, and when the requirement was violated, in words. */
  timeline?: readonly string[]
  /** The generated input, shrunk. */
  counterexample?: string
  /** Where a run with generated inputs starts again. */
  path?: string
}

/** A requirement that a response violates, at a place in it. */
export interface ResponseViolation {
  requirement: RequirementId
  place: string
  expected: string
  actual: string
}

export class ViolationError extends Error {
  override name = 'ViolationError'
  readonly violation: Violation

  constructor(violation: Violation) {
    super(`${violation.requirement}: expected ${violation.expected}, actual ${violation.actual}`)
    this.violation = violation
  }
}

/** The origin of a reason for no verdict. */
export interface Because {
  /** The request that decided, if it is not the last one of the transcript. */
  call?: Call | undefined
  /** The permitted behavior that was not ruled out. */
  row?: PermittedId
  /** The instant from which a later phase can judge it. */
  judgeableFrom?: string
}

/** A step before the check failed, or a permitted behavior was not ruled out, so nothing is known about the requirement. */
export class PreconditionFailed extends Error {
  override name = 'PreconditionFailed'
  readonly because: Because

  constructor(message: string, because: Because = {}) {
    super(message)
    this.because = because
  }
}

/** A request got no proper response, so nothing is known about the requirement. */
export class Unavailable extends PreconditionFailed {
  override name = 'Unavailable'
  readonly operationId: OperationId

  constructor(operationId: OperationId, message: string) {
    super(message)
    this.operationId = operationId
  }
}

/** The target lacks something that the check needs. */
export class NotApplicable extends Error {
  override name = 'NotApplicable'
}

/** A call that the target's limits forbid. With another input it may be permitted. */
export class AmountTooLarge extends NotApplicable {
  override name = 'AmountTooLarge'
}

/** True if an error is one that reading a value of an unexpected type throws. decimal.js throws plain errors. */
export function isBuiltInError(error: unknown): error is Error {
  if (error instanceof TypeError || error instanceof RangeError || error instanceof SyntaxError) return true
  return error instanceof Error && Object.getPrototypeOf(error) === Error.prototype
}
