// What was done and what came, in order: the evidence of a failure. A step holds everything, secrets too, and stays in
// the process; an entry is what may be shown of it, plain texts beside their encrypted form.

import { parseJson } from '../../core/json.ts'
import type { OperationId } from '../../spec/operations.ts'

/** A call of an operation, as it was made and answered. */
export interface Call {
  operationId: OperationId
  method: string
  url: string
  headers: Record<string, string>
  body: string
  /** What is encrypted in the body. */
  payload?: unknown
  /** Whether it is encrypted as its operation's payload usually is, so that it may be encrypted anew from its plain form. */
  encryptedAsUsual: boolean
  /** 0 where no answer came. */
  status: number
  response: string
}

/** Something done beside the calls. */
export interface Deed {
  did: string
  /** The same as a call of the control API (paths begin after `/control`), where it is one. */
  control?: { method: 'GET' | 'POST' | 'PUT'; path: string; body?: unknown }
}

export type Step = Call | Deed

/** What may be shown of a step. */
export type Entry =
  | { did: string }
  | {
      operationId: string
      method: string
      url: string
      headers: Record<string, string>
      body: string
      payload?: unknown
      status: number
      response: string
    }

const maxText = 2000

/** A function that returns a text without its secrets. */
export type Redact = (text: string) => string

function short(text: string): string {
  return text.length > maxText ? `${text.slice(0, maxText)}… (${text.length} characters)` : text
}

/** What may be shown of a step. */
export function entryOf(step: Step, redact: Redact): Entry {
  if ('did' in step) return { did: redact(step.did) }
  const { operationId, method, url, headers, body, payload, status, response } = step
  const redactedHeaders = Object.entries(headers).map(([name, value]) => [name, redact(value)])
  return {
    operationId,
    method,
    url: short(redact(url)),
    headers: Object.fromEntries(redactedHeaders),
    body: short(redact(body)),
    ...(payload === undefined ? {} : { payload: parseJson(redact(JSON.stringify(payload))) }),
    status,
    response: short(redact(response)),
  }
}

/** An entry as one sentence, or as a request and its response. */
export function entryText(entry: Entry): string {
  if ('did' in entry) return entry.did
  const payload = entry.payload === undefined ? '' : `\n  payload:  ${JSON.stringify(entry.payload)}`
  const body = entry.body === '' ? '' : `\n  body:     ${entry.body}`
  return `${entry.method} ${entry.url}${payload}${body}\n  response: ${entry.status} ${entry.response}`
}
