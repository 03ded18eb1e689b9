// The detections of the suite at each level, with what an operator may have: accounts only, a webhook receiver too, or the control API
// of a simulator. The runs with a mutant end with the first one that kills it, because a larger one has the same properties.

import { type Harm, harmLevels } from '../../../spec/operation.ts'
import { observableRequirementIds, type RequirementId } from '../../../spec/requirements.ts'
import { allProperties } from '../../commands/all-claims.ts'
import type { Deployment } from '../../observe/deployment.ts'
import { whyNotApplicable } from '../../steps/needs.ts'
import type { Property } from '../../steps/property.ts'

/** Declarations of the target file in addition to accounts; each has what those before it have. */
const setups = ['accounts', 'receiver', 'control'] as const
export type Setup = (typeof setups)[number]

/** A deployment without what the target file does not declare. Each property still has a new world. */
export function withSetup(deployment: Deployment, setup: Setup): Deployment {
  if (setup === 'control') return deployment
  const { clock: _, shopper: __, webhooks, ...accounts } = deployment
  return setup === 'accounts' || webhooks === undefined ? accounts : { ...accounts, webhooks }
}

/** A run: what the target file declares, and the level. */
interface Run {
  setup: Setup
  level: Harm
}

/** All runs. Each comes after those that can check less. */
export const levelRuns: readonly Run[] = setups.flatMap((setup) =>
  harmLevels.map((level) => ({ setup, level })),
)

function applicableIn({ setup, level }: Run, deployment: Deployment): Property[] {
  const declared = withSetup(deployment, setup)
  return allProperties.filter((one) => whyNotApplicable(one, declared, level) === undefined)
}

/** The observable requirements that a run can check. */
export function checkableIn(run: Run, deployment: Deployment): RequirementId[] {
  const ids = new Set(applicableIn(run, deployment).flatMap(({ checks }) => checks))
  return observableRequirementIds.filter((id) => ids.has(id))
}

/** The runs that can check more than each run before. Without a clock, for example, `disruptive` adds nothing to `money`. */
export function distinctRuns(deployment: Deployment): Run[] {
  let most = 0
  return levelRuns.filter((run) => {
    const { length } = applicableIn(run, deployment)
    const isMore = length > most
    most = Math.max(most, length)
    return isMore
  })
}

export const runName = ({ setup, level }: Run) => `${setup} ${level}`

/** The first run that kills a mutant; undefined if none does. */
export async function firstKillingRun(
  requirement: RequirementId,
  deployment: Deployment,
  kills: (run: Run) => Promise<boolean>,
): Promise<Run | undefined> {
  for (const run of distinctRuns(deployment))
    if (checkableIn(run, deployment).includes(requirement) && (await kills(run))) return run
  return undefined
}
