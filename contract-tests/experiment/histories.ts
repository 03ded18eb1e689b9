// Histories as a part of a run: long courses of usual and unusual actions, in which every answer is compared with the simulator's.

import { errorMessage, errorStack, UsageError } from '../../core/errors.ts'
import { findUnexplained } from '../explain/twin.ts'
import { leastAlike } from '../explain/unexplained.ts'
import { RunEnded } from '../observe/run-budget.ts'
import type { Property } from '../steps/property.ts'
import { nothingFound, type PropertyOutcome, type Shared } from './one-run.ts'

/** The actions for each generated input of a property. */
const actionsPerRun = 60

/** The number of actions of a run; each sends about one request. */
export const actionsIn = ({ runs }: Pick<Shared, 'runs'>) => actionsPerRun * runs

/** Stands for the histories in reports. They check every requirement a little, and decide about none. */
export const histories: Property = {
  title: 'histories',
  // They move the clock.
  level: 'disruptive',
  needs: ['clock', 'shopper', 'secondMerchant'],
  checks: [],
  run: async () => {},
}

/** The outcome of histories, which need separate worlds. */
export async function outcomeOfHistories(shared: Shared): Promise<PropertyOutcome> {
  const { deployment, budget, seed } = shared
  const began = performance.now()
  const outcome: PropertyOutcome = { ...nothingFound, property: histories }
  try {
    const { alike, ...found } = await findUnexplained(deployment, {
      budget,
      seed,
      actions: actionsIn(shared),
    })
    const note = alike < leastAlike ? { note: unknownDeployment(alike) } : {}
    return { ...outcome, ...found, ...note, seconds: (performance.now() - began) / 1000 }
  } catch (error) {
    if (error instanceof UsageError) throw error
    if (error instanceof RunEnded) return outcome
    // A connection that breaks is no error of the suite.
    return deployment.remote
      ? { ...outcome, note: `Histories: not finished, so they show nothing: ${errorMessage(error)}.` }
      : { ...outcome, error: errorStack(error) }
  }
}

const unknownDeployment = (alike: number) =>
  `Histories: the simulator answers like the deployment in ${Math.floor(alike * 100)} % of the actions, which is too little to judge the others. \`paytwin learn\` lists what differs.`
