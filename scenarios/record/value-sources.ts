// Where the texts of a recorded request come from: an account of the target, or an earlier response.

import type { Target } from '../../client/target.ts'
import { pointerSteps } from '../../core/json-pointer.ts'
import type { Redactor } from '../../core/redaction.ts'
import { parseExpression, textsIn } from '../format/expressions.ts'
import { inputsOf } from '../inputs.ts'
import type { RecordedCall } from './recording.ts'

/** A text that appeared first in a response. */
export interface Source {
  step: number
  expression: string
}

/** Shorter texts may be equal by chance. */
const minLength = 6

/** The input for each text of an account: `merchant.accessToken` by the token. */
export function inputExpressions(
  target: Target | undefined,
  receivers: readonly string[],
): Map<string, string> {
  const named = new Map<string, string>()
  const add = (text: unknown, name: string): void => {
    if (typeof text === 'string' && text.length >= minLength && !named.has(text)) named.set(text, name)
  }
  const { coin: _, payoutToken: __, ...inputs } = target === undefined ? {} : inputsOf(target)
  for (const [name, input] of Object.entries(inputs)) {
    if (typeof input !== 'object' || input === null) add(input, name)
    else for (const [field, text] of Object.entries(input)) add(text, `${name}.${field}`)
  }
  for (const url of receivers) add(url, 'receiver.url')
  return named
}

/** The texts that appeared first in a response, not in a request and not below a secret key. It yields after each call. */
export function* sourcesIn(
  calls: readonly RecordedCall[],
  inputs: ReadonlyMap<string, string>,
  redactor: Redactor,
): Generator<undefined, Map<string, Source>> {
  const seen = new Set<string>(inputs.keys())
  const sources = new Map<string, Source>()
  for (const [step, call] of calls.entries()) {
    for (const { text } of textsIn([call.pathValues, call.query, call.body])) seen.add(text)
    for (const { text, pointer } of textsIn(call.exchange.response)) {
      const expression = `$response.body#${pointer}`
      if (text.length < minLength || seen.has(text) || parseExpression(expression) === undefined) continue
      seen.add(text)
      // A later request may contain the same amount by chance, but not the same identifier or instant.
      if (!/\d/.test(text) || /^[\d.]+$/.test(text)) continue
      if (pointerSteps(pointer).every((key) => redactor.text(key) === key))
        sources.set(text, { step, expression })
    }
    yield
  }
  return sources
}

/** Texts of this length are also found inside other texts. */
const minInsideLength = 16

/** A function that replaces known texts inside a text, in one pass however many are known. */
export function knownTextReplacer(
  known: readonly string[],
): (text: string, replacement: (known: string) => string | undefined) => string {
  const byStart = new Map<string, string[]>()
  for (const one of known) {
    if (one.length < minInsideLength) continue
    const start = one.slice(0, minInsideLength)
    byStart.set(start, [...(byStart.get(start) ?? []), one])
  }
  return (text, replacement) => {
    let replaced = ''
    let copied = 0
    for (let at = 0; at + minInsideLength <= text.length; at += 1) {
      const found = byStart
        .get(text.slice(at, at + minInsideLength))
        ?.find((one) => at >= copied && text.startsWith(one, at))
      const shown = found === undefined ? undefined : replacement(found)
      if (found === undefined || shown === undefined) continue
      replaced += text.slice(copied, at) + shown
      copied = at + found.length
    }
    return replaced + text.slice(copied)
  }
}
