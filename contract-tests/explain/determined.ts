// Places of answers that the contract determines: the model answers the same there with every option.

import type { UnspecifiedBehavior } from '../../spec/statements.ts'
import { type UnspecifiedId, unspecifiedBehaviors } from '../../spec/unspecified.ts'
import { type KeyedDifference, shown } from './differences.ts'
import { type Hypothesis, type Observed, type Replay, replayed } from './replay.ts'

/** A place in the last answer of a history, with the text that the model has there. */
interface Place {
  key: string
  place?: string
  expected: string
}

/**
 * True if the model has the same text at a place with every other option that it read, one at a time. An option is left out if the model
 * accepts or refuses another action before with it.
 */
export async function isDetermined(
  hypothesis: Hypothesis,
  observed: Observed,
  { key, place, expected }: Place,
): Promise<boolean> {
  const usual = await differencesOf(hypothesis, observed)
  const read = new Set(usual.replay.bases.flatMap((basis) => [...basis.read]))
  for (const other of [...read].flatMap((id) => othersOf(hypothesis, id))) {
    const { before, last } = await differencesOf(other, observed)
    const same = last.find((one) => one.key === key && one.place === place)
    if (shown(same?.expected) !== expected && outcomesIn(before) === outcomesIn(usual.before)) return false
  }
  return true
}

const outcomesIn = (differences: readonly KeyedDifference[]) =>
  differences.filter(({ isOutcome }) => isOutcome).length

/** The hypotheses with another option of a behavior. */
function othersOf(hypothesis: Hypothesis, id: UnspecifiedId): Hypothesis[] {
  const { options }: UnspecifiedBehavior = unspecifiedBehaviors[id]
  const [usual] = Object.keys(options)
  const chosen = hypothesis.assumptions[id] ?? usual
  return Object.keys(options)
    .filter((option) => option !== chosen)
    .map((option) => ({ ...hypothesis, assumptions: { ...hypothesis.assumptions, [id]: option } }))
}

interface Differences {
  replay: Replay
  /** Those of the last action. */
  last: KeyedDifference[]
  /** Those of the actions before. */
  before: KeyedDifference[]
}

async function differencesOf(hypothesis: Hypothesis, observed: Observed): Promise<Differences> {
  const before: KeyedDifference[] = []
  const last: KeyedDifference[] = []
  const isKnown = (at: number, one: KeyedDifference) => {
    const found = at === observed.steps.length - 1 ? last : before
    found.push(one)
    return true
  }
  const { replay } = await replayed(hypothesis, { ...observed, isKnown })
  return { replay, before, last }
}
