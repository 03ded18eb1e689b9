// How a run of a property ends before its end: a requirement is broken, a precondition did not hold, or something that it
// needs is not there. Anything else that is thrown is a fault of the suite.

import type { RequirementId } from '../../spec/requirements.ts'
import type { Step } from './transcript.ts'

/** What may be asked of an answer in general: to succeed, to refuse, or to say a text of that form somewhere. */
export type Expectation = 'success' | 'refusal' | { says: string }

/** One broken requirement with its evidence. */
export interface Breach {
  requirement: RequirementId
  /** The set of lawful outcomes, in words. */
  expected: string
  /** What came instead. */
  actual: string
  /** The place in an answer, for breaches of form. */
  place?: string
  /** What was done, up to the step at which it was broken. */
  transcript: readonly Step[]
  /** What was asked of the last step, where that can be said in general. */
  expects?: Expectation
  /** The generated input, made small. */
  counterexample?: string
  /** Where a run with generated inputs begins again. */
  path?: string
}

/** A requirement that a check found broken. */
export class Violation extends Error {
  readonly breach: Breach

  constructor(breach: Breach) {
    super(`${breach.requirement}: lawful is ${breach.expected}; what came: ${breach.actual}`)
    this.name = 'Violation'
    this.breach = breach
  }
}

/** A step before the check did not go as the check supposes; nothing is known of the requirement. */
export class PreconditionFailed extends Error {
  override name = 'PremiseFailed'
}

/** Something that the check needs is not there. */
export class NotApplicable extends Error {
  override name = 'NotApplicable'
}

/** A call that the target's limits forbid; with another input it may be allowed. */
export class TooMuch extends NotApplicable {
  override name = 'TooMuch'
}
