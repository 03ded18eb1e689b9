// The types of the package's export `paytwin/replay`. They need no types of other packages.

/** The choices of a user for all scenarios of a run against a simulator. */
export interface SimulatorChoice {
  seed?: string
  /** The accounts. */
  world?: object
  /** Options by the id of the unspecified behavior. */
  assumptions?: Record<string, unknown>
  /** Seed of a random choice of assumptions. */
  randomAssumptions?: string
}

export const verdicts = ['pass', 'fail', 'not applicable', 'invalid', 'unreachable', 'error'] as const

/**
 * `not applicable`: the target lacks an operation or an account. `invalid`: the scenario cannot be run as written.
 * `unreachable`: the target never responded. `error`: a bug of paytwin.
 */
export type Verdict = (typeof verdicts)[number]

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
    failures: FailureReport[]
  }[]
}
