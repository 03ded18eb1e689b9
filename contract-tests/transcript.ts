// What was done and what came, in order: the evidence of a failure. A step holds everything, secrets too, and stays in
// the process; an entry is what may be shown of it, plain texts beside their encrypted form.

import type { OperationId } from '../spec/operations.ts'

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

const keptText = 2000
const secretField =
  /("(?:merchantAuth|clientSecret|accessToken|privateKey|code2fa)"\s*:\s*)"(?:[^"\\]|\\.)+"/g

/** Texts that are never shown, each with what stands in its place. */
export type Cover = ReadonlyMap<string, string>

/** A text without its secrets. */
export function covered(text: string, cover: Cover): string {
  let shown = text
  for (const [secret, instead] of cover) if (secret.length > 5) shown = shown.replaceAll(secret, instead)
  return shown.replace(secretField, '$1"•••"')
}

function short(text: string): string {
  return text.length > keptText ? `${text.slice(0, keptText)}… (${text.length} characters)` : text
}

/** What may be shown of a step. */
export function entryOf(step: Step, cover: Cover): Entry {
  if ('did' in step) return { did: covered(step.did, cover) }
  const { operationId, method, url, headers, body, payload, status, response } = step
  const told = Object.entries(headers).map(([name, value]) => [name, covered(value, cover)])
  return {
    operationId,
    method,
    url: short(covered(url, cover)),
    headers: Object.fromEntries(told),
    body: short(covered(body, cover)),
    ...(payload === undefined ? {} : { payload: JSON.parse(covered(JSON.stringify(payload), cover)) }),
    status,
    response: short(covered(response, cover)),
  }
}

/** An entry as one sentence, or as a request and what came. */
export function entryInWords(entry: Entry): string {
  if ('did' in entry) return entry.did
  const payload = entry.payload === undefined ? '' : `\n    encrypted: ${JSON.stringify(entry.payload)}`
  const body = entry.body === '' ? '' : `\n    body:   ${entry.body}`
  return `${entry.method} ${entry.url}${payload}${body}\n    came:   ${entry.status} ${entry.response}`
}
