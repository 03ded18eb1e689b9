// Runs a property again in situations, in the world of its plain run. The plain run found nothing, so what is violated then, is
// violated in the situation.

import { errorStack, UsageError } from '../../core/errors.ts'
import { confirmed } from './confirmation.ts'
import { endOf, newRun, type Shared } from './one-run.ts'
import type { Property } from './property.ts'
import type { PropertyRun, RunSituation } from './property-run.ts'
import { RunEnded } from './run-budget.ts'
import { type Situated, situationsOf } from './run-situations.ts'
import type { PropertyOutcome } from './verdicts.ts'
import { NotApplicable, PreconditionFailed, type Violation, ViolationError } from './violation.ts'

/** The violations found in the first situation where one is found, or the error that it ended with. */
export async function foundInSituations(
  property: Property,
  shared: Shared,
): Promise<Pick<PropertyOutcome, 'violations' | 'error'>> {
  const situations = situationsOf(property, shared)
  for (const [at, situated] of situations.entries()) {
    const run = runIn(situated, shared)
    const { thrown, error } = await outcomeOf(property, run)
    if (error instanceof UsageError) throw error
    if (error instanceof RunEnded) break
    if (error !== undefined && !isWithoutVerdict(error)) return { violations: [], error: errorStack(error) }
    const found = [...thrown, ...run.violations]
    const kept = await confirmed(run, thrown)
    const violations = [...kept, ...run.shapeViolations.values()]
    const unproved = found.filter((one) => !kept.includes(one))
    if (violations.length === 0 && unproved.length > 0 && situated.situation.onAnOrdinaryDay !== undefined)
      violations.push(...(await ofTheDay(property, shared, situations.slice(0, at + 1), unproved)))
    if (violations.length > 0)
      return { violations: violations.map((one) => ({ ...one, situation: situated.situation.words })) }
  }
  return { violations: [] }
}

const runIn = ({ situation, deployment }: Situated, shared: Shared): PropertyRun => ({
  ...newRun({ ...shared, deployment }),
  ...{ runs: 1, shrink: false, situation },
})

async function outcomeOf(
  property: Property,
  run: PropertyRun,
): Promise<{ thrown: Violation[]; error?: unknown }> {
  const { error } = await endOf(property, run)
  return error instanceof ViolationError ? { thrown: [error.violation] } : { thrown: [], error }
}

const isWithoutVerdict = (error: unknown) =>
  error instanceof PreconditionFailed || error instanceof NotApplicable

/**
 * Of violations by which a service refuses even complete requests, those that are due to the day. The same requests are sent in a new
 * world, the last ones on an ordinary day soon after: a token that expires, or a limit that is reached, would refuse them there, too.
 */
async function ofTheDay(
  property: Property,
  shared: Shared,
  situations: readonly Situated[],
  violations: readonly Violation[],
): Promise<readonly Violation[]> {
  const { error } = await endOf(property, newRun({ ...shared, runs: 1 }))
  if (error !== undefined) return []
  const [last, ...earlier] = situations.toReversed()
  const { situation, deployment } = last ?? {}
  for (const one of earlier.toReversed()) await endOf(property, runIn(one, shared))
  if (deployment === undefined || situation?.onAnOrdinaryDay === undefined) return []
  const ordinary: RunSituation = { ...situation, begin: situation.onAnOrdinaryDay }
  const run = runIn({ situation: ordinary, deployment }, shared)
  const control = await outcomeOf(property, run)
  const isClear = control.thrown.length + run.violations.length + run.preconditions.size === 0
  return isClear && control.error === undefined ? violations : []
}
