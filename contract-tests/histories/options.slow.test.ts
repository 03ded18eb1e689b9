// Histories show what most options change: an action is answered otherwise if another option was chosen just before it. The other
// unspecified behaviors have probes.

import { expect, it } from 'vitest'
import { unspecifiedProbes } from '../../simulator/test-support/unspecified-probes.ts'
import { type UnspecifiedId, unspecifiedBehaviors, unspecifiedIds } from '../../spec/unspecified.ts'
import { type InProcess, inProcess } from '../observe/in-process.ts'
import type { Action, Step } from './action.ts'
import { Comparison } from './comparison.ts'
import { Generator } from './generator.ts'
import { type Answer, answerOf, Side } from './side.ts'

/** A seed with which few histories show much. After a change of the catalogue another one may. */
const seed = 5
const mostHistories = 24
const actions = 100

/** An action with its answer under the usual options. */
interface Moment {
  readonly side: Side<InProcess>
  readonly step: Step
  readonly usual: Answer
  /** Goes back to before the action. */
  readonly back: Awaited<ReturnType<InProcess['mark']>>
}

type Choice = readonly [UnspecifiedId, option: string]

/** The pairs of options of each behavior that no action has distinguished yet. */
const alike = new Map(
  unspecifiedIds.map((id) => {
    const names = Object.keys(unspecifiedBehaviors[id].options)
    return [id, names.flatMap((one, at) => names.slice(at + 1).map((other) => [one, other] as const))]
  }),
)
const isShown = (id: UnspecifiedId) => alike.get(id)?.length === 0
const hasProbe = (id: UnspecifiedId) => Object.hasOwn(unspecifiedProbes, id)
const lacking = () => unspecifiedIds.filter((id) => !hasProbe(id) && !isShown(id))

/** Requests so large that one takes as long as many others. */
const isHuge = (action: Action) => /repeat \d{7}/.test(JSON.stringify(action))

async function answerUnder({ side, step, back }: Moment, choices: readonly Choice[]): Promise<Answer> {
  await back(Object.fromEntries(choices))
  return answerOf(side, step)
}

function differ({ step }: Moment, expected: Answer, actual: Answer): boolean {
  const comparison = new Comparison()
  comparison.sends(step)
  return comparison.differences(expected, actual).length > 0
}

/** Distinguishes options of several behaviors from those before them. What changes nothing together changes nothing alone. */
async function distinguish(moment: Moment, choices: readonly Choice[]): Promise<void> {
  const [first, ...more] = choices
  if (first === undefined) return
  const answer = await answerUnder(moment, choices)
  if (!differ(moment, moment.usual, answer)) return
  if (more.length > 0) {
    const half = Math.floor(choices.length / 2)
    await distinguish(moment, choices.slice(0, half))
    await distinguish(moment, choices.slice(half))
    return
  }
  const [id, name] = first
  const left = []
  for (const pair of alike.get(id) ?? [])
    if (pair[1] !== name || !differ(moment, await answerUnder(moment, [[id, pair[0]]]), answer))
      left.push(pair)
  alike.set(id, left)
}

/** The options of behaviors that no action has distinguished from one before them: each round has one of a behavior. */
function roundsOf(ids: Iterable<UnspecifiedId>): Choice[][] {
  const rounds: Choice[][] = []
  for (const id of ids)
    for (const [at, name] of [...new Set(alike.get(id)?.map(([, other]) => other))].entries()) {
      rounds[at] ??= []
      rounds[at].push([id, name])
    }
  return rounds
}

async function runHistory(generator: Generator, model: InProcess): Promise<void> {
  const side = new Side(model)
  await side.begin()
  const readAtStart = model.basis().read
  const drawing = generator.begin(side, (action) => (isHuge(action) ? undefined : action))
  let back = await model.mark()
  while (drawing.steps.length < actions) {
    const step = drawing.next()
    const usual = await answerOf(side, step)
    drawing.note(usual)
    const after = await model.mark()
    for (const round of roundsOf(new Set([...readAtStart, ...model.basis().read])))
      await distinguish({ side, step, usual, back }, round)
    await after()
    side.note(step, usual.responses)
    back = after
  }
}

it('shows the options of each behavior that has no probe', async () => {
  const model = inProcess({ simulator: { seed } }, true)
  const generator = new Generator(seed)
  for (let count = 0; count < mostHistories && lacking().length > 0; count += 1)
    await runHistory(generator, model)
  expect(lacking(), 'The options of these need a probe, or another seed').toEqual([])
})
