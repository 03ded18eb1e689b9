// Requests that were refused and must succeed are retried a little later. (permitted: service.refuses-for-a-moment)

import type { Call } from '../../client/transcript.ts'
import { parseJson } from '../../core/json.ts'
import { operations } from '../../spec/operations.ts'
import { requirements } from '../../spec/requirements.ts'
import { Client } from '../observe/client.ts'
import { creationsIn } from '../observe/creations.ts'
import { messagesIn } from '../observe/payout-messages.ts'
import { reportsNothing, scalarsOf } from '../observe/response-outcome.ts'
import { RunEnded } from '../observe/run-budget.ts'
import { PreconditionFailed, type Violation } from '../observe/violation.ts'
import { addPrecondition, momentSeconds, type PropertyRun, waitAMoment } from './property-run.ts'

/** After so many requests that were refused again, refusals are not taken for transient any more. */
const maxLastingRefusals = 5

/** Why a refusal says nothing about the requirement, if the request is not refused when it is retried; otherwise undefined. */
export async function transientReason(run: PropertyRun, violation: Violation): Promise<string | undefined> {
  const call = refusedCall(violation)
  if (call === undefined || violation.requirement === 'service.lookups-optional') return undefined
  try {
    const again = await retried(run, violation, call)
    if (again === 'as-expected')
      return `the request was refused, and not when it was retried after ${momentSeconds} s. Set limits.pauseSeconds if the deployment refuses requests for a moment`
    return again === 'unavailable'
      ? `the request was refused, and had no proper response when it was retried after ${momentSeconds} s. Run the suite again when the target is available`
      : undefined
  } catch (error) {
    if (error instanceof RunEnded) return undefined
    throw error
  }
}

/** Sends a refused request again a little later. Returns what became of it: accepted, or refused as it must be, is as expected. */
async function retried(
  run: PropertyRun,
  { requirement, expects }: Violation,
  call: Call,
): Promise<'as-expected' | 'unavailable' | 'refused'> {
  const { deployment, budget } = run
  const isEnough = budget.lastingRefusals >= maxLastingRefusals
  if (mayHaveMovedMoney(call, expects) || isEnough || !(await waitAMoment(run))) return 'refused'
  const again = await new Client(deployment, budget).resend(call)
  if (!deployment.isolates) run.created.push(...creationsIn(call, again))
  if (again.outcome === 'unavailable') return 'unavailable'
  const { operationId } = call
  const isAsExpected =
    typeof expects === 'object'
      ? // What said so at first is wrong in another way.
        says(again.json, expects.says) && !says(parseJson(call.response), expects.says)
      : again.outcome === 'success' &&
        !reportsNothing({ operationId, json: again.json }, deployment.target.known.statusIntegers)
  if (isAsExpected) return 'as-expected'
  // A deployment can violate many inferred requirements.
  if (requirements[requirement].basis === 'stated') budget.lastingRefusals += 1
  return 'refused'
}

/** A request that failed inside the service can have taken effect, except for what it must refuse. Without money, no harm is done twice. */
const mayHaveMovedMoney = ({ status, operationId }: Call, expects: Violation['expects']) =>
  status >= 500 && operations[operationId].harm === 'money' && typeof expects !== 'object'

/** True if a request was refused by an error inside the service, and cannot be retried because it may have moved money. */
export function failedWithMoney(violation: Violation): boolean {
  const call = refusedCall(violation)
  return call !== undefined && mayHaveMovedMoney(call, violation.expects)
}

/** True if a text of a response matches a regular expression. */
const says = (json: unknown, pattern: string) =>
  scalarsOf(json).some((text) => messagesIn(text).some((message) => new RegExp(pattern).test(message)))

/** The last call, if something else than its refusal was expected. */
export function refusedCall({ expects, transcript, place }: Violation): Call | undefined {
  const isRelevant = expects !== undefined && expects !== 'refusal' && place === undefined
  return isRelevant ? transcript.findLast((step): step is Call => !('did' in step)) : undefined
}

/** Records why a violation is left out. */
export function endInconclusive(run: PropertyRun, violation: Violation, reason: string): void {
  const { requirement } = violation
  const call = refusedCall(violation)
  run.checked.set(requirement, Math.max(0, (run.checked.get(requirement) ?? 0) - 1))
  addPrecondition(run, new PreconditionFailed(`${call?.operationId}: ${reason}`, { call }))
}
