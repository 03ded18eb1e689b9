// Runs one property and collects what it found.

import type { Call } from '../../client/transcript.ts'
import { errorStack, UsageError } from '../../core/errors.ts'
import { RunEnded } from '../observe/run-budget.ts'
import {
  type Because,
  NotApplicable,
  PreconditionFailed,
  type Violation,
  ViolationError,
} from '../observe/violation.ts'
import type { Property } from '../steps/property.ts'
import { addPrecondition, canStartAgain, waitAMoment } from '../steps/property-run.ts'
import { failedWithMoney } from '../steps/retries.ts'
import { confirmed, refusedForNoReason } from './confirm-refusals.ts'
import { cutShort, endOf, newRun, type PropertyOutcome, type Shared } from './one-run.ts'
import { foundInSituations } from './run-in-situations.ts'

/** Runs a property, and again in situations if the plain run found nothing. */
export async function runInSituations(property: Property, shared: Shared): Promise<PropertyOutcome> {
  return withSituations(await runProperty(property, shared), shared)
}

/** An outcome with what its property finds in situations, unless the plain run found something. */
export async function withSituations(plain: PropertyOutcome, shared: Shared): Promise<PropertyOutcome> {
  const isClear = plain.violations.length + plain.preconditions.size + plain.unavailable.size === 0
  const hasEnded = [plain.notApplicable, plain.earlyEnd, plain.error].some((reason) => reason !== undefined)
  if (!isClear || hasEnded) return plain
  const began = performance.now()
  const found = await foundInSituations(plain.property, shared)
  return { ...plain, ...found, seconds: (plain.seconds ?? 0) + (performance.now() - began) / 1000 }
}

/**
 * Runs a property. What fails inside the service once in a while says nothing, so after such a failure of a payment or a payout,
 * which is not retried, the property runs once more, and only what is violated again counts.
 */
export async function runProperty(property: Property, shared: Shared): Promise<PropertyOutcome> {
  const first = await outcomeOf(property, shared)
  if (!first.violations.some(failedWithMoney) || !(await waitAMoment(shared))) return first
  const again = await outcomeOf(property, shared)
  const isLasting = ({ requirement }: Violation) =>
    [first, again].every(({ violations }) => violations.some((one) => one.requirement === requirement))
  const reasons = first.violations
    .filter(failedWithMoney)
    .map(({ actual }): [string, Because] => [`a valid request failed once: ${actual}`, {}])
  return {
    ...again,
    violations: [...first.violations, ...again.violations].filter(
      (violation) => !failedWithMoney(violation) || isLasting(violation),
    ),
    preconditions: new Map([...reasons, ...first.preconditions, ...again.preconditions]),
    seconds: (first.seconds ?? 0) + (again.seconds ?? 0),
  }
}

/** The outcome of a property, which runs again if requests of it have no proper response. */
async function outcomeOf(property: Property, shared: Shared): Promise<PropertyOutcome> {
  const run = newRun(shared)
  const began = performance.now()
  let end: Partial<PropertyOutcome> = {}
  let refused: Call | undefined
  const violations: Violation[] = []
  run.timeline.requestsAt.clear()
  for (let attempt = 1; ; attempt += 1) {
    run.loops = 0
    const { error, last } = await endOf(property, run)
    if (canStartAgain(run, error, attempt)) continue
    if (error instanceof ViolationError) violations.push(error.violation)
    else if (error instanceof PreconditionFailed) {
      addPrecondition(run, error, last)
      refused = error.because.call ?? last
    } else end = endBy(error)
    break
  }
  const found = await confirmed(run, violations)
  if (found.length === 0) found.push(...(await refusedForNoReason(run, refused)))
  return {
    property,
    checked: run.checked,
    refused: run.refused,
    violations: [...found, ...run.shapeViolations.values()],
    preconditions: run.preconditions,
    unavailable: run.unavailable,
    seconds: (performance.now() - began) / 1000,
    ...cutShort(shared),
    ...end,
  }
}

/** The meaning of an error other than a violation or a failed precondition for the property. Throws a UsageError. */
function endBy(error: unknown): Partial<PropertyOutcome> {
  if (error instanceof NotApplicable) return { notApplicable: error.message }
  if (error instanceof UsageError) throw error
  return error === undefined || error instanceof RunEnded ? {} : { error: errorStack(error) }
}
