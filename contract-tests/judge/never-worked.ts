// Violations that rest on what never worked in a run: an operation with something that the contract does not show, or the
// webhook. They say nothing about the deployment, so what they concern is inconclusive.

import type { Target } from '../../client/target.ts'
import type { Call } from '../../client/transcript.ts'
import type { OperationId } from '../../spec/operations.ts'
import type { PropertyOutcome, Shared } from '../experiment/one-run.ts'
import type { Deployment } from '../observe/deployment.ts'
import type { FailedPrecondition } from '../observe/failed-preconditions.ts'
import type { Because, Violation } from '../observe/violation.ts'
import { hasProvedDatum } from '../preflight/diagnosis.ts'
import { knownGood } from '../preflight/known-good.ts'

interface Facts {
  target: Target
  /** True if it is a real deployment. */
  remote: boolean
  /** The operations that succeeded at least once. */
  succeeded: ReadonlySet<OperationId>
  /** Why no delivery could arrive, if none did. */
  noDelivery: string | undefined
}

/** The outcomes without violations that rest on nothing. */
export async function withoutInconclusive(
  outcomes: readonly PropertyOutcome[],
  { deployment, succeeded, budget }: Pick<Shared, 'deployment' | 'succeeded' | 'budget'>,
): Promise<PropertyOutcome[]> {
  const refusedToken = budget.failedPreconditions.find(({ token }) => token !== undefined)
  if (succeeded.size === 0 && refusedToken !== undefined)
    return outcomes.map((outcome) => withoutVerdict(outcome, refusedToken))
  const facts: Facts = {
    target: deployment.target,
    remote: deployment.remote,
    succeeded,
    noDelivery: await whyNoDelivery(deployment),
  }
  return outcomes.map((outcome) => {
    const inconclusive = outcome.violations.flatMap((violation) => {
      const reason = whyInconclusive(outcome, violation, facts)
      return reason === undefined ? [] : [{ violation, reason }]
    })
    if (inconclusive.length === 0) return outcome
    const checked = new Map(outcome.checked)
    for (const { violation } of inconclusive)
      checked.set(violation.requirement, Math.max(0, (checked.get(violation.requirement) ?? 0) - 1))
    return {
      ...outcome,
      checked,
      violations: outcome.violations.filter((one) =>
        inconclusive.every(({ violation }) => violation !== one),
      ),
      preconditions: new Map([
        ...outcome.preconditions,
        ...inconclusive.map(({ reason, violation }): [string, Because] => [
          reason,
          { call: lastCallOf(violation) },
        ]),
      ]),
    }
  })
}

/** An outcome of a run in which all tokens are refused and no request succeeded: nothing is proved about the deployment. */
function withoutVerdict(outcome: PropertyOutcome, { message, call }: FailedPrecondition): PropertyOutcome {
  if (outcome.notApplicable !== undefined) return outcome
  const preconditions = new Map([...outcome.preconditions, [message, { call }] as const])
  return { ...outcome, checked: new Map(), violations: [], preconditions }
}

/** Why no delivery could arrive, if a receiver without a control API got none; else undefined. */
async function whyNoDelivery({ webhooks }: Deployment): Promise<string | undefined> {
  if (webhooks?.url === undefined || (await webhooks.received()).length > 0) return undefined
  return `capabilities.webhooks: no delivery arrived in this run. Register ${webhooks.url} as the webhook of the first merchant.`
}

function whyInconclusive(
  { property }: PropertyOutcome,
  { requirement, transcript, expects, place, situation }: Violation,
  { target, remote, succeeded, noDelivery }: Facts,
): string | undefined {
  const called = lastCallOf({ transcript })?.operationId
  // permitted: service.unknown-record-like-unknown-path
  if (
    requirement === 'service.paths-under-base-url' &&
    place === undefined &&
    called !== undefined &&
    succeeded.has(called) &&
    // In a situation, the complete request was refused, too.
    situation === undefined
  )
    return `${called} succeeded in this run, so it is served: another request was refused like an unknown path`
  if (!remote) return undefined
  if (noDelivery !== undefined && property.needs?.includes('webhooks')) return noDelivery
  const call = lastCallOf({ transcript })
  if (call === undefined || place !== undefined || expects === 'refusal') return undefined
  const { operationId } = call
  if (!Object.hasOwn(knownGood, operationId) || succeeded.has(operationId)) return undefined
  if (hasProvedDatum(operationId, succeeded, { target })) return undefined
  return `${operationId} never succeeded in this run, and the contract does not show all that it needs`
}

function lastCallOf({ transcript }: Pick<Violation, 'transcript'>): Call | undefined {
  return transcript.findLast((step): step is Call => !('did' in step))
}
