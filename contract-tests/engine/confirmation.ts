// Violations in which a request was refused that must succeed. A service may refuse any request after a while, for example
// because of a limit on payments, a token that has expired, or a caller who is blocked; and for a moment, for example because an
// account is locked after a payment, or a database fails over. Then the refusal says nothing about the requirement.

import type { Call } from '../../client/transcript.ts'
import { type OperationId, operations } from '../../spec/operations.ts'
import { requirements } from '../../spec/requirements.ts'
import { scalarsOf } from '../checks/response-outcome.ts'
import { close, partlyPaidQrOrder } from '../flows/orders.ts'
import { exchangesOf } from '../inputs/exchanges.ts'
import { messagesIn } from '../inputs/payout-rows.ts'
import { completeRequests, sendComplete } from '../inputs/requests.ts'
import { knownGood } from '../preflight/known-good.ts'
import { Client } from './client.ts'
import { Context } from './context.ts'
import { creationsIn } from './creations.ts'
import { addPrecondition, momentSeconds, type PropertyRun, startWorld, waitAMoment } from './property-run.ts'
import { RunEnded } from './run-budget.ts'
import { NotApplicable, PreconditionFailed, Unavailable, type Violation } from './violation.ts'

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
  try {
    if (violation.requirement === 'service.lookups-optional') return await reasonOfPayment(run, call)
    const again = await sentAgain(run, violation, call)
    if (again === 'as-expected')
      return `the request was refused, and not when it was sent again after ${momentSeconds} s. Set limits.pauseSeconds if the deployment refuses requests for a moment`
    if (again === 'unavailable')
      return `the request was refused, and had no proper response when it was sent again after ${momentSeconds} s. Run the suite again when the target is available`
    return isComplete(call.operationId) && (await isUnrelated(run, violation, call))
      ? 'the complete request is refused now, too. A token may have expired, or a limit is reached'
      : undefined
  } catch (error) {
    if (error instanceof RunEnded) return undefined
    if (error instanceof PreconditionFailed)
      return `the request was refused, and whether the complete one is refused now, too, is unknown: ${error.message}`
    throw error
  }
}

/** The same for a payment without lookups. They were made since, so only another payment shows whether it needs them. */
async function reasonOfPayment(run: PropertyRun, { operationId }: Call): Promise<string | undefined> {
  return !(await waitAMoment(run)) || (await isRefused(new Context(run), operationId as CompleteId))
    ? undefined
    : 'the payment was refused, and another one without lookups is accepted now'
}

/** After so many requests that were refused again, refusals are not taken for momentary any more. */
const maxLastingRefusals = 5

/** Sends a refused request again a little later. Returns what became of it: accepted, or refused as it must be, is as expected. */
async function sentAgain(
  run: PropertyRun,
  { requirement, expects }: Violation,
  call: Call,
): Promise<'as-expected' | 'unavailable' | 'refused'> {
  const { deployment, budget } = run
  const isEnough = budget.lastingRefusals >= maxLastingRefusals
  if (mayHaveMovedMoney(call, expects) || isEnough || !(await waitAMoment(run))) return 'refused'
  const again = await new Client(deployment, budget).resend(call)
  run.created.push(...creationsIn(call, again))
  if (again.outcome === 'unavailable') return 'unavailable'
  const isAsExpected =
    typeof expects === 'object' ? says(again.json, expects.says) : again.outcome === 'success'
  if (isAsExpected) return 'as-expected'
  // A service may violate many inferred requirements.
  if (requirements[requirement].basis === 'stated') budget.lastingRefusals += 1
  return 'refused'
}

/** What failed inside the service may have taken effect, except for what it must refuse. Without money, no harm is done twice. */
const mayHaveMovedMoney = ({ status, operationId }: Call, expects: Violation['expects']) =>
  status >= 500 && operations[operationId].harm === 'money' && typeof expects !== 'object'

/** Whether a request was refused by an error inside the service, and cannot be sent again because it may have moved money. */
export function failedWithMoney(violation: Violation): boolean {
  const call = refusedCall(violation)
  return call !== undefined && mayHaveMovedMoney(call, violation.expects)
}

/** Whether a text of a response matches a regular expression. */
const says = (json: unknown, pattern: string) =>
  scalarsOf(json).some((text) => messagesIn(text).some((message) => new RegExp(pattern).test(message)))

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
    if (run.deployment.remote && (await isTokenRefused(run, call))) return true
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
    const isUnknown = error instanceof Unavailable && !run.deployment.isolates
    if (!isUnknown && (error instanceof PreconditionFailed || error instanceof NotApplicable)) return false
    throw error
  }
}

/** The lookup that shows whether the token of an operation is still valid. */
const tokenLookup = (operationId: OperationId): CompleteId =>
  operations[operationId].credential === 'shopperToken' ? 'getShopper' : 'getStore'

const lookupsWith = {
  shopperToken: ['getShopper', 'listBanks', 'checkExchangeBalance'],
  merchantToken: ['getStore', 'listCurrencies'],
} as const

/** Whether every look-up with the token of a request is refused, and one was accepted before: the token may have expired. */
async function isTokenRefused(run: PropertyRun, { operationId, headers }: Call): Promise<boolean> {
  const { credential } = operations[operationId]
  const token = headers.authorization?.replace('Bearer ', '')
  if (token === undefined || (credential !== 'shopperToken' && credential !== 'merchantToken')) return false
  const lookups = lookupsWith[credential]
  if (!lookups.some((id) => run.succeeded.has(id))) return false
  for (const id of lookups)
    if ((await sendComplete(new Context(run), id, { token })).outcome !== 'refusal') return false
  return true
}

const exchangeIn = ({ url }: Call) => decodeURIComponent(new URL(url).pathname.split('/').at(-1) ?? '')

async function isRefused(it: Context, operationId: CompleteId, exchange?: string): Promise<boolean> {
  const options = { exchange: exchange ?? exchangesOf(it)[0] ?? '' }
  const response =
    operationId === 'closePartialPayment'
      ? await close(it, await partlyPaidQrOrder(it))
      : await sendComplete(it, operationId, options)
  return response.outcome === 'refusal'
}
