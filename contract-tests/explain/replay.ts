// A hypothesis says how the model answers: with which options, in which world. It is replayed against what a deployment answered.

import { setImmediate } from 'node:timers/promises'
import type { Role } from '../../client/target-accounts.ts'
import { requestsOf, type Step } from '../histories/action.ts'
import { type Comparable, Comparison } from '../histories/comparison.ts'
import { type Answer, answerOf, Side } from '../histories/side.ts'
import {
  type AssumptionChoices,
  type Basis,
  type InProcess,
  inProcess,
  type WorldFile,
} from '../observe/in-process.ts'
import { type KeyedDifference, keyed } from './differences.ts'

export interface Hypothesis {
  readonly assumptions: AssumptionChoices
  readonly world?: WorldFile
  /** The access tokens of the shoppers by their roles; by default, the names of shoppers say their roles. */
  readonly roles?: Readonly<Partial<Record<Role, string>>>
}

/** The actions that were run at a deployment, its answers, and how they are compared. */
export interface Observed {
  readonly steps: readonly Step[]
  readonly answers: readonly Answer[]
  readonly comparable?: Comparable
  /** The first instant of the clock, if it is another one. */
  readonly start?: string
  /** The places of actions that the deployment refused and the model accepts: the model goes on without them. */
  readonly skipped?: ReadonlySet<number>
  /** True if a difference at an action is known, and no reason to reject a hypothesis. */
  readonly isKnown?: (at: number, difference: KeyedDifference) => boolean
}

/** The target of a model: shoppers have the roles that they have at the deployment. */
const withRoles = ({ world, roles }: Hypothesis): Parameters<typeof inProcess>[0] =>
  world === undefined || roles === undefined
    ? {}
    : {
        target: (own) => ({
          ...own,
          shoppers: Object.fromEntries(
            Object.entries(roles).flatMap(([role, token]) => {
              const shopper = world.shoppers.find(({ accessToken }) => accessToken === token)
              if (shopper === undefined) return []
              const { id, accessToken, email, banks } = shopper
              const [bank] = banks
              return [
                [role, { id, accessToken, email, ...(bank === undefined ? {} : { stockId: bank.stockId }) }],
              ]
            }),
          ) as typeof own.shoppers,
        }),
      }

/** The model under a hypothesis, next to a deployment. */
export class Replay {
  readonly side: Side<InProcess>
  /** The answers of the model. */
  readonly answers: Answer[] = []
  /** The basis of each answer. */
  readonly bases: Basis[] = []
  private readonly comparison: Comparison

  private constructor(side: Side<InProcess>, comparable: Comparable | undefined) {
    this.side = side
    this.comparison = new Comparison(comparable)
  }

  static async begin(
    hypothesis: Hypothesis,
    { comparable, start }: Pick<Observed, 'comparable' | 'start'> = {},
  ): Promise<Replay> {
    const { assumptions, world } = hypothesis
    const simulator = { assumptions, start, ...(world === undefined ? {} : { world }) }
    const side = new Side(inProcess({ simulator, ...withRoles(hypothesis) }, true))
    await side.begin()
    return new Replay(side, comparable)
  }

  /** Runs an action at the model, and compares its answer with the one of the deployment. */
  async next(step: Step, actual: Answer): Promise<readonly KeyedDifference[]> {
    this.comparison.sends(step)
    const expected = await answerOf(this.side, step)
    this.answers.push(expected)
    this.bases.push(this.side.deployment.basis())
    return keyed(step, expected, actual, this.comparison.differences(expected, actual))
  }

  /** Runs an action that the deployment refused, and goes on without it if the model accepts it. */
  async attempt(step: Step, actual: Answer): Promise<readonly KeyedDifference[]> {
    const undo = await this.side.deployment.mark()
    const differences = await this.next(step, actual)
    if (differences.some(({ isOutcome }) => isOutcome === true)) {
      await undo()
      this.side.forget(step)
    }
    return differences
  }

  /** Goes on without an action. */
  skip(): void {
    this.answers.push(noAnswer)
    this.bases.push({ read: new Set(), refusals: [] })
  }
}

/** The replay of what was observed, up to the first difference that is not known. */
export interface Outcome {
  replay: Replay
  /** The number of actions that are explained. */
  explained: number
  /** The differences of the next one; none if all are explained. */
  differences: readonly KeyedDifference[]
}

export async function replayed(hypothesis: Hypothesis, observed: Observed): Promise<Outcome> {
  const { steps, answers, skipped, isKnown = () => false } = observed
  // Connections to the deployment are looked after meanwhile.
  await setImmediate()
  const replay = await Replay.begin(hypothesis, observed)
  for (const [explained, step] of steps.entries()) {
    if (skipped?.has(explained)) {
      replay.skip()
      continue
    }
    const all = await replay.next(step, answers[explained] ?? noAnswer)
    const differences = all.filter((one) => !isKnown(explained, one))
    if (differences.length > 0) return { replay, explained, differences }
  }
  return { replay, explained: steps.length, differences: [] }
}

const noAnswer: Answer = { responses: [], deliveries: [] }

/** The differences of the last action, whatever a hypothesis says of those before. */
export async function lastDifferences(
  hypothesis: Hypothesis,
  observed: Observed,
): Promise<readonly KeyedDifference[]> {
  const last = observed.steps.length - 1
  const { isKnown = () => false } = observed
  const { differences } = await replayed(hypothesis, {
    ...observed,
    isKnown: (at, one) => at < last || isKnown(at, one),
  })
  return differences
}

/** The operations of an action. */
export const operationsOf = ({ action }: Step) => requestsOf(action).map(({ operation }) => operation)
