// Violations in which a request was refused that must succeed. A service may refuse any request after a while, for example
// because of a limit on payments, a token that has expired, or a caller who is blocked; and for a moment, for example because an
// account is locked after a payment, or a database fails over. Then the refusal says nothing about the requirement.

import type { Call } from '../../client/transcript.ts'
import { type OperationId, operations } from '../../spec/operations.ts'
import { requirements } from '../../spec/requirements.ts'
import { close, partlyPaidQrOrder } from '../flows/orders.ts'
import { exchangesOf } from '../inputs/exchanges.ts'
import { completeRequests, sendComplete } from '../inputs/requests.ts'
import { knownGood } from '../preflight/known-good.ts'
import { Client } from './client.ts'
import { Context } from './context.ts'
import { creationsIn } from './creations.ts'
import { addPrecondition, type PropertyRun, startWorld } from './property-run.ts'
import { RunEnded } from './run-budget.ts'
import { NotApplicable, PreconditionFailed, type Violation } from './violation.ts'

type CompleteId = keyof typeof completeRequests | 'closePartialPayment'

/** The violations without those where the service also refuses the complete request that it accepted before. */
export async function confirmed(run: PropertyRun, violations: readonly Violation[]): Promise<Violation[]> {
  const kept: Violation[] = []
  for (const violation of violations) {
    const call = refusedCall(violation)
    const reason = call === undefined ? undefined : await otherReason(run, violation, call)
    if (call === undefined || reason === undefined) kept.push(violation)
    else {
      const { requirement } = violation
      run.checked.set(requirement, Math.max(0, (run.checked.get(requirement) ?? 0) - 1))
      addPrecondition(run, new PreconditionFailed(`${call.operationId}: ${reason}`, call))
    }
  }
  return kept
}

/** Why a refusal says nothing about the requirement; undefined if it violates it. */
async function otherReason(run: PropertyRun, violation: Violation, call: Call): Promise<string | undefined> {
  if (await isMomentary(run, violation, call))
    return `the request was refused, and not when it was sent again after ${secondsUntilResent} s. Set limits.pauseSeconds if the deployment refuses requests for a moment`
  return isComplete(call.operationId) && (await isUnrelated(run, violation, call))
    ? 'the complete request is refused now, too. A token may have expired, or a limit is reached'
    : undefined
}

/** Longer than services lock an account against payments that are sent twice by mistake. */
const secondsUntilResent = 5

/** After so many requests that were refused again, refusals are not taken for momentary any more. */
const maxLastingRefusals = 5

/** Whether the same request is accepted a little later, or refused as it must be. */
async function isMomentary(
  run: PropertyRun,
  { requirement, expects }: Violation,
  call: Call,
): Promise<boolean> {
  const { deployment, budget, realTime } = run
  // What waits in real time has no time for another request.
  const isReal = deployment.remote && !deployment.isolates && realTime === undefined
  // What failed inside the service may have taken effect.
  const mayBeSent = call.status < 500 || operations[call.operationId].harm === 'read'
  if (!isReal || !mayBeSent || budget.lastingRefusals >= maxLastingRefusals) return false
  try {
    await budget.pause(secondsUntilResent * 1000)
    const again = await new Client(deployment, budget).resend(call)
    run.created.push(...creationsIn(call, again))
    const isAsExpected =
      typeof expects === 'object' ? new RegExp(expects.says).test(again.text) : again.outcome === 'success'
    // A service may violate many inferred requirements.
    if (!isAsExpected && requirements[requirement].basis === 'stated') budget.lastingRefusals += 1
    return isAsExpected
  } catch (error) {
    if (error instanceof RunEnded) return false
    throw error
  }
}

/** The last call, if something else than its refusal was expected. */
function refusedCall({ expects, transcript, place }: Violation): Call | undefined {
  const isRelevant = expects !== undefined && expects !== 'refusal' && place === undefined
  return isRelevant ? transcript.findLast((step): step is Call => !('did' in step)) : undefined
}

/** Whether there is a complete request of an operation. */
const isComplete = (operationId: OperationId) =>
  Object.hasOwn({ ...completeRequests, closePartialPayment: true }, operationId)

async function isUnrelated(run: PropertyRun, { expects }: Violation, call: Call): Promise<boolean> {
  const operationId = call.operationId as CompleteId
  const ids = new Set([tokenLookup(operationId), operationId])
  try {
    // An expected error must not be that of every request.
    if (expects !== 'success') return await isRefused(new Context(run), operationId, exchangeIn(call))
    const refused: CompleteId[] = []
    for (const id of ids) if (await isRefused(new Context(run), id)) refused.push(id)
    if (!run.deployment.isolates || refused.length === 0)
      return refused.some((id) => (Object.hasOwn(knownGood, id) ? run.accepted : run.succeeded).has(id))
    await startWorld(run)
    for (const id of refused) if (!(await isRefused(new Context(run), id))) return true
    return false
  } catch (error) {
    if (error instanceof PreconditionFailed || error instanceof NotApplicable) return false
    throw error
  }
}

/** The lookup that shows whether the token of an operation is still valid. */
const tokenLookup = (operationId: OperationId): CompleteId =>
  operations[operationId].credential === 'shopperToken' ? 'getShopper' : 'getStore'

const exchangeIn = ({ url }: Call) => decodeURIComponent(new URL(url).pathname.split('/').at(-1) ?? '')

async function isRefused(it: Context, operationId: CompleteId, exchange?: string): Promise<boolean> {
  const options = { exchange: exchange ?? exchangesOf(it)[0] ?? '' }
  const response =
    operationId === 'closePartialPayment'
      ? await close(it, await partlyPaidQrOrder(it))
      : await sendComplete(it, operationId, options)
  return response.outcome === 'refusal'
}
