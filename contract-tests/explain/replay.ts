// A hypothesis says how the model answers: with which options, in which world. It is replayed against what a deployment answered.

import { requestsOf, type Step } from '../histories/action.ts'
import { Comparison, type Difference } from '../histories/comparison.ts'
import { type Answer, answerOf, Side } from '../histories/side.ts'
import {
  type AssumptionChoices,
  type Basis,
  type InProcess,
  inProcess,
  type WorldFile,
} from '../observe/in-process.ts'

export interface Hypothesis {
  readonly assumptions: AssumptionChoices
  readonly world?: WorldFile
}

/** What was done at a deployment, and what it answered. */
export interface Observed {
  readonly steps: readonly Step[]
  readonly answers: readonly Answer[]
}

/** The model under a hypothesis, next to a deployment. */
export class Replay {
  readonly side: Side<InProcess>
  /** The answers of the model. */
  readonly answers: Answer[] = []
  /** The basis of each answer. */
  readonly bases: Basis[] = []
  private readonly comparison = new Comparison()

  private constructor(side: Side<InProcess>) {
    this.side = side
  }

  static async begin({ assumptions, world }: Hypothesis): Promise<Replay> {
    const simulator = { assumptions, ...(world === undefined ? {} : { world }) }
    const side = new Side(inProcess({ simulator }, true))
    await side.begin()
    return new Replay(side)
  }

  /** Runs an action at the model, and compares its answer with the one of the deployment. */
  async next(step: Step, actual: Answer): Promise<readonly Difference[]> {
    this.comparison.sends(step)
    const expected = await answerOf(this.side, step)
    this.answers.push(expected)
    this.bases.push(this.side.deployment.basis())
    return this.comparison.differences(expected, actual)
  }
}

/** The replay of what was observed, up to the first difference. */
export interface Outcome {
  replay: Replay
  /** The number of actions that are explained. */
  explained: number
  /** The differences of the next one; none if all are explained. */
  differences: readonly Difference[]
}

export async function replayed(hypothesis: Hypothesis, observed: Observed): Promise<Outcome> {
  const replay = await Replay.begin(hypothesis)
  for (const [explained, step] of observed.steps.entries()) {
    const differences = await replay.next(step, observed.answers[explained] ?? noAnswer)
    if (differences.length > 0) return { replay, explained, differences }
  }
  return { replay, explained: observed.steps.length, differences: [] }
}

const noAnswer: Answer = { responses: [], deliveries: [] }

/** The differences of the last action, whatever a hypothesis says of those before. */
export async function lastDifferences(
  hypothesis: Hypothesis,
  { steps, answers }: Observed,
): Promise<readonly Difference[]> {
  const replay = await Replay.begin(hypothesis)
  let differences: readonly Difference[] = []
  for (const [at, step] of steps.entries()) differences = await replay.next(step, answers[at] ?? noAnswer)
  return differences
}

/** The operations of an action. */
export const operationsOf = ({ action }: Step) => requestsOf(action).map(({ operation }) => operation)
