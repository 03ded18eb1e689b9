// The search for a hypothesis that explains what a deployment answered. It tries what the answer read, nearest to the difference first.

import { parseJson, valueAt } from '../../core/json.ts'
import type { UnspecifiedBehavior } from '../../spec/statements.ts'
import { type UnspecifiedId, unspecifiedBehaviors } from '../../spec/unspecified.ts'
import type { KeyedDifference } from './differences.ts'
import { marksOfAnswer } from './marks.ts'
import {
  type Hypothesis,
  lastDifferences,
  type Observed,
  type Outcome,
  operationsOf,
  replayed,
} from './replay.ts'

/** A choice of an option. */
type Choice = readonly [id: UnspecifiedId, option: string]

/** A hypothesis that explains everything, with the replay of the last history. */
export interface Explanation extends Outcome {
  hypothesis: Hypothesis
}

/** A history that was explained, with the assumptions that were read for it. */
export interface Explained extends Observed {
  read: ReadonlySet<UnspecifiedId>
}

/** A search that ends without an explanation begins again without its first choice, at most so often. */
const maxBeginnings = 6

export class Search {
  /** The number of hypotheses that were tried. */
  tried = 0
  /** The hypothesis that explains the most, if none explains everything: it has fewer differences, and no others. */
  nearest: Explanation | undefined
  private readonly before: readonly Explained[]
  private readonly now: Observed
  private readonly max: number

  /** Tries at most `max` hypotheses. */
  constructor(before: readonly Explained[], now: Observed, max = Number.POSITIVE_INFINITY) {
    this.before = before
    this.now = now
    this.max = max
  }

  private get isSpent(): boolean {
    return this.tried >= this.max
  }

  /** The nearest hypothesis that explains all histories; undefined if none was found. */
  async explain(hypothesis: Hypothesis, outcome: Outcome): Promise<Explanation | undefined> {
    const excluded = new Set<string>()
    for (let beginnings = 0; beginnings < maxBeginnings; beginnings += 1) {
      let best: Explanation = { hypothesis, ...outcome }
      let first: readonly Choice[] | undefined
      for (let isImproved = true; isImproved && best.differences.length > 0; ) {
        const next = await this.improved(best, outcome.explained, excluded)
        first ??= next?.choices
        isImproved = next !== undefined
        best = next?.explanation ?? best
      }
      if (best.differences.length === 0) return best
      if (isNearer(best, this.nearest ?? outcome)) this.nearest = best
      if (first === undefined || this.isSpent) return undefined
      excluded.add(String(first))
    }
    return undefined
  }

  /** A hypothesis that explains more: by one choice everything, or by several more, or by a pair; undefined if there is none. */
  private async improved(
    from: Explanation,
    until: number,
    excluded: ReadonlySet<string>,
  ): Promise<Improvement | undefined> {
    const { near, far } = choicesFor(from, this.now, until)
    for (const choices of [near, far]) {
      const better: Improvement[] = []
      for (const choice of choices) {
        if (excluded.has(String([choice]))) continue
        const explanation = await this.attempt(from, [choice])
        if (!isBetter(explanation, from)) continue
        better.push({ choices: [choice], explanation })
        if (explanation.differences.length === 0 && (await this.isConsistent(explanation, [choice])))
          return { choices: [choice], explanation }
      }
      const several = await this.severalOf(from, better)
      if (several !== undefined) return several
    }
    return this.pairOf(from, near, until)
  }

  /** The best improvement, with each of the others that improves it further. */
  private async severalOf(from: Explanation, improvements: Improvement[]): Promise<Improvement | undefined> {
    const sorted = improvements.sort((one, other) => (isBetter(one.explanation, other.explanation) ? -1 : 1))
    let best: Improvement | undefined
    for (const { choices, explanation } of sorted) {
      const next = best === undefined ? explanation : await this.attempt(best.explanation, choices)
      if (isBetter(next, best?.explanation ?? from) && (await this.isConsistent(next, choices)))
        best = { choices: best?.choices ?? choices, explanation: next }
    }
    return best
  }

  /** A choice with another one: of what is read only with the first one, or of what explains an earlier action with it. */
  private async pairOf(
    from: Explanation,
    near: readonly Choice[],
    until: number,
  ): Promise<Improvement | undefined> {
    const known = new Set(near.map(([id]) => id))
    for (const one of near) {
      const first = await this.attempt(from, [one])
      const isLast = first.explained === until
      if (!isLast && sizeOf(await lastDifferences(first.hypothesis, this.now)) >= sizeOf(from.differences))
        continue
      const { near: others } = choicesFor(first, this.now, first.explained)
      const found = await this.secondOf(from, one, isLast ? others.filter(([id]) => !known.has(id)) : others)
      if (found !== undefined) return found
    }
    return undefined
  }

  private async secondOf(
    from: Explanation,
    one: Choice,
    others: readonly Choice[],
  ): Promise<Improvement | undefined> {
    for (const other of others) {
      if (one[0] === other[0]) continue
      const choices = [one, other]
      const explanation = await this.attempt(from, choices)
      if (isBetter(explanation, from) && (await this.isConsistent(explanation, choices)))
        return { choices, explanation }
    }
    return undefined
  }

  private async attempt(from: Explanation, choices: readonly Choice[]): Promise<Explanation> {
    // It is no improvement.
    if (this.isSpent) return from
    const { hypothesis } = from
    this.tried += 1
    const assumptions = { ...hypothesis.assumptions, ...Object.fromEntries(choices) }
    const chosen = { ...hypothesis, assumptions }
    return { hypothesis: chosen, ...(await replayed(chosen, this.now)) }
  }

  /** True if a hypothesis explains the histories before that depend on its choices. */
  private async isConsistent({ hypothesis }: Explanation, choices: readonly Choice[]): Promise<boolean> {
    for (const earlier of this.before)
      if (
        choices.some(([id]) => earlier.read.has(id)) &&
        (await replayed(hypothesis, earlier)).differences.length > 0
      )
        return false
    return true
  }
}

/** Choices, and what they lead to. */
interface Improvement {
  choices: readonly Choice[]
  explanation: Explanation
}

/** True if an outcome has fewer differences at the same action, and those of no other kind. The fields of deliveries are one kind. */
function isNearer(one: Outcome, other: Outcome): boolean {
  const kindOf = ({ key }: KeyedDifference) => key.replace(/^deliveries: .*/, 'deliveries')
  const others = new Set(other.differences.map(kindOf))
  return (
    one.explained === other.explained &&
    sizeOf(one.differences) < sizeOf(other.differences) &&
    one.differences.every((difference) => others.has(kindOf(difference)))
  )
}

/** True if an outcome explains more actions, or as many and more of the next one. */
const isBetter = (one: Outcome, other: Outcome) =>
  one.explained > other.explained ||
  (one.explained === other.explained && sizeOf(one.differences) < sizeOf(other.differences))

/** The number of values that differ, and of words of deliveries that only one side has, wherever they stand. A text counts by the part of its words that differ. */
const sizeOf = (differences: readonly KeyedDifference[]) =>
  wordsOfOneSide(differences.filter(({ place }) => place.startsWith('delivery'))) +
  differences.reduce(
    (sum, { expected, actual, isOutcome }) =>
      sum + (isOutcome === true ? outcomeSize : sizeOfDifference(expected, actual)),
    0,
  )

/** An option that changes what is delivered is nearer even if another one says where in the delivery it stands. */
function wordsOfOneSide(differences: readonly KeyedDifference[]): number {
  const [expected, actual] = (['expected', 'actual'] as const).map((side) => {
    const texts = differences.map((one) =>
      typeof one[side] === 'string' ? one[side] : JSON.stringify(one[side]),
    )
    // Longer ones may be ids.
    return new Set(texts.flatMap((text) => text?.match(/\b\w{1,19}\b/g) ?? []))
  }) as [Set<string>, Set<string>]
  const only = (one: Set<string>, other: Set<string>) => [...one].filter((word) => !other.has(word)).length
  return (only(expected, actual) + only(actual, expected)) / 2
}

/** More than the fields of a refusal: a request that both sides refuse is nearer. */
const outcomeSize = 50

function sizeOfDifference(expected: unknown, actual: unknown): number {
  if (typeof expected !== 'string' || typeof actual !== 'string')
    return Math.max(valuesIn(expected), valuesIn(actual))
  const [words, others] = [expected, actual].map((text) => text.split(/\b/)) as [string[], string[]]
  if (words.length !== others.length) return Math.max(valuesIn(expected), valuesIn(actual))
  return words.filter((word, at) => word !== others[at]).length / words.length
}

function valuesIn(value: unknown): number {
  const parsed = typeof value === 'string' ? (parseJson(value) ?? value) : value
  if (typeof parsed !== 'object' || parsed === null) return 1
  return Object.values(parsed).reduce((sum: number, inner) => sum + valuesIn(inner), 1)
}

/** The choices that may change an answer: of what was read for it, those marked at the differences first, and of what was read before. */
function choicesFor(
  { hypothesis: { assumptions }, replay, differences }: Explanation,
  { steps }: Observed,
  explained: number,
): { near: Choice[]; far: Choice[] } {
  const step = steps[explained]
  const [operation] = step === undefined ? [] : operationsOf(step)
  const marked = differences.flatMap(({ place }) =>
    marksOfAnswer(operation, place).flatMap((node) => node['x-unspecified'] ?? []),
  )
  const read = replay.bases.map((basis) => basis.read)
  const own = [...(read[explained] ?? [])]
  const isMarked = (id: UnspecifiedId) => marked.includes(id)
  const nearest = own.filter(isMarked).sort((one, other) => marked.indexOf(one) - marked.indexOf(other))
  const near = new Set([...nearest, ...own])
  const far = new Set(
    read
      .slice(0, explained)
      .reverse()
      .flatMap((one) => [...one])
      .filter((id) => !near.has(id)),
  )
  const choices = (ids: Iterable<UnspecifiedId>) =>
    [...ids].flatMap((id) => otherOptions(id, assumptions[id]).map((option): Choice => [id, option]))
  return { near: choices(near), far: choices(far) }
}

/** The options that clients need not know of, except for the one in force, or with it. */
export function otherOptions(id: UnspecifiedId, chosen: unknown, isAll = false): string[] {
  const { options }: UnspecifiedBehavior = unspecifiedBehaviors[id]
  const names = Object.keys(options)
  const now = typeof chosen === 'string' ? chosen : (valueAt(chosen, 'use') ?? names[0])
  return names.filter((name) => (isAll || name !== now) && options[name]?.needsOtherClient !== true)
}
