// Where the texts of a recorded request come from: an account of the target, or an earlier response.

import type { Target } from '../../client/target.ts'
import { clientIdOf, merchantIdOf } from '../../client/target-accounts.ts'
import { pointerSteps } from '../../core/json-pointer.ts'
import type { Redactor } from '../../core/redaction.ts'
import { parseExpression, textsIn } from '../format/expressions.ts'
import { responseHasText } from '../format/response-places.ts'
import { inputsOf, namedMerchants } from '../inputs.ts'
import type { RecordedCall } from './recording.ts'

/** Where a text is in a response. */
interface Source {
  step: number
  expression: string
}

/** The place where a text appeared first, and the first one where every deployment has such a text. */
export interface Sources {
  first: Source
  stated?: Source
}

/** The place from which a step takes a text; undefined if no earlier response has it. */
export function sourceFor(step: number, sources: Sources | undefined): Source | undefined {
  return [sources?.stated, sources?.first].find((source) => source !== undefined && source.step < step)
}

/** Shorter texts may be equal by chance. */
const minLength = 6

/** The input for each text of an account: `merchant.accessToken` by the token. */
export function inputTexts(target: Target | undefined, receivers: readonly string[]): Map<string, string> {
  const named = new Map<string, string>()
  const add = (text: unknown, name: string): void => {
    if (typeof text === 'string' && text.length >= minLength && !named.has(text)) named.set(text, name)
  }
  if (target === undefined) return named
  for (const [name, input] of Object.entries(inputsOf(target)))
    for (const [field, text] of Object.entries(Object(input)))
      if (typeof input === 'object' && field !== 'exchange') add(text, `${name}.${field}`)
  for (const [name, merchant] of Object.entries(namedMerchants(target)))
    if (merchant !== undefined)
      for (const id of [clientIdOf(merchant), merchantIdOf(merchant, 'base64')]) add(id, `${name}.id`)
  for (const url of receivers) add(url, 'receiver.url')
  return named
}

/** The texts that appeared first in a response with their places, not in a request and not below a secret key. It yields after each call. */
export function* sourcesIn(
  calls: readonly RecordedCall[],
  inputs: ReadonlyMap<string, string>,
  redactor: Redactor,
): Generator<undefined, Map<string, Sources>> {
  const seen = new Set<string>(inputs.keys())
  const sources = new Map<string, Sources>()
  for (const [step, call] of calls.entries()) {
    for (const { text } of textsIn([call.pathValues, call.query, call.body])) seen.add(text)
    for (const { text, expression, path } of placesIn(call)) {
      const known = sources.get(text)
      const isOther = known === undefined && seen.has(text)
      seen.add(text)
      if (isOther || !isIdentifying(text) || path.some((key) => redactor.text(key) !== key)) continue
      const source = { step, expression }
      const found = known ?? { first: source }
      sources.set(text, found)
      if (isStated(call.operation, path)) found.stated ??= source
    }
    yield
  }
  return sources
}

/** The places of a response that a later step can take a text from. */
function placesIn({ exchange }: RecordedCall) {
  return textsIn(exchange.response)
    .map(({ text, pointer }) => ({
      text,
      expression: `$response.body#${pointer}`,
      path: pointerSteps(pointer),
    }))
    .filter(({ text, expression }) => text.length >= minLength && parseExpression(expression) !== undefined)
}

/** A later request may contain the same amount by chance, but not the same identifier or instant. */
function isIdentifying(text: string): boolean {
  return /\d/.test(text) && !/^[\d.]+$/.test(text)
}

/** True if every response has a text at a place. The length of a list can differ. */
function isStated(operation: RecordedCall['operation'], path: readonly string[]): boolean {
  return path.every((key) => !/^[1-9]\d*$/.test(key)) && responseHasText(operation, path)
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
