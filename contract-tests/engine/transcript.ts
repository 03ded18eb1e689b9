// The steps of a run, in order: the evidence of a failure. A step contains secrets and stays in the process; an entry is the
// part of it that reports show.

import type { Step } from '../../client/transcript.ts'
import { parseJson } from '../../core/json.ts'
import type { Entry } from '../report/report.ts'

const maxTextCharacters = 2000

/** A function that returns a text without its secrets. */
export type Redact = (text: string) => string

function shortened(text: string): string {
  return text.length > maxTextCharacters
    ? `${text.slice(0, maxTextCharacters)}… (${text.length} characters)`
    : text
}

/** A step without its secrets. */
export function entryOf(step: Step, redact: Redact): Entry {
  if ('did' in step) return { did: redact(step.did) }
  const { operationId, method, url, headers, body, payload, status, response } = step
  const redactedHeaders = Object.entries(headers).map(([name, value]) => [name, redact(value)])
  return {
    operationId,
    method,
    url: shortened(redact(url)),
    headers: Object.fromEntries(redactedHeaders),
    body: shortened(redact(body)),
    ...(payload === undefined ? {} : { payload: parseJson(redact(JSON.stringify(payload))) }),
    status,
    response: shortened(redact(response)),
  }
}

/** An entry as one sentence, or as a request and its response. */
export function entryText(entry: Entry): string {
  if ('did' in entry) return entry.did
  const payload = entry.payload === undefined ? '' : `\n  payload:  ${JSON.stringify(entry.payload)}`
  const body = entry.body === '' ? '' : `\n  body:     ${entry.body}`
  return `${entry.method} ${entry.url}${payload}${body}\n  response: ${entry.status} ${entry.response}`
}
