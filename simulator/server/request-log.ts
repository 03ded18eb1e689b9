// The log of a served simulator: an entry for each request, and one for each attempt to deliver a webhook. It measures real time.

import type { RequestEntry } from '../sandbox/entry.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import { refusalReason } from '../service/refusal-reason.ts'
import type { Simulator } from '../simulator.ts'
import { formatInstant } from '../time/instants.ts'
import type { DeliveryAttempt } from '../webhooks/outbox.ts'
import { sandboxOf } from './request-target.ts'

/** A request and its response. */
interface RequestLine {
  event: 'request'
  /** Virtual time of the response. */
  at: string
  sandbox: string
  method: string
  /** With the query, without secrets. */
  path: string
  /** Null when no operation has the path and method. */
  operation: string | null
  /** Null when the connection was dropped. */
  status: number | null
  /** Real milliseconds until the response started. */
  ms: number
  /** The first reason of a refusal, without secrets. */
  reason?: string
  /** Validation errors that `--validation report` accepted. */
  validationErrors?: string[]
}

/** An attempt to deliver a webhook. */
interface WebhookLine {
  event: 'webhook'
  /** Virtual time of the attempt. */
  at: string
  sandbox: string
  method: string
  /** The address of the receiver, without secrets and without what the delivery adds to it. */
  url: string
  /** The number of the status event. */
  seq: number
  outcome: DeliveryAttempt['outcome']['outcome']
  /** Null without a response. */
  status: number | null
  /** Why there is no response. */
  reason?: string
}

export type LogEntry = RequestLine | WebhookLine

/** A request as it arrived, and what is known of its response. */
export interface Responded {
  method: string
  /** The path and the query. */
  target: string
  /** Null when the connection was dropped. */
  status: number | null
  /** Real milliseconds until the response started. */
  ms: number
  /** The request in the journal of its sandbox; undefined for one that is in none. */
  entry: RequestEntry | undefined
}

const maxPathCharacters = 300

/** A function that logs a request. Attempts to deliver webhooks are logged from now on, too. */
export function requestLog(
  simulator: Simulator,
  log: (entry: LogEntry) => void,
): (responded: Responded) => void {
  simulator.sandboxes.observeAttempts((sandbox, attempt) => {
    const line = webhookLine(sandbox, attempt)
    if (line !== undefined) log(line)
  })
  return (responded) => log(requestLine(simulator, responded))
}

function requestLine(
  { sandboxes }: Simulator,
  { method, target, status, ms, entry }: Responded,
): RequestLine {
  // A request that reached no operation is not a use of its sandbox.
  const sandbox = sandboxes.list().find(({ name }) => name === sandboxOf(target)) ?? sandboxes.default
  const shown = sandbox.secrets.redacted(target)
  const reason =
    entry?.response === undefined ? undefined : refusalReason(entry.response.status, entry.response.text)
  return {
    event: 'request',
    at: formatInstant(entry?.response === undefined ? sandbox.world.now : entry.at),
    sandbox: sandbox.name,
    method,
    path: shown.length > maxPathCharacters ? `${shown.slice(0, maxPathCharacters)}…` : shown,
    operation: entry?.operation ?? null,
    status,
    ms: Math.round(ms * 10) / 10,
    ...(reason === undefined ? {} : { reason: sandbox.secrets.redacted(reason, entry?.text) }),
    ...(entry?.validationErrors === undefined
      ? {}
      : { validationErrors: entry.validationErrors.map((text) => sandbox.secrets.redacted(text)) }),
  }
}

function webhookLine(
  sandbox: Sandbox,
  { delivery, url, outcome: { outcome, httpStatus, response } }: DeliveryAttempt,
): WebhookLine | undefined {
  if (url === null) return undefined
  return {
    event: 'webhook',
    at: formatInstant(sandbox.world.now),
    sandbox: sandbox.name,
    method: delivery.method,
    url: sandbox.secrets.redacted(url),
    seq: delivery.event.seq,
    outcome,
    status: httpStatus,
    ...(httpStatus === null && outcome !== 'accepted' ? { reason: sandbox.secrets.redacted(response) } : {}),
  }
}
