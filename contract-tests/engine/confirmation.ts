// Violations in which a request was refused that must succeed. A service may refuse any request after a while, for example
// because of a limit on payments, a token that has expired, or a caller who is blocked. Then the refusal says nothing about the
// requirement.

import type { Call } from '../../client/transcript.ts'
import { type OperationId, operations } from '../../spec/operations.ts'
import { close, partlyPaidQrOrder } from '../flows/orders.ts'
import { exchangesOf } from '../inputs/exchanges.ts'
import { completeRequests, sendComplete } from '../inputs/requests.ts'
import { knownGood } from '../preflight/known-good.ts'
import { Context } from './context.ts'
import { addPrecondition, type PropertyRun, startWorld } from './property-run.ts'
import { NotApplicable, PreconditionFailed, type Violation } from './violation.ts'

type CompleteId = keyof typeof completeRequests | 'closePartialPayment'

/** The violations without those where the service also refuses the complete request that it accepted before. */
export async function confirmed(run: PropertyRun, violations: readonly Violation[]): Promise<Violation[]> {
  const kept: Violation[] = []
  for (const violation of violations) {
    const call = refusedCall(violation)
    if (call === undefined || !(await isUnrelated(run, violation, call))) kept.push(violation)
    else {
      const { requirement } = violation
      run.checked.set(requirement, Math.max(0, (run.checked.get(requirement) ?? 0) - 1))
      const message = `${call.operationId}: the complete request is refused now, too. A token may have expired, or a limit is reached`
      addPrecondition(run, new PreconditionFailed(message, call))
    }
  }
  return kept
}

/** The last call, if something else than its refusal was expected and there is a complete request of its operation. */
function refusedCall({ expects, transcript, place }: Violation): Call | undefined {
  const call = transcript.findLast((step): step is Call => !('did' in step))
  const isRelevant = expects !== undefined && expects !== 'refusal' && place === undefined
  if (!isRelevant || call === undefined) return undefined
  const isKnown = Object.hasOwn({ ...completeRequests, closePartialPayment: true }, call.operationId)
  return isKnown ? call : undefined
}

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
