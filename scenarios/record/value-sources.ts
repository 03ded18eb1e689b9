// Where the texts of a recorded request come from: an account of the target, or an earlier response.

import { type Accounts, inputsOf } from '../accounts.ts'
import { parseExpression, textsIn } from '../format/expressions.ts'
import type { RecordedCall } from './recording.ts'

/** A text that appeared first in a response. */
export interface Source {
  step: number
  expression: string
}

/** Shorter texts may be equal by chance. */
const minLength = 6

/** The input for each text of an account: `merchant.accessToken` by the token. */
export function inputExpressions(accounts: Accounts, receivers: readonly string[]): Map<string, string> {
  const named = new Map<string, string>()
  const add = (text: unknown, name: string): void => {
    if (typeof text === 'string' && text.length >= minLength && !named.has(text)) named.set(text, name)
  }
  const { coin: _, payoutToken: __, ...inputs } = inputsOf(accounts)
  for (const [name, input] of Object.entries(inputs)) {
    if (typeof input !== 'object' || input === null) add(input, name)
    else for (const [field, text] of Object.entries(input)) add(text, `${name}.${field}`)
  }
  for (const url of receivers) add(url, 'receiver.url')
  return named
}

/** The texts that appeared first in a response, not in a request. */
export function sourcesIn(
  calls: readonly RecordedCall[],
  inputs: ReadonlyMap<string, string>,
): Map<string, Source> {
  const seen = new Set<string>(inputs.keys())
  const sources = new Map<string, Source>()
  calls.forEach((call, step) => {
    for (const { text } of textsIn([call.pathValues, call.query, call.body])) seen.add(text)
    for (const { text, pointer } of textsIn(call.exchange.response)) {
      const expression = `$response.body#${pointer}`
      if (text.length < minLength || seen.has(text) || parseExpression(expression) === undefined) continue
      seen.add(text)
      // A later request may contain the same amount by chance, but not the same identifier or instant.
      if (/\d/.test(text) && !/^[\d.]+$/.test(text)) sources.set(text, { step, expression })
    }
  })
  return sources
}
