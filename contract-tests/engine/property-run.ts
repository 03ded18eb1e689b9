// What all contexts of one property share: where they write down what was checked, what was broken and what was made.

import type { OperationId } from '../../spec/operations.ts'
import type { RequirementId } from '../../spec/requirements.ts'
import type { Deployment } from '../targets/deployment.ts'
import type { Allowance } from './run-budget.ts'
import type { Breach } from './violation.ts'

/** Something that a run left behind in a deployment. */
export interface Creation {
  /** The operation that made it. */
  operationId: string
  /** What the run calls it; begins with the run's tag. */
  ours: string
  /** What the deployment calls it, where it says so. */
  theirs?: string
}

export interface Ledger {
  deployment: Deployment
  allowance: Allowance
  /** Begins every identifier that the run makes. */
  tag: string
  seed: number
  runs: number
  /** Whether a failing input is made small before it is told; a grade does not need that. */
  shrink: boolean
  /** Where a failing run with generated inputs begins again: which of the property's loops, and its path. */
  path?: { loop: number; at: string }
  /** How many loops with generated inputs have begun. */
  loops: number
  /** How often each requirement was checked. */
  checked: Map<RequirementId, number>
  /** How often a requirement was checked by the refusal of an operation, which says something only if it can succeed. */
  refused: Map<RequirementId, Map<OperationId, number>>
  /** The operations that succeeded in this run. */
  succeeded: Set<OperationId>
  /** Breaches of form, by requirement and place; they are noted, and the run goes on. */
  formBreaches: Map<string, Breach>
  /** Violations of checks. */
  violations: Breach[]
  /** Premises that did not hold, in words. */
  preconditions: Set<string>
  /** Everything that was made and stays. */
  created: Creation[]
  counter: { next: number }
}

/** Begins a world of its own where there is one; identifiers then begin again too. */
export async function freshWorld(ledger: Ledger): Promise<void> {
  await ledger.deployment.fresh()
  if (ledger.deployment.isolates) ledger.counter.next = 0
}
