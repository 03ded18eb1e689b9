// Runs of a property with generated inputs.

import fc from 'fast-check'
import type { Call } from '../../client/transcript.ts'
import { InvariantError } from '../../core/errors.ts'
import type { RequirementId } from '../../spec/requirements.ts'
import { AmountTooLarge, PreconditionFailed, type Violation, ViolationError } from '../observe/violation.ts'
import { addPrecondition, canStartAgain, type PropertyRun, startWorld } from './property-run.ts'
import { endInconclusive, transientReason } from './retries.ts'

export interface ForAllOptions {
  /** The share of the configured number of runs; 1 by default. */
  share?: number
}

interface Example {
  endOf(error?: unknown): unknown
  readonly lastCall: Call | undefined
}

/** Runs with generated inputs, each in a new world if the deployment isolates. A failing input is shrunk. */
export async function forAll<It extends Example, Value>(
  run: PropertyRun,
  contextOf: (run: PropertyRun) => It,
  values: fc.Arbitrary<Value>,
  test: (it: It, value: Value) => Promise<void>,
  { share = 1 }: ForAllOptions,
): Promise<void> {
  run.loops += 1
  const loop = run.loops
  let violated: RequirementId | undefined
  const lasting = new Set<RequirementId>()
  let ended: { by: unknown } | undefined
  const judge = async (error: unknown, { lastCall }: It) => {
    if (error instanceof PreconditionFailed || error instanceof AmountTooLarge)
      return addPrecondition(run, error, lastCall)
    if (!(error instanceof ViolationError)) {
      ended = { by: error }
      return
    }
    if (!(await isLasting(run, error.violation, lasting))) return
    violated ??= error.violation.requirement
    if (error.violation.requirement === violated) throw error
    // A smaller input that violates another requirement is another failure.
    run.violations.push(error.violation)
  }
  const details = await fc.check(
    fc.asyncProperty(values, async (value) => {
      for (let attempt = 1; ended === undefined; attempt += 1) {
        await startWorld(run)
        const it = contextOf(run)
        const error = await test(it, value).then(
          () => it.endOf(),
          (thrown) => it.endOf(thrown),
        )
        if (error === undefined) return
        if (!canStartAgain(run, error, attempt)) return await judge(error, it)
      }
    }),
    {
      seed: run.seed,
      endOnFailure: !run.shrink,
      numRuns: Math.max(1, Math.round(run.runs * share)),
      ...(run.path?.loop === loop ? { path: run.path.at } : {}),
    },
  )
  if (ended !== undefined) throw ended.by
  const { errorInstance, counterexamplePath: at } = details
  if (errorInstance instanceof ViolationError) {
    run.violations.push({
      ...errorInstance.violation,
      counterexample: fc.stringify(details.counterexample),
      ...(at === null ? {} : { path: `${loop}/${at}` }),
    })
  } else if (details.failed) throw errorInstance ?? new InvariantError('fast-check failed without an error.')
}

/** True if a violation is that of a request that is refused for longer than a moment. Its world ends with the example. */
async function isLasting(
  run: PropertyRun,
  violation: Violation,
  lasting: Set<RequirementId>,
): Promise<boolean> {
  if (!run.deployment.isolates || lasting.has(violation.requirement)) return true
  const reason = await transientReason(run, violation)
  if (reason === undefined) lasting.add(violation.requirement)
  else endInconclusive(run, violation, reason)
  return reason === undefined
}
