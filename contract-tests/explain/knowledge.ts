// The knowledge of each unspecified behavior: one option explains the histories, or several do, or they never depend on it.

import { type UnspecifiedId, unspecifiedIds } from '../../spec/unspecified.ts'
import type { Answer } from '../histories/side.ts'
import { distance } from './descent.ts'
import { type KeyedDifference, lineOf } from './differences.ts'
import { type Hypothesis, replayed } from './replay.ts'
import { type Explained, otherOptions } from './search.ts'

export interface Knowledge {
  /** The behaviors of which answers exclude every other option, each with an answer that excludes the default or another one. */
  shown: { id: UnspecifiedId; option: string; isDefault: boolean; from: string }[]
  /** The behaviors that answers depend on and that several options explain, the one in force first. */
  open: { id: UnspecifiedId; options: string[] }[]
  unseen: UnspecifiedId[]
}

/** A hypothesis without the options that no history needs, and what is known of each behavior. */
export async function knowledgeOf(
  learned: Hypothesis,
  histories: readonly Explained[],
  unlike: ReadonlySet<Answer>,
): Promise<{ hypothesis: Hypothesis; knowledge: Knowledge }> {
  const hypothesis = await withoutNeedless(learned, histories)
  const knowledge: Knowledge = { shown: [], open: [], unseen: [] }
  const exact = histories.map((one) => onlyWhole(one, unlike))
  for (const id of unspecifiedIds) {
    const own = exact.filter(({ read }) => read.has(id))
    if (own.length === 0) knowledge.unseen.push(id)
    else await addKnown(knowledge, id, hypothesis, own)
  }
  return { hypothesis, knowledge }
}

/** A history whose answers exclude an option only if they are alike in everything under the hypothesis. */
const onlyWhole = (history: Explained, unlike: ReadonlySet<Answer>): Explained => ({
  ...history,
  isKnown: (at, one) => {
    const answer = history.answers[at]
    return history.isKnown?.(at, one) === true || (answer !== undefined && unlike.has(answer))
  },
})

async function addKnown(
  { shown, open }: Knowledge,
  id: UnspecifiedId,
  hypothesis: Hypothesis,
  histories: readonly Explained[],
): Promise<void> {
  const chosen = hypothesis.assumptions[id]
  const others = otherOptions(id, chosen)
  const [option = ''] = otherOptions(id, undefined, true).filter((one) => !others.includes(one))
  const left: string[] = []
  let from: string | undefined
  for (const other of others) {
    const assumptions = { ...hypothesis.assumptions, [id]: other }
    const changed = { ...hypothesis, assumptions }
    const excluded = await firstContradiction(changed, histories)
    if (excluded === undefined || (await isExplainedWithAnother(changed, id, excluded))) left.push(other)
    else from ??= excluded.line
  }
  // A client needs to know of every other option, so the target file has it.
  if (others.length === 0) return
  if (left.length > 0 || from === undefined) open.push({ id, options: [option, ...left] })
  else shown.push({ id, option, isDefault: chosen === undefined, from })
}

/** An answer that a hypothesis does not explain. */
interface Contradiction {
  history: Explained
  /** The place of the action. */
  at: number
  /** The difference, in one line. */
  line: string
  /** The sides that refuse the request. */
  refusedBy: 'deployment' | 'model' | 'both' | 'none'
  /** The assumptions that were read for the answer. */
  read: ReadonlySet<UnspecifiedId>
}

/** The first answer that a hypothesis does not explain; undefined if it explains all. */
async function firstContradiction(
  hypothesis: Hypothesis,
  histories: readonly Explained[],
): Promise<Contradiction | undefined> {
  for (const history of histories) {
    const { explained, differences, replay } = await replayed(hypothesis, history)
    const [step, difference] = [history.steps[explained], differences[0]]
    if (step === undefined || difference === undefined) continue
    const read = replay.bases[explained]?.read ?? new Set()
    return { history, at: explained, line: lineOf(step, difference), refusedBy: sidesOf(difference), read }
  }
  return undefined
}

function sidesOf({ key, isOutcome }: KeyedDifference): Contradiction['refusedBy'] {
  if (isOutcome !== true) return key.startsWith('refusals: ') ? 'both' : 'none'
  return key.endsWith(': refused') ? 'deployment' : 'model'
}

/** True if another behavior explains why the request is refused or accepted: then the answer excludes nothing. */
async function isExplainedWithAnother(
  { assumptions, ...hypothesis }: Hypothesis,
  id: UnspecifiedId,
  { history, at, refusedBy, read }: Contradiction,
): Promise<boolean> {
  if (refusedBy === 'none') return false
  // A template was learned from the answer itself, and one word does not say the cause.
  const hasTemplates = typeof assumptions['errors.envelope'] === 'object'
  if (hasTemplates && refusedBy !== 'model') return !id.startsWith('errors.')
  if (assumptions['errors.wording'] === 'terse' && refusedBy === 'deployment') return true
  for (const other of read)
    for (const option of other === id ? [] : otherOptions(other, assumptions[other])) {
      const both = { ...hypothesis, assumptions: { ...assumptions, [other]: option } }
      if ((await replayed(both, history)).explained > at) return true
    }
  return false
}

/** Leaves out each option without which no more answers differ. */
async function withoutNeedless(learned: Hypothesis, histories: readonly Explained[]): Promise<Hypothesis> {
  let [hypothesis, size] = [learned, await distance(learned, histories)]
  for (const id of Object.keys(learned.assumptions) as UnspecifiedId[]) {
    const { [id]: _, ...assumptions } = hypothesis.assumptions
    const without = { ...hypothesis, assumptions }
    const own = histories.filter(({ read }) => read.has(id))
    if ((await firstContradiction(without, own)) !== undefined) continue
    const sizeWithout = await distance(without, histories)
    if (sizeWithout <= size) [hypothesis, size] = [without, sizeWithout]
  }
  return hypothesis
}
