// The steps of a run, in order: the evidence of a failure. A step contains secrets and stays in the process; an entry is the
// part of it that reports show.

import type { Step } from '../../client/transcript.ts'
import { isObject, parseJson } from '../../core/json.ts'
import type { Redactor } from '../../core/redaction.ts'
import { printable } from '../../core/terminal-text.ts'
import type { Entry } from './report.ts'

const maxTextCharacters = 2000

/** A step without its secrets. */
export function entryOf(step: Step, redactor: Redactor): Entry {
  if ('did' in step) return { did: redactor.text(step.did) }
  const { operationId, method, url, headers, body, payload, status, response } = step
  const redactedHeaders = Object.entries(headers).map(([name, value]) => [name, redactor.header(name, value)])
  return {
    operationId,
    method,
    url: redactor.shortened(url, maxTextCharacters),
    headers: Object.fromEntries(redactedHeaders),
    body: redactor.shortened(body, maxTextCharacters),
    ...(payload === undefined ? {} : { payload: redactor.json(payload) }),
    status,
    response: redactor.shortened(response, maxTextCharacters),
  }
}

/** The beginning of a long text, with its length. */
export const shortened = (text: string, maxCharacters: number) =>
  text.length > maxCharacters ? `${text.slice(0, maxCharacters)}… (${text.length} characters)` : text

/** More elements of a list are left out, but for those that the words name. */
const maxElements = 3

/** A JSON value whose long lists have the elements that some words name, or else the first one, and the number of the others. */
function elided(value: unknown, words: string): unknown {
  if (Array.isArray(value)) {
    const isNamed = (one: unknown) =>
      leavesIn(one).some(
        (text) =>
          text.length > 3 && (words.includes(`"${text}"`) || words.split(/[\s"',;:()]+/).includes(text)),
      )
    const named = value.length > maxElements ? value.filter(isNamed) : value
    const kept = (named.length > 0 ? named : value).slice(0, value.length > maxElements ? 1 : maxElements)
    const omitted = value.length - kept.length
    return [...kept.map((one) => elided(one, words)), ...(omitted === 0 ? [] : [`… ${omitted} more`])]
  }
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, elided(inner, words)]))
}

const leavesIn = (value: unknown): string[] =>
  typeof value === 'object' && value !== null ? Object.values(value).flatMap(leavesIn) : [String(value)]

interface Shown {
  /** The words of the failure: elements of long lists are shown if they are named. */
  words: string
  maxCharacters?: number
}

/** An entry as one sentence, or as a request and its response. If texts are shortened, a payload is shown without its encrypted form. */
export function entryText(entry: Entry, { words, maxCharacters }: Shown): string {
  if ('did' in entry) return entry.did
  const shown = (text: string) => {
    const value = parseJson(text)
    const short = JSON.stringify(elided(value, words))
    // Numbers stay as they were written, and what JSON escapes stays escaped.
    const one = short === JSON.stringify(value) ? text : printable(short ?? text)
    return maxCharacters === undefined ? one : shortened(one, maxCharacters)
  }
  const { method, url, payload, body, status, response } = entry
  const encrypted = payload === undefined ? '' : `\n  payload:  ${shown(JSON.stringify(payload))}`
  const isShown = body !== '' && (payload === undefined || maxCharacters === undefined)
  return [
    `${method} ${url}${encrypted}${encrypted === '' || isShown ? '' : ' (encrypted in the body)'}`,
    ...(isShown ? [`  body:     ${shown(body)}`] : []),
    `  response: ${status} ${shown(response)}`,
  ].join('\n')
}
