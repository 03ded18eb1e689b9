// Finds what a later request may have taken from an input or from an earlier answer: the texts that stand for people, and
// those that came into the world by an answer.

import type { Target } from '../../client/target.ts'
import { textsIn } from '../expressions.ts'
import { inputsOf } from '../inputs.ts'
import type { RecordedCall } from './recording.ts'

/** A value that an answer gave, and where. */
export interface Source {
  step: number
  pointer: string
}

/** Texts shorter than that are too common to have come from an answer. */
const leastGenerated = 6
/** What each person's texts are called: `merchant.accessToken` by the token itself. */
export function inputExpressions(
  target: Target | undefined,
  receivers: readonly string[],
): Map<string, string> {
  const named = new Map<string, string>()
  const add = (text: unknown, name: string): void => {
    if (typeof text === 'string' && text.length >= leastGenerated && !named.has(text)) named.set(text, name)
  }
  const { coin: _, payoutToken: __, ...inputs } = target === undefined ? {} : inputsOf(target)
  for (const [name, input] of Object.entries(inputs)) {
    if (typeof input !== 'object' || input === null) add(input, name)
    else for (const [field, text] of Object.entries(input)) add(text, `${name}.${field}`)
  }
  for (const url of receivers) add(url, 'receiver.url')
  return named
}

/** The texts that came into the world by an answer, and were not in a request before. */
export function sourcesIn(
  calls: readonly RecordedCall[],
  inputs: ReadonlyMap<string, string>,
): Map<string, Source> {
  const seen = new Set<string>(inputs.keys())
  const sources = new Map<string, Source>()
  calls.forEach((call, step) => {
    for (const { text } of textsIn([call.pathValues, call.query, call.body])) seen.add(text)
    for (const { text, pointer } of textsIn(call.exchange.response)) {
      // The runner follows pointers of plain names only.
      if (text.length < leastGenerated || seen.has(text) || !/^(\/[\w-]+)+$/.test(pointer)) continue
      seen.add(text)
      // A plain amount may stand in a later request by chance; an identifier or an instant does not.
      if (/\d/.test(text) && !/^[\d.]+$/.test(text)) sources.set(text, { step, pointer })
    }
  })
  return sources
}
