// Runs histories at a deployment and at the model. When an answer differs, another hypothesis is searched that explains everything so
// far. An answer that none explains is a finding.

import { clientAssumptions } from '../../client/assumptions.ts'
import type { Target } from '../../client/target.ts'
import type { Step } from '../histories/action.ts'
import type { Difference } from '../histories/comparison.ts'
import { Generator } from '../histories/generator.ts'
import { type Answer, answerOf, Side } from '../histories/side.ts'
import type { Deployment } from '../observe/deployment.ts'
import type { AssumptionChoices } from '../observe/in-process.ts'
import { type Hypothesis, type Observed, type Outcome, Replay } from './replay.ts'
import { type Explained, Search } from './search.ts'

/** An answer that no hypothesis explains: the last one of what was observed. */
export interface Finding {
  observed: Observed
  differences: readonly Difference[]
}

export interface Learned {
  hypothesis: Hypothesis
  explained: Explained[]
  findings: Finding[]
  /** The number of hypotheses that were tried. */
  tried: number
}

export interface LearnOptions {
  seed: number
  /** The number of actions of each history. */
  lengths: readonly number[]
  start?: Hypothesis
}

/** Learns from histories. By default, the options by which requests are made are those of the target. */
export async function learn(
  deployment: Deployment,
  { seed, lengths, start }: LearnOptions,
): Promise<Learned> {
  const generator = new Generator(seed)
  const learned: Learned = {
    hypothesis: start ?? { assumptions: declared(deployment.target) },
    explained: [],
    findings: [],
    tried: 0,
  }
  for (const length of lengths) await learnFromHistory(deployment, generator, length, learned)
  return learned
}

/** The options by which requests are made, where a target declares others than the usual ones. */
function declared({ assumptions }: Target): AssumptionChoices {
  const usual = clientAssumptions()
  return Object.fromEntries(
    Object.entries(assumptions).filter(([id, option]) => option !== usual[id as keyof typeof usual]),
  )
}

async function learnFromHistory(
  deployment: Deployment,
  generator: Generator,
  length: number,
  learned: Learned,
): Promise<void> {
  const side = new Side(deployment)
  await side.begin()
  let replay = await Replay.begin(learned.hypothesis)
  const drawing = generator.begin(replay.side)
  const steps: Step[] = []
  const answers: Answer[] = []
  const observed = { steps, answers }
  while (steps.length < length) {
    const step = drawing.next()
    const actual = await answerOf(side, step)
    steps.push(step)
    answers.push(actual)
    const differences = await replay.next(step, actual)
    if (differences.length > 0) {
      const found = await explained(learned, observed, { replay, explained: steps.length - 1, differences })
      if (found === undefined) {
        learned.findings.push({ observed: { steps: [...steps], answers: [...answers] }, differences })
        return
      }
      replay = found
      drawing.moveTo(replay.side, replay.answers)
    }
    const [answer] = replay.answers.slice(-1)
    if (answer !== undefined) drawing.note(answer)
  }
  learned.explained.push({ ...observed, read: new Set(replay.bases.flatMap(({ read }) => [...read])) })
}

/** The replay of the nearest hypothesis that explains what was observed, which is learned; undefined if there is none. */
async function explained(
  learned: Learned,
  observed: Observed,
  outcome: Outcome,
): Promise<Replay | undefined> {
  const search = new Search(learned.explained, observed)
  const found = await search.explain(learned.hypothesis, outcome)
  learned.tried += search.tried
  if (found === undefined) return undefined
  learned.hypothesis = found.hypothesis
  return found.replay
}
