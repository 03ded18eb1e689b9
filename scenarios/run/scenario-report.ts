// The result of a replayed scenario as data, for reports and for code.

/**
 * `not applicable`: the target lacks an operation or an account. `invalid`: the scenario cannot be run as written.
 * `unreachable`: the target never responded. `error`: a bug of paytwin.
 */
export type Verdict = 'pass' | 'fail' | 'not applicable' | 'invalid' | 'unreachable' | 'error'

/** Why a step failed, and where in the scenario. */
export interface FailureReport {
  file: string
  line: number
  column: number
  kind: 'criterion' | 'unresolved-expression' | 'invalid-response' | 'no-response'
  expected: string
  actual: string
  /** The next step, if it is not obvious. */
  remedy?: string
}

/** The outcome of one scenario, as the JSON report has it. */
export interface ScenarioReport {
  file: string
  title: string
  verdict: Verdict
  /** Why it did not pass. */
  reasons: string[]
  durationMs: number
  steps: {
    workflowId: string
    stepId: string
    /** Null for a step that sent nothing. */
    operationId: string | null
    /** The HTTP status; null without a response. */
    status: number | null
    /** True if the step was tried again, so that these failures do not count. */
    retried: boolean
    failures: FailureReport[]
  }[]
}
