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

/** An entry as one sentence, or as a request and its response. */
export function entryText(entry: Entry): string {
  if ('did' in entry) return entry.did
  const payload = entry.payload === undefined ? '' : `\n  payload:  ${JSON.stringify(entry.payload)}`
  const body = entry.body === '' ? '' : `\n  body:     ${entry.body}`
  return `${entry.method} ${entry.url}${payload}${body}\n  response: ${entry.status} ${entry.response}`
}
