// The steps of a run, in order: the evidence of a failure. A step contains secrets and stays in the process; an entry is the
// part of it that reports show.

import type { Step } from '../../client/transcript.ts'
import type { Redactor } from '../../core/redaction.ts'
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

/** An entry as one sentence, or as a request and its response. If texts are shortened, a payload is shown without its encrypted form. */
export function entryText(entry: Entry, maxCharacters?: number): string {
  if ('did' in entry) return entry.did
  const shown = (text: string) => (maxCharacters === undefined ? text : shortened(text, maxCharacters))
  const { method, url, payload, body, status, response } = entry
  const encrypted = payload === undefined ? '' : `\n  payload:  ${shown(JSON.stringify(payload))}`
  const isShown = body !== '' && (payload === undefined || maxCharacters === undefined)
  return [
    `${method} ${url}${encrypted}${encrypted === '' || isShown ? '' : ' (encrypted in the body)'}`,
    ...(isShown ? [`  body:     ${shown(body)}`] : []),
    `  response: ${status} ${shown(response)}`,
  ].join('\n')
}
