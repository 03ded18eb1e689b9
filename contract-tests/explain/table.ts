// The tables that `learn` and `drift` print: plain text, a line for each behavior, each difference and each part of the world.

import { type Harm, includesLevel } from '../../spec/operation.ts'
import { type OperationId, operations } from '../../spec/operations.ts'
import { type UnspecifiedId, unspecifiedBehaviors } from '../../spec/unspecified.ts'
import type { Exception } from './learn.ts'
import type { Drift, LearnedTwin, Proof } from './twin.ts'

const maxLine = 240
const short = (line: string) =>
  line.length > maxLine ? `${line.slice(0, 80)} … ${line.slice(-maxLine + 90)}` : line

function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : ['', `${title} (${lines.length})`, ...lines.map((line) => `  ${line}`)]
}

const counted = (count: number, what: string) => `${count} ${what}${count === 1 ? '' : 's'}`

const exceptionLine = ({ key, count, example, requirements }: Exception) =>
  [
    `${key} (${counted(count, 'time')})`,
    `      ${short(example)}`,
    ...(requirements.length === 0 ? [] : [`      requirements near it: ${requirements.join(', ')}`]),
  ].join('\n')

/** The table of what was learned. */
export function learnedText({ twin, world, knowledge, actions, proof, unseen }: LearnedTwin): string {
  const { shown, open, unseen: never } = knowledge
  const [changed, usual] = [shown.filter((one) => !one.isDefault), shown.filter((one) => one.isDefault)]
  const written = new Set(Object.keys(twin.hypothesis.assumptions))
  return [
    `Learned from ${actions} actions: ${counted(changed.length, 'option')} other than the default, ${counted(usual.length, 'default')} confirmed.`,
    ...section(
      'Recovered: the only option that explains the answers, and an answer that excludes another one',
      changed.map(({ id, option, from }) => `${id}: ${option}\n      ${short(from)}`),
    ),
    ...section(
      'Confirmed defaults: every other option is excluded',
      usual.map(({ id, option }) => `${id}: ${option}`),
    ),
    ...section(
      'Several options explain the answers; the first one is in force',
      open.map(
        ({ id, options }) =>
          `${id}: ${options.join(' or ')}${written.has(id) ? ' (written: more answers differ with the default)' : ''}`,
      ),
    ),
    ...section(
      'World, from look-ups',
      world.seen.map(({ part, from }) => `${part}: ${from}`),
    ),
    ...section('The world file cannot have', world.notSaid),
    ...section(
      'No option expresses',
      twin.exceptions.filter(({ key }) => !isNew(proof, key)).map(exceptionLine),
    ),
    ...section('Could not be compared', unseen),
    ...section(
      'Not seen: no answer depended on it',
      never.map((id) => `${id}${reasonOf(id, twin.level)}`),
    ),
    '',
    proofText(proof),
  ].join('\n')
}

const isNew = ({ others }: Proof, key: string) => others.some((one) => one.key === key)

/** The level that the operations of a behavior need, if it is higher than that of the run. */
function reasonOf(id: UnspecifiedId, level: Harm): string {
  const { places = '' }: { places?: string } = unspecifiedBehaviors[id]
  const needed = places
    .split(/[\s./]+/)
    .flatMap((name) => (Object.hasOwn(operations, name) ? [operations[name as OperationId].harm] : []))
  const isPossible = needed.length === 0 || needed.some((harm) => includesLevel(level, harm))
  return isPossible ? '' : `: needs the level ${needed[0]}`
}

function proofText({ actions: { all, alike }, others }: Proof): string {
  const first = `Proof: ${all} further actions at the deployment and at the twin: ${alike} answers alike in everything`
  if (others.length === 0)
    return alike === all ? `${first}.` : `${first}, the others differ only as listed above.`
  return [`${first}. New differences:`, ...others.map((one) => `  ${exceptionLine(one)}`)].join('\n')
}

/** The table of what has changed. */
export function driftText({ options, others, world, actions }: Drift): string {
  const { all, alike } = actions
  const count = options.length + others.length + world.length
  return [
    `Compared ${all} actions with the twin: ${alike} answers alike in everything.`,
    ...section(
      'Behavior that changed',
      options.map(({ id, before, now, from }) => `${id}: ${now} in place of ${before}\n      ${short(from)}`),
    ),
    ...section('World that changed', world.map(short)),
    ...section('Changes that no option expresses', others.map(exceptionLine)),
    '',
    count === 0 ? 'No change.' : `${count} changes.`,
  ].join('\n')
}
