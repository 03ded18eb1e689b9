// The reason of a refusal in the log of a server and in what `logs` prints.

import { parseJson } from '../../core/json.ts'

/** The first text of a JSON object that has more than one word, with its quotes, and the detail of a fact. */
const firstSentence = /:("(?:[^"\\]|\\.)* (?:[^"\\]|\\.)*")(?:,"detail":("(?:[^"\\]|\\.)*"))?/

/** The first reason that the JSON text of a response gives for a refusal; undefined for a success. */
export function refusalReason(status: number, response: string): string | undefined {
  const isRefused = status >= 400 || /^\{"ok":false|"success":false/.test(response)
  const [, ...sentences] = (isRefused ? firstSentence.exec(response) : undefined) ?? []
  const texts = sentences.flatMap((sentence) => (sentence === undefined ? [] : [parseJson(sentence)]))
  return texts.length === 0 ? undefined : texts.join(' ').replace(/;.*/s, '')
}
