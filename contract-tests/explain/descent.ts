// Chooses options one by one so that fewer answers of all histories differ. It needs no hypothesis that explains everything, which a
// service with choices that no option expresses does not have.

import { setImmediate } from 'node:timers/promises'
import { type UnspecifiedId, unspecifiedIds } from '../../spec/unspecified.ts'
import type { KeyedDifference } from './differences.ts'
import { type Hypothesis, type Observed, Replay } from './replay.ts'
import { type Explained, otherOptions } from './search.ts'

/** The distance of a hypothesis from a history. */
interface Distance {
  size: number
  /** That of each answer. */
  sizes: readonly number[]
  /** The assumptions that were read for any answer, and for those that differ. */
  read: ReadonlySet<UnspecifiedId>
  readWhereUnlike: ReadonlySet<UnspecifiedId>
  /** The places of actions that only the deployment refuses. */
  skipped: ReadonlySet<number>
}

/** An outcome hides the fields of the response; many fields of one answer have one cause. */
const outcomeSize = 20
const maxFieldsOfAnswer = 8
/** The answers that another option must explain better, and how many more they must be than those that it explains worse. */
const minNearer = 2
const nearerForEachFarther = 3

/** The hypothesis nearest to all histories that is reached by changing one option at a time, except for some. */
export async function nearest(
  start: Hypothesis,
  histories: readonly Observed[],
  fixed: ReadonlySet<string>,
): Promise<Hypothesis> {
  let [hypothesis, distances] = [start, await distancesOf(start, histories)]
  for (let isChanged = true; isChanged; ) {
    isChanged = false
    for (const id of unspecifiedIds) {
      if (fixed.has(id) || !distances.some(({ readWhereUnlike }) => readWhereUnlike.has(id))) continue
      for (const option of otherOptions(id, hypothesis.assumptions[id])) {
        const assumptions = { ...hypothesis.assumptions, [id]: option }
        const changed = await nearerDistances({ ...hypothesis, assumptions }, histories, distances, id)
        if (changed === undefined) continue
        ;[hypothesis, distances, isChanged] = [{ ...hypothesis, assumptions }, changed, true]
      }
    }
  }
  return hypothesis
}

/** Histories as a hypothesis explains them: what it refuses as the deployment does is no longer left out. */
export async function explainedBy(
  hypothesis: Hypothesis,
  histories: readonly Observed[],
): Promise<Explained[]> {
  const distances = await distancesOf(hypothesis, histories)
  return histories.flatMap((history, at) => {
    const distance = distances[at]
    return distance === undefined ? [] : [{ ...history, read: distance.read, skipped: distance.skipped }]
  })
}

const sumOf = (distances: readonly Distance[]) => distances.reduce((sum, { size }) => sum + size, 0)

/** The distance of a hypothesis from histories: the number of answers and fields that differ, weighted. */
export const distance = async (hypothesis: Hypothesis, histories: readonly Observed[]): Promise<number> =>
  sumOf(await distancesOf(hypothesis, histories))

async function distancesOf(hypothesis: Hypothesis, histories: readonly Observed[]): Promise<Distance[]> {
  const distances: Distance[] = []
  for (const history of histories) distances.push(await distanceOf(hypothesis, history))
  return distances
}

/**
 * The distances of a hypothesis with another option; undefined if it is not nearer in all, and at most answers that it changes. A request
 * may be refused for a reason that no option has: an option that happens to refuse it is nearer there, and farther elsewhere. A history
 * that did not read the option is as before.
 */
async function nearerDistances(
  hypothesis: Hypothesis,
  histories: readonly Observed[],
  before: readonly Distance[],
  id: UnspecifiedId,
): Promise<Distance[] | undefined> {
  const distances = [...before]
  for (const [at, history] of histories.entries()) {
    if (before[at]?.read.has(id) !== true) continue
    distances[at] = await distanceOf(hypothesis, history)
    if (sumOf(distances) > sumOf(before) + outcomeSize) return undefined
  }
  const changes = distances.flatMap(({ sizes }, history) =>
    sizes.map((size, at) => size - (before[history]?.sizes[at] ?? 0)),
  )
  const [nearer, farther] = [changes.filter((one) => one < 0).length, changes.filter((one) => one > 0).length]
  const isNearer = sumOf(distances) < sumOf(before) && nearer >= minNearer
  return isNearer && nearer > nearerForEachFarther * farther ? distances : undefined
}

async function distanceOf(hypothesis: Hypothesis, history: Observed): Promise<Distance> {
  // Connections to the deployment are looked after meanwhile.
  await setImmediate()
  const replay = await Replay.begin(hypothesis, history)
  const [read, readWhereUnlike] = [new Set<UnspecifiedId>(), new Set<UnspecifiedId>()]
  const skipped = new Set<number>()
  const sizes: number[] = []
  for (const [at, step] of history.steps.entries()) {
    const actual = history.answers[at] ?? { responses: [], deliveries: [] }
    const differences = history.skipped?.has(at)
      ? await replay.attempt(step, actual)
      : await replay.next(step, actual)
    const ids = replay.bases.at(-1)?.read ?? []
    for (const id of ids) read.add(id)
    if (differences.length > 0) for (const id of ids) readWhereUnlike.add(id)
    if (history.skipped?.has(at) && differences.some(({ isOutcome }) => isOutcome === true)) skipped.add(at)
    sizes.push(sizeOf(differences))
  }
  const size = sizes.reduce((sum, one) => sum + one, 0)
  return { size, sizes, read, readWhereUnlike, skipped }
}

function sizeOf(differences: readonly KeyedDifference[]): number {
  const outcomes = differences.filter(({ isOutcome }) => isOutcome === true).length
  const others = new Set(differences.filter(({ isOutcome }) => isOutcome !== true).map(({ key }) => key)).size
  return outcomes * outcomeSize + Math.min(others, maxFieldsOfAnswer)
}
