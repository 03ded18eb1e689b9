// Runs a property again in situations, in the world of its plain run. The plain run found nothing, so what is violated then, is
// violated in the situation.

import { errorStack, UsageError } from '../../core/errors.ts'
import { hasControl } from '../observe/deployment.ts'
import { RunEnded } from '../observe/run-budget.ts'
import { NotApplicable, PreconditionFailed, type Violation, ViolationError } from '../observe/violation.ts'
import type { Property } from '../steps/property.ts'
import { startWorld } from '../steps/property-run.ts'
import { failedWithMoney } from '../steps/retries.ts'
import { type Situated, situationsOf } from './choose-situations.ts'
import { confirmed, refusedForNoReason } from './confirm-refusals.ts'
import { cutShort, endOf, newRun, type PropertyOutcome, type Run, type Shared } from './one-run.ts'

const runsInSituation = 2

type Found = Pick<PropertyOutcome, 'violations' | 'error' | 'earlyEnd'>

/** The violations found in the first situation where one is found, or what ended the property before its last situation. */
export async function foundInSituations(property: Property, shared: Shared): Promise<Found> {
  const situations = situationsOf(property, shared)
  for (const [at, situated] of situations.entries()) {
    if (shared.budget.earlyEnd !== undefined) break
    // Other inputs than those of the plain run, and of the situation before.
    const found = await foundIn(property, { ...shared, seed: shared.seed + at + 1 }, situated)
    if (found.violations.length > 0 || found.error !== undefined) return found
  }
  return { violations: [], ...(situations.length === 0 ? {} : cutShort(shared)) }
}

async function foundIn(property: Property, shared: Shared, first: Situated): Promise<Found> {
  const { situated, run, thrown, error, refused } = await ranIn(property, shared, first)
  if (error instanceof UsageError) throw error
  if (error instanceof RunEnded) return { violations: [] }
  if (error !== undefined && !isWithoutVerdict(error)) return { violations: [], error: errorStack(error) }
  const once = [...(await confirmed(run, thrown)), ...run.shapeViolations.values()]
  if (once.length === 0) once.push(...(await refusedForNoReason(run, refused)))
  // A payment that fails inside the service once in a while says nothing, and in a situation it is not retried.
  const violations = shared.deployment.remote ? once.filter((one) => !failedWithMoney(one)) : once
  if (violations.length === 0) return { violations }
  return { violations: await inSimplest(property, shared, situated, violations) }
}

/** A run in a situation, or in a plainer one while a precondition fails. */
async function ranIn(
  property: Property,
  shared: Shared,
  situated: Situated,
  plainer = situated.plainer(),
): Promise<{ situated: Situated; run: Run } & Awaited<ReturnType<typeof outcomeOf>>> {
  const run = runIn(situated, shared)
  const outcome = await outcomeOf(property, run)
  const [next, ...others] = outcome.error instanceof PreconditionFailed ? plainer : []
  return next === undefined ? { situated, run, ...outcome } : ranIn(property, shared, next, others)
}

const runIn = ({ situation, deployment }: Situated, shared: Shared): Run => ({
  ...newRun({ ...shared, deployment }),
  ...{ runs: runsInSituation, shrink: false, situation },
})

/** The end of a run: if a precondition failed, with the request that it is about. */
async function outcomeOf(property: Property, run: Run) {
  const { error, last } = await endOf(property, run)
  const [generated] = run.preconditions.values()
  const refused = error instanceof PreconditionFailed ? (error.because.call ?? last) : generated?.call
  return error instanceof ViolationError
    ? { thrown: [error.violation], error: undefined, refused }
    : { thrown: [], error, refused }
}

/**
 * The violations with the situation in words: for the first of a requirement, in the simplest situation with it. Each thing that can be
 * left out is left out; where worlds can start again, at last the run of the property before. Without control, each request counts.
 */
async function inSimplest(
  property: Property,
  shared: Shared,
  found: Situated,
  violations: readonly Violation[],
): Promise<Violation[]> {
  const [first] = violations
  let simplest: { situated: Situated; violations: readonly Violation[] } = { situated: found, violations }
  const { deployment, shrink, simplified } = shared
  const isFirst = first !== undefined && simplified?.has(first.requirement) === false
  if (isFirst) simplified.add(first.requirement)
  const special = found.special.filter((name) => deployment.isolates || name !== 'attempt')
  for (const name of hasControl(deployment) && shrink && isFirst ? special : []) {
    const situated = simplest.situated.without(name)
    const again = await violationsIn(property, shared, situated)
    if (again.some(({ requirement }) => requirement === first?.requirement))
      simplest = { situated, violations: again }
  }
  const { words } = simplest.situated.situation
  return simplest.violations.map((one) => ({ ...one, ...(words === '' ? {} : { situation: words }) }))
}

/** The violations by a property in a situation of a new world, after a plain run unless it is the first time. */
async function violationsIn(property: Property, shared: Shared, situated: Situated): Promise<Violation[]> {
  const plain = newRun(shared)
  if (shared.deployment.isolates && situated.special.includes('attempt')) await endOf(property, plain)
  else await startWorld(plain)
  const run = runIn(situated, shared)
  const { thrown, refused } = await outcomeOf(property, run)
  const found = [...thrown, ...run.shapeViolations.values()]
  return found.length > 0 ? found : refusedForNoReason(run, refused)
}

const isWithoutVerdict = (error: unknown) =>
  error instanceof PreconditionFailed || error instanceof NotApplicable
