// The reason of a refusal in the log of a server and in what `logs` prints.

import { parseJson } from '../../core/json.ts'

/** The first text of a JSON object that has more than one word, with its quotes. */
const firstSentence = /:("(?:[^"\\]|\\.)* (?:[^"\\]|\\.)*")/

/** The first reason that the JSON text of a response gives for a refusal; undefined for a success. */
export function firstReason(status: number, response: string): string | undefined {
  const isRefused = status >= 400 || /^\{"ok":false|"success":false/.test(response)
  const sentence = isRefused ? firstSentence.exec(response)?.[1] : undefined
  const text = sentence === undefined ? undefined : parseJson(sentence)
  return typeof text === 'string' ? text.replace(/;.*/s, '') : undefined
}
