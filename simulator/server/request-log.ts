// The log of a served simulator: an entry for each request, and one for each attempt to deliver a webhook. It measures real time.
// A simulator that is served without a log runs none of this.

import type { Sandbox } from '../sandbox/sandbox.ts'
import { firstReason } from '../service/first-reason.ts'
import type { RequestContext, Soon } from '../service/pipeline.ts'
import type { Simulator } from '../simulator.ts'
import { formatInstant } from '../time/instants.ts'
import type { DeliveryAttempt } from '../webhooks/outbox.ts'
import type { PlainRequest } from './plain-request.ts'
import { sandboxOf } from './request-target.ts'

/** A request and its response. */
interface RequestEntry {
  event: 'request'
  /** Virtual time of the response. */
  at: string
  sandbox: string
  method: string
  /** With the query, without secrets. */
  path: string
  /** Null when no operation has the path and method, or when an injected fault dropped the connection. */
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
interface WebhookEntry {
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

export type LogEntry = RequestEntry | WebhookEntry

type Asked = Pick<PlainRequest, 'raw' | 'method' | 'target'>

/** Responds to a request, with what happens around it. */
export type Logged = <Given extends { status: number }>(
  asked: Asked,
  respond: () => Soon<Given>,
) => Soon<Given>

/** The facts about a request when a pipeline responded. */
interface Responded {
  context: RequestContext
  at: string
  reason: string | undefined
}

/** A function that responds in the same way, with an entry in the log for each request. */
export function requestLog(simulator: Simulator, log: (entry: LogEntry) => void): Logged {
  const contexts = new WeakMap<object, Responded>()
  simulator.onResponse((context, { status, body }) => {
    const at = formatInstant(context.sandbox.world.now)
    const reason = typeof body === 'string' ? firstReason(status, body) : undefined
    contexts.set(context.request.raw, { context, at, reason })
  })
  simulator.sandboxes.observeAttempts((sandbox, attempt) => {
    const entry = webhookEntry(sandbox, attempt)
    if (entry !== undefined) log(entry)
  })
  return (asked, respond) => {
    const started = performance.now()
    const add = (status: number | null) => {
      const ms = Math.round((performance.now() - started) * 10) / 10
      const known = contexts.get(asked.raw)
      // Entries that the garbage collector has to find take longer than the request.
      contexts.delete(asked.raw)
      log(requestEntry(simulator, asked, known, status, ms))
    }
    const responded = <Given extends { status: number }>(response: Given): Given => {
      add(response.status)
      return response
    }
    const failed = (error: unknown): never => {
      add(null)
      throw error
    }
    let response: ReturnType<typeof respond>
    try {
      response = respond()
    } catch (error) {
      return failed(error)
    }
    return response instanceof Promise ? response.then(responded, failed) : responded(response)
  }
}

const maxPathCharacters = 300

function requestEntry(
  { sandboxes }: Simulator,
  { method, target }: Asked,
  known: Responded | undefined,
  status: number | null,
  ms: number,
): RequestEntry {
  const context = known?.context
  // A request that reached no operation is not a use of its sandbox.
  const sandbox =
    context?.sandbox ?? sandboxes.list().find(({ name }) => name === sandboxOf(target)) ?? sandboxes.default
  const shown = sandbox.redacted(target)
  const reason = known?.reason
  const validationErrors = context?.validationErrors.map((text) => sandbox.redacted(text)) ?? []
  return {
    event: 'request',
    at: known?.at ?? formatInstant(sandbox.world.now),
    sandbox: sandbox.name,
    method,
    path: shown.length > maxPathCharacters ? `${shown.slice(0, maxPathCharacters)}…` : shown,
    operation: context?.operationId ?? null,
    status,
    ms,
    ...(reason === undefined ? {} : { reason: sandbox.redacted(reason, context?.text) }),
    ...(validationErrors.length === 0 ? {} : { validationErrors }),
  }
}

function webhookEntry(
  sandbox: Sandbox,
  { delivery, url, outcome: { outcome, httpStatus, response } }: DeliveryAttempt,
): WebhookEntry | undefined {
  if (url === null) return undefined
  return {
    event: 'webhook',
    at: formatInstant(sandbox.world.now),
    sandbox: sandbox.name,
    method: delivery.method,
    url: sandbox.redacted(url),
    seq: delivery.event.seq,
    outcome,
    status: httpStatus,
    ...(httpStatus === null && outcome !== 'accepted' ? { reason: sandbox.redacted(response) } : {}),
  }
}
