// A history: actions with the answers of the model, to be replayed at other deployments.

import type { Deployment } from '../observe/deployment.ts'
import { requestsOf, type Step } from './action.ts'
import { Comparison, type Difference } from './comparison.ts'
import { type Answer, answerOf, Side } from './side.ts'

export interface History {
  steps: readonly Step[]
  /** The answers of the model, by the place of the step. */
  answers: readonly Answer[]
}

/** Where a deployment first answers otherwise than the model. */
interface FirstDifference {
  /** The place of the step. */
  at: number
  step: Step
  differences: readonly Difference[]
  /** The number of requests up to it. */
  requests: number
}

export const requestCount = (steps: readonly Step[]) =>
  steps.reduce((count, { action }) => count + requestsOf(action).length, 0)

/** Runs the actions of a history at a deployment until it answers otherwise than the model; undefined if it never does. */
export async function firstDifference(
  { steps, answers }: History,
  deployment: Deployment,
): Promise<FirstDifference | undefined> {
  const side = new Side(deployment)
  const comparison = new Comparison()
  await side.begin()
  for (const [at, step] of steps.entries()) {
    const expected = answers[at]
    if (expected === undefined) break
    comparison.sends(step)
    const differences = comparison.differences(expected, await answerOf(side, step))
    if (differences.length > 0)
      return { at, step, differences, requests: requestCount(steps.slice(0, at + 1)) }
  }
  return undefined
}
